"""The FFE of a battery resolved: once in its phase (C1.5), or on those who enter it (C1.51)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery import aftermath, ffe
from hexfire.asl.artillery.battery import Battery, Mission
from hexfire.asl.artillery.cover import tem
from hexfire.asl.artillery.fates import fate_keys, riders_keys
from hexfire.asl.artillery.impact import blast_area, blast_radius
from hexfire.asl.artillery.record import Record, falling
from hexfire.asl.artillery.shells import Fate, HexShelled, Shells, SmokePlaced, WireCut
from hexfire.asl.artillery.smoke import SmokeHex, lays_smoke, place_smoke
from hexfire.asl.artillery.state import Counter, Device, State
from hexfire.asl.effects.vehicles import armor_drm
from hexfire.asl.shots.targets import After, GunTarget, Personnel, VehicleTarget
from hexfire.asl.tables import ift
from hexfire.dice import AnyRequest, Dice, NeedRoll
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput, Refusal, Tally

HEX_DR = ("C1.5", "C3.76")
"""The rules by which a hex of the Blast Area has its DR."""


class Barrage(msgspec.Struct, frozen=True):
    """R-E12: what the player supplies of a Barrage: its hexes and FP, out of his own E12."""

    hexes: tuple[str, ...] = ()
    fp: int | None = None


class Fire(msgspec.Struct, frozen=True, kw_only=True):
    """An FFE on the table: whose, what falls, where, and who is there.

    `ground` is what else of a hex could be affected, None where nobody knows its terrain. `area`
    holds every hex of the Blast Area, `stacks` those to be looked at, in the same order.
    """

    battery: str
    counter: Counter
    hex: str
    shelling: ffe.Shelling
    area: tuple[SmokeHex, ...]
    stacks: tuple[tuple[str, tuple[ffe.Inside, ...]], ...]
    ground: Mapping[str, ffe.Ground | None]
    off_board: tuple[str, ...] = ()
    """The hexes around the counter that lie off the board, where nothing is resolved (C1.321)."""

    def with_dr(self, entering: str = "") -> tuple[str, ...]:
        """C1.5: the hexes for which a DR is made, in their order; C1.71: none for smoke."""
        if not ffe.attacks_entrants(self.shelling.mission):
            return ()
        return tuple(
            hex
            for hex, units in self.stacks
            if ffe.reached(units) or (not entering and self.struck_empty(hex))
        )

    def struck_empty(self, hex: str) -> bool:
        """C1.5: an empty hex has its DR if anything there could be affected, or nobody can tell."""
        ground = self.ground[hex]
        return ground is None or ffe.needs_roll((), ground)


class Falling(msgspec.Struct, frozen=True, kw_only=True):
    """An FFE before anybody has looked who is there: its battery, state and Blast Area."""

    battery: Battery
    state: State
    counter: Counter
    hex: Hex
    shelling: ffe.Shelling
    area: tuple[Hex, ...]
    off_board: tuple[Hex, ...] = ()


def ffe_of(record: Record, battery: str, barrage: Barrage | None = None) -> Falling:
    """C1.32, C1.5: the FFE that a battery has on the board; refused if it has none."""
    state = record.table.states[record.setup.index(battery)]
    marker = state.marker
    if marker is None or state.mission is None or marker.counter is Counter.SR:
        raise BadInput("artillery.cli.no_ffe", name=battery)
    given = record.setup.battery(battery)
    shelling = ffe.Shelling(given.caliber, given.kind, state.mission)
    off_board: tuple[Hex, ...] = ()
    if state.mission.is_barrage and barrage is not None and barrage.hexes:
        area = tuple(record.setup.hex(hex) for hex in barrage.hexes)
        fp = Fraction(barrage.fp) if barrage.fp is not None else None
        shelling = replace(shelling, fp=fp)
    else:
        radius = blast_radius(given.kind, state.mission)
        area = blast_area(marker.hex, radius, record.setup.grid)
        off_board = tuple(hex for hex in marker.hex.disc(radius) if hex not in area)
    return Falling(
        battery=given,
        state=state,
        counter=marker.counter,
        hex=marker.hex,
        shelling=shelling,
        area=area,
        off_board=off_board,
    )


def wires(record: Record) -> frozenset[Hex]:
    """C1.23: every hex of a field phone's Security Area."""
    return frozenset(hex for b in record.setup.batteries for hex in record.setup.wire(b))


def observer_walked_in(record: Record, battery: str) -> bool:
    """C1.54: whether the Observer entered the Blast Area after the FFE was placed or corrected."""
    index, walked_in, where = record.setup.index(battery), False, None
    for step, walked in record.replay():
        state = walked.table.states[index]
        hex = state.marker.hex if state.marker is not None else None
        if hex != where:
            walked_in, where = False, hex
        if step.battery == battery and step.shells is not None:
            walked_in = walked_in or step.shells.entered(state.observer)
    return walked_in


