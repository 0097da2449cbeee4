"""Questions at a battle's table, answered in a bounded worker; scenarios of the players' own read.

A worker keeps the boards it has seen from one question to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexfire.asl.battle import ask
from hexfire.asl.battle import text as typed
from hexfire.asl.battle.actions import Fire
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.position import Position
from hexfire.asl.battle.scenario import Scenario
from hexfire.asl.battle.state import State
from hexfire.asl.counters import catalogue
from hexfire.assist.battles import questions
from hexfire.assist.said import encode
from hexfire.assist.units import card
from hexfire.hexes import BadLabel
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes.box import ScenarioCard
from hexfire.server.http.answers import in_both

MOST_SCENARIOS = 12
"""So many battles are kept in a worker's memory; then it begins anew."""
MOST_CARDS = 400

_battle = Battle()


def answer(
    source: Mapping[str, Any], state: State, seat: Seat | None, question: dict[str, Any]
) -> bytes:
    """The answer, as it goes to the page; `state` is what the seat knows."""
    ((name, about),) = question.items()
    asked = _QUESTIONS.get(name)
    if asked is None:
        raise BadInput("server.bad_question", why=str(name)[:40])
    at = Position(_game(source).memo(state), state)
    try:
        return encode(asked(at, seat or "", about), in_both)
    except BadLabel as error:
        raise BadInput("battle.no_hex", hex=error.text[:40]) from None


def read(source: dict[str, Any]) -> tuple[ScenarioCard, str]:
    """A scenario of the players' own: its card and its board; refused with its mistakes."""
    scenario = Battle().learn(source).scenario
    return card_of(scenario), scenario.board


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


def _game(source: Mapping[str, Any]) -> Battle:
    global _battle
    if len(_battle.known_scenarios) >= MOST_SCENARIOS:
        _battle = Battle()
    _battle.learn(source)
    return _battle


# -- questions -------------------------------------------------------------------------------------


def _cards(at: Position, seat: Seat, about: Any) -> Any:
    """What is printed on counters of the catalogue."""
    if not isinstance(about, list) or len(about) > MOST_CARDS:
        raise BadInput("server.bad_question", why="cards")
    known = {counter.id: counter for counter in catalogue()}
    return [card(known[name]) for name in map(_text, about) if name in known]


def _targets(at: Position, seat: Seat, about: Any) -> Any:
    return questions.targets(at, _text(about), seat)


def _shot(at: Position, seat: Seat, about: Any) -> Any:
    order = typed.read(_text(about))
    if not isinstance(order, Fire):
        raise BadInput("server.bad_question", why=_text(about)[:60])
    return questions.shot_in_full(at, order, seat)


def _arc(at: Position, seat: Seat, about: Any) -> Any:
    """The Covered Arc of any weapon that the seat knows of."""
    piece = at.piece(_text(about).partition(".")[0])
    return questions.arc(at, about, piece.side)


def _steps(at: Position, seat: Seat, about: Any) -> Any:
    return questions.steps(_battle, at, _text(about), seat)


def _reach(at: Position, seat: Seat, about: Any) -> Any:
    return ask.reach(at, _text(about), seat)


def _set_up(at: Position, seat: Seat, about: Any) -> Any:
    return questions.set_up(at, seat)


def _line(at: Position, seat: Seat, about: Any) -> Any:
    match about:
        case {"from": str(source), "to": str(target), **rest} if not rest:
            return questions.line(at, _text(source), _text(target))
    raise BadInput("server.bad_question", why="line")


def _why(at: Position, seat: Seat, about: Any) -> Any:
    """Whether a typed action is legal; if not, the refusal says why."""
    if not seat:
        raise Refusal("", "server.not_your_seat", seat="—")
    action = typed.read(_text(about))
    Menu(at, seat).check(action)
    return {"legal": True, "action": typed.write(action)}


_QUESTIONS: dict[str, Callable[[Position, Seat, Any], Any]] = {
    "arc": _arc,
    "cards": _cards,
    "line": _line,
    "reach": _reach,
    "set_up": _set_up,
    "shot": _shot,
    "steps": _steps,
    "targets": _targets,
    "why": _why,
}


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return value
