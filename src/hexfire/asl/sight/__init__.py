"""Line of sight over a board: blocked or clear, hindrances, and the rule that decided."""

from hexfire.asl.sight.judge import Answer, Hindrance, Spot
from hexfire.asl.sight.rules import Reason
from hexfire.asl.sight.sight import Field, Matrix, Place, Sight

__all__ = ["Answer", "Field", "Hindrance", "Matrix", "Place", "Reason", "Sight", "Spot"]
