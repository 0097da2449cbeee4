"""C1.3–C1.32, C1.4, C1.62: where the AR goes, and where the round comes down."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.asl.artillery.battery import Kind, Link, Mission
from hexfire.asl.artillery.impact import (
    Aim,
    accuracy_drm,
    accuracy_needed,
    blast_area,
    blast_height,
    blast_radius,
    error_hex,
    extent_of_error,
    hindrance_levels,
    longest_error,
)
from hexfire.asl.artillery.odds import chance_in_area, expected_error, impact_odds
from hexfire.asl.artillery.state import Counter
from hexfire.hexes import BadLabel, Grid, Hex
from hexfire.rulebook import Refusal

from .conftest import Make

GRID = Grid.asl()
U3 = GRID.hex("U3")


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize(
    ("nation", "date", "limit"),
    [
        ("british", "", 2),
        ("german", "", 2),
        ("american", "", 2),
        ("russian", "1944-01", 1),
        ("italian", "", 1),
        ("japanese", "", 1),
    ],
)
def test_accuracy_by_nation(game: Make, nation: str, date: str, limit: int) -> None:
    for dr in (1, 2, 3):
        play = game(nation=nation, date=date).radio("3 3 black")
        play.say("place", "U3", f"{dr}" if dr <= limit else f"{dr} 1 1")
        assert (play.hex == "U3") is (dr <= limit)
        assert play.counter is Counter.SR


@pytest.mark.rule("C1.3", "C1.6")
def test_an_ar_without_los_goes_and_the_opponent_may_cancel(game: Make) -> None:
    for choice, access in (("allow", True), ("cancel", False)):
        play = game().radio("3 4 black")
        play.facts["sees_ar"] = False
        play.say("place", "U3")
        assert play.node == "opponent_cancels"
        assert play.look().by == "opponent"
        play.say(choice)
        assert (play.node, play.state.access) == ("idle", access)
        assert play.counter is None


@pytest.mark.rule("C1.3")
def test_a_correction_without_los_leaves_the_ffe_to_be_resolved(game: Make) -> None:
    play = game().with_ffe()
    play.facts["sees_ar"] = False
    play.radio("3 4").say("correct").say("place", "U4").say("allow")
    assert (play.counter, play.hex) == (Counter.FFEC, "U3")


@pytest.mark.rule("C1.3")
def test_a_hex_off_the_board_is_refused(game: Make) -> None:
    play = game().radio("3 4 black")
    with pytest.raises(BadLabel):
        play.say("place", "ZZ99")
    assert play.node == "place_ar"


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize(("apart", "drm"), [(6, 0), (7, 1), (12, 1), (13, 2), (18, 2)])
def test_far_corrections_to_ffe_cost_accuracy(apart: int, drm: int) -> None:
    start = U3 + Hex(0, 1) * apart
    aim = Aim(U3, 2, start=start, converting=True)
    assert accuracy_drm(aim).total == drm
    assert accuracy_drm(aim._replace(converting=False)).total == 0


@pytest.mark.rule("C1.31")
def test_the_coloured_die_is_the_direction_the_white_one_the_distance() -> None:
    near = [GRID.label(error_hex(U3, colored, 1)) for colored in range(1, 7)]
    assert near == ["U2", "V2", "V3", "U4", "T3", "T2"]
    assert GRID.label(error_hex(U3, 3, 2)) == "W4"


@pytest.mark.rule("C1.32")
@pytest.mark.parametrize(
    ("kind", "mission", "hexes"),
    [
        (Kind.GUNS, Mission.HE, 7),
        (Kind.GUNS, Mission.SMOKE, 7),
        (Kind.GUNS, Mission.HARASSING, 19),
        (Kind.ROCKETS, Mission.HE, 19),
    ],
)
def test_blast_areas(kind: Kind, mission: Mission, hexes: int) -> None:
    assert len(blast_area(U3, blast_radius(kind, mission), GRID)) == hexes


@pytest.mark.rule("C1.32")
def test_blast_height_and_the_edge_of_the_board() -> None:
    assert blast_height(None) == 2
    assert blast_height(Mission.HE) == 2
    assert blast_height(Mission.WP) == 4
    corner = {GRID.label(hex) for hex in blast_area(GRID.hex("A1"), 1, GRID)}
    assert corner == {"A1", "A2", "B0", "B1"}


@pytest.mark.rule("C1.7")
def test_the_area_of_a_barrage_is_not_invented() -> None:
    with pytest.raises(Refusal):
        blast_radius(Kind.GUNS, Mission.BARRAGE)


@pytest.mark.rule("C1.321")
def test_an_sr_off_the_board_is_out_of_sight(game: Make) -> None:
    play = game().radio("3 4 black").say("place", "U1", "6 1 5")
    assert play.hex is not None
    assert "off_board" in play.told
    assert play.state.marker is not None
    assert play.state.marker.hex not in play.setup.grid
    play.facts = {"observer_able": True, "known_near": False}
    play.radio("3 4")
    assert play.legal() == {"forced_correction", "cancel"}, "no question is even asked"


@pytest.mark.rule("C1.321")
def test_an_sr_just_beyond_the_edge_is_out_of_sight_too(game: Make) -> None:
    play = game().radio("3 4 black").say("place", "U1", "6 1 1")
    play.facts = {"observer_able": True, "known_near": False}
    assert play.radio("3 4").legal() == {"forced_correction", "cancel"}


@pytest.mark.rule("C1.321")
def test_an_ffe_off_the_board_is_seen_and_resolved_where_it_is_on_it(game: Make) -> None:
    play = game().with_ffe("V0")
    play.radio("3 4").say("correct").say("place", "V1", "6 1")
    assert play.hex == "V0"
    play = game().with_ffe("V0").radio("3 4")
    play.say("correct").say("place", "U1", "6 1")
    assert play.state.marker is not None
    assert play.state.marker.hex not in play.setup.grid, "one hex up from U1"
    assert play.told[-1] == "resolve"


@pytest.mark.rule("C1.322")
def test_an_sr_placed_or_corrected_ends_the_phase(game: Make) -> None:
    play = game().with_sr()
    assert play.node == "idle"
    play.radio("3 4").say("correct").say("place", "U5", "2")
    assert (play.node, play.counter, play.hex) == ("idle", Counter.SR, "U5")


@pytest.mark.rule("C1.4")
@pytest.mark.parametrize(("counter", "reach"), [("sr", 18), ("ffe", 3)])
def test_how_far_a_counter_is_corrected(game: Make, counter: str, reach: int) -> None:
    play = (game().with_sr("A5") if counter == "sr" else game().with_ffe("A5")).radio("3 4")
    play.say("correct")
    start = GRID.hex("A5")
    along = [h for h in GRID.hexes if h.distance(start) == reach]
    beyond = [h for h in GRID.hexes if h.distance(start) == reach + 1]
    for hex in (beyond[0], start):
        with pytest.raises(Refusal) as refused:
            play.say("place", GRID.label(hex))
        assert refused.value.rule == "C1.4"
    play.say("place", GRID.label(along[0]), "1")
    assert play.hex == GRID.label(along[0])


@pytest.mark.rule("C1.4", "C1.31")
def test_the_extent_of_error_is_limited_by_the_correction() -> None:
    aim = Aim(U3, 2, start=U3 + Hex(0, 4))
    assert [extent_of_error(aim, white) for white in range(1, 7)] == [1, 2, 2, 2, 2, 2]
    assert longest_error(aim._replace(start=U3 + Hex(0, 3))) == 1
    assert longest_error(aim._replace(start=U3 + Hex(0, 18))) == 6
    assert longest_error(aim._replace(start=None)) == 6
    assert longest_error(aim._replace(forced=True)) == 6


@pytest.mark.rule("C1.4", "C1.335")
def test_a_forced_correction_is_never_accurate(game: Make) -> None:
    play = game().with_sr()
    play.facts |= {"sees_blast_height": False, "sees_blast_height_but_for_smoke": False}
    play.radio("3 4").say("forced_correction").say("place", "U5", "4 6")
    assert ("accuracy", "impossible") in play.ways
    assert play.state.marker is not None
    assert play.state.marker.hex.distance(GRID.hex("U5")) == 6, "no limit to the error"


@pytest.mark.rule("C1.62", "C1.4")
def test_hindrances_spoil_the_accuracy(game: Make) -> None:
    play = game().with_sr()
    play.facts["hindrance@U7"] = 2
    play.radio("3 4").say("correct").say("place", "U7", "1 1")
    assert ("accuracy", "impossible") in play.ways, "no dr is made that cannot succeed"
    assert play.hex == "U6"
    one = game()
    one.facts["hindrance"] = 1
    one.radio("3 4 black").say("place", "U3", "2 1 1")
    assert one.hex == "U2", "2 + 1 is not accurate"
    two = game()
    two.facts["hindrance"] = 1
    two.radio("3 4 black").say("place", "U3", "1")
    assert two.hex == "U3"


@pytest.mark.rule("C1.62")
def test_hindrance_is_not_asked_for_where_it_does_not_matter(game: Make) -> None:
    play = game(preregistered=("U3",))
    del play.facts["hindrance"]
    play.radio("3 4 black").say("place", "U3").say("with_sr", rolls="4")
    assert play.hex == "U3"


@pytest.mark.rule("C1.57")
@pytest.mark.parametrize(
    ("caliber", "kind", "mission", "levels"),
    [
        (70, Kind.GUNS, Mission.HE, 2),
        (60, Kind.GUNS, Mission.HE, None),
        (150, Kind.GUNS, Mission.HARASSING, None),
        (150, Kind.GUNS, Mission.SMOKE, None),
        (150, Kind.ROCKETS, Mission.HE, None),
    ],
)
def test_which_ffe_hinders_los(
    caliber: int, kind: Kind, mission: Mission, levels: int | None
) -> None:
    assert hindrance_levels(caliber, kind, mission) == levels


@given(
    limit=st.integers(1, 2),
    apart=st.one_of(st.none(), st.integers(1, 18)),
    hindrance=st.integers(0, 3),
    forced=st.booleans(),
    registered=st.booleans(),
    rockets=st.booleans(),
)
@pytest.mark.rule("C1.31", "C1.4", "C1.732")
def test_error_stays_within_its_limits(
    limit: int,
    apart: int | None,
    hindrance: int,
    forced: bool,
    registered: bool,
    rockets: bool,
) -> None:
    start = None if apart is None else U3 + Hex(1, -1) * apart
    aim = Aim(U3, limit, start, hindrance, False, forced, registered, rockets)
    most = 6 if apart is None or forced else -(-apart // 3)
    most = -(-most // 2) if registered else most
    found = impact_odds(aim)
    assert sum(found.values()) == 1
    for impact in found:
        assert impact.error == impact.hex.distance(U3) <= most
    needed = accuracy_needed(aim)
    assert found.chance(lambda i: i.error == 0) == Fraction(needed or 0, 6)


@pytest.mark.rule("C1.3", "C1.31")
def test_chances_of_a_first_round() -> None:
    aim = Aim(U3, 2)
    assert expected_error(aim) == Fraction(4, 6) * Fraction(21, 6)
    # accurate, or one hex off in any direction
    assert chance_in_area(aim, U3, 1) == Fraction(2, 6) + Fraction(4, 6) * Fraction(1, 6)
    # U4 is hit by a round in U3, or one hex off towards it or beside it, or two hexes that way
    near = Fraction(2, 6) + Fraction(4, 6) * (Fraction(3, 36) + Fraction(1, 36))
    assert chance_in_area(aim, GRID.hex("U4"), 1) == near


@pytest.mark.rule("C1.63")
def test_an_offboard_observer_needs_a_one() -> None:
    from hexfire.asl.artillery.battery import accuracy_number

    from .conftest import battery

    assert accuracy_number(battery(link=Link.OFFBOARD)) == 1
    assert accuracy_number(battery()) == 2
