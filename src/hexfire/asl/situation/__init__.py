"""Units on a board, as plain data. What they see is told by `hexfire.asl.eyes.lookout`."""

from hexfire.asl.situation.files import read_situation, situation_from
from hexfire.asl.situation.model import (
    PHASES,
    Entrenchment,
    Kind,
    Marker,
    MarkerKind,
    Phase,
    Situation,
    Unit,
)
from hexfire.asl.situation.scene import Scene

__all__ = [
    "PHASES",
    "Entrenchment",
    "Kind",
    "Marker",
    "MarkerKind",
    "Phase",
    "Scene",
    "Situation",
    "Unit",
    "read_situation",
    "situation_from",
]
