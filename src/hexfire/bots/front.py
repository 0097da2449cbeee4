"""The other side as it stands: how near it is, and how hard it can strike."""

from __future__ import annotations

from hexfire.folio.scenario import Scenario

Threat = tuple[int, int, int]
"""Where an enemy stands, how far it can strike, and how hard."""


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
            distance = self._near[hex] = min([far[i] for i in self._hexes], default=0)
        return distance

    def massed(self, hex: int, room: int) -> int:
        """What the strongest that can get at a hex have together, with room for so many."""
        key = hex << 3 | room
        together = self._massed.get(key)
        if together is None:
            far = self._distances[hex]
            reaching = [strength for place, reach, strength in self.threats if far[place] <= reach]
            together = self._massed[key] = sum(reaching[:room])
        return together
