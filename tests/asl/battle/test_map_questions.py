"""`threat`, `danger`, `hide`: the chances of play, on what a seat knows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest
from calling import call, told

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.questions import ask
from hexfire.asl.battle.questions.threats import any_of
from hexfire.asl.battle.table.pieces import Spot
from hexfire.asl.battle.table.state import State
from hexfire.asl.sight import Sight
from hexfire.assist.asking import Danger, Hiding, ThreatMap, map_answer
from hexfire.dice import Dice, seeded
from hexfire.rulebook import BadInput, Refusal

Street = Callable[..., State]


def threat(game: Battle, state: State, *words: str, seat: str | None = None) -> ThreatMap:
    found = map_answer(game, state, ["threat", *words], seat)
    assert isinstance(found, ThreatMap)
    return found


def after(game: Battle, state: State, *moves: act.Action) -> State:
    for action in moves:
        seat = game.to_act(state)[0]
        state, _ = game.apply(state, seat, action, Dice((), seeded(1)))
    return state


def test_chances_that_do_not_bear_on_each_other() -> None:
    assert any_of([Fraction(1, 2), Fraction(1, 3)]) == Fraction(2, 3)
    assert any_of([]) == 0


def test_the_threat_in_a_hex_is_what_play_gives_there(game: Battle, street: Street) -> None:
    """A tank that enters J5 from K6, and the map beforehand, see the same shot."""
    state = street(T={"drive": "non-stopped"})
    moved = after(game, state, act.Go("T", "J5"))
    played = ask.prospect(game.seen(moved, "russian"), act.Fire("G", "T"), "german")
    assert played.hit is not None and played.killed > 0
    found = {one.hex: one for one in threat(game, state, "G", "for", "T").hexes}["J5"]
    assert (found.hit, found.hurt, found.killed) == (played.hit, played.hurt, played.killed)
    assert found.weapons == 1


def test_a_hex_out_of_sight_is_no_threat(game: Battle, street: Street) -> None:
    state = street()
    sight = Sight(game.memo(state).board)
    grid = sight.board.grid
    hexes = {one.hex for one in threat(game, state, "german", "for", "T").hexes}
    assert hexes
    assert all(not sight.check(grid.hex("H8"), grid.hex(label)).blocked for label in hexes)
    assert "J8" not in hexes  # an enemy is there


def test_a_counter_of_the_catalogue_may_be_imagined(game: Battle, street: Street) -> None:
    men = threat(game, street(), "G", "for", "ru-ru447S")
    tank = threat(game, street(), "G", "for", "ru-T34M43")
    assert {one.hex for one in men.hexes} == {one.hex for one in tank.hexes}
    assert men.hexes != tank.hexes


@pytest.mark.parametrize("words", [("threat", "german", "for", "T"), ("danger", "T", "J5", "I6")])
def test_a_hidden_gun_is_in_no_answer(game: Battle, street: Street, words: tuple[str, ...]) -> None:
    hidden = street(G={"hidden": True}, C={"hidden": True})
    elsewhere = hidden.change("G", place=Spot("I7")).change("C", place=Spot("I7"))
    answers = [
        msgspec.json.encode(map_answer(game, state, list(words), "russian"), enc_hook=str)
        for state in (hidden, elsewhere, hidden.without(["G", "C"]))
    ]
    assert answers[0] == answers[1] == answers[2]
    open_ = msgspec.json.encode(map_answer(game, street(), list(words), "russian"), enc_hook=str)
    assert open_ != answers[0]
    with pytest.raises(BadInput):
        map_answer(game, hidden, ["threat", "G"], "russian")


def test_danger_multiplies_what_each_shot_leaves(game: Battle, street: Street) -> None:
    state = street()
    found = map_answer(game, state, ["danger", "T", "J5", "I6"])
    assert isinstance(found, Danger)
    assert [step.action for step in found.steps][:2] == ["start T", "go T to J5"]
    alive = Fraction(1)
    for step in found.steps:
        alive *= 1 - step.killed
        assert step.alive == alive
    assert 0 < found.alive < 1 and found.unharmed <= found.alive
    shots = [step.shot for step in found.steps if step.shot]
    assert shots[0] == "fire G at T"
    assert all("intensive" in shot for shot in shots[1:])


def test_a_vehicle_on_its_path_turns_by_itself(game: Battle, street: Street) -> None:
    found = map_answer(game, street(), ["danger", "T", "L6"])
    assert isinstance(found, Danger)
    verbs = [step.action.split()[0] for step in found.steps]
    assert verbs == ["start", "pivot", "pivot", "go"]
    assert found.steps[-1].hex == "L6"


def test_a_path_obeys_the_rules_of_movement(game: Battle, street: Street) -> None:
    with pytest.raises(Refusal) as far:
        map_answer(game, street(), ["danger", "T", "A1"])
    assert far.value.rule == "A4.1"
    with pytest.raises(Refusal) as twice:
        map_answer(game, street(), ["danger", "R", "K6", "J5", "assault"])
    assert twice.value.rule == "A4.61"


@pytest.mark.rule("C2.7")
def test_a_gun_hides_where_it_covers_most_and_is_seen_least(game: Battle, street: Street) -> None:
    found = map_answer(game, street(), ["hide", "G", "sees", "I6", "J5", "K6"])
    assert isinstance(found, Hiding)
    keys = [(-len(place.covers), place.seen_from) for place in found.places]
    assert keys == sorted(keys) and len(keys) == 20
    board = game.memo(street()).board
    sight = Sight(board)
    best = found.places[0]
    here = board.grid.hex(best.hex)
    seen = [hex for hex in board.grid if hex != here and not sight.check(here, hex).blocked]
    assert best.seen_from == len(seen)
    assert {"I6", "J5", "K6"} >= set(best.covers)
    # Marsh takes no Gun (C2.7); the Russians' hexes are theirs.
    assert {"E8", "E9", "K6", "L5"}.isdisjoint(place.hex for place in found.places)


def test_questions_that_are_none_get_a_sentence(game: Battle, street: Street) -> None:
    for words in (["threat"], ["danger", "T"], ["hide", "G", "I6"], ["threat", "G", "to", "T"]):
        with pytest.raises(BadInput) as wrong:
            map_answer(game, street(), words)
        assert wrong.value.message.key == "asking.questions"
    for words, key in (
        (["threat", "T", "for", "R"], "asking.no_intruder"),
        (["hide", "T", "sees", "I6"], "asking.no_gun"),
        (["hide", "G", "sees", "ZZ1"], "battle.no_hex"),
        (["danger", "T", *["J5"] * 41], "asking.path"),
    ):
        with pytest.raises(BadInput) as wrong:
            map_answer(game, street(), words)
        assert wrong.value.message.key == key


def test_the_terminal_draws_the_map(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capfd, "battle", "ask", "lesson", "threat", "M1", "for", "T1", code=0)
    head = next(line for line in out.splitlines() if line.split()[:3] == ["A", "B", "C"])
    assert head.split()[-1] == "Q"
    _, out, _ = call(capfd, "battle", "ask", "lesson", "danger", "T1", "L5", "K6", code=0)
    assert "start T1" in out and "100.0% to survive" in out
    found = told(capfd, "battle", "ask", "lesson", "hide", "G1", "sees", "I6", "J5")
    assert found["places"][0]["covers"]
