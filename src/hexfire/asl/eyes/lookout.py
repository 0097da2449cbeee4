"""What units on a board see: is there LOS, with which hindrance, is that unit Known?

Gunnery and artillery ask through this; behind it stand the board, the units on it, smoke, wrecks,
fire for effect, and Wall Advantage.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from hexfire.asl.sight import Hindrance, Judgement, Reason
from hexfire.asl.sight.rules import TOO_MANY
from hexfire.asl.situation.model import Marker, MarkerKind, Unit
from hexfire.asl.situation.scene import Scene
from hexfire.asl.walls import State, sees_hex, sees_unit, start
from hexfire.hexes import Hex


@cache
def _smoke() -> dict[str, Any]:
    text = (resources.files("hexfire.asl.tables") / "terrain.toml").read_text("utf-8")
    figures: dict[str, Any] = tomllib.loads(text)["smoke"]
    return figures


@dataclass(frozen=True)
class Lookout:
    """What units see in a situation."""

    state: State

    @classmethod
    def of(cls, scene: Scene) -> Lookout:
        return cls(start(scene))

    @property
    def scene(self) -> Scene:
        return self.state.scene

    def sees_hex(self, viewer: Unit, hex: str, level: float = 0) -> Judgement:
        """Whether a unit sees a location, hindrances of counters included."""
        target = self.scene.board.grid.hex(hex)
        there = target, self.scene.board.base_level(target) + level
        return self._through(sees_hex(self.state, viewer, target, level), self._end(viewer), there)

    def line(self, source: Hex, source_level: float, target: Hex, target_level: float) -> Judgement:
        """The LOS between two locations, whoever is there, hindrances of counters included."""
        base = self.scene.board.base_level
        ends = ((source, base(source) + source_level), (target, base(target) + target_level))
        answer = self.scene.sight.check(source, target, source_level, target_level)
        return self._through(answer, *ends)

    def _end(self, unit: Unit) -> _End:
        return self.scene.hex(unit), self.scene.level(unit)

    def sees(self, viewer: Unit, target: Unit) -> Judgement:
        """Whether a unit sees another unit, hindrances of counters included."""
        if target.hidden and target.side != viewer.side:
            return self.sees_hex(viewer, target.hex, target.level)
        answer = sees_unit(self.state, viewer, target)
        hindered = self._through(answer, self._end(viewer), self._end(target))
        return self._within_hex(hindered, viewer, target)

    def _within_hex(self, answer: Judgement, viewer: Unit, target: Unit) -> Judgement:
        """C5.5: within one hex a wreck, or a vehicle that is neither end, hinders (R-C5.5b)."""
        here = self.scene.hex(viewer)
        if answer.blocked or here != self.scene.hex(target):
            return answer
        wrecks = [
            _drm(marker)
            for marker in self.scene.situation.markers
            if marker.kind is MarkerKind.WRECK and self.scene.board.grid.hex(marker.hex) == here
        ]
        ends = {viewer.id, target.id}
        vehicles = [
            1
            for unit in self.scene.by_hex.get(here, ())
            if unit.is_vehicle and not unit.hidden and unit.id not in ends
        ]
        if not wrecks and not vehicles:
            return answer
        drm, kind = max(wrecks + vehicles), "wreck" if wrecks else "vehicle"
        item = Hindrance(self.scene.board.grid.label(here), kind, drm, "C5.5", 0)
        items = (*answer.items, item)
        return msgspec.structs.replace(answer, items=items, hindrance=answer.hindrance + drm)

    def knows(self, viewer: Unit, target: Unit) -> bool:
        """Whether an enemy unit is Known to a viewer: in its LOS, neither concealed nor hidden."""
        if target.side == viewer.side:
            return True
        if target.concealed or target.hidden or target.is_dummy:
            return False
        return not self.sees(viewer, target).blocked

    # Hindrances of counters

    @cached_property
    def _counters(self) -> dict[Hex, tuple[_Counter, ...]]:
        """By hex, what hinders LOS through it."""
        counters_in: dict[Hex, list[_Counter]] = {}
        for marker in self.scene.situation.markers:
            if drm := _drm(marker):
                hex = self.scene.board.grid.hex(marker.hex)
                rule, height = _MARKERS[marker.kind]
                top = self.scene.board.base_level(hex) + height
                counter = _Counter(str(marker.kind), drm, rule, top, marker.id)
                counters_in.setdefault(hex, []).append(counter)
        for unit in self.scene.situation.units:
            if unit.is_vehicle and not unit.hidden:
                top = self.scene.level(unit) + 0.5
                counter = _Counter("vehicle", 1, "D9.4", top, "")
                counters_in.setdefault(self.scene.hex(unit), []).append(counter)
        return {hex: tuple(counters) for hex, counters in counters_in.items()}

    def _through(self, answer: Judgement, source: _End, target: _End) -> Judgement:
        """A6.7, C8.5: the line's hindrances with those of the counters it passes.

        SMOKE and FFE count in every hex, those of the ends included, and add up (one FFE once);
        anything else once a range step, only between the ends, and not beside terrain that
        hinders there (R-A6.7). A counter below both ends is looked over, and so is one in an
        end's own hex that lies below that end (C1.63).
        """
        if answer.blocked or not self._counters:
            return answer
        items, grid = list(answer.items), self.scene.board.grid
        taken, counted = {item.range for item in items}, set()
        for step in source[0].line_to(target[0]):
            for hex in step.hexes:
                for counter in self._counters.get(hex, ()):
                    if _lowest(source, target, hex) >= counter.top:
                        continue
                    if counter.rule == "D9.4":
                        if step.range in taken or not 0 < step.range < answer.range:
                            continue
                        taken.add(step.range)
                    elif counter.id:
                        if counter.id in counted:
                            continue
                        counted.add(counter.id)
                    items.append(
                        Hindrance(
                            grid.label(hex), counter.kind, counter.drm, counter.rule, step.range
                        )
                    )
        total = sum(item.drm for item in items)
        answer = msgspec.structs.replace(answer, items=tuple(items), hindrance=total)
        if total >= TOO_MANY:
            return msgspec.structs.replace(answer, blocked=True, reason=Reason.HINDRANCES)
        return answer


class _Counter(NamedTuple):
    kind: str
    drm: int
    rule: str
    top: float
    id: str


_End = tuple[Hex, float]
"""A hex and the level of whoever is there."""


def _lowest(source: _End, target: _End, hex: Hex) -> float:
    """The level of who is in a hex, else the lower of the two ends."""
    here = [level for end, level in (source, target) if end == hex]
    return min(here or (source[1], target[1]))


_MARKERS = {
    MarkerKind.SMOKE: ("A24.2", 2.0),
    MarkerKind.WP: ("A24.2", 4.0),
    MarkerKind.BLAZE: ("A24.2", 2.0),
    MarkerKind.WRECK: ("D9.4", 0.5),
    MarkerKind.FFE: ("C1.57", 2.0),
}
"""The rule of a counter's hindrance and its height in levels (asl/tables/terrain.toml, C1.57)."""


def _drm(marker: Marker) -> int:
    """The hindrance of a counter, by the chart where it does not say itself."""
    if marker.drm is not None:
        return marker.drm
    match marker.kind:
        case MarkerKind.SMOKE:
            return int(_smoke()["white_smoke"]["fresh"])
        case MarkerKind.WP:
            return int(_smoke()["wp"]["fresh"])
        case MarkerKind.BLAZE:
            return int(_smoke()["blaze"]["hindrance"])
        case MarkerKind.WRECK:
            return int(_smoke()["burning_wreck"]["hindrance"]) if marker.burning else 1
        case MarkerKind.FFE:
            return 1
        case _:
            return 0
