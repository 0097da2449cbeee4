"""B9: walls, hedges, bocage; Wall Advantage, TEM, hull down, crossing, concealment."""

from hexfire.asl.walls.advantage import Change, Offer, State, Step, What
from hexfire.asl.walls.bocage import Seen, sees, sees_hex, sees_unit
from hexfire.asl.walls.events import happen, start
from hexfire.asl.walls.hexsides import Wall, WallKind, wall_on, walls_of
from hexfire.asl.walls.may import May, may
from hexfire.asl.walls.tem import Cover, Fire, cover

__all__ = [
    "Change",
    "Cover",
    "Fire",
    "May",
    "Offer",
    "Seen",
    "State",
    "Step",
    "Wall",
    "WallKind",
    "What",
    "cover",
    "happen",
    "may",
    "sees",
    "sees_hex",
    "sees_unit",
    "start",
    "wall_on",
    "walls_of",
]
