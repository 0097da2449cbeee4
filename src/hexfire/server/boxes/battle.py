"""The battle in its box: its scenarios, its board, its questions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from hexfire.asl.battle.files.library import builtin, builtin_names
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.state import State
from hexfire.assist.boards import board_plan
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes.battle_questions import HEAVY, LONGEST, answer, card_of, read
from hexfire.server.boxes.box import ScenarioCard
from hexfire.server.files.bounded import readers
from hexfire.server.tools.boards import board_of


class BattleBox:
    """Battles of Advanced Squad Leader for the server."""

    heavy = HEAVY

    def __init__(self) -> None:
        self._battle = Battle()
        self.game: Game[Any, Any] = self._battle

    def cards(self) -> tuple[ScenarioCard, ...]:
        """The smallest first: a newcomer begins there."""
        return tuple(sorted(map(_card, builtin_names()), key=lambda card: card.units))

    def scenario(self, name: str) -> Any:
        """The text itself: a game under way keeps it, whatever becomes of ours."""
        if name not in builtin_names():
            raise Refusal("", "server.no_scenario", name=name, names=builtin_names())
        return {"toml": builtin(name)}

    async def written(self, data: Mapping[str, Any]) -> tuple[str, Any]:
        """A scenario of the players' own, as its text or as data."""
        source = dict(data)
        if len(source) != 1 or len(msgspec.json.encode(source)) > LONGEST:
            raise BadInput("battle.scenario.source")
        return _listed(await readers.call(read, source)), source

    def board(self, state: State) -> Any:
        """The board and what the scenario says to everybody; no piece is named."""
        memo = self._battle.memo(state)
        scenario = memo.scenario
        return {
            "id": scenario.id,
            "name": scenario.name,
            "about": scenario.intro,
            "victory": scenario.victory.text,
            "board": scenario.board,
            "ssr": scenario.ssr,
            "date": scenario.date,
            "turns": scenario.turns,
            "sides": [
                {"id": side.name, "name": side.title, "nation": side.nation, "san": side.san}
                for side in scenario.sides
            ],
            "drawn": board_plan(board_of(scenario.board, scenario.ssr)),
        }

    def ask(self, state: State, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """One question: `{"targets": "G1"}`, `{"shot": "fire G1 at T1 with APCR"}` …

        All are put to what the seat knows: what it may not know takes no part in any answer.
        """
        if len(question) != 1:
            raise BadInput("server.bad_question", why=", ".join(map(str, question))[:60] or "{}")
        return msgspec.Raw(answer(self._battle.seen(state, seat), seat, question))


@lru_cache
def _card(name: str) -> ScenarioCard:
    return card_of(Battle().learn(name).scenario)


def _listed(scenario: ScenarioCard) -> str:
    """What the table of an own scenario is listed by; never the name of one of ours."""
    title = "".join(sign for sign in scenario.title["en"] if sign.isprintable()).strip()[:60]
    return title if title and title not in builtin_names() else f"{title} *".strip()
