"""C1.7–C1.73, C1.9: kinds of Fire Mission, Pre-Registered Fire, rockets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfire.asl.artillery.battery import Kind, Mission
from hexfire.asl.artillery.ffe import Shelling, critical_fp, firepower
from hexfire.asl.artillery.impact import Aim, accuracy_needed, blast_radius, longest_error
from hexfire.asl.artillery.smoke import (
    SmokeCounter,
    SmokeHex,
    Wind,
    holds_smoke,
    place_smoke,
    weathered,
)
from hexfire.asl.artillery.state import Counter
from hexfire.asl.sequence import Phase
from hexfire.hexes import Grid, Hex
from hexfire.rulebook import Refusal

from .conftest import Make, battery

U3 = Grid.asl().hex("U3")


@pytest.mark.rule("C1.7")
def test_the_type_is_declared_before_the_ffe_and_kept(game: Make) -> None:
    play = game().with_sr().radio("3 4").say("convert")
    assert play.node == "declare_type"
    assert play.legal() == {"he", "harassing", "smoke"}
    assert play.why("wp") == "C1.7", "the battery has none"
    play.say("smoke")
    assert play.state.mission is Mission.SMOKE
    play.radio("3 4").say("keep")
    assert play.state.mission is Mission.SMOKE
    assert "declare_type" not in [node for node, _ in play.ways[-8:]]


@pytest.mark.rule("C1.7")
def test_the_type_is_declared_before_the_accuracy_dr(game: Make) -> None:
    play = game().with_sr().radio("3 4").say("correct_and_convert").say("he")
    play.say("place", "U5", "1")
    order = [node for node, _ in play.ways]
    assert order.index("declare_type") < order.index("accuracy", order.index("sr_options"))


@pytest.mark.rule("C1.7")
def test_ir_is_declared_before_the_first_draw(game: Make) -> None:
    missions = (Mission.HE, Mission.IR)
    play = game(missions=missions).radio("3 4")
    assert play.node == "declare_ir"
    play.say("ir", rolls="black").say("place", "U3", "1")
    play.radio("3 4").say("convert")
    assert play.legal() == {"ir"}
    assert play.why("he") == "C1.7"
    late = game(missions=missions).radio("3 4").say("no_ir", rolls="black")
    late.say("place", "U3", "1").radio("3 4").say("convert")
    assert late.why("ir") == "C1.7"
    assert late.legal() == {"he"}


@pytest.mark.rule("C1.7")
def test_a_new_mission_may_be_of_another_type(game: Make) -> None:
    play = game().with_continuation().radio("3 4 black").say("convert")
    assert play.legal() == {"he", "harassing", "smoke"}


@pytest.mark.rule("C1.71")
def test_smoke_is_not_fired_in_rain(game: Make) -> None:
    play = game().with_sr()
    play.facts["rain_or_heavy_winds"] = True
    play.radio("3 4").say("convert")
    assert play.legal() == {"he", "harassing"}
    assert play.why("smoke") == "C1.71"


@pytest.mark.rule("C1.71")
@pytest.mark.rule("C1.71#3")
def test_where_smoke_is_placed() -> None:
    plain = SmokeHex(hex="U3")
    assert holds_smoke(plain)
    for bad in ("mud", "deep_snow", "marsh", "water"):
        assert not holds_smoke(SmokeHex(hex="U3", **{bad: True})), bad
    assert holds_smoke(SmokeHex(hex="U3", water=True, bridge=True))
    area = [plain, SmokeHex(hex="U4", marsh=True), SmokeHex(hex="U5")]
    placed = place_smoke(Mission.WP, area)
    assert placed == {"U3": SmokeCounter.FULL, "U5": SmokeCounter.FULL}
    assert place_smoke(Mission.HE, area) == {}


@pytest.mark.rule("C1.71", "C8.51", "C8.6")
@pytest.mark.parametrize("mission", [Mission.SMOKE, Mission.WP])
def test_smoke_of_the_dfph_is_placed_dispersed(mission: Mission) -> None:
    area = [SmokeHex(hex="U3")]
    assert place_smoke(mission, area, Phase.PFPH) == {"U3": SmokeCounter.FULL}
    assert place_smoke(mission, area, Phase.DFPH) == {"U3": SmokeCounter.DISPERSED}


@pytest.mark.rule("C1.71")
@pytest.mark.parametrize(
    ("side", "wind", "left"),
    [
        (SmokeCounter.FULL, Wind.RAIN, None),
        (SmokeCounter.FULL, Wind.HEAVY_WINDS, None),
        (SmokeCounter.FULL, Wind.GUSTS, SmokeCounter.DISPERSED),
        (SmokeCounter.DISPERSED, Wind.GUSTS, None),
    ],
)
@pytest.mark.rule("C1.71#5")
def test_weather_and_smoke(side: SmokeCounter, wind: Wind, left: SmokeCounter | None) -> None:
    assert weathered(side, wind) is left


@pytest.mark.rule("C1.71")
def test_a_smoke_ffe_does_not_attack() -> None:
    assert firepower(Shelling(100, mission=Mission.SMOKE)) == 0
    assert firepower(Shelling(100, mission=Mission.WP)) == 0


@pytest.mark.rule("C1.72")
def test_harassing_fire_covers_nineteen_hexes_with_a_third(game: Make) -> None:
    play = game().with_sr("M5").radio("3 4").say("convert").say("harassing")
    assert play.state.mission is Mission.HARASSING
    assert firepower(Shelling(100, mission=Mission.HARASSING)) == Fraction(20, 3)
    assert firepower(Shelling(100)) == 20


@pytest.mark.rule("C1.72")
def test_the_resolve_event_names_the_harassed_hexes(game: Make) -> None:
    from hexfire.asl.artillery.engine import walk
    from hexfire.asl.eyes import Facts
    from hexfire.dice import Dice

    play = game().with_sr("M5").radio("3 4").say("convert")
    table = play.table
    for option in ("harassing", None, None, None, None):
        walked = walk(play.setup, table, "A", Facts(play.facts), Dice(), option)
        table = walked.table
    hexes = walked.events[-1].message["hexes"]
    assert isinstance(hexes, tuple)
    assert len(hexes) == 19


@pytest.mark.rule("C1.73", "C1.731")
def test_a_registered_hex_may_skip_the_sr(game: Make) -> None:
    play = game(preregistered=("U3",)).radio("3 4 black").say("place", "U3")
    assert play.node == "skip_sr"
    play.say("skip").say("he", rolls="4")
    assert (play.counter, play.hex) == (Counter.FFE2, "U3")
    elsewhere = game(preregistered=("U3",)).radio("3 4 black").say("place", "U4", "1")
    assert elsewhere.counter is Counter.SR


@pytest.mark.rule("C1.73")
def test_registered_hexes_need_los_like_any_other(game: Make) -> None:
    play = game(preregistered=("U3",)).radio("3 4 black")
    play.facts["sees_ar"] = False
    assert play.say("place", "U3").node == "opponent_cancels"


@pytest.mark.rule("C1.732")
def test_registered_accuracy_and_error(game: Make) -> None:
    play = game(preregistered=("U3",), nation="russian", date="1944-01")
    play.facts["hindrance"] = 3
    play.radio("3 3 black").say("place", "U3").say("with_sr", rolls="4")
    assert play.hex == "U3", "an Original 4, whatever the Hindrance"
    off = game(preregistered=("U3",)).radio("3 4 black").say("place", "U3")
    off.say("skip").say("he", rolls="5 4 5")
    assert off.hex == "U6", "5 halved, fractions up"
    aim = Aim(U3, 2, preregistered=True)
    assert accuracy_needed(aim) == 4
    assert longest_error(aim) == 3
    assert longest_error(aim._replace(start=U3 + Hex(0, 9))) == 2, "3 at most, then half"
    assert accuracy_needed(aim._replace(forced=True)) is None


@pytest.mark.rule("C1.733")
def test_registration_is_the_observers_not_the_radios(game: Make) -> None:
    play = game(preregistered=("U3",)).own_phase().say("silent")
    play.say("new_observer", "8-0")
    play.radio("3 4 black").say("place", "U3", "1")
    assert play.counter is Counter.SR, "no choice to skip it"


@pytest.mark.rule("C1.733")
def test_registered_fire_is_no_creeping_barrage(game: Make) -> None:
    missions = (Mission.HE, Mission.CREEPING_BARRAGE)
    play = game(preregistered=("U3",), missions=missions).radio("3 4 black").say("place", "U3")
    play.say("skip")
    assert play.why("creeping_barrage") == "C1.733"
    usual = game(missions=missions).with_sr().radio("3 4").say("convert")
    assert "creeping_barrage" in usual.legal()


@pytest.mark.rule("C1.9")
def test_rockets_have_one_mission_no_sr_and_always_stray(game: Make) -> None:
    play = game(kind=Kind.ROCKETS, caliber=150, missions=(Mission.HE,))
    play.radio("3 4 black").say("place", "M5", "1 3")
    assert (play.counter, play.hex) == (Counter.FFE2, "M2")
    assert "accuracy" not in [node for node, _ in play.ways]
    play.radio("3 4")
    assert play.legal() == {"keep", "cancel"}
    assert play.why("correct") == "C1.9"
    play.say("keep")
    assert play.counter is Counter.FFEC
    play.radio("3 4")
    assert (play.node, play.counter) == ("idle", None)
    assert play.own_phase().node == "idle", "no second mission"


@pytest.mark.rule("C1.9")
def test_rockets_out_of_sight_can_only_be_cancelled(game: Make) -> None:
    play = game(kind=Kind.ROCKETS, caliber=150, missions=(Mission.HE,))
    play.radio("3 4 black").say("place", "M5", "1 3")
    play.facts |= {"sees_blast_height": False, "sees_blast_height_but_for_smoke": False}
    assert play.radio("3 4").legal() == {"cancel"}


@pytest.mark.rule("C1.9")
def test_rockets_fire_he_at_full_fp_and_registered_ones_stray_half(game: Make) -> None:
    assert firepower(Shelling(150, Kind.ROCKETS)) == 30
    with pytest.raises(Refusal) as refused:
        battery(kind=Kind.ROCKETS).check()
    assert refused.value.rule == "C1.9"
    play = game(kind=Kind.ROCKETS, caliber=150, missions=(Mission.HE,), preregistered=("M5",))
    play.radio("3 4 black").say("place", "M5", "1 3")
    assert play.hex == "M3", "3 halved, fractions up"


@pytest.mark.rule("C1.9", "C1.21")
def test_rockets_need_the_extra_chit_too(game: Make) -> None:
    play = game(kind=Kind.ROCKETS, caliber=150, missions=(Mission.HE,))
    play.facts |= {"known_near": False, "enemy_near": True}
    play.radio("3 4 black").say("place", "M5", "red")
    assert play.counter is None
    assert play.own_phase().node == "idle", "its one mission is over"


@pytest.mark.rule("C1.731")
def test_only_a_first_ar_skips_the_sr(game: Make) -> None:
    """R-C1.731: a correction onto the registered hex has its SR already."""
    play = game(preregistered=("U3",)).radio("3 4 black").say("place", "U5", "1")
    play.radio("3 4").say("correct")
    play.say("place", "U3", "4")
    assert "skip_sr" not in [node for node, _ in play.ways]
    assert (play.counter, play.hex) == (Counter.SR, "U3"), "but accurate on 4 (C1.732)"


@pytest.mark.rule("C1.343", "C1.35")
def test_a_new_ar_after_an_ffe_c_needs_no_second_chit(game: Make) -> None:
    play = game().with_continuation().radio("3 4 black").say("new_ar")
    assert play.state.access
    play.say("place", "U5", "1")
    assert (play.counter, play.state.access) == (Counter.SR, True)
    play.radio("3 4")
    assert play.node == "sr_options"


@pytest.mark.rule("C1.7")
def test_nothing_is_guessed_of_a_barrage(game: Make) -> None:
    missions = (Mission.HE, Mission.BARRAGE)
    play = game(missions=missions).with_sr().radio("3 4").say("convert").say("barrage")
    assert "by_your_book" in play.told
    with pytest.raises(Refusal) as refused:
        firepower(Shelling(100, mission=Mission.BARRAGE))
    assert refused.value.message.key == "artillery.barrage_fp"
    assert firepower(Shelling(100, mission=Mission.BARRAGE, fp=Fraction(8))) == 8
    assert critical_fp(Shelling(100, mission=Mission.BARRAGE, fp=Fraction(8)))[0] == 36, "C3.75"
    with pytest.raises(Refusal):
        blast_radius(Kind.GUNS, Mission.CREEPING_BARRAGE)
    assert "by_your_book" not in game().with_ffe().told
