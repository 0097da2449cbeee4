"""Questions at a battle's table, and scenarios of the players' own: called in bounded workers."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from hexfire.asl.battle.files.problems import BadScenario, Problem
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.orders import text as typed
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.questions import ask
from hexfire.asl.battle.questions.dangers import LONGEST as LONGEST_PATH
from hexfire.asl.battle.questions.dangers import danger
from hexfire.asl.battle.questions.threats import threat
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.asl.counters import catalogue
from hexfire.assist.battles import questions
from hexfire.assist.units import card
from hexfire.assist.wording import encode
from hexfire.boards import builtin_names, find_in_folder, open_board
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.rulebook.toml import read_toml
from hexfire.server.boxes.box import ScenarioCard
from hexfire.server.http.answers import in_both

LONGEST = 200_000
"""Signs that a scenario of the players' own may have."""
MOST_CARDS = 400
MOST_PROBLEMS = 100
MOST_BOARD_LETTERS = 80
HEAVY = frozenset({"targets", "shot", "shots", "steps", "reach", "line", "threat", "danger", "why"})
"""Questions that may take long: lines of sight, odds."""


class Asked(NamedTuple):
    """Who asks, and what he knows."""

    at: Position
    seat: Seat


def answer(at: Position, seat: Seat | None, question: Mapping[str, Any]) -> bytes:
    """The answer, as it goes to the page; `at` is the position as the seat knows it."""
    ((name, about),) = question.items()
    asked = _QUESTIONS.get(name)
    if asked is None:
        raise BadInput("server.bad_question", why=str(name)[:40])
    return encode(asked(Asked(at, seat or ""), about), in_both)


def read(source: dict[str, Any]) -> ScenarioCard:
    """The card of a scenario of the players' own; refused with its mistakes.

    It lies on boards of ours, or of the server's own folder of VASL boards.
    """
    board = _board_of(source)
    if isinstance(board, str):
        check_board(board)
    return card_of(Battle().learn(source).scenario)


class Checked(msgspec.Struct, frozen=True):
    """A scenario's text looked through: its card, or the first mistakes of so many."""

    problems: tuple[Problem, ...] = ()
    count: int = 0
    card: ScenarioCard | None = None


def check(toml: str) -> Checked:
    """Every mistake with its line, or the scenario as it is offered for choice."""
    try:
        return Checked(card=read({"toml": toml}))
    except BadScenario as bad:
        return Checked(bad.problems[:MOST_PROBLEMS], len(bad.problems))


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
    """Refuse a board that is neither ours nor in the server's own folder."""
    if len(name) > MOST_BOARD_LETTERS:
        raise BadInput("web.sight.no_board", board=name[:80], boards=builtin_names())
    try:
        open_board(name, find=find_in_folder)
    except BadInput as refusal:
        if refusal.message.key != "sight.board.not_found":
            raise
        raise BadInput("web.sight.no_board", board=name[:80], boards=builtin_names()) from None


def card_of(scenario: Scenario) -> ScenarioCard:
    """A scenario as it is offered for choice."""
    return ScenarioCard(
        name=scenario.id,
        title=scenario.name,
        summary=scenario.intro,
        seats={side.name: side.title for side in scenario.sides},
        turns=scenario.turns,
        units=len(scenario.entries),
    )


# -- questions -------------------------------------------------------------------------------------


def _cards(by: Asked, about: Any) -> Any:
    """What is printed on counters of the catalogue."""
    if not isinstance(about, list) or len(about) > MOST_CARDS:
        raise BadInput("server.bad_question", why="cards")
    known = {counter.id: counter for counter in catalogue()}
    return [card(known[name]) for name in map(_text, about) if name in known]


def _targets(by: Asked, about: Any) -> Any:
    return questions.targets(by.at, _text(about), by.seat)


def _shots(by: Asked, about: Any) -> Any:
    return questions.shots(by.at, by.seat)


def _shot(by: Asked, about: Any) -> Any:
    order = typed.read(_text(about))
    if not isinstance(order, Fire):
        raise BadInput("server.bad_question", why=_text(about)[:60])
    return questions.shot_in_full(by.at, order, by.seat)


def _arc(by: Asked, about: Any) -> Any:
    """The Covered Arc of any weapon that the seat knows of."""
    piece = by.at.piece(_text(about).partition(".")[0])
    return questions.arc(by.at, about, piece.side)


def _steps(by: Asked, about: Any) -> Any:
    return questions.steps(by.at, _text(about), by.seat)


def _reach(by: Asked, about: Any) -> Any:
    return ask.reach(by.at, _text(about), by.seat)


def _threat(by: Asked, about: Any) -> Any:
    """What all known weapons of the other side mean to a unit in each hex."""
    if not by.seat:
        raise Refusal("", "server.not_your_seat", seat="—")
    return threat(by.at, by.at.scenario.other(by.seat), _text(about))


def _danger(by: Asked, about: Any) -> Any:
    """What a unit risks along a path, by what its seat knows."""
    match about:
        case {"unit": str(unit), "path": list(path), **rest} if not rest:
            return danger(
                by.at, _text(unit), [_text(hex) for hex in path[: LONGEST_PATH + 1]], by.seat
            )
    raise BadInput("server.bad_question", why="danger")


def _set_up(by: Asked, about: Any) -> Any:
    return questions.set_up(by.at, by.seat)


def _line(by: Asked, about: Any) -> Any:
    match about:
        case {"from": str(source), "to": str(target), **rest} if not rest:
            return questions.line(by.at, _text(source), _text(target))
    raise BadInput("server.bad_question", why="line")


def _why(by: Asked, about: Any) -> Any:
    """Whether a typed action is legal; if not, the refusal says why."""
    if not by.seat:
        raise Refusal("", "server.not_your_seat", seat="—")
    action = typed.read(_text(about))
    Menu(by.at, by.seat).check(action)
    return {"legal": True, "action": typed.write(action)}


_QUESTIONS: dict[str, Callable[[Asked, Any], Any]] = {
    "arc": _arc,
    "cards": _cards,
    "danger": _danger,
    "line": _line,
    "reach": _reach,
    "set_up": _set_up,
    "shot": _shot,
    "shots": _shots,
    "steps": _steps,
    "targets": _targets,
    "threat": _threat,
    "why": _why,
}


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return value
