"""Facts from a board with units on it: the same flow, and nobody is asked.

`OnBoard` answers the questions of a fire mission out of a `Situation`. What a situation cannot tell
(was an enemy Known earlier in the mission?) it answers as things stand now. Who and what stands in
the hexes under fire is in `on_ground`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from hexfire.asl.artillery.battery import EnemyUnit, Link, ObserverStatus, is_known, may_observe
from hexfire.asl.artillery.impact import blast_area, blast_radius, hindrance_levels
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Counter
from hexfire.asl.eyes import NeedFact, Question
from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.sight import Judgement
from hexfire.asl.situation import Marker, MarkerKind, Scene, Unit, UnitKind
from hexfire.asl.walls import State, start
from hexfire.asl.walls.concealment import may_claim_bocage_tem
from hexfire.asl.walls.cover import is_concealment_terrain
from hexfire.hexes import Grid, Hex
from hexfire.hexes.arcs import in_covered_arc
from hexfire.rulebook import BadInput, Refusal

_SMOKE = (MarkerKind.SMOKE, MarkerKind.WP, MarkerKind.BLAZE)
_ADD_UP = ("A24.2", "C1.57")
"""The rules of Hindrances that count in every hex, whatever else is there."""
OFFBOARD = "offboard"


@dataclass(frozen=True)
class OnBoard:
    """The eyes of one Observer on a board with units. Satisfies `hexfire.asl.eyes.Eyes`."""

    state: State
    observer: Unit
    labels: Grid | None = None
    """How the questions name their hexes, if not as the board does."""
    battery: str = ""
    """Whose Observer he is: he speaks through that battery's radio (C1.1)."""
    phone: Hex | None = None
    """Where the battery's field phone is (C1.23)."""

    @classmethod
    def of(cls, scene: Scene, observer: str, labels: Grid | None = None) -> OnBoard:
        """The unit with this id (or, if only one has it, this name) observes."""
        return cls(start(scene), find_observer(scene, observer), labels=labels)

    @classmethod
    def offboard(
        cls, state: State, side: str, hex: str, level: float, labels: Grid | None = None
    ) -> OnBoard:
        """C1.63: one who looks as if from a hex and level the scenario names; nobody is there."""
        grid = state.scene.board.grid
        there = grid.label((labels or grid).hex(hex))
        nobody = Unit(id=OFFBOARD, side=side, hex=there, level=level, kind=UnitKind.LEADER)
        return cls(state, nobody, labels=labels)

    @classmethod
    def of_battery(cls, record: Record, battery: str, state: State) -> OnBoard:
        """The eyes of a battery's Observer; the FFEs of the record hinder LOS (C1.57, C1.62).

        Refused if he is not on the board, or if the map is another.
        """
        grid, ours = record.setup.grid, record.setup.battery(battery)
        if grid.hexes != state.scene.board.grid.hexes:
            raise BadInput("artillery.cli.other_map", board=state.scene.situation.board)
        state = state._replace(scene=with_ffes(record, state.scene))
        if ours.link is Link.OFFBOARD:
            if not ours.offboard_hex:
                raise BadInput("artillery.cli.offboard_where", name=battery)
            hex = record.setup.label(record.setup.hex(ours.offboard_hex))
            return cls.offboard(state, ours.side, hex, ours.offboard_level, grid)
        observer = record.table.states[record.setup.index(battery)].observer
        phone = record.setup.hex(ours.phone_hex) if ours.phone_hex else None
        return cls(
            state,
            find_observer(state.scene, observer, ours.side),
            labels=grid,
            battery=battery,
            phone=phone,
        )

    @property
    def scene(self) -> Scene:
        return self.state.scene

    # -- the questions of a mission ----------------------------------------------------------------

    def yes(self, question: Question) -> bool:
        details = dict(question.details)
        hexes, levels = details.get("hexes", ()), details.get("levels", 2)
        match question.topic:
            case "observer_able":
                return self.able()
            case "sees_blast_height":
                return self._sees_any(self._eyes, hexes, levels)
            case "sees_blast_height_but_for_smoke":
                return self._sees_any(self._clear, hexes, levels)
            case "sees_base":
                return self._sees_any(self._eyes, (question.hex,), 0)
            case "sees_base_but_for_smoke":
                return self._sees_any(self._clear, (question.hex,), 0)
            case "sees_ar":
                return bool(self._views(question.hex))
            case "known_near" | "known_in_mission":
                return any(self.knows(unit) for unit in self._enemies(hexes))
            case "enemy_near":
                return any(_is_ground_unit(unit) for unit in self._enemies(hexes))
            case "rain_or_heavy_winds":
                return bool({"rain", "heavy_winds"} & set(self.scene.situation.weather))
            case "observer_buttoned_up":
                return self._vehicle is not None and not self._vehicle.ce
            case "observer_stunned":
                return self._vehicle is not None and self._vehicle.stunned
            case "ar_outside_vca":
                return self._outside_vca(question)
        raise BadInput("artillery.unknown_fact", text=question.name, facts=())

    def number(self, question: Question) -> int:
        """C1.62: the Hindrances that lie before every Location of the hex that he sees."""
        if question.topic != "hindrance":
            raise BadInput("artillery.unknown_fact", text=question.name, facts=())
        views = [_by_cause(answer) for answer in self._views(question.hex)]
        common = set.intersection(*(set(view) for view in views)) if views else set()
        return sum(min(view[cause] for view in views) for cause in common)

    def able(self) -> bool:
        """C1.2, C1.6: whether he may observe, by what the situation shows of him."""
        return self.not_able is None

    @property
    def not_able(self) -> Refusal | None:
        """C1.2, C1.6: the rule by which he may not observe."""
        return may_observe(self.status)

    @property
    def status(self) -> ObserverStatus:
        """C1.2: the Observer as the rule looks at him. A radio that nobody mentions is his."""
        unit = self.observer
        vehicle = self._vehicle
        return ObserverStatus(
            leader=unit.kind is UnitKind.LEADER,
            op_tank=unit.op_tank,
            offboard=unit.id == OFFBOARD,
            good_order=unit.good_order,
            has_radio=unit.radio is not False,
            rider=unit.rider,
            guards_more_than_himself=unit.outnumbered_guard,
            in_afv=vehicle is not None and vehicle.armored and not unit.rider,
            crew_exposed=vehicle is not None and vehicle.ce,
            other_radio=bool(unit.radios and self.battery and self.battery not in unit.radios),
            at_phone=self.phone is None or self.scene.hex(unit) == self.phone,
            op_observer_aboard=not unit.observer_out,
        )

    def _outside_vca(self, question: Question) -> bool:
        """H1.465: whether a hex lies outside the VCA of the tank; its facing must be known."""
        tank = self._vehicle
        if tank is None or tank.facing is None:
            raise NeedFact(question)
        target = self.scene.board.grid.hex(self._here(question.hex))
        return not in_covered_arc(self.scene.hex(tank), tank.facing, target)

    @property
    def _vehicle(self) -> Unit | None:
        """What the Observer sits in or on: an OP tank is both."""
        if self.observer.is_vehicle:
            return self.observer
        return self.scene.unit(self.observer.aboard) if self.observer.aboard else None

    def knows(self, unit: Unit) -> bool:
        """C1.6: whether an enemy is Known to the Observer for OBA."""
        terrain = self.scene.board.centre_terrain(self.scene.hex(unit))
        enemy = EnemyUnit(
            in_los=not self._eyes.sees(self.observer, unit).blocked,
            concealed=unit.concealed,
            hidden=unit.hidden,
            dummy=unit.is_dummy,
            aerial=unit.is_aerial,
            concealment_terrain=is_concealment_terrain(terrain),
            winter_camouflage=f"winter_camouflage:{unit.side}" in self.scene.situation.weather,
            bocage_tem=may_claim_bocage_tem(self._eyes.state, self.observer, unit),
        )
        return is_known(enemy, night=self.scene.situation.night)

    # -- looking ----------------------------------------------------------------------------------

    @cached_property
    def _eyes(self) -> Lookout:
        return Lookout(self.state)

    @cached_property
    def _clear(self) -> Lookout:
        """C1.334, C1.335: the same table without any SMOKE."""
        situation = self.scene.situation
        left = tuple(m for m in situation.markers if m.kind not in _SMOKE)
        scene = self.scene.with_situation(replace(situation, markers=left))
        return Lookout(self.state._replace(scene=scene))

    def _here(self, label: str) -> str:
        """A hex of a question, as the board names it."""
        if self.labels is None:
            return label
        return self.scene.board.grid.label(self.labels.hex(label))

    def _sees_any(self, eyes: Lookout, hexes: object, levels: object) -> bool:
        if not isinstance(hexes, tuple) or not isinstance(levels, int):
            raise TypeError(f"a Blast Height needs hexes and levels, not {hexes!r}, {levels!r}")
        return any(
            not eyes.sees_hex(self.observer, self._here(hex), levels).blocked for hex in hexes
        )

    def _views(self, hex: str) -> tuple[Judgement, ...]:
        """The Locations of a hex that he sees, each with its Hindrances."""
        hex = self._here(hex)
        places = self.scene.board.locations(self.scene.board.grid.hex(hex))
        levels = sorted({place.level for place in places if place.kind != "cellar"} or {0})
        seen = (self._eyes.sees_hex(self.observer, hex, level) for level in levels)
        return tuple(answer for answer in seen if not answer.blocked)

    def _enemies(self, hexes: object) -> tuple[Unit, ...]:
        """The enemy units in these hexes."""
        if not isinstance(hexes, tuple):
            raise TypeError(f"a question about enemies needs hexes, not {hexes!r}")
        grid = self.labels or self.scene.board.grid
        there = (self.scene.by_hex.get(grid.hex(hex), ()) for hex in hexes)
        return tuple(unit for stack in there for unit in stack if unit.side != self.observer.side)


