"""Wall Advantage beside a table: events, who has it, what one unit may do, the TEM between two."""

from hexfire.assist.walls.between import Between, between
from hexfire.assist.walls.events import After, after, event_of
from hexfire.assist.walls.may import MayAtWalls, may_at_walls
from hexfire.assist.walls.standing import WallStanding, wall_standing

__all__ = [
    "After",
    "Between",
    "MayAtWalls",
    "WallStanding",
    "after",
    "between",
    "event_of",
    "may_at_walls",
    "wall_standing",
]
