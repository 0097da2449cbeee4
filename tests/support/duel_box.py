"""The tiny duel in a box, for tests of the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duel import SEATS, Duel

from hexfire.rulebook import Refusal
from hexfire.server.boxes.box import ScenarioCard


class DuelBox:
    game = Duel()

    def cards(self) -> tuple[ScenarioCard, ...]:
        names = {seat: {"en": seat, "ja": seat} for seat in SEATS}
        return (ScenarioCard("plain", {"en": "Duel", "ja": "決闘"}, {"en": "", "ja": ""}, names),)

    def scenario(self, name: str) -> Any:
        if name != "plain":
            raise Refusal("", "server.no_scenario", name=name, names=("plain",))
        return {}

    async def written(self, data: Mapping[str, Any]) -> tuple[str, Any]:
        raise Refusal("", "server.not_written", game=self.game.name)

    def board(self, state: Any) -> Any:
        return {"length": 6}

    async def ask(self, state: Any, seat: str | None, question: Mapping[str, Any]) -> Any:
        return {"turn": state.turn, "asked": question}