def find_observer(scene: Scene, observer: str, side: str = "") -> Unit:
    """The unit with this id or, if only one of the side has it, this name."""
    units = scene.situation.units
    named = [unit for unit in units if unit.name == observer]
    own = [unit for unit in named if unit.side.casefold() == side.casefold()]
    candidates = [unit for unit in units if unit.id == observer] or own or named
    if len(candidates) > 1:
        ids = tuple(unit.id for unit in candidates)
        raise BadInput("artillery.observers_alike", text=observer, units=ids)
    if not candidates:
        known = tuple(unit.id for unit in units) or ("–",)
        raise BadInput("artillery.no_such_observer", text=observer, units=known)
    return candidates[0]


def with_ffes(record: Record, scene: Scene) -> Scene:
    """C1.57: the scene with every FFE of the record that hinders LOS, one id for each.

    An FFE that somebody has put on the board by hand is not counted twice.
    """
    situation, grid = scene.situation, scene.board.grid
    marked = {grid.hex(m.hex) for m in situation.markers if m.kind is MarkerKind.FFE}
    new: list[Marker] = []
    for battery, state in zip(record.setup.batteries, record.table.states, strict=True):
        marker, mission = state.marker, state.mission
        if marker is None or marker.counter is Counter.SR or mission is None:
            continue
        levels = hindrance_levels(battery.caliber, battery.kind, mission)
        if levels is None or marker.hex in marked:
            continue
        area = blast_area(marker.hex, blast_radius(battery.kind, mission), grid)
        id = f"ffe:{battery.name}"
        new += (Marker(kind=MarkerKind.FFE, hex=grid.label(hex), id=id) for hex in area)
    return scene.with_situation(replace(situation, markers=(*situation.markers, *new)))


def _by_cause(answer: Judgement) -> dict[tuple[str, object], int]:
    """The Hindrances of a LOS by what makes them: SMOKE and FFE each for itself, all else by how
    far off it is, for of that only one counts at each range (A6.7)."""
    drm_of: dict[tuple[str, object], int] = {}
    for item in answer.items:
        own = item.rule in _ADD_UP
        cause = (item.kind, item.hex) if own else ("", item.range)
        drm_of[cause] = drm_of.get(cause, 0) + item.drm
    return drm_of


def _is_ground_unit(unit: Unit) -> bool:
    """C1.21: an enemy who calls for an extra draw: on the ground, on the map, and no Dummy."""
    return not (unit.hidden or unit.is_dummy or unit.is_aerial)
