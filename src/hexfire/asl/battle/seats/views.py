"""What a seat may know of a position. Nothing else leaves the game."""

from __future__ import annotations

import msgspec
from msgspec.structs import asdict

from hexfire.asl.battle.fire.panzerfausts import left
from hexfire.asl.battle.seats.battery_view import BatterySeen, batteries
from hexfire.asl.battle.table.allotments import allotment
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import AnyPiece
from hexfire.asl.battle.table.position import Memo, Position
from hexfire.asl.battle.table.scenario import Names
from hexfire.asl.battle.table.state import (
    Clock,
    Move,
    Proposal,
    Residual,
    Secret,
    State,
    Traces,
    Walls,
)
from hexfire.asl.situation import Marker
from hexfire.play import Seat


class BattleSide(msgspec.Struct, frozen=True, kw_only=True):
    """What the scenario says of a side to everybody."""

    title: Names
    nation: str
    elr: int
    san: int


class BattleView(msgspec.Struct, frozen=True, kw_only=True):
    """A position as a seat knows it (the fields of `State`), and what the scenario tells all."""

    scenario: str
    clock: Clock
    pieces: tuple[AnyPiece, ...]
    ground: tuple[Marker, ...]
    walls: Walls
    secrets: tuple[Secret, ...]
    move: Move | None
    moved: tuple[str, ...]
    done: tuple[str, ...]
    ready: tuple[str, ...]
    batteries: tuple[BatterySeen, ...]
    declared: str
    residual: tuple[Residual, ...]
    fired: tuple[str, ...]
    pf_fired: tuple[str, ...]
    pf_left: int | None
    """C13.31, C13.311: the PF that the seat's own side still has; null where it can have none."""
    bombards: tuple[str, ...]
    asked: tuple[Traces, ...]
    proposal: Proposal | None
    weather: tuple[str, ...]
    conceded: str
    named: int
    seat: Seat | None
    seats: tuple[Seat, ...]
    id: str
    name: Names
    board: str
    ssr: tuple[str, ...]
    date: str
    turns: int
    sides: dict[Seat, BattleSide]
    victory: Names


def view(memo: Memo, state: State, seat: Seat | None) -> BattleView:
    """The known state, with what the scenario says to everybody."""
    scenario = memo.scenario
    at = Position(memo, known(state, seat))
    return BattleView(
        **(asdict(at.state) | {"batteries": batteries(at, seat)}),
        seat=seat,
        pf_left=_pf_left(at, seat),
        seats=scenario.seats,
        id=scenario.id,
        name=scenario.name,
        board=scenario.board,
        ssr=scenario.ssr,
        date=scenario.date,
        turns=scenario.turns,
        sides={
            side.name: BattleSide(title=side.title, nation=side.nation, elr=side.elr, san=side.san)
            for side in scenario.sides
        },
        victory=scenario.victory.text,
    )


def _pf_left(at: Position, seat: Seat | None) -> int | None:
    """How many PF a side may still fire is reckoned from its OB: its own to know."""
    if seat is None or not allotment(at.scenario, seat):
        return None
    return left(at, seat)
