"""The eyes of the table: is there LOS, with which hindrance, is that unit Known?

Gunnery and artillery ask through this; behind it stand the board, the units on it, smoke, wrecks,
fire for effect, and Wall Advantage.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

import msgspec

from hexfire.asl.sight import Answer, Hindrance, Reason
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
class BoardEyes:
    """What units see in a situation."""

    state: State

    @classmethod
    def of(cls, scene: Scene) -> BoardEyes:
        return cls(start(scene))

    @property
    def scene(self) -> Scene:
        return self.state.scene

    def sees_hex(self, viewer: Unit, hex: str, level: float = 0) -> Answer:
        """Whether a unit sees a location, hindrances of counters included."""
        target = self.scene.board.grid.hex(hex)
        return self._through(
            sees_hex(self.state, viewer, target, level), self.scene.hex(viewer), target
        )

    def sees(self, viewer: Unit, target: Unit) -> Answer:
        """Whether a unit sees another unit, hindrances of counters included."""
        if target.hidden and target.side != viewer.side:
            return self.sees_hex(viewer, target.hex, target.level)
        answer = sees_unit(self.state, viewer, target)
        return self._through(answer, self.scene.hex(viewer), self.scene.hex(target))

    def knows(self, viewer: Unit, target: Unit) -> bool:
        """Whether an enemy unit is Known to a viewer: in its LOS, neither concealed nor hidden."""
        if target.side == viewer.side:
            return True
        if target.concealed or target.hidden or target.is_dummy:
            return False
        return not self.sees(viewer, target).blocked

    def known_in(self, viewer: Unit, hex: str) -> tuple[Unit, ...]:
        """The enemy units in a hex that are Known to a viewer."""
        there = self.scene.by_hex.get(self.scene.board.grid.hex(hex), ())
        return tuple(u for u in there if u.side != viewer.side and self.knows(viewer, u))

    # Hindrances of counters

    @cached_property
    def _counters(self) -> dict[Hex, tuple[Hindrance, ...]]:
        """By hex, what hinders LOS through it; range is filled in for each line."""
        grid = self.scene.board.grid
        found: dict[Hex, list[Hindrance]] = {}
        for marker in self.scene.situation.markers:
            drm = _drm(marker)
            if drm:
                hex = grid.hex(marker.hex)
                rule = _MARKER_RULES[marker.kind]
                item = Hindrance(grid.label(hex), str(marker.kind), drm, rule, 0)
                found.setdefault(hex, []).append(item)
        for unit in self.scene.situation.units:
            if unit.is_vehicle and not unit.hidden:
                hex = self.scene.hex(unit)
                item = Hindrance(grid.label(hex), "vehicle", 1, "D9.4", 0)
                found.setdefault(hex, []).append(item)
        return {hex: tuple(items) for hex, items in found.items()}

    def _through(self, answer: Answer, source: Hex, target: Hex) -> Answer:
        """A6.7: the line's hindrances with those of the counters it passes.

        SMOKE counts in every hex, those of the ends included, and adds up; anything else once a
        range step, only between the ends, and not beside terrain that hinders there (R-A6.7).
        """
        if answer.blocked or not self._counters:
            return answer
        items = list(answer.items)
        taken = {item.range for item in items}
        for step in source.line_to(target):
            for hex in step.hexes:
                for counter in self._counters.get(hex, ()):
                    smoke = counter.rule == "A24.2"
                    between = 0 < step.range < answer.range
                    if not smoke and (not between or step.range in taken):
                        continue
                    if not smoke:
                        taken.add(step.range)
                    items.append(msgspec.structs.replace(counter, range=step.range))
        total = sum(item.drm for item in items)
        answer = msgspec.structs.replace(answer, items=tuple(items), hindrance=total)
        if total >= TOO_MANY:
            return msgspec.structs.replace(answer, blocked=True, reason=Reason.HINDRANCES)
        return answer


_MARKER_RULES = {
    MarkerKind.SMOKE: "A24.2",
    MarkerKind.WP: "A24.2",
    MarkerKind.BLAZE: "A24.2",
    MarkerKind.WRECK: "D9.4",
    MarkerKind.FFE: "C1.57",
    MarkerKind.BREACH: "",
    MarkerKind.ROADBLOCK: "",
}


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
