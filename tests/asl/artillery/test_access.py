"""C1.21, C1.211: the draw pile and Battery Access."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.battery import Supply, draw_pile
from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.state import Counter
from hexfire.rulebook import BadInput, Refusal

from .conftest import Make, battery


@pytest.mark.rule("C1.211")
@pytest.mark.parametrize(
    ("changes", "pile"),
    [
        ({}, (8, 3)),
        ({"nation": "russian", "date": "1943-07"}, (5, 2)),
        ({"nation": "british"}, (8, 2)),
        ({"nation": "finnish", "date": "1941-07"}, (7, 3)),
        ({"nation": "finnish", "date": "1944-06"}, (8, 3)),
        ({"preregistered": ("U3", "U4")}, (9, 3)),
        ({"supply": Supply.PLENTIFUL}, (9, 3)),
        ({"supply": Supply.SCARCE}, (8, 4)),
        ({"supply": Supply.PLENTIFUL, "preregistered": ("U3",)}, (10, 3)),
        ({"nation": "american", "supply": Supply.PLENTIFUL}, (10, 3)),
        ({"chits": Chits(4, 1), "supply": Supply.SCARCE}, (4, 2)),
    ],
)
def test_the_pile_before_play(changes: dict[str, object], pile: tuple[int, int]) -> None:
    assert draw_pile(battery(**changes)) == pile


@pytest.mark.rule("C1.211")
def test_a_pile_that_no_table_gives_is_asked_for() -> None:
    with pytest.raises(Refusal) as refused:
        draw_pile(battery(nation="free_french"))
    assert refused.value.rule == "C1.211"
    with pytest.raises(BadInput):
        draw_pile(battery(nation="martian"))


@pytest.mark.rule("C1.21")
def test_contact_brings_a_draw_at_once(game: Make) -> None:
    play = game().radio("3 4 black")
    assert play.state.access
    assert play.node == "place_ar"
    assert play.state.pile == (7, 3)


@pytest.mark.rule("C1.21")
def test_a_red_chit_keeps_contact_but_ends_the_phase(game: Make) -> None:
    play = game().radio("3 4 red")
    assert (play.node, play.state.contact, play.state.access) == ("idle", True, False)
    assert play.state.pile == (8, 2)


@pytest.mark.rule("C1.21")
def test_the_second_red_bars_access_for_good(game: Make) -> None:
    play = game().radio("3 4 red").radio("3 4 red")
    assert play.state.barred
    assert play.own_phase().node == "idle"


@pytest.mark.rule("C1.21", "C1.211")
def test_an_extra_chit_goes_back_and_its_red_is_not_counted(game: Make) -> None:
    play = game()
    play.facts |= {"known_near": False, "enemy_near": True}
    play.radio("3 4 black").say("place", "U3", "red")
    assert (play.node, play.state.access, play.counter) == ("idle", False, None)
    assert play.state.contact
    assert play.state.reds == 0
    assert play.state.pile == (7, 3), "only the access chit is gone"
    play.radio("3 4 red")
    assert not play.state.barred


@pytest.mark.rule("C1.21")
@pytest.mark.parametrize(
    ("known", "enemy", "drawn"), [(True, True, False), (False, False, False), (False, True, True)]
)
def test_the_extra_draw_is_for_unknown_enemies_alone(
    game: Make, known: bool, enemy: bool, drawn: bool
) -> None:
    play = game()
    play.facts |= {"known_near": known, "enemy_near": enemy}
    play.radio("3 4 black").say("place", "U3", "black 1" if drawn else "1")
    assert (("extra_draw_ar", "black") in play.ways) is drawn
    assert play.counter is Counter.SR


@pytest.mark.rule("C1.21")
def test_the_extra_draw_before_a_conversion_looks_at_the_srs_hex(game: Make) -> None:
    play = game().with_sr()
    play.facts |= {"known_near@U3": False, "enemy_near@U3": True}
    play.radio("3 4").say("convert").say("he", rolls="red")
    assert (play.counter, play.state.access) == (None, False)
    assert play.state.contact


@pytest.mark.rule("C1.21")
def test_a_red_extra_chit_while_correcting_takes_the_ffe_off_the_board(game: Make) -> None:
    play = game().with_ffe()
    play.facts |= {"known_near@U4": False, "enemy_near@U4": True}
    play.radio("3 4").say("correct").say("place", "U4", "red")
    assert play.counter is None
    assert "resolve" not in play.told[-3:]


@pytest.mark.rule("C1.21", "C1.34")
def test_access_ends_with_the_rally_phase_that_finds_an_ffe_c(game: Make) -> None:
    play = game().with_continuation()
    assert play.state.access
    play.to("RPh").next()
    assert not play.state.access
    assert play.counter is Counter.FFEC
    assert play.state.contact


@pytest.mark.rule("C1.21", "C1.35")
def test_access_that_is_held_needs_no_new_chit(game: Make) -> None:
    play = game().radio("3 4 black").say("stop")
    assert play.state.access
    play.radio("3 4")
    assert play.node == "place_ar"
    assert play.state.pile == (7, 3)


@pytest.mark.rule("C1.211")
def test_an_empty_pile_says_so(game: Make) -> None:
    play = game(chits=Chits(1, 0)).radio("3 4 black")
    assert play.state.pile == (0, 0)
    play.facts |= {"known_near": False, "enemy_near": True}
    play.say("place", "U3")
    assert ("extra_draw_ar", "empty") in play.ways
    assert "pile_empty" in play.told
    assert play.own_phase().node == "idle"


@pytest.mark.rule("C1.211")
def test_a_chit_that_is_no_longer_there_is_refused(game: Make) -> None:
    play = game(chits=Chits(1, 1)).radio("3 4 red").own_phase()
    with pytest.raises(Refusal) as refused:
        play.say("radio", rolls="3 4 red")
    assert refused.value.rule == "C1.211"
    assert dict(refused.value.message.params)["red"] == 0
