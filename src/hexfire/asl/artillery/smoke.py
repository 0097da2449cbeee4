"""SMOKE missions (C1.71): where the counters go, and what the weather does to them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import msgspec

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.sequence import Phase


class Wind(Enum):
    """What comes up."""

    RAIN = "rain"
    GUSTS = "gusts"
    HEAVY_WINDS = "heavy_winds"


class SmokeHex(msgspec.Struct, frozen=True, kw_only=True):
    """A hex of the Blast Area, as far as SMOKE cares."""

    hex: str
    mud: bool = False
    deep_snow: bool = False
    marsh: bool = False
    water: bool = False
    bridge: bool = False


class SmokeCounter(Enum):
    """The two sides of a SMOKE counter."""

    FULL = "full"
    DISPERSED = "dispersed"


def lays_smoke(mission: Mission) -> bool:
    """C1.71: SMOKE missions, a Barrage of it too (R-E12); C1.72: Harassing Fire is none."""
    return mission.is_smoke


def holds_smoke(hex: SmokeHex) -> bool:
    """C1.71: not in mud, deep snow, marsh or Water Obstacles, but on a bridge over one."""
    return not (hex.mud or hex.deep_snow or hex.marsh or (hex.water and not hex.bridge))


def place_smoke(
    mission: Mission, area: Iterable[SmokeHex], phase: Phase = Phase.PFPH
) -> dict[str, SmokeCounter]:
    """C1.71: a counter in every hex of the Blast Area on the board that can hold it.

    C8.51, C8.6: only what falls in the PFPh, before all Prep Fire, is placed at full strength; in
    the DFPh it is placed Dispersed.
    """
    if not lays_smoke(mission):
        return {}
    side = SmokeCounter.FULL if phase is Phase.PFPH else SmokeCounter.DISPERSED
    return {hex.hex: side for hex in area if holds_smoke(hex)}


def weathered(counter: SmokeCounter, wind: Wind) -> SmokeCounter | None:
    """C1.71: rain and Heavy Winds remove SMOKE; Gusts only what is Dispersed, and flip the rest."""
    if wind is Wind.GUSTS and counter is SmokeCounter.FULL:
        return SmokeCounter.DISPERSED
    return None
