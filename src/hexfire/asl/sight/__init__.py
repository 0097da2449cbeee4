"""Line of sight over a board: blocked or clear, hindrances, and the rule that decided."""

from hexfire.asl.sight.judge import Disputed, Hindrance, Judgement, Spot
from hexfire.asl.sight.rules import Reading, Reason
from hexfire.asl.sight.sight import Field, Matrix, Place, Sight

__all__ = [
    "Disputed",
    "Field",
    "Hindrance",
    "Judgement",
    "Matrix",
    "Place",
    "Reading",
    "Reason",
    "Sight",
    "Spot",
]
