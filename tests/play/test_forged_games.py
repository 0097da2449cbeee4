"""Journals of the real games in a forger's hands: Folio, a battle, purchases in secret and not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from forging import forged, keys

from hexfire.asl.battle.game import Battle
from hexfire.asl.purchase import DesignYourOwn
from hexfire.dice import BadFace, Choice, Dice, NeedAnswer, commit, seeded
from hexfire.folio import Folio
from hexfire.folio.library import builtin
from hexfire.games import all_games
from hexfire.play import Table, verify
from hexfire.play.lines import Resigned, Revealed, fingerprint
from hexfire.rulebook import Refusal

SECRET = "7" * 64
SIDES = [{"nation": "German", "points": 800}, {"nation": "Soviet", "points": 800}]
BUYING = {"date": "1944-09", "sides": SIDES}
GAMES: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "folio": (Folio, lambda: dict(builtin("tutorial"))),
    "battle": (Battle, lambda: "don"),
    "secret purchase": (DesignYourOwn, lambda: {**BUYING, "secret": True}),
    "open purchase": (DesignYourOwn, lambda: {**BUYING, "secret": False}),
}
ENOUGH = 3
"""Faces that fall before somebody resigns."""


@cache
def played(kind: str, *, honest: bool = True) -> bytes:
    """The first part of a game, both words given, one resignation, the secret told."""
    game, scenario = (make() for make in GAMES[kind])
    journal, rng = bytearray(), random.Random(4)
    committed = {"commitment": commit(SECRET), "keep": journal.extend}
    if honest:
        table = Table.new(game, scenario, secret=SECRET, **committed)
    else:
        table = Table.new(game, scenario, source=seeded(3), **committed)
    for seat in table.seats:
        table.give_word(seat, f"{seat}'s own")
    for _ in range(3_000):
        if table.outcome() is not None or sum(len(step.faces) for step in table.steps) > ENOUGH:
            break
        play_one(table, rng)
    assert sum(len(step.faces) for step in table.steps) > ENOUGH, "too few dice fell"
    if table.outcome() is None:
        table.end(Resigned(table.seats[0]))
    table._write(Revealed(SECRET))
    return bytes(journal)


def play_one(table: Table[Any, Any], rng: random.Random) -> None:
    seat = rng.choice(table.to_act())
    try:
        table.do(seat, rng.choice(list(table.legal(seat))))
    except Refusal:
        return
    except NeedAnswer as need:
        wanted = need.request
        while isinstance(wanted, Choice):
            try:
                table.answer(wanted.seat, [rng.randrange(len(wanted.options))])
                return
            except NeedAnswer as again:
                wanted = again.request


@pytest.mark.parametrize("kind", GAMES)
def test_an_honest_game_is_passed(kind: str) -> None:
    verdict = verify(all_games(), played(kind))
    assert verdict.ok and verdict.checked > ENOUGH / 2 and not verdict.typed
    assert "core.verify.unread" not in {message.key for message in verdict.unverified}


@pytest.mark.parametrize("kind", GAMES)
def test_dice_that_only_claim_to_be_fair_are_found(kind: str) -> None:
    def claim(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**line, "fair": True} if line.get("faces") else line for line in lines]

    text = played(kind, honest=False)
    assert keys(verify(all_games(), text)) == {"core.verify.not_fair"}
    assert keys(verify(all_games(), forged(text, claim))) == {"core.verify.bad_roll"}


def made_whole(kind: str, lines: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """Numbers and positions as they follow from the actions; None where the rules stop it."""
    game, scenario = (make() for make in GAMES[kind])
    state, number, told = game.setup(scenario, {}), 0, []
    for line in lines:
        if line["kind"] == "rolling":
            continue  # its faces stand in the action's own line
        if line["kind"] == "act":
            action = msgspec.convert(line["action"], game.action_type)
            try:
                state, _ = game.apply(state, line["seat"], action, Dice(line.get("faces", ())))
            except (Refusal, NeedAnswer, BadFace):
                return None
            line = {**line, "n": number + 1, "after": number, "state": fingerprint(state)}
            number += 1
        told.append(line)
    return told


@pytest.mark.parametrize("kind", GAMES)
def test_no_action_can_be_left_out_or_added_before_a_roll(kind: str) -> None:
    """Each face follows from the number of its action (apart: of the seat's own actions)."""
    text = played(kind)
    lines = [json.loads(line)["line"] for line in text.splitlines()]
    last = max(at for at, line in enumerate(lines) if line.get("fair"))
    apart = lines[0]["apart"]
    tried = 0
    for at in range(1, last):
        line = lines[at]
        if line["kind"] != "act" or (apart and line["seat"] != lines[last]["seat"]):
            continue
        for changed in ([*lines[:at], *lines[at + 1 :]], [*lines[:at], line, *lines[at:]]):
            whole = made_whole(kind, changed)
            if whole is None:
                continue
            tried += 1
            verdict = verify(all_games(), forged(text, lambda _, whole=whole: whole))
            assert keys(verdict) == {"core.verify.bad_roll"}, at
        if tried > 10:
            break
    assert tried, "no change of this game was possible at all"


@pytest.mark.parametrize("kind", GAMES)
def test_a_roll_taken_back_without_consent_is_found(kind: str) -> None:
    text = played(kind)
    lines = [json.loads(line)["line"] for line in text.splitlines()]
    at = next(at for at, line in enumerate(lines) if line.get("fair"))
    act = lines[at]
    for line in (
        {"kind": "undo", "to": act["after"], "seat": act["seat"], "agreed": []},
        {"kind": "undo", "to": act["after"], "seat": act["seat"], "agreed": ["nobody"]},
        {"kind": "taken-back", "n": act["n"], "seat": act["seat"]},
    ):
        back = forged(text, lambda lines, line=line: [*lines[: at + 1], line])
        assert keys(verify(all_games(), back)) == {"core.verify.no_consent"}


def test_a_secret_purchase_goes_back_by_each_seat_alone() -> None:
    """`undo` of the whole table would tell one seat what the other did."""
    text = played("secret purchase")
    lines = [json.loads(line)["line"] for line in text.splitlines()]
    at = next(at for at, line in enumerate(lines) if line["kind"] == "act")
    undone = {"kind": "undo", "to": 0, "seat": lines[at]["seat"], "agreed": []}
    back = forged(text, lambda lines: [*lines[: at + 1], undone])
    assert keys(verify(all_games(), back)) == {"core.verify.no_consent"}


def test_seats_that_are_said_to_act_apart_or_not_are_told() -> None:
    open_one, secret_one = played("open purchase"), played("secret purchase")
    apart = forged(open_one, lambda lines: [{**lines[0], "apart": True}, *lines[1:]])
    assert "core.verify.apart" in keys(verify(all_games(), apart))
    in_one_row = forged(secret_one, lambda lines: [{**lines[0], "apart": False}, *lines[1:4]])
    told = {message.key for message in verify(all_games(), in_one_row).unverified}
    assert "core.verify.in_one_row" in told, "as journals from before seats acted apart"
