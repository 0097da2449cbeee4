"""C13.5–C13.59: the Molotov Projector's own rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire
from hexfire.asl.antitank.projector import after_hit, refuse_projector
from hexfire.asl.antitank.users import Team
from hexfire.asl.counters import Squad, Vehicle, catalogue
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.projector import unarmored_effect
from hexfire.asl.effects.struck import struck_by
from hexfire.asl.effects.to_kill import kill_number
from hexfire.asl.gunnery.throw import thrown
from hexfire.asl.gunnery.weapons import target_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import latw_table, weapon
from hexfire.asl.shots.shot import Facing, Firer, Shot, Target, TargetKind
from hexfire.asl.shots.targets import Effect, Personnel, Rank
from hexfire.dice import DR, Dice, odds, play
from hexfire.rulebook import Refusal

CREW = Personnel(rank=Rank.CREW, morale=8, broken_morale=8)
MOL_P = weapon("MOL-P", "1942-10")


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C13.5")
def test_figures() -> None:
    figures = latw_table()["MOL-P"]
    assert (figures.pp, figures.b, figures.x, figures.range) == (2, 11, 12, 4)


@pytest.mark.rule("C13.51")
def test_what_it_cannot_do() -> None:
    refuse_projector(Phase.PFPH, 3, 3)
    refuse_projector(Phase.DFF, 3, 0, other_fire_this_phase=True)
    for phase in (Phase.PFPH, Phase.DFPH):
        with refused("C13.51"):
            refuse_projector(phase, 3, 0, other_fire_this_phase=True)
    for rise in (3, -3):
        with refused("C13.51"):
            refuse_projector(Phase.PFPH, 2, rise)
    wrongs: tuple[dict[str, bool], ...] = (
        {"aboard": True},
        {"area": True},
        {"deliberate_immobilization": True},
        {"intensive_or_sustained": True},
    )
    for wrong in wrongs:
        with refused("C13.51"):
            refuse_projector(Phase.PFPH, 2, 0, **wrong)


def counter(name: str) -> Vehicle:
    found = catalogue().find(name)
    assert isinstance(found, Vehicle)
    return found


def men(**what: Any) -> Target:
    squad = next(c for c in catalogue() if isinstance(c, Squad) and c.nation == "German")
    return Target(name="men", kind=TargetKind.INFANTRY, unit=squad, **what)


def at(target: Target, **what: Any) -> AtShot:
    firer = Firer(**what.pop("firer", {}))
    given = {"range": 2, "date": "1942-10", "nation": "Russian"} | what
    shot = Shot(weapon=MOL_P, target=target, firer=firer, **given)
    return AtShot(shot=shot, men=(CREW,))


def afv(**what: Any) -> Target:
    return replace(target_of(counter("PzKpfw IVF2")), **what)


@pytest.mark.rule("C13.5", "C13.42")
def test_it_is_aimed_with_its_own_numbers_at_everything() -> None:
    assert [aim(at(afv(), range=n)).number for n in range(5)] == [10, 9, 8, 6, 4]
    assert [aim(at(men(), range=n)).number for n in range(5)] == [10, 9, 8, 6, 4]
    with pytest.raises(Refusal):
        aim(at(men(), range=5))
    late = aim(at(men(), phase=Phase.AFPH)).aim.tally.as_dict()
    assert late == {"C3": 2}


@pytest.mark.rule("C13.51")
def test_leadership_never_helps_and_a_squad_is_not_qualified() -> None:
    led = at(afv(), firer={"leadership": -2})
    assert "leadership" not in aim(led).aim.tally.as_dict()
    squad = replace(at(afv()), men=(Personnel(),))
    assert aim(squad).aim.tally.as_dict()["H"] == 2
    inside = at(men(), firer={"terrain": "building_stone"})
    assert aim(inside).aim.tally.as_dict() == {}  # no Backblast, no Case C3
    with refused("C13.51"):
        aim(replace(led, other_fire_this_phase=True))


@pytest.mark.rule("C13.52")
def test_an_original_2_is_a_critical_hit() -> None:
    th = aim(at(afv()))
    critical = [
        (a, b)
        for a in range(1, 7)
        for b in range(1, 7)
        if any(hit.is_ch for hit in thrown(Dice(), th, DR(a, b)).hits)
    ]
    assert critical == [(1, 1)]


@pytest.mark.rule("C13.54", "C13.53")
def test_against_armour() -> None:
    def final(name: str, facing: Facing, ch: bool = False) -> int:
        unit = counter(name)
        th = aim(at(replace(target_of(unit), facing=facing)))
        (hit,) = thrown(Dice(), th, DR(1, 1) if ch else DR(1, 3)).hits
        return kill_number(hit).final

    closed, open_topped = "PzKpfw IVF2", "SPW 251/1"
    assert final(closed, Facing.FRONT) == final(closed, Facing.SIDE) == 6
    assert final(closed, Facing.REAR) == 7
    assert final(open_topped, Facing.FRONT) == 7
    assert final(open_topped, Facing.REAR) == 8
    assert final(closed, Facing.FRONT, ch=True) == 12
    # hit (1,3), then TK# 6: below it and at half of it the tank burns, at 6 it is a wreck
    for faces, effect in (
        ([1, 3, 1, 2], Effect.BURNING),
        ([1, 3, 2, 3], Effect.BURNING),
        ([1, 3, 3, 3, 6, 6], Effect.ELIMINATED),
        ([1, 3, 3, 4], Effect.NONE),
    ):
        result = play(Dice(faces), at_fire, at(afv()))
        assert result.shot.effects[0].effect is effect


@pytest.mark.rule("C13.54")
@pytest.mark.rule("C13.54#4")
def test_exposed_crews_take_the_specific_collateral_attack() -> None:
    rider = Personnel(rank=Rank.SQUAD, morale=7, broken_morale=7)
    ridden = at(afv(riders=(rider,)))
    # a TK DR of 7 leaves the tank alone and is a PTC on the 4FP column: 8 pins who rides
    result = play(Dice([1, 3, 3, 4, 4, 4]), at_fire, ridden)
    assert result.shot.effects[0].effect is Effect.NONE
    assert result.shot.effects[0].aboard[0].pinned
    calm = play(Dice([1, 3, 4, 4]), at_fire, ridden)
    assert calm.shot.effects[0].aboard == (rider,)


@pytest.mark.rule("C13.55")
def test_against_unarmored_vehicles() -> None:
    assert [unarmored_effect(dr, 9) for dr in (4, 5, 8, 9, 10)] == [
        Effect.BURNING,
        Effect.ELIMINATED,
        Effect.ELIMINATED,
        Effect.IMMOBILIZED,
        Effect.NONE,
    ]
    assert [unarmored_effect(dr, 18) for dr in (9, 10, 12)] == [
        Effect.BURNING,
        Effect.ELIMINATED,
        Effect.ELIMINATED,
    ]
    truck = at(target_of(counter("Opel Blitz")))
    on_truck = [thrown(Dice(), aim(truck), DR(1, white)).hits[0] for white in (1, 3)]
    assert [kill_number(hit).final for hit in on_truck] == [18, 9]
    assert play(Dice([2, 3, 4, 5]), at_fire, truck).shot.effects[0].effect is Effect.IMMOBILIZED


@pytest.mark.rule("C13.56")
def test_against_men() -> None:
    th = aim(at(men(terrain="building_stone"), range=1))
    hits = thrown(Dice(), th, DR(2, 3)).hits
    assert [(s.column, s.drm) for s in struck_by(hits)] == [(4, 0)]
    critical = thrown(Dice(), th, DR(1, 1)).hits
    assert [(s.column, s.drm) for s in struck_by(critical)] == [(8, -3)]


@pytest.mark.rule("C13.57", "C13.58")
@pytest.mark.rule("C13.57#2")
def test_what_a_hit_leaves_behind() -> None:
    assert [after_hit(c, "woods").flame for c in range(1, 7)] == [True] + [False] * 5
    assert not after_hit(1, "open_ground").flame
    in_woods = at(men(terrain="woods"))
    lit = play(Dice([1, 2, 6, 6]), at_fire, in_woods)
    assert (lit.smoke, lit.flames) == (True, ("target",))
    behind_a_wall = at(men(terrain="wall", ground="woods"))  # the wall covers, the woods burn
    assert play(Dice([1, 2, 6, 6]), at_fire, behind_a_wall).flames == ("target",)
    dark = play(Dice([2, 1, 6, 6]), at_fire, in_woods)
    assert (dark.smoke, dark.flames) == (True, ())
    missed = play(Dice([6, 4]), at_fire, in_woods)
    assert (missed.smoke, missed.flames, missed.hit) == (False, (), False)
    hot = play(Dice([6, 1, 6, 6]), at_fire, in_woods)
    assert hot.hit and hot.flames == () and hot.men == in_woods.men


@pytest.mark.rule("C13.59")
def test_breakdown() -> None:
    def state(faces: list[int], **firer: Any) -> tuple[WeaponState, tuple[str, ...]]:
        result: AtOutcome = play(Dice(faces), at_fire, at(afv(), firer=firer))
        assert result.shot is not None
        return result.shot.weapon, result.flames

    assert state([5, 6]) == (WeaponState.MALFUNCTIONED, ())
    assert state([6, 6]) == (WeaponState.DISABLED, ())
    assert state([6, 6], terrain="woods") == (WeaponState.DISABLED, ("firer",))
    assert state([5, 5]) == (WeaponState.WORKING, ())
    assert state([5, 5], inexperienced=True) == (WeaponState.MALFUNCTIONED, ())
    assert state([5, 6], inexperienced=True) == (WeaponState.DISABLED, ())
    assert state([4, 4], captured=True) == (WeaponState.WORKING, ())
    assert state([4, 5], captured=True) == (WeaponState.MALFUNCTIONED, ())
    assert state([5, 5], captured=True) == (WeaponState.DISABLED, ())


def test_the_odds_add_up() -> None:
    chances = odds(at_fire, at(afv()))
    assert sum(chances.values()) == 1
    assert chances.chance(lambda o: o.hit) == Fraction(26, 36)  # TH# 8
    two = replace(at(afv()), team=Team((Rank.LEADER, Rank.LEADER), "Russian"))
    assert aim(two).aim.tally.as_dict() == {}
