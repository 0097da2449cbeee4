"""Who answers for the Observer: what was said first, then the board, then a person."""

from __future__ import annotations

from typing import NamedTuple

from hexfire.asl.artillery.facts import Both, Given
from hexfire.asl.artillery.on_board import OnBoard
from hexfire.asl.artillery.record import Record
from hexfire.asl.eyes import Eyes
from hexfire.asl.walls import State
from hexfire.rulebook import BadInput, Refusal


class Looking(NamedTuple):
    """The eyes of a battery's Observer.

    `board`: the board answers what nobody has said. `why` tells why it does not, though there is
    one: the Observer is not on it, or nobody knows where an Offboard Observer looks from.
    `not_able` is the rule by which the Observer, as he was described or as he stands, may not
    observe.
    """

    eyes: Eyes
    board: bool = False
    why: BadInput | None = None
    not_able: Refusal | None = None


def looking(record: Record, battery: str, given: Given, state: State | None = None) -> Looking:
    """C1.6: the facts that were said; where they are silent, what the Observer sees on the board.

    A board with another map than the record's is refused; a board without the Observer leaves the
    questions to a person.
    """
    if state is None:
        return Looking(given, not_able=given.not_able)
    check_map(record, state)
    try:
        on_board = OnBoard.of_battery(record, battery, state)
    except BadInput as why:
        return Looking(given, why=why, not_able=given.not_able)
    not_able = given.not_able if "observer_able" in given.all else on_board.not_able
    return Looking(Both(given, on_board), board=True, not_able=not_able)


def check_map(record: Record, state: State) -> None:
    """The board must have the hexes of the record; their labels may differ (U3 and 3U3)."""
    if record.setup.grid.hexes != state.scene.board.grid.hexes:
        raise BadInput("artillery.cli.other_map", board=state.scene.situation.board)
