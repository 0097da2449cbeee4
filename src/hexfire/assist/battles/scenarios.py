"""Scenarios of battles as they are offered, and those of the players' own looked through."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from hexfire.asl.battle.files.library import builtin, builtin_names
from hexfire.asl.battle.files.problems import BadScenario, Problem
from hexfire.asl.battle.files.reader import handed_boards
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.assist.scenarios import ScenarioCard
from hexfire.boards import builtin_names as our_boards
from hexfire.boards import find_in_folder, open_board
from hexfire.boards.handed import by_their_names
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

__all__ = ["builtin", "builtin_names", "card", "check", "check_board", "read"]

LONGEST = 200_000
"""Signs that a scenario of the players' own may have."""
MOST_PROBLEMS = 100
MOST_BOARD_LETTERS = 300


class CheckedBattle(msgspec.Struct, frozen=True):
    """A scenario's text looked through: its card, or the first mistakes of so many."""

    problems: tuple[Problem, ...] = ()
    count: int = 0
    card: ScenarioCard | None = None


@lru_cache
def card(name: str) -> ScenarioCard:
    """One of our scenarios as it is offered for choice."""
    return _card_of(Battle().learn(name).scenario)


def read(source: dict[str, Any]) -> ScenarioCard:
    """The card of a scenario of the players' own; refused with its mistakes.

    It lies on boards of ours, of the server's own folder of VASL boards, or on such as were handed
    over as files.
    """
    board = _board_of(source)
    if isinstance(board, str):
        beside = {key: value for key, value in source.items() if key not in ("toml", "data")}
        check_board(by_their_names(board, handed_boards(beside)))
    return _card_of(Battle().learn(source).scenario)


def check(toml: str, boards: Mapping[str, str]) -> CheckedBattle:
    """Every mistake with its line, or the scenario as it is offered for choice."""
    source: dict[str, Any] = {"toml": toml, "boards": boards} if boards else {"toml": toml}
    try:
        return CheckedBattle(card=read(source))
    except BadScenario as bad:
        return CheckedBattle(bad.problems[:MOST_PROBLEMS], len(bad.problems))


def _board_of(source: dict[str, Any]) -> Any:
    """The board that a scenario names, before anything is opened; other mistakes are told later."""
    data, toml = source.get("data"), source.get("toml")
    if isinstance(toml, str):
        try:
            data = read_toml(toml)
        except tomllib.TOMLDecodeError:
            return None
    return data.get("board") if isinstance(data, Mapping) else None


def check_board(name: str) -> None:
    """Refuse a board that is neither ours nor handed over nor in the server's own folder."""
    if len(name) > MOST_BOARD_LETTERS:
        raise BadInput("web.sight.no_board", board=name[:80], boards=our_boards())
    try:
        open_board(name, find=find_in_folder)
    except BadInput as refusal:
        if refusal.message.key != "sight.board.not_found":
            raise
        word = re.sub(r"(?<=\d)r$", "", str(dict(refusal.message.params)["name"])[:40])
        raise BadInput("web.battle.no_board", board=word, boards=our_boards()) from None


def _card_of(scenario: Scenario) -> ScenarioCard:
    return ScenarioCard(
        name=scenario.id,
        title=scenario.name,
        summary=scenario.intro,
        seats={side.name: side.title for side in scenario.sides},
        turns=scenario.turns,
        units=len(scenario.entries),
    )
