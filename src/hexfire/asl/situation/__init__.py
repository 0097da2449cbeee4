"""Units on a board, as plain data. What they see is told by `hexfire.asl.eyes.lookout`."""

from hexfire.asl.situation.files import read_situation, situation_from
from hexfire.asl.situation.model import Entrenchment, Marker, MarkerKind, Situation, Unit, UnitKind
from hexfire.asl.situation.scene import Scene
from hexfire.asl.situation.written import written

__all__ = [
    "Entrenchment",
    "Marker",
    "MarkerKind",
    "Scene",
    "Situation",
    "Unit",
    "UnitKind",
    "read_situation",
    "situation_from",
    "written",
]
