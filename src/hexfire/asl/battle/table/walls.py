"""B9.32 on the table: every event of the battle that bears on Wall Advantage is told to B9."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import State, Walls
from hexfire.asl.walls import State as WallState
from hexfire.asl.walls import What, happen
from hexfire.asl.walls.advantage import Event
from hexfire.asl.walls.events import settle


def record(walls: WallState) -> Walls:
    """What the table keeps of B9's own state."""
    return Walls(
        holders=tuple(sorted(id for id, sides in walls.holds.items() if sides)),
        barred=tuple(sorted(walls.barred)),
        failed_exit=tuple(sorted(walls.failed_exit)),
        freed=tuple(sorted(walls.freed)),
        undecided=tuple(sorted(walls.undecided)),
        proven=tuple(sorted(walls.proven)),
        fresh=tuple(sorted(walls.fresh)),
        placed=tuple(sorted(walls.placed)),
    )


def settled(at: Position) -> State:
    """B9.323a: the state with Mandatory Wall Advantage taken, nobody being asked."""
    return replace(at.state, walls=record(settle(at.walls, [], patient=False)))


def told(at: Position, event: Event, log: Log) -> Walls:
    """Who has Wall Advantage after an event; the table itself is still to be changed."""
    step = happen(at.walls, event)
    for change in step.changes:
        if change.what in (What.GAINED, What.LOST):
            word = "wa_gained" if change.what is What.GAINED else "wa_lost"
            seats = _who_sees(at, change.unit)
            log.say(change.rule, word, seats=seats, id=change.unit)
        elif change.what is What.SHOWN:
            # B9.324c: the other side sees for a moment what is under the «?».
            name = at.counter(at.piece(change.unit)).name
            log.say(change.rule, "wa_shown", id=change.unit, counter=name, reveals=True)
    return record(step.state)


def _who_sees(at: Position, id: str) -> tuple[str, ...] | None:
    """Everybody if the unit is Known; else its own side, the other sees the «?» alone."""
    piece = at.piece(id)
    return None if piece.veil == "known" else (piece.side,)
