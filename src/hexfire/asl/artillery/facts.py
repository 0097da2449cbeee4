"""Facts and dice as a file or a command line gives them, checked before any rule sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hexfire.asl.artillery.battery import ObserverStatus, may_observe
from hexfire.asl.eyes import Eyes, Facts, NeedFact, Question
from hexfire.dice import AnyRequest, Draw, NeedRoll, Source
from hexfire.rulebook import BadInput, Refusal

TOPICS = (
    "observer_able",
    "sees_blast_height",
    "sees_blast_height_but_for_smoke",
    "sees_base",
    "sees_base_but_for_smoke",
    "sees_ar",
    "known_near",
    "known_in_mission",
    "enemy_near",
    "hindrance",
    "rain_or_heavy_winds",
    "observer_buttoned_up",
    "observer_stunned",
    "ar_outside_vca",
)

NUMBERS = ("hindrance",)
"""The facts that are numbers; all others are true or false."""


class Given(Facts):
    """Facts of one moment. `not_able` is why the Observer described in them may not observe."""

    not_able: Refusal | None = None


def read_facts(data: object, battery: str, path: str = "facts") -> Given:
    """A JSON object of facts, perhaps with `battery` (whom they are about) and `observer`.

    `observer` describes him (see `ObserverStatus`); C1.2 then says whether he may observe.
    """
    if not isinstance(data, Mapping):
        raise BadInput("artillery.bad_facts", path=path, why=str(data)[:40])
    facts: dict[str, Any] = dict(data)
    about = facts.pop("battery", battery)
    if about != battery:
        raise BadInput("artillery.facts_of_other", theirs=str(about), ours=battery)
    status = facts.pop("observer", None)
    for name, value in facts.items():
        if name.partition("@")[0] not in TOPICS:
            raise BadInput("artillery.unknown_fact", text=name, facts=TOPICS)
        if not isinstance(value, bool | int):
            raise BadInput("artillery.bad_facts", path=path, why=f"{name}: {value!r}")
    refusal = None
    if status is not None:
        try:
            refusal = may_observe(msgspec.convert(status, ObserverStatus))
        except msgspec.ValidationError as error:
            raise BadInput("artillery.bad_facts", path=path, why=str(error)) from None
        facts["observer_able"] = refusal is None
    given = Given(facts)
    given.not_able = refusal
    return given


class Both:
    """What was said first, then what the board shows."""

    def __init__(self, by_players: Facts, board: Eyes) -> None:
        self._said, self._board = by_players, board

    def yes(self, question: Question) -> bool:
        try:
            return self._said.yes(question)
        except NeedFact:
            return self._board.yes(question)

    def number(self, question: Question) -> int:
        try:
            return self._said.number(question)
        except NeedFact:
            return self._board.number(question)


class Typed:
    """Dice and chits as they fell on a real table, then (if there is one) another source."""

    def __init__(self, text: str, beyond: Source | None = None) -> None:
        self.tokens = [token for token in text.replace(",", " ").split() if token]
        self._beyond = beyond

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        wanted = len(request.sizes())
        if not self.tokens and self._beyond is not None:
            return self._beyond.faces(request, at)
        if len(self.tokens) < wanted:
            raise NeedRoll(request)
        taken, self.tokens = self.tokens[:wanted], self.tokens[wanted:]
        return tuple(_face(request, token) for token in taken)


def _face(request: AnyRequest, token: str) -> int:
    if isinstance(request, Draw):
        pile = dict(request.pile)
        kind = {"b": "black", "r": "red", "黒": "black", "赤": "red"}.get(
            token.lower(), token.lower()
        )
        if kind in ("black", "red"):
            if not pile.get(kind):
                raise Refusal(
                    "C1.211", "artillery.chit_gone", chit=f"@artillery.chit.{kind}",
                    black=pile.get("black", 0), red=pile.get("red", 0),
                )  # fmt: skip
            return list(pile).index(kind)
        raise BadInput("artillery.bad_dice", text=token)
    try:
        return int(token)
    except ValueError:
        raise BadInput("artillery.bad_dice", text=token) from None
