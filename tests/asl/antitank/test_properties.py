"""What holds for every shot of a light weapon: sums, replay, distance, hindrance, dates."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hexfire.asl.antitank.answer import at_answer
from hexfire.asl.antitank.fire import AtShot, at_fire, ways
from hexfire.asl.antitank.party import Party, at_shot
from hexfire.asl.counters import catalogue
from hexfire.asl.gunnery.weapons import target_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import exists, latw_table, max_range, weapon
from hexfire.asl.shots.shot import Facing, Firer, Shot
from hexfire.asl.shots.targets import Rank
from hexfire.dice import Dice, play, seeded
from hexfire.rulebook import Refusal

MONTHS = [f"{year}-{m:02}" for year in range(1942, 1946) for m in (1, 4, 6, 9, 10, 12)]
TANKS = [target_of(catalogue().find(name)) for name in ("am-M4", "ru-T34M41", "ge-spw2511")]


@st.composite
def shots(draw: Any) -> AtShot:
    latw = draw(st.sampled_from(sorted(latw_table())))
    date = draw(st.sampled_from(MONTHS))
    assume(exists(latw, date, ssr=True))
    the_weapon = weapon(latw, date, ssr=True)
    firer = Firer(
        terrain=draw(st.sampled_from(["open_ground", "woods", "building_stone", "rubble_stone"])),
        pinned=draw(st.booleans()),
        cx=draw(st.booleans()),
        leadership=draw(st.sampled_from([0, -1, -2])),
        captured=draw(st.booleans()),
    )
    target = replace(
        draw(st.sampled_from(TANKS)),
        facing=draw(st.sampled_from(list(Facing))),
        moving=draw(st.booleans()),
        concealed=draw(st.booleans()),
        hd=draw(st.booleans()),
    )
    shot = Shot(
        weapon=the_weapon,
        target=target,
        range=draw(st.integers(0, max_range(latw, date))),
        phase=draw(st.sampled_from([Phase.PFPH, Phase.DFPH, Phase.AFPH])),
        nation=the_weapon.nation,
        date=date,
        firer=firer,
        hindrance=draw(st.integers(0, 3)),
    )
    rank = draw(st.sampled_from([Rank.SQUAD, Rank.HS, Rank.CREW, Rank.HERO]))
    at = at_shot(shot, Party(by=(rank,), ssr=True))
    return draw(st.sampled_from(ways(at)))


@settings(max_examples=40, deadline=None)
@given(shots())
def test_all_odds_sum_to_one(at: AtShot) -> None:
    found = at_answer(at, others=False)
    assert sum(found.shot.outcomes.values()) == 1
    assert all(sum(risk.harm.values()) == 1 for risk in found.risks)
    assert 0 <= found.killed <= found.hurt <= found.hit <= found.fires <= 1
    if found.check is not None:
        assert sum(found.check.values()) == 1


@settings(max_examples=60, deadline=None)
@given(shots(), st.integers(0, 10**6))
def test_a_recording_replays_to_the_same_end(at: AtShot, seed: int) -> None:
    dice = Dice(source=seeded(seed))
    first = play(dice, at_fire, at)
    again = Dice(dice.faces)
    assert play(again, at_fire, at) == first
    assert not again.left_over


@settings(max_examples=40, deadline=None)
@given(shots())
def test_hindrance_never_helps(at: AtShot) -> None:
    worse = replace(at, shot=replace(at.shot, hindrance=at.shot.hindrance + 1))
    assert at_answer(worse, others=False).hit <= at_answer(at, others=False).hit


@pytest.mark.rule("C13.33", "C13.42")
@settings(max_examples=40, deadline=None)
@given(shots())
def test_distance_never_helps(at: AtShot) -> None:
    # within the own hex the target shows another side, so look from one hex on
    assume(1 <= at.shot.range < (at.shot.weapon.max_range or 0))
    farther = replace(at, shot=replace(at.shot, range=at.shot.range + 1))
    assert at_answer(farther, others=False).hit <= at_answer(at, others=False).hit


@pytest.mark.rule("C13.8", "C13.81")
@settings(max_examples=40, deadline=None)
@given(shots())
def test_every_listed_way_is_legal_and_desperation_is_never_safer(at: AtShot) -> None:
    found = at_answer(at)
    assert all(way.refused is None for way in found.ways)
    prices = {way.how.value: way for way in found.ways}
    if found.fires and {"case_c3", "desperation"} <= set(prices):
        assert prices["desperation"].hit >= prices["case_c3"].hit
        assert prices["desperation"].risk > prices["case_c3"].risk


@pytest.mark.rule("C13.3", "C13.32")
@given(st.sampled_from(MONTHS), st.integers(0, 4))
def test_a_pf_reaches_as_far_as_its_month_allows(date: str, range_: int) -> None:
    def fires() -> bool:
        try:
            the_weapon = weapon("PF", date)
            shot = Shot(weapon=the_weapon, target=TANKS[0], range=range_, date=date)
            at_answer(at_shot(shot, Party()), others=False)
        except Refusal:
            return False
        return True

    reach = 3 if date >= "1945-01" else 2 if date >= "1944-06" else 1 if date >= "1943-10" else -1
    assert fires() == (range_ <= reach)
