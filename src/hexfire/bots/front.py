"""The other side as it stands: how near it is, and how hard it can strike."""

from __future__ import annotations

from typing import Final

from hexfire.folio.scenario import Scenario

Threat = tuple[int, int, int]
"""Where an enemy stands, how far it can strike, and how hard."""

NOWHERE: Final = 1 << 20
"""Farther than any hex."""


class Front:
    """A side as it stands: how near it is to a hex, and how hard it can strike there."""

    def __init__(self, scenario: Scenario, threats: list[Threat]) -> None:
        self.threats = threats
        self._distances = scenario.distances
        self._hexes = [hex for hex, _, _ in threats]
        self._near: dict[int, int] = {}
        self._massed: dict[int, int] = {}
        self._faces: dict[tuple[object, ...], tuple[dict[int, float], dict[int, float]]] = {}

    def known(self, face: tuple[object, ...]) -> tuple[dict[int, float], dict[int, float]]:
        """What has been found out for one face of a unit: the worth of hexes, and their danger."""
        return self._faces.setdefault(face, ({}, {}))

    def nearest(self, hex: int) -> int:
        """How far the nearest unit is from a hex."""
        distance = self._near.get(hex)
        if distance is None:
            far = self._distances[hex]
            distance = NOWHERE if self._hexes else 0
            for place in self._hexes:
                if far[place] < distance:
                    distance = far[place]
            self._near[hex] = distance
        return distance

    def massed(self, hex: int, room: int) -> int:
        """What the strongest that can get at a hex have together, with room for so many."""
        key = hex << 3 | room
        together = self._massed.get(key)
        if together is None:
            far = self._distances[hex]
            together = 0
            for place, reach, strength in self.threats:  # the strongest come first
                if not room:
                    break
                if far[place] <= reach:
                    together += strength
                    room -= 1
            self._massed[key] = together
        return together
