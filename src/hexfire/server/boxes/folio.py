"""The Folio game in its box: its scenarios, its map, its questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfire.assist.folio.board import FolioBoard
from hexfire.assist.folio.questions import answer
from hexfire.assist.folio.scenarios import board_of, builtin, builtin_names, card, check_written
from hexfire.assist.hints import HINT_SECONDS, hint
from hexfire.assist.plain import only
from hexfire.assist.scenarios import ScenarioCard, listed
from hexfire.games import Folio
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.files.uploads import NO_FILES, Files, read_scenario

HINT = "hint"


class FolioBox:
    """Folio scenarios for the server."""

    heavy: frozenset[str] = frozenset({HINT})

    def __init__(self) -> None:
        self._folio = Folio()
        self.game: Game[Any, Any] = self._folio

    def cards(self) -> tuple[ScenarioCard, ...]:
        return tuple(card(name) for name in builtin_names())

    def scenario(self, name: str) -> Any:
        """The two texts themselves: a game under way keeps them, whatever becomes of ours."""
        if name not in builtin_names():
            raise Refusal("", "server.no_scenario", name=name, names=builtin_names())
        return dict(builtin(name))

    def forget(self, states: Iterable[Any], wanted_before: float) -> None:
        self._folio.forget({state.scenario for state in states}, wanted_before)

    async def written(self, data: Mapping[str, Any], boards: Files = NO_FILES) -> tuple[str, Any]:
        """A player's own scenario: its two texts, checked in a bounded worker before anything."""
        match data:
            case {"toml": str(toml), "map": str(map), **rest} if not rest:
                read = await read_scenario(toml, map)
            case _:
                raise BadInput("folio.scenario.texts")
        return listed(check_written(read), builtin_names()), {"toml": toml, "map": map}

    def board(self, state: Any) -> FolioBoard:
        """The map, and whatever else never changes."""
        return board_of(self._folio.scenario(state))

    def ask(self, state: Any, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """One question: `{"reach": "4/47"}`, `{"odds": {"hex": "0914", "units": […]}}` …"""
        name, about = only(question)
        if name != HINT:
            return answer(self._folio.at(state), seat, name, about)
        if seat is None:  # what the bot would do is for whoever sits there, nobody else
            raise Refusal("", "server.not_your_seat", seat="—")
        return hint(self._folio, state, seat, seconds=HINT_SECONDS)
