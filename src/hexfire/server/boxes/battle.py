"""The battle in its box: its scenarios, its board, its questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexfire.assist.battles.asked import HEAVY, answer
from hexfire.assist.battles.board import BattleBoard, battle_board
from hexfire.assist.battles.scenarios import LONGEST, builtin, builtin_names, card
from hexfire.assist.scenarios import ScenarioCard, listed
from hexfire.games import Battle
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.files.bounded import readers
from hexfire.server.files.uploads import NO_FILES, Files, read_written


class BattleBox:
    """Battles of Advanced Squad Leader for the server."""

    heavy = HEAVY

    def __init__(self) -> None:
        self._battle = Battle()
        self.game: Game[Any, Any] = self._battle

    def cards(self) -> tuple[ScenarioCard, ...]:
        """The smallest first: a newcomer begins there."""
        return tuple(sorted(map(card, builtin_names()), key=lambda card: card.units))

    def scenario(self, name: str) -> Any:
        """The text itself: a game under way keeps it, whatever becomes of ours."""
        if name not in builtin_names():
            raise Refusal("", "server.no_scenario", name=name, names=builtin_names())
        return {"toml": builtin(name)}

    def forget(self, states: Iterable[Any], wanted_before: float) -> None:
        self._battle.forget({state.scenario for state in states}, wanted_before)

    async def written(self, data: Mapping[str, Any], boards: Files = NO_FILES) -> tuple[str, Any]:
        """A scenario of the players' own, as its text or as data."""
        source = dict(data)
        if len(msgspec.json.encode(source)) > LONGEST:
            raise BadInput("battle.scenario.source")
        card = await readers.call(read_written, source, boards)
        return listed(card, builtin_names()), source

    def board(self, state: Any) -> BattleBoard:
        """The board and what the scenario says to everybody; no piece is named."""
        memo = self._battle.memo(state)
        return battle_board(memo.scenario, memo.board)

    def ask(self, state: Any, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """One question: `{"targets": "G1"}`, `{"shot": "fire G1 at T1 with APCR"}` …

        All are put to what the seat knows: what it may not know takes no part in any answer.
        """
        return answer(self._battle.seen(state, seat), seat, question)
