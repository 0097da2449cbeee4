"""A battle's board, and what its scenario says to everybody."""

from __future__ import annotations

import msgspec

from hexfire.asl.battle.table.scenario import Names, Scenario
from hexfire.assist.boards import BoardPlan, board_plan
from hexfire.boards import Board


class BoardSide(msgspec.Struct, frozen=True, kw_only=True):
    """A side by its seat, its name in both languages, its nation and its SAN.

    `defends`: it is the scenario's defender; `pre_registered`: so many hexes may it Pre-Register.
    """

    id: str
    name: Names
    nation: str
    san: int
    defends: bool
    pre_registered: int


class BattleBoard(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes during a battle; no piece is named."""

    id: str
    name: Names
    about: Names
    victory: Names
    board: str
    ssr: tuple[str, ...]
    date: str
    turns: int
    sides: tuple[BoardSide, ...]
    drawn: BoardPlan


def battle_board(scenario: Scenario, board: Board) -> BattleBoard:
    """The board and what the scenario says to everybody."""
    return BattleBoard(
        id=scenario.id,
        name=scenario.name,
        about=scenario.intro,
        victory=scenario.victory.text,
        board=scenario.board,
        ssr=scenario.ssr,
        date=scenario.date,
        turns=scenario.turns,
        sides=tuple(
            BoardSide(
                id=side.name,
                name=side.title,
                nation=side.nation,
                san=side.san,
                defends=side.name == scenario.defender,
                pre_registered=side.pre_registered,
            )
            for side in scenario.sides
        ),
        drawn=board_plan(board),
    )
