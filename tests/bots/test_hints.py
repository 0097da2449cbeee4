"""Hints and intentions: legal, explained, and from nothing but what the seat may know."""

from __future__ import annotations

from typing import Any

import pytest
from folio_scene import FIVE_COLUMNS, Scene, unit

from hexfire.assist import hints
from hexfire.assist.hints import Spoken, hint
from hexfire.bots import Look, look, make
from hexfire.bots.intent import intention
from hexfire.bots.judge import Judge
from hexfire.bots.planner import Effort, Planner
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio
from hexfire.folio.actions import Action, Enter
from hexfire.folio.position import read_position
from hexfire.lang import words
from hexfire.rulebook import Message, Refusal

TRYING = Effort(2, 200, 60)
GAME = Folio()


def said(message: Message) -> tuple[str, str]:
    return words("en").say(message), words("ja").say(message)


def test_every_choice_of_a_game_can_be_explained() -> None:
    """A whole game of bots that talk: every phase and action has its sentence in both."""
    state = GAME.setup("tutorial", {})
    seats = GAME.seats(state)
    players = {seat: Spoken(GAME, Planner(n, effort=TRYING)) for n, seat in enumerate(seats)}
    source, keys = seeded(5), set()
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        seen = look(GAME, state, seat)
        action = players[seat].choose(seen)
        assert action in seen.legal
        if players[seat].said is not None:
            message = players[seat].said
            assert all(said(message))
            keys.add(message.key.rpartition(".")[2])
        state, _ = GAME.apply(state, seat, action, Dice((), source))
    assert {"place", "fight", "end"} <= keys and len(keys) >= 6


def test_a_talking_bot_plays_as_a_silent_one() -> None:
    def played(talks: bool) -> list[str]:
        state, source, done = GAME.setup("tutorial", {}), seeded(9), []
        bots: dict[str, Any] = {}
        for n, seat in enumerate(GAME.seats(state)):
            silent = make("greedy", n)
            bots[seat] = Spoken(GAME, silent) if talks else silent
        while GAME.outcome(state) is None:
            (seat,) = GAME.to_act(state)
            action = bots[seat].choose(look(GAME, state, seat))
            done.append(GAME.write(action))
            state, _ = GAME.apply(state, seat, action, Dice((), source))
        return done

    assert played(True) == played(False)


def hill() -> Scene:
    victory = """
[victory]
hexes = [{hex = "0505", points = 4, holder = "red", name = "hill"}]
levels = [{side = "blue", margin = 1}, {side = "red", margin = 1}]
"""
    units = [unit("b", "blue", "4-4-6", "0303"), unit("r", "red", "2-2-6", "0909")]
    return Scene(units, crt=FIVE_COLUMNS, victory=victory)


def test_a_hint_takes_the_hill_and_says_so() -> None:
    scene = hill()
    given = hint(scene.game, scene.state, "blue")
    assert "move b 0505" in given.actions and given.actions[-1] == "end"
    assert given.why == Message.of("bots.intent.take", hexes=("0505",), points=4)
    assert [message["hex"] for message in given.told] == ["0505"]


def test_a_hint_is_for_whoever_decides() -> None:
    scene = hill()
    with pytest.raises(Refusal) as refused:
        hint(scene.game, scene.state, "red")
    assert refused.value.message.key == "bots.hint.not_now"


class Spy:
    """A bot that remembers whose hands it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, int]] = []

    def choose(self, seen: Look) -> Action:
        self.shown.append(seen.position.state.hands)
        return seen.legal[0]


def test_a_hint_knows_nothing_of_a_hidden_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where markers are hidden, whoever thinks about the hint is shown one's own alone."""
    units = [unit("b", "blue", "5-4-6", "0504"), unit("r", "red", "3-3-6", "0505")]
    scene = Scene(
        units,
        crt=FIVE_COLUMNS,
        markers={"blue": [1, 2], "red": [3, 4]},
        turns=("2/2",),
        options={"markers_public": False},
    )
    spy = Spy()
    monkeypatch.setattr(hints, "make", lambda *_: spy)
    hint(scene.game, scene.state, "blue")
    scene.do("end", "attack 0505 with b")
    hint(scene.game, scene.state, "blue")
    ours = scene.state.hands[0]
    assert scene.state.hands[1] and set(spy.shown) == {(ours, 0)}


def test_who_jumps_is_told_where_to() -> None:
    """The die comes before the rest of the phase: the plan ends with the jump, and so does what is
    said of it."""
    at = read_position('scenario = "bukrin"\nturn = 2\nplayer = "soviet"\nphase = "movement"\n')
    why = intention(Judge(at.scenario), at, 0, [Enter("1/3", "0808")])
    assert said(why) == (
        "0808 is a good place for 1/3: near what matters, and covered.",
        "0808は1/3に良い場所。要所に近く、地形にも守られる。",
    )
