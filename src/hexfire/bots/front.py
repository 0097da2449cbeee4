"""The other side as it stands: how near it is, and how hard it can strike."""

from __future__ import annotations

from typing import Final

from hexfire.folio.charts import Charts
from hexfire.hexes.arrays import i32, i64, vec

Threat = tuple[int, int, int]
"""Where an enemy stands, how far it can strike, and how hard."""

NOWHERE: Final = 1 << 20
"""Farther than any hex."""

MOST: Final = 4
"""So many attackers are reckoned with at most."""

NEAREST: Final = MOST + 1
FIGURES: Final = NEAREST + 1
"""Of a hex it is noted what strikes at it, by the room there is, and how near the nearest is."""


class Front:
    """A side as it stands: how near it is to a hex, and how hard it can strike there."""

    def __init__(self, charts: Charts, threats: list[Threat], unknown: vec[i32]) -> None:
        self.threats = threats
        self._charts = charts
        self._hexes: vec[i64] = vec[i64]([hex for hex, _, _ in threats])
        self._reach: vec[i64] = vec[i64]([reach for _, reach, _ in threats])
        self._strength: vec[i64] = vec[i64]([strength for _, _, strength in threats])
        self._noted = unknown[:]
        """Hex by hex its `FIGURES`; -1 for what is not known yet."""
        self._faces: dict[tuple[object, ...], tuple[dict[int, float], dict[int, float]]] = {}

    def known(self, face: tuple[object, ...]) -> tuple[dict[int, float], dict[int, float]]:
        """What has been found out for one face of a unit: the worth of hexes, and their danger."""
        return self._faces.setdefault(face, ({}, {}))

    def nearest(self, hex: int) -> int:
        """How far the nearest unit is from a hex."""
        key = hex * FIGURES + NEAREST
        distance = i64(self._noted[key])
        if distance < 0:
            far = self._charts.distances(hex)
            distance = NOWHERE if len(self._hexes) else 0
            for place in self._hexes:
                if far[place] < distance:
                    distance = far[place]
            self._noted[key] = i32(distance)
        return distance

    def massed(self, hex: int, room: int) -> int:
        """What the strongest that can get at a hex have together, with room for up to `MOST`."""
        key = hex * FIGURES + room
        together = i64(self._noted[key])
        if together < 0:
            far = self._charts.distances(hex)
            together = 0
            for i in range(len(self._hexes)):  # the strongest come first
                if not room:
                    break
                if far[self._hexes[i]] <= self._reach[i]:
                    together += self._strength[i]
                    room -= 1
            self._noted[key] = i32(together)
        return together

    def gets_to(self, hex: int) -> bool:
        """Whether anybody gets to a hex in one turn, as the crow flies."""
        far = self._charts.distances(hex)
        return any(far[place] < reach for place, reach, _ in self.threats)
