"""The tiny duel in a box, for tests of the server."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from duel import SEATS, Duel
from hostile import never_end

from hexfire.rulebook import Refusal
from hexfire.server.boxes.box import ScenarioCard
from hexfire.server.files.uploads import NO_FILES, Files


class DuelBox:
    game = Duel()
    heavy = frozenset({"deep", "endless"})

    def cards(self) -> tuple[ScenarioCard, ...]:
        names = {seat: {"en": seat, "ja": seat} for seat in SEATS}
        return (ScenarioCard("plain", {"en": "Duel", "ja": "決闘"}, {"en": "", "ja": ""}, names),)

    def scenario(self, name: str) -> Any:
        if name != "plain":
            raise Refusal("", "server.no_scenario", name=name, names=("plain",))
        return {}

    async def written(self, data: Mapping[str, Any], boards: Files = NO_FILES) -> tuple[str, Any]:
        raise Refusal("", "server.not_written", game=self.game.name)

    def forget(self, states: Iterable[Any], wanted_before: float) -> None:
        pass

    def board(self, state: Any) -> Any:
        return {"length": 6}

    def ask(self, state: Any, seat: str | None, question: Mapping[str, Any]) -> Any:
        """`deep` says in which process it is answered, `endless` is never answered."""
        if "endless" in question:
            never_end()
        if "deep" in question:
            if question["deep"] == "no":
                raise Refusal("A1", "server.not_over")
            return {"turn": state.turn, "seat": seat, "process": os.getpid()}
        return {"turn": state.turn, "asked": question}