def fire_on_list(
    record: Record,
    battery: str,
    listed: Mapping[str, tuple[ffe.Inside, ...]],
    every: bool = False,
    barrage: Barrage | None = None,
) -> Fire:
    """An FFE on units that a player listed. `every`: DRs for all hexes of the Blast Area."""
    falling = ffe_of(record, battery, barrage)
    laid = wires(record)
    ground: dict[str, ffe.Ground | None] = {
        record.setup.label(hex): ffe.Ground(security_area=True) if hex in laid else None
        for hex in falling.area
    }
    return Fire(
        battery=battery,
        counter=falling.counter,
        hex=record.setup.label(falling.hex),
        shelling=falling.shelling,
        area=tuple(SmokeHex(hex=hex) for hex in ground),
        stacks=tuple(
            (hex, listed.get(hex, ()))
            for hex, there in ground.items()
            if hex in listed or every or there is not None
        ),
        ground=ground,
        off_board=tuple(record.setup.label(hex) for hex in falling.off_board),
    )


# -- resolving ------------------------------------------------------------------------------------


def entrants(fire: Fire, names: tuple[str, ...], assault: bool = False) -> Fire:
    """C1.51: the same FFE with those alone who enter it, by id or name.

    FFMO counts in Open Ground, FFNAM unless they use Assault Movement; see `ffe.movement_drm`.
    Both are of Infantry: a vehicle that drives in has neither.
    """
    there = list(chain.from_iterable(units for _, units in fire.stacks))
    for name in names:
        if not any(_is_called(unit, (name,)) for unit in there):
            known = tuple(dict.fromkeys(unit.id or unit.target.name for unit in there))
            raise BadInput("artillery.nobody_enters", text=name, units=known or ("–",))
    entering = (
        (
            hex,
            tuple(
                replace(
                    unit,
                    own_observer=False,
                    moving_in_open=unit.moving_in_open or _in_open_ground(unit),
                    not_assault_moving=not assault and _on_foot(unit),
                )
                for unit in units
                if _is_called(unit, names)
            ),
        )
        for hex, units in fire.stacks
    )
    return replace(fire, stacks=tuple((hex, units) for hex, units in entering if units))


def _is_called(unit: ffe.Inside, names: tuple[str, ...]) -> bool:
    """Whether one of these names means a unit, or somebody in or on it."""
    return any(name in (unit.id, unit.target.name, *unit.aboard) for name in names)


def _in_open_ground(unit: ffe.Inside) -> bool:
    """A10.531: Open Ground, and nothing of a wall that protects from Indirect Fire (B9.34)."""
    bare = unit.cover.terrain == "open_ground" and tem(unit.cover).total <= 0
    return bare and _on_foot(unit)


def _on_foot(unit: ffe.Inside) -> bool:
    return not isinstance(unit.target, VehicleTarget)


class MissingDice(Exception):
    """Dice have run out: which are wanted now, and for which hexes DRs are still to come."""

    def __init__(self, request: AnyRequest, hexes: tuple[str, ...]) -> None:
        super().__init__(request.rule)
        self.request, self.hexes = request, hexes


class Struck(NamedTuple):
    """What the dice of an FFE did, and everyone it reached (by id) as he is afterwards."""

    shells: Shells
    after: tuple[tuple[str, After], ...]


def resolve(record: Record, fire: Fire, dice: Dice, entering: str = "") -> tuple[Record, Shells]:
    """C1.5: the DRs of every hex and what comes of them, once in the phase; the record keeps it.

    C1.51: with `entering` (a phase) those in `fire` have just come in. Raises `MissingDice`.
    """
    if not entering:
        check_due(record, fire.battery)
    shells = strike(record, fire, dice, entering).shells
    asked = aftermath.questions(fire.shelling, fallen(fire, shells), entering)
    record = record.shelled(fire.battery, shells, dice.faces)
    return aftermath.ask(record, fire.battery, asked), shells


def strike(record: Record, fire: Fire, dice: Dice, entering: str = "") -> Struck:
    """C1.5, C1.51: hex by hex what the shells do; nothing is kept. Raises `MissingDice`."""
    if entering and entering not in ffe.ENTRY_PHASES:
        raise Refusal("C1.51", "artillery.no_entry_attack", phase=entering)
    rows: list[HexShelled] = []
    after: list[tuple[str, After]] = []
    for hex, units in fire.stacks:
        try:
            row, fates = _shell(fire, dice, hex, units, entering)
        except NeedRoll as need:
            done = {row.hex for row in rows}
            left = tuple(h for h in fire.with_dr(entering) if h not in done)
            raise MissingDice(need.request, left) from None
        rows.append(row)
        after += fates
    shells = Shells(mission=fire.shelling.mission, hexes=tuple(rows), entering=entering)
    if not entering:
        placed = place_smoke(fire.shelling.mission, fire.area, record.table.clock.phase)
        shells = replace(
            shells,
            smoke=tuple(SmokePlaced(hex, side) for hex, side in placed.items()),
            smoke_off_board=fire.off_board if lays_smoke(fire.shelling.mission) else (),
            cut=_cut_wires(record, fire, shells.drs),
        )
    return Struck(shells, tuple(after))


