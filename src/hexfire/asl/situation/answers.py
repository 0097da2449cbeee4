"""A board with units on it answers what artillery asks; the rest goes to someone else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from hexfire.asl.eyes import Eyes, Facts, Question
from hexfire.asl.situation.eyes import BoardEyes
from hexfire.asl.situation.model import MarkerKind, Unit

_SMOKE = {MarkerKind.SMOKE, MarkerKind.WP, MarkerKind.BLAZE}


@dataclass(frozen=True)
class BoardAnswers:
    """`Eyes` over a situation. The Observer is the unit whose id the battery names."""

    board: BoardEyes
    otherwise: Eyes = Facts()  # noqa: RUF009 - empty, and asked only for what no board shows

    def yes(self, question: Question) -> bool:
        details: dict[str, Any] = dict(question.details)
        observer = self._observer(details)
        answer = None if observer is None else self._yes(question, details, observer)
        return self.otherwise.yes(question) if answer is None else answer

    def number(self, question: Question) -> int:
        observer = self._observer(dict(question.details))
        if observer is None or question.topic != "hindrance" or not question.hex:
            return self.otherwise.number(question)
        return self.board.sees_hex(observer, question.hex).hindrance

    def _observer(self, details: dict[str, Any]) -> Unit | None:
        units = self.board.scene.situation.units
        return next((unit for unit in units if unit.id == details.get("observer")), None)

    def _yes(self, question: Question, details: dict[str, Any], observer: Unit) -> bool | None:
        """The answer, or None for what a board does not show (weather, the past)."""
        hexes = tuple(details.get("hexes", (question.hex,)))
        levels = range(int(details.get("levels", 0)) + 1)
        match question.topic:
            case "observer_able":
                return observer.good_order
            case "sees_base" | "sees_ar":
                return self._sees(self.board, observer, (question.hex,), range(1))
            case "sees_base_but_for_smoke":
                return self._sees(self._without_smoke, observer, (question.hex,), range(1))
            case "sees_blast_height":
                return self._sees(self.board, observer, hexes, levels)
            case "sees_blast_height_but_for_smoke":
                return self._sees(self._without_smoke, observer, hexes, levels)
            case "known_near":
                return any(self.board.known_in(observer, hex) for hex in hexes)
            case "enemy_near":
                return any(self._enemies(observer, hex) for hex in hexes)
            case _:
                return None

    @property
    def _without_smoke(self) -> BoardEyes:
        situation = self.board.scene.situation
        rest = tuple(marker for marker in situation.markers if marker.kind not in _SMOKE)
        clear = msgspec.structs.replace(situation, markers=rest)
        state = self.board.state
        return replace(self.board, state=state._replace(scene=state.scene.with_situation(clear)))

    @staticmethod
    def _sees(eyes: BoardEyes, viewer: Unit, hexes: tuple[str, ...], levels: range) -> bool:
        return any(
            not eyes.sees_hex(viewer, hex, level).blocked for hex in hexes for level in levels
        )

    def _enemies(self, observer: Unit, hex: str) -> bool:
        there = self.board.scene.by_hex.get(self.board.scene.board.grid.hex(hex), ())
        return any(u.side != observer.side and not u.hidden for u in there)
