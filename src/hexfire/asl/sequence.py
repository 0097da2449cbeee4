"""A3: the sequence of play of a Player Turn."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec


class Phase(StrEnum):
    """A3: the phases of a Player Turn, and two moments that are no phase of their own.

    `SETUP` is before the first turn. `DFF` is Defensive First Fire: a moment of the enemy's MPh.
    """

    SETUP = "setup"
    RPH = "RPh"
    PFPH = "PFPh"
    MPH = "MPh"
    DFF = "DFF"
    DFPH = "DFPh"
    AFPH = "AFPh"
    RTPH = "RtPh"
    APH = "APh"
    CCPH = "CCPh"


PHASES = tuple(phase for phase in Phase if phase not in (Phase.SETUP, Phase.DFF))
"""The eight phases of a Player Turn in their order."""

FIRE_PHASES = (Phase.PFPH, Phase.MPH, Phase.DFF, Phase.DFPH, Phase.AFPH)
"""When a weapon may fire: MPh is Bounding First Fire of the phasing side, DFF the other side's."""

FirePhase = Annotated[
    Phase, msgspec.Meta(extra_json_schema={"enum": [phase.value for phase in FIRE_PHASES]})
]
"""A phase in which a weapon fires, as published schemas show it."""


def check_phase(phase: Phase, *, setup: bool = False) -> None:
    """Where a clock stands: one of the eight phases, or `setup` if that is allowed."""
    if phase not in PHASES and not (setup and phase is Phase.SETUP):
        raise ValueError(f"Invalid phase {phase.value!r}")
