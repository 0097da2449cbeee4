"""What is asked at a battle's table, by name and plain data; each is answered from what the seat
knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.orders import text as typed
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.questions import ask
from hexfire.asl.battle.questions.dangers import LONGEST as LONGEST_PATH
from hexfire.asl.battle.questions.dangers import Danger, danger
from hexfire.asl.battle.questions.threats import ThreatMap, threat
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import catalogue
from hexfire.assist.battles import questions
from hexfire.assist.battles.questions import SeenLine
from hexfire.assist.battles.reports import (
    Aim,
    BattleDuel,
    BattleShot,
    BattleSteps,
    BattleTargets,
    SetUpPiece,
)
from hexfire.assist.plain import only, text_of
from hexfire.assist.scenarios import LegalAction
from hexfire.assist.units import Card, card
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal

MOST_CARDS = 400
HEAVY = frozenset(
    ["targets", "shot", "shots", "duels", "steps", "reach", "line", "threat", "danger", "why"],
)
"""Questions that may take long: lines of sight, odds."""


class Asked(NamedTuple):
    """Who asks, and what he knows."""

    at: Position
    seat: Seat


BattleAnswer = (
    BattleTargets
    | tuple[Aim, ...]
    | BattleShot
    | tuple[BattleDuel, ...]
    | BattleSteps
    | tuple[str, ...]
    | dict[str, float]
    | tuple[Card, ...]
    | tuple[SetUpPiece, ...]
    | SeenLine
    | ThreatMap
    | Danger
    | LegalAction
    | None
)


def answer(at: Position, seat: Seat | None, question: Mapping[str, Any]) -> BattleAnswer:
    """What is answered to one question; `at` is the position as the seat knows it."""
    name, about = only(question)
    asked = _QUESTIONS.get(name)
    if asked is None:
        raise BadInput("server.bad_question", why=str(name)[:40])
    return asked(Asked(at, seat or ""), about)


# -- questions -------------------------------------------------------------------------------------


def _cards(by: Asked, about: Any) -> tuple[Card, ...]:
    """What is printed on counters of the catalogue."""
    if not isinstance(about, list) or len(about) > MOST_CARDS:
        raise BadInput("server.bad_question", why="cards")
    known = {counter.id: counter for counter in catalogue()}
    return tuple(card(known[name]) for name in map(text_of, about) if name in known)


def _targets(by: Asked, about: Any) -> BattleTargets:
    return questions.targets(by.at, text_of(about), by.seat)


def _shots(by: Asked, about: Any) -> tuple[Aim, ...]:
    return questions.shots(by.at, by.seat)


def _shot(by: Asked, about: Any) -> BattleShot:
    order = typed.read(text_of(about))
    if not isinstance(order, Fire):
        raise BadInput("server.bad_question", why=text_of(about)[:60])
    return questions.shot_in_full(by.at, order, by.seat)


def _duels(by: Asked, about: Any) -> tuple[BattleDuel, ...]:
    return questions.duels(by.at, by.seat)


def _arc(by: Asked, about: Any) -> tuple[str, ...] | None:
    """The Covered Arc of any weapon that the seat knows of."""
    piece = by.at.piece(text_of(about).partition(".")[0])
    return questions.arc(by.at, about, piece.side)


def _steps(by: Asked, about: Any) -> BattleSteps:
    return questions.steps(by.at, text_of(about), by.seat)


def _reach(by: Asked, about: Any) -> dict[str, float]:
    return ask.reach(by.at, text_of(about), by.seat)


def _threat(by: Asked, about: Any) -> ThreatMap:
    """What all known weapons of the other side mean to a unit in each hex."""
    if not by.seat:
        raise Refusal("", "server.not_your_seat", seat="—")
    return threat(by.at, by.at.scenario.other(by.seat), text_of(about))


def _danger(by: Asked, about: Any) -> Danger:
    """What a unit risks along a path, by what its seat knows."""
    match about:
        case {"unit": str(unit), "path": list(path), **rest} if not rest:
            return danger(
                by.at, text_of(unit), [text_of(hex) for hex in path[: LONGEST_PATH + 1]], by.seat
            )
    raise BadInput("server.bad_question", why="danger")


def _set_up(by: Asked, about: Any) -> tuple[SetUpPiece, ...]:
    return questions.set_up(by.at, by.seat)


def _line(by: Asked, about: Any) -> SeenLine:
    match about:
        case {"from": str(source), "to": str(target), **rest} if not rest:
            return questions.line(by.at, text_of(source), text_of(target))
    raise BadInput("server.bad_question", why="line")


def _why(by: Asked, about: Any) -> LegalAction:
    """Whether a typed action is legal; if not, the refusal says why."""
    if not by.seat:
        raise Refusal("", "server.not_your_seat", seat="—")
    action = typed.read(text_of(about))
    Menu(by.at, by.seat).check(action)
    return LegalAction(True, typed.write(action))


_QUESTIONS: dict[str, Callable[[Asked, Any], BattleAnswer]] = {
    "arc": _arc,
    "cards": _cards,
    "danger": _danger,
    "duels": _duels,
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
