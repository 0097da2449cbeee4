"""C1.33–C1.35: what an Observer may do with the counter on the board, and exactly when."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.flow import flow
from hexfire.asl.artillery.state import Counter
from hexfire.rulebook import Refusal

from .conftest import Game, Make

SR_ALL = {"hold", "correct", "correct_and_convert", "convert", "cancel"}


def at_sr(game: Make, **facts: bool) -> Game:
    play = game().with_sr()
    play.facts |= facts
    return play.radio("3 4")


def at_ffe(game: Make, **facts: bool) -> Game:
    play = game().with_ffe()
    play.facts |= facts
    return play.radio("3 4")


@pytest.mark.rule("C1.33")
def test_exactly_one_option_and_nothing_else(game: Make) -> None:
    play = at_sr(game)
    assert play.legal() == SR_ALL
    assert play.say("hold").node == "idle"
    ffe = at_ffe(game)
    assert ffe.legal() == {"keep", "correct", "cancel"}
    with pytest.raises(Refusal):
        ffe.say("hold")
    assert "sr" not in " ".join(flow()["ffe_options"].to), "an FFE never becomes an SR again"


@pytest.mark.rule("C1.331", "C1.332", "C1.333")
@pytest.mark.parametrize(
    ("height", "base", "known", "legal"),
    [
        (True, True, True, SR_ALL),
        (True, True, False, SR_ALL),
        (True, False, True, SR_ALL),
        (True, False, False, SR_ALL - {"convert"}),
    ],
)
def test_sr_options_by_what_is_seen(
    game: Make, height: bool, base: bool, known: bool, legal: set[str]
) -> None:
    play = at_sr(game, sees_blast_height=height, sees_base=base, known_near=known)
    assert play.legal() == legal
    if "convert" not in legal:
        assert play.why("convert") == "C1.333"


@pytest.mark.rule("C1.331", "C1.333", "C1.335")
def test_an_sr_hidden_by_smoke_alone_may_stay_or_go(game: Make) -> None:
    play = at_sr(
        game, sees_blast_height=False, sees_blast_height_but_for_smoke=True, sees_base=False
    )
    assert play.legal() == {"hold", "cancel"}
    assert play.why("correct") == "C1.331"
    assert play.why("forced_correction") == "C1.335"


@pytest.mark.rule("C1.335", "C1.336")
@pytest.mark.parametrize("known", [True, False])
def test_an_sr_out_of_sight_is_corrected_or_cancelled(game: Make, known: bool) -> None:
    play = at_sr(
        game,
        sees_blast_height=False,
        sees_blast_height_but_for_smoke=False,
        sees_base=False,
        known_near=known,
    )
    assert play.legal() == {"forced_correction", "cancel"}
    assert play.why("hold") == "C1.335"
    play.say("cancel")
    assert play.node == ("place_ar" if known else "idle"), "a new AR needs a Known enemy in LOS"
    assert play.state.access


@pytest.mark.rule("C1.336", "C1.35")
def test_a_cancelled_sr_leaves_mission_and_access(game: Make) -> None:
    play = at_sr(game)
    play.say("cancel")
    assert (play.node, play.counter, play.state.access) == ("place_ar", None, True)
    play.say("place", "U5", "1")
    assert (play.hex, play.counter) == ("U5", Counter.SR)
    assert play.state.pile == (7, 3), "no new chit"


@pytest.mark.rule("C1.332")
def test_correct_and_convert(game: Make) -> None:
    play = at_sr(game)
    play.say("correct_and_convert").say("he").say("place", "U5", "1")
    assert (play.counter, play.hex) == (Counter.FFE2, "U5")
    assert play.told[-1] == "resolve"


@pytest.mark.rule("C1.332", "C1.7")
def test_a_corrected_sr_that_may_not_convert_stays_an_sr(game: Make) -> None:
    play = at_sr(game)
    play.facts |= {"sees_base@U4": False, "known_near@U4": False, "enemy_near@U4": False}
    play.say("correct_and_convert").say("smoke").say("place", "U4", "1")
    assert (play.counter, play.hex, play.node) == (Counter.SR, "U4", "idle")
    assert play.state.mission is None, "the type is open again"
    play.facts |= {"sees_base@U4": True}
    play.radio("3 4").say("convert").say("he")
    assert play.counter is Counter.FFE2


@pytest.mark.rule("C1.332", "C1.321")
def test_a_corrected_sr_off_the_board_stays_an_sr_without_a_chit(game: Make) -> None:
    play = game().with_sr("U3").radio("3 4")
    play.say("correct_and_convert").say("he").say("place", "U1", "6 1")
    assert ("enemy_at_marker", "off_board") in play.ways
    assert play.counter is Counter.SR


@pytest.mark.rule("C1.333")
def test_convert_in_place(game: Make) -> None:
    play = at_sr(game, sees_base=False)
    play.say("convert").say("he")
    assert (play.counter, play.hex) == (Counter.FFE2, "U3")
    assert play.state.known_in_mission


@pytest.mark.rule("C1.334")
@pytest.mark.parametrize(
    ("facts", "kept"),
    [
        ({"sees_base": True}, True),
        ({"sees_base": False, "sees_base_but_for_smoke": True}, True),
        ({"sees_base": False, "sees_base_but_for_smoke": False, "known_in_mission": True}, True),
        ({"sees_base": False, "sees_base_but_for_smoke": False, "known_in_mission": False}, False),
        (
            {
                "sees_blast_height": False,
                "sees_blast_height_but_for_smoke": True,
                "sees_base": False,
                "sees_base_but_for_smoke": True,
            },
            True,
        ),
    ],
)
def test_an_ffe_stays_if_it_is_observed_ignoring_smoke(
    game: Make, facts: dict[str, bool], kept: bool
) -> None:
    play = game().with_sr()
    play.facts |= {"known_near": False, "enemy_near": False}
    play.radio("3 4").say("convert").say("he")
    play.facts |= facts
    play.radio("3 4")
    assert ("keep" in play.legal()) is kept
    if not kept:
        assert play.why("keep") == "C1.334"


@pytest.mark.rule("C1.334")
def test_an_enemy_once_known_is_remembered(game: Make) -> None:
    play = game().with_ffe()
    assert play.state.known_in_mission
    play.facts |= {"sees_base": False, "sees_base_but_for_smoke": False, "known_near": False}
    assert "keep" in play.radio("3 4").legal()


@pytest.mark.rule("C1.334")
def test_what_was_known_elsewhere_does_not_count_after_a_correction(game: Make) -> None:
    play = at_ffe(game)
    assert play.state.known_in_mission
    play.say("correct").say("place", "U4", "1")
    assert not play.state.known_in_mission


@pytest.mark.rule("C1.335", "C1.337")
def test_an_ffe_out_of_sight_is_corrected_or_cancelled(game: Make) -> None:
    play = at_ffe(game, sees_blast_height=False, sees_blast_height_but_for_smoke=False)
    assert play.legal() == {"forced_correction", "cancel"}
    play.say("forced_correction").say("place", "U4", "4 6")
    assert play.counter is Counter.FFEC
    assert play.state.marker is not None
    assert play.state.marker.hex.distance(play.setup.grid.hex("U4")) == 6


@pytest.mark.rule("C1.331", "C1.335")
def test_an_ffe_hidden_by_smoke_alone_is_not_corrected(game: Make) -> None:
    play = at_ffe(
        game,
        sees_blast_height=False,
        sees_blast_height_but_for_smoke=True,
        sees_base=False,
        sees_base_but_for_smoke=False,
    )
    assert play.legal() == {"keep", "cancel"}
    assert play.why("correct") == "C1.331"
    assert play.why("forced_correction") == "C1.335"


@pytest.mark.rule("C1.337", "C1.35")
def test_a_cancelled_ffe_ends_the_mission(game: Make) -> None:
    play = at_ffe(game)
    play.say("cancel")
    assert (play.node, play.counter, play.state.access) == ("idle", None, False)
    assert play.state.contact
    play.radio("3 4 black")
    assert play.state.pile == (6, 3), "access had to be regained"


@pytest.mark.rule("C1.331", "C1.4")
def test_an_ffe_is_corrected_and_then_resolved(game: Make) -> None:
    play = at_ffe(game)
    play.say("correct").say("place", "U4", "3 1")
    assert (play.counter, play.hex) == (Counter.FFEC, "U3"), "one hex off, upwards: no extent dr"
    assert play.told[-1] == "resolve"


@pytest.mark.rule("C1.331")
def test_a_declared_correction_is_gone_through_with(game: Make) -> None:
    play = at_sr(game)
    play.say("correct")
    assert play.legal() == {"place"}
    assert play.why("stop") == "C1.33"


# -- FFE:C ----------------------------------------------------------------------------------------


@pytest.mark.rule("C1.34", "C1.341", "C1.342", "C1.343")
def test_ffe_c_options_after_a_black_chit(game: Make) -> None:
    play = game().with_continuation().radio("3 4 black")
    assert play.node == "continuation_options"
    assert play.legal() == {"leave_sr", "correct_sr", "convert", "new_ar"}


@pytest.mark.rule("C1.34", "C1.343")
def test_an_ffe_c_unseen_before_the_draw_leaves_only_a_new_ar(game: Make) -> None:
    play = game().with_continuation()
    play.facts["sees_blast_height"] = False
    play.own_phase().say("radio", rolls="3 4 black")
    play.facts["sees_blast_height"] = True
    assert play.legal() == {"new_ar"}
    assert play.why("convert") == "C1.34"
    play.say("new_ar")
    assert (play.node, play.counter) == ("place_ar", None)
    play.say("place", "U3", "1")
    assert (play.counter, play.hex) == (Counter.SR, "U3")


@pytest.mark.rule("C1.34")
def test_a_red_chit_takes_the_ffe_c_away(game: Make) -> None:
    play = game().with_continuation().radio("3 4 red")
    assert (play.node, play.counter, play.state.mission) == ("idle", None, None)


@pytest.mark.rule("C1.34")
def test_an_ffe_c_is_neither_corrected_nor_resolved(game: Make) -> None:
    play = game().with_continuation()
    resolved = play.told.count("resolve")
    assert resolved == 2
    play.radio("5 5")
    assert play.told.count("resolve") == 2
    assert not any(way.node == "ffe_options" for way in flow()["access"].to.values())


@pytest.mark.rule("C1.341")
def test_ffe_c_becomes_an_sr_that_stays_or_is_corrected(game: Make) -> None:
    play = game().with_continuation().radio("3 4 black").say("leave_sr")
    assert (play.counter, play.hex, play.node) == (Counter.SR, "U3", "idle")
    moved = game().with_continuation().radio("3 4 black").say("correct_sr")
    assert moved.legal() == {"place"}
    moved.say("place", "U6", "2")
    assert (moved.counter, moved.hex, moved.node) == (Counter.SR, "U6", "idle")


@pytest.mark.rule("C1.342")
def test_ffe_c_becomes_ffe_1_in_place(game: Make) -> None:
    play = game().with_continuation().radio("3 4 black").say("convert").say("harassing")
    assert (play.counter, play.hex) == (Counter.FFE2, "U3")
    blind = game().with_continuation()
    blind.facts |= {"sees_base": False, "known_near": False}
    blind.radio("3 4 black")
    assert blind.why("convert") == "C1.342"
    assert blind.legal() == {"leave_sr", "correct_sr", "new_ar"}


@pytest.mark.rule("C1.342", "C1.21")
def test_converting_an_ffe_c_may_need_an_extra_chit(game: Make) -> None:
    play = game().with_continuation()
    play.facts |= {"known_near": False, "enemy_near": True}
    play.radio("3 4 black").say("convert").say("he", rolls="red")
    assert play.counter is None


@pytest.mark.rule("C1.5")
def test_ffe_1_then_2_then_c(game: Make) -> None:
    play = game().with_sr().radio("3 4").say("convert")
    play.say("he")
    assert play.counter is Counter.FFE2
    assert ("resolve", "first") in play.ways
    play.radio("3 4").say("keep")
    assert play.counter is Counter.FFEC
    assert ("resolve", "second") in play.ways