def check_due(record: Record, battery: str) -> None:
    """C1.5: an FFE:1 or FFE:2 is resolved once, in the phase in which it is due."""
    due = next((due for due in falling(record) if due.battery == battery), None)
    if due is None:
        raise Refusal("C1.5", "artillery.not_due", name=battery)
    if due.resolved is not None:
        raise Refusal("C1.5", "artillery.resolved_already", name=battery, hex=due.hex)


def fallen(fire: Fire, shells: Shells) -> tuple[aftermath.Fallen, ...]:
    """The hexes with their DRs, as the ground meets them."""
    return tuple(aftermath.Fallen(hex, dr, fire.ground[hex]) for hex, dr in shells.drs.items())


def _shell(
    fire: Fire, dice: Dice, hex: str, units: tuple[ffe.Inside, ...], entering: str
) -> tuple[HexShelled, list[tuple[str, After]]]:
    """One hex: its DR, then everyone in it."""
    before = len(dice.log)
    empty = frozenset({hex}) if fire.struck_empty(hex) else frozenset[str]()
    after = ffe.fire_for_effect(dice, fire.shelling, ((hex, units),), entering, empty)
    thrown = dice.log[before:]
    dr = next((faces for wanted, faces in thrown if wanted.rule in HEX_DR), ())
    within = ffe.reached(units)
    critical = frozenset[int]()
    if dr and sum(dr) == 2 and within:
        # The same dice tell again whom the CH struck.
        selecting = chain.from_iterable(f for wanted, f in thrown if wanted.rule == "C3.74")
        critical = ffe.selected(Dice(selecting), within)
    fates = list(zip(within, after.get(hex, ()), strict=False))
    row = HexShelled(
        hex=hex,
        dr=dr,
        units=tuple(
            fate
            for i, (unit, now) in enumerate(fates)
            for fate in (
                fate_of(fire.shelling, unit, now, sum(dr), entering, i in critical),
                *(_aboard(unit, id, keys) for id, keys in riders_keys(unit, now)),
            )
        ),
    )
    return row, [(unit.id, now) for unit, now in fates]


def _aboard(unit: ffe.Inside, id: str, keys: tuple[str, ...]) -> Fate:
    assert isinstance(unit.target, VehicleTarget)
    men = unit.target.aboard[unit.aboard.index(id)]
    return Fate(name=men.name, id=id, friendly=unit.friendly, fate=keys)


def fate_of(
    shelling: ffe.Shelling, unit: ffe.Inside, after: After, dr: int, phase: str, ch: bool
) -> Fate:
    """C1.52, C1.53: what became of a unit, with the column and DRM that did it."""
    fate = Fate(
        name=unit.target.name,
        id=unit.id,
        friendly=unit.friendly,
        fate=fate_keys(unit, after),
        ch=ch,
    )
    if shelling.mission is Mission.WP:
        return fate
    drm = shown_drm(shelling, unit, phase, ch)
    usual = ift.column(ffe.firepower(shelling))
    column = ffe.critical_fp(shelling)[0] if ch else usual
    final = dr + drm.total
    cell = ""
    if column is not None and isinstance(unit.target, Personnel | GunTarget):
        cell = str(ift.result(column, final))
    return replace(fate, drm=drm, column=column, final=final, result=cell)


def shown_drm(shelling: ffe.Shelling, unit: ffe.Inside, phase: str = "", ch: bool = False) -> Tally:
    """C1.52, C1.55: every DRM of a unit, an AFV's own included; SMOKE missions have none."""
    if shelling.mission.is_smoke or shelling.mission is Mission.IR:
        return Tally()
    attack = ffe.attack_drm(shelling, unit, phase, ch)
    drm = Tally.of(m for m in attack.items if phase or m.rule != "C1.51")
    if isinstance(unit.target, VehicleTarget) and unit.target.armored:
        drm += armor_drm(unit.target)
    return drm


def _cut_wires(record: Record, fire: Fire, drs: Mapping[str, int]) -> tuple[WireCut, ...]:
    """C1.23: whose phone is lost by these DRs, and where its wire was cut first."""
    cut = []
    for battery, state in zip(record.setup.batteries, record.table.states, strict=True):
        if state.device is Device.LOST:
            continue
        for hex in (record.setup.label(hex) for hex in record.setup.wire(battery)):
            if hex in drs and ffe.cuts_wire(fire.shelling, drs[hex]):
                cut.append(WireCut(battery.name, hex))
                break
    return tuple(cut)
