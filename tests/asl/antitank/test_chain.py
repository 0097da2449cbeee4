"""Shots of PF, BAZ, PSK, PIAT, ATR and RCL from the check to the effects, with all their risks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.antitank.backblast import Bystander, How, Position
from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire, prepare, ways
from hexfire.asl.antitank.panzerfaust import Checked, PfUser
from hexfire.asl.antitank.users import Team
from hexfire.asl.counters import Gun, Squad, Vehicle, catalogue
from hexfire.asl.effects.ammunition import he_equivalent, leaves_residual
from hexfire.asl.effects.breakdown import WeaponState, repair
from hexfire.asl.effects.struck import hit_payload
from hexfire.asl.effects.to_kill import kill_number
from hexfire.asl.gunnery.fire import shot_odds
from hexfire.asl.gunnery.throw import thrown
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import weapon
from hexfire.asl.shots.shot import Ammo, Facing, Firer, Kind, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import Effect, GunState, Personnel, Rank
from hexfire.dice import DR, Dice, odds, play
from hexfire.rulebook import Refusal

SQUAD = Personnel(rank=Rank.SQUAD, morale=7, broken_morale=7)
LEADER = Personnel(rank=Rank.LEADER, morale=8, broken_morale=8)
DATE = "1944-08"


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


def unit(name: str, nation: str | None = None) -> Any:
    return catalogue().find(name, nation)


def sherman(**what: Any) -> Target:
    """A Sherman, but of average size: that keeps the sums short."""
    counter = unit("am-M4")
    assert isinstance(counter, Vehicle)
    return replace(target_of(counter), **({"size": 0} | what))


def men(name: str = "men", **what: Any) -> Target:
    squad = next(c for c in catalogue() if isinstance(c, Squad) and c.nation == "American")
    given = {"terrain": "building_stone"} | what
    return Target(name=name, kind=TargetKind.INFANTRY, unit=squad, **given)


def shot_with(latw: str, target: Target | None = None, **what: Any) -> AtShot:
    firer = Firer(**what.pop("firer", {}))
    more = {k: what.pop(k) for k in tuple(what) if k in AtShot.__struct_fields__ and k != "shot"}
    given: dict[str, Any] = {"range": 1, "date": DATE} | what
    the_weapon = weapon(latw, given["date"], ssr=True)
    shot = Shot(
        weapon=the_weapon,
        target=target or sherman(),
        nation=the_weapon.nation,
        firer=firer,
        **given,
    )
    return AtShot(**({"men": (SQUAD,), "shot": shot} | more))


def pf(target: Target | None = None, **what: Any) -> AtShot:
    return shot_with("PF", target, **({"pf": PfUser()} | what))


def drm(at: AtShot) -> dict[str, int]:
    return dict(aim(at).aim.tally.as_dict())


# --- Panzerfaust --------------------------------------------------------------------------------


@pytest.mark.rule("C13.33", "C13.1")
def test_example_c13_33_a_pf_at_two_hexes() -> None:
    still = pf(range=2)
    assert (aim(still).number, drm(still)) == (6, {})
    late = pf(range=2, phase=Phase.AFPH)
    assert (aim(late).number, drm(late)) == (6, {"C3": 2})
    assert aim(late).needed(aim(late).aim) == 4
    waiting = pf(range=2, phase=Phase.AFPH, firer={"opportunity_fire": True})
    waiting = replace(waiting, how=How.OPPORTUNITY_FIRE)
    assert drm(waiting) == {}
    at_men = pf(men(terrain="building_stone"), range=2)
    assert aim(at_men).number == 6


@pytest.mark.rule("C13.31", "C13.3")
def test_the_whole_chain_of_a_panzerfaust() -> None:
    chances = odds(at_fire, pf(range=2))
    assert sum(chances.values()) == 1
    assert chances.chance(lambda o: o.check is Checked.FIRES) == Fraction(1, 2)
    assert chances.chance(lambda o: o.hit) == Fraction(1, 2) * Fraction(15, 36)
    pinned = chances.chance(lambda o: o.check is Checked.PINNED and o.men[0].pinned)
    assert pinned == Fraction(1, 6)
    # an Original 12 with the PF in hand reduces the squad
    reduced = chances.chance(lambda o: o.men[0].rank is Rank.HS)
    assert reduced == Fraction(1, 2) * Fraction(1, 36)
    safe = chances.chance(lambda o: o.men == (SQUAD,))
    assert safe == 1 - pinned - reduced


@pytest.mark.rule("C13.36")
def test_a_twelve_misses_and_costs_casualties() -> None:
    sure = pf(sherman(hazardous=True), range=0)  # TH# 10, -2: even a 12 would hit
    result = play(Dice([1, 6, 6]), at_fire, sure)
    assert (result.hit, result.men[0].rank) == (False, Rank.HS)
    assert result.shot.weapon is WeaponState.WORKING  # no malfunction of a thing thrown away
    green = replace(sure, shot=replace(sure.shot, firer=Firer(inexperienced=True)))
    assert play(Dice([1, 5, 6]), at_fire, green).men[0].rank is Rank.HS
    assert play(Dice([1, 5, 6, 1, 1]), at_fire, sure).hit
    leader = replace(sure, men=(LEADER,), pf=PfUser(rank=Rank.LEADER))
    assert play(Dice([1, 6, 6, 3]), at_fire, leader).men[0].wounded
    assert play(Dice([1, 6, 6, 6]), at_fire, leader).men[0].eliminated


@pytest.mark.rule("C13.36")
def test_duds_and_an_ift_twelve() -> None:
    hit = [1, 1, 3]
    dud = play(Dice([*hit, 6, 6]), at_fire, pf())
    assert dud.shot.effects[0].effect is Effect.DUD
    pinned_down = men(hazardous=True)
    none = play(Dice([*hit, 6, 6]), at_fire, pf(pinned_down))
    assert none.hit and none.shot.effects[0].rank is Rank.SQUAD
    assert not none.shot.effects[0].broken


@pytest.mark.rule("C13.34", "C13.48", "C13.43", "C13.6")
@pytest.mark.parametrize(
    ("latw", "date", "tk"),
    [
        ("PF", "1944-08", 31),
        ("PFk", "1943-09", 22),
        ("BAZ43", "1943-02", 13),
        ("BAZ44", "1944-08", 16),
        ("BAZ45", "1945-02", 16),
        ("PSK", "1944-08", 26),
        ("PIAT", "1944-08", 15),
    ],
)
def test_basic_tk_numbers(latw: str, date: str, tk: int) -> None:
    th = aim(shot_with(latw, date=date))
    (hit,) = thrown(Dice(), th, DR(2, 3)).hits
    number = kill_number(hit)
    assert (number.table, number.basic) == ("HEAT", tk)


@pytest.mark.rule("C13.43", "C13.48", "C13.9")
@pytest.mark.parametrize(("latw", "fp"), [("BAZ44", 8), ("PIAT", 8), ("PSK", 12), ("PF", 16)])
def test_shaped_charges_against_men(latw: str, fp: int) -> None:
    th = aim(shot_with(latw, men(terrain="building_stone"), range=0))
    assert th.shot.ammo is Ammo.HEAT
    (hit,) = thrown(Dice(), th, DR(2, 3)).hits
    assert hit_payload(hit).column == fp
    with refused("C8.31"):  # men in the open are no target for HEAT
        aim(shot_with(latw, men(terrain="open_ground")))
    with refused("C2.21"):
        aim(shot_with(latw, men(), ammo=Ammo.HE))
    with refused("C13.1"):
        aim(shot_with(latw, men(), target_type=TargetType.AREA))


@pytest.mark.rule("C13.31")
@pytest.mark.rule("C13.31#14", "C13.31#15", "C13.31#16")
def test_a_pf_strikes_one_unit() -> None:
    crowd = pf(men("one"), others=(men("two"), men("three")))
    # check 1, hit 1,4; selection 2,5,5; then the IFT DR
    two = play(Dice([1, 1, 2, 2, 5, 5, 6, 6]), at_fire, crowd)
    assert [s.name for s in two.shot.hits] == ["two", "three"]
    three = replace(men("three"), manning="HMG")
    armed = pf(men("one"), others=(men("two"), three))
    chosen = replace(armed, choose_target="three")
    assert [s.name for s in play(Dice([1, 1, 2, 6, 6]), at_fire, chosen).shot.hits] == ["three"]
    # who has no Gun or SW, or is concealed, cannot be named: Random Selection it is
    for wrong in (crowd, pf(men("one"), others=(men("two"), replace(three, concealed=True)))):
        picked = play(
            Dice([1, 1, 2, 5, 2, 1, 6, 6]), at_fire, replace(wrong, choose_target="three")
        )
        assert [s.name for s in picked.shot.hits] == ["one"]
    assert not leaves_residual(crowd.shot.weapon, Ammo.HEAT)
    assert leaves_residual(weapon("BAZ44", DATE), Ammo.HEAT)


@pytest.mark.rule("C13.31", "C13.32", "C13.3")
def test_a_pf_that_cannot_be_fired() -> None:
    with refused("C3.52"):
        aim(pf(range=2, date="1944-05"))
    with refused("C13.31"):
        aim(replace(pf(), pf_left=0))
    with refused("C13.31"):
        aim(replace(pf(phase=Phase.DFF), subsequent_first_fire=True))


@pytest.mark.rule("C13.35")
def test_leadership_with_a_pf() -> None:
    led = pf(firer={"leadership": -2})
    assert drm(led) == {"leadership": -2}
    another_directs = replace(led, men=(LEADER,), pf=PfUser(rank=Rank.LEADER))
    assert drm(another_directs) == {"leadership": -2}


# --- backblast indoors --------------------------------------------------------------------------


@pytest.mark.rule("C13.8", "C13.81")
def test_three_ways_to_fire_from_a_building() -> None:
    inside = shot_with(
        "PSK",
        phase=Phase.PFPH,
        position=Position.BUILDING,
        firer={"terrain": "building_stone"},
        how=How.CASE_C3,
    )
    found = {way.how: way for way in ways(inside)}
    assert list(found) == [How.OPPORTUNITY_FIRE, How.CASE_C3, How.DESPERATION]
    assert drm(found[How.OPPORTUNITY_FIRE]) == {}
    assert prepare(found[How.OPPORTUNITY_FIRE]).phase is Phase.AFPH
    assert drm(found[How.CASE_C3]) == {"C3": 2}
    assert drm(found[How.DESPERATION]) == {}
    hits = {how: odds(at_fire, way).chance(lambda o: o.hit) for how, way in found.items()}
    assert hits[How.CASE_C3] < hits[How.DESPERATION] == hits[How.OPPORTUNITY_FIRE]
    risk = {
        how: odds(at_fire, way).chance(lambda o: o.men != (SQUAD,)) for how, way in found.items()
    }
    assert risk[How.CASE_C3] == risk[How.OPPORTUNITY_FIRE] == 0
    assert risk[How.DESPERATION] > Fraction(1, 4)
    late = replace(inside, shot=replace(inside.shot, phase=Phase.AFPH))
    assert drm(late) == {"C3": 4}
    with refused("C13.8"):
        aim(replace(inside, how=How.PLAIN))


@pytest.mark.rule("C13.81")
def test_desperation_strikes_everyone_in_the_location() -> None:
    crowd = shot_with(
        "BAZ44",
        position=Position.PILLBOX,
        men=(SQUAD, SQUAD, LEADER),
        how=How.DESPERATION,
        team=Team((Rank.SQUAD,), "American"),
    )
    chances = odds(at_fire, crowd)
    assert chances.chance(lambda o: len(o.men) != 3) == 0
    all_hurt = chances.chance(lambda o: all(m.broken or m.eliminated for m in o.men))
    assert all_hurt > 0
    six = shot_with("BAZ44", position=Position.PILLBOX, how=How.DESPERATION)
    assert play(Dice([6, 4]), at_fire, six).men == (SQUAD,)  # a coloured 6 does nothing


@pytest.mark.rule("C13.8")
def test_pinned_or_upstairs_there_is_only_desperation() -> None:
    inside = shot_with("PSK", position=Position.BUILDING, firer={"terrain": "building_stone"})
    pinned = Firer(terrain="building_stone", pinned=True)
    for at in (replace(inside, shot=replace(inside.shot, firer=pinned)), replace(inside, floor=1)):
        assert [way.how for way in ways(at)] == [How.DESPERATION]


@pytest.mark.rule("C13.8", "C13.6", "C13.61")
def test_steep_shots_and_the_piat() -> None:
    with refused("C13.8"):
        aim(shot_with("PSK", sherman(level=2)))
    with refused("C13.61"):
        aim(shot_with("PIAT", sherman(level=-1)))
    upward = shot_with("PIAT", sherman(level=2))
    assert aim(upward).number == 9
    inside = shot_with("PIAT", position=Position.BUILDING, firer={"terrain": "building_stone"})
    assert [way.how for way in ways(inside)] == [How.PLAIN]
    assert drm(inside) == {}


# --- BAZ, PSK, PIAT -----------------------------------------------------------------------------


@pytest.mark.rule("C13.42", "C13.1")
def test_own_tables_and_latw_drm() -> None:
    numbers = {
        "BAZ43": [11, 9, 8, 7, 4],
        "BAZ44": [11, 9, 8, 7, 4],
        "BAZ45": [11, 10, 9, 8, 6, 4],
        "PSK": [11, 9, 8, 7, 4],
        "PIAT": [11, 9, 7, 5],
    }
    for latw, expected in numbers.items():
        at = shot_with(latw, date="1945-03")
        found = [
            aim(replace(at, shot=replace(at.shot, range=n))).number for n in range(len(expected))
        ]
        assert found == expected
        with pytest.raises(Refusal):
            aim(replace(at, shot=replace(at.shot, range=len(expected))))
    moving = shot_with("BAZ44", sherman(moving=True, facing=Facing.SIDE), range=2)
    assert drm(moving) == {"J": 2}  # and no Case L, though so near
    cx = shot_with("BAZ44", firer={"cx": True, "pinned": True})
    assert drm(cx) == {"CX": 1, "D": 2}
    assert drm(shot_with("BAZ44", firer={"hexspines_turned": 2})) == {}  # no CA


@pytest.mark.rule("C13.46")
def test_baz45_wp_runs_out() -> None:
    wp = shot_with("BAZ45", men(terrain="woods"), date="1945-03", ammo=Ammo.WP, range=2)
    th = aim(wp)
    assert th.depletion == 6
    with refused("C2.26"):
        aim(shot_with("BAZ44", men(), ammo=Ammo.WP))


@pytest.mark.rule("C13.47", "C13.63")
def test_breakdown() -> None:
    def state(latw: str, a: int, b: int) -> WeaponState:
        result: AtOutcome = play(Dice([a, b]), at_fire, shot_with(latw))
        assert result.shot is not None
        return result.shot.weapon

    assert [state("BAZ44", 5, 5), state("BAZ44", 5, 6)] == [
        WeaponState.WORKING,
        WeaponState.DISABLED,
    ]
    assert state("PSK", 5, 5) is WeaponState.DISABLED
    assert [state("PIAT", 4, 6), state("PIAT", 6, 6)] == [WeaponState.MALFUNCTIONED] * 2
    figures = unit("PIAT")
    repaired = [repair(Dice([f]), figures.repair, figures.disabled) for f in range(1, 7)]
    assert repaired == [
        *[WeaponState.WORKING] * 2,
        *[WeaponState.MALFUNCTIONED] * 3,
        WeaponState.DISABLED,
    ]


@pytest.mark.rule("C13.44", "C13.45", "C13.62")
def test_leaders_and_heroes_with_rockets() -> None:
    led = {"leadership": -1}
    assert drm(shot_with("BAZ44", firer=led)) == {"leadership": -1}
    two = Team((Rank.LEADER, Rank.LEADER), "American")
    assert drm(shot_with("BAZ44", team=two)) == {}
    assert drm(shot_with("BAZ44", firer=led, team=two)) == {"leadership": -1}  # of a third
    hero = Team((Rank.HERO,), "American")
    assert drm(shot_with("BAZ44", firer={"hero": True}, team=hero)) == {"hero": -1}
    alone = Team((Rank.LEADER,), "British")
    assert drm(shot_with("PIAT", firer=led, team=alone)) == {"leadership": -1}


# --- ATR ----------------------------------------------------------------------------------------


def atr(target: Target, **what: Any) -> AtShot:
    firer = Firer(**what.pop("firer", {}))
    given: dict[str, Any] = {"range": 3, "date": "1942-07"} | what
    the_weapon = weapon_of(unit("ru-ruATR"), "1942-07")
    shot = Shot(weapon=the_weapon, target=target, nation="Russian", firer=firer, **given)
    return AtShot(shot=shot, men=(SQUAD,))


@pytest.mark.rule("C13.2", "C13.22", "C13.26")
def test_an_anti_tank_rifle_on_the_to_hit_table() -> None:
    at = atr(sherman())
    assert aim(at).basic == 10  # black, though Soviet
    assert aim(atr(sherman(), range=12)).basic == 9
    with refused("C3.52"):
        aim(atr(sherman(), range=13))
    (hit,) = thrown(Dice(), aim(at), DR(2, 3)).hits
    number = kill_number(hit)
    assert (number.table, number.basic) == ("AP", 6)
    far = kill_number(thrown(Dice(), aim(atr(sherman(), range=12)), DR(1, 2)).hits[0])
    near = kill_number(thrown(Dice(), aim(atr(sherman(), range=1)), DR(1, 2)).hits[0])
    assert far.modified < near.modified  # Case D, the row of 25mm or less
    taken = atr(sherman(), range=8, firer={"captured": True})
    assert (aim(taken).basic, drm(taken)["H"]) == (8, 2)
    assert play(Dice([6, 6]), at_fire, at).shot.weapon is WeaponState.MALFUNCTIONED


@pytest.mark.rule("C13.1", "C13.25")
def test_atr_cases() -> None:
    assert drm(atr(sherman(), phase=Phase.AFPH, range=8)) == {"C3": 2}
    assert drm(atr(sherman(), firer={"leadership": -1}, range=8)) == {"leadership": -1}

    def given_hit(at: AtShot) -> dict[Effect, Fraction]:
        """What a hull hit does, leader or no leader."""
        found: dict[Effect, Fraction] = {}
        for outcome, chance in odds(at_fire, at).items():
            if outcome.hit and not outcome.shot.hits[0].is_ch:
                effect = outcome.shot.effects[0].effect
                found[effect] = found.get(effect, Fraction(0)) + chance
        whole = sum(found.values())
        return {effect: chance / whole for effect, chance in found.items()}

    truck = target_of(unit("Opel Blitz"))
    assert given_hit(atr(truck, firer={"leadership": -2})) == given_hit(atr(truck))
    with refused("C13.1"):
        aim(atr(men(), target_type=TargetType.AREA))


@pytest.mark.rule("C13.23")
def test_an_atr_against_a_gun_is_solid_shot_of_one_fp() -> None:
    gun = unit("ge-AT50L")
    assert isinstance(gun, Gun)
    at = atr(target_of(gun), range=2)
    (hit,) = thrown(Dice(), aim(at), DR(2, 3)).hits
    assert hit_payload(hit).column == 1
    assert he_equivalent(at.shot.weapon, Ammo.AP) is None
    # C11.52: a K (DR 1 is impossible; a CH is not) destroys the Gun and its crew
    critical = play(Dice([1, 1, 1, 4, 4]), at_fire, at)
    assert critical.shot.effects[0].state is GunState.DESTROYED


@pytest.mark.rule("C13.24")
def test_an_atr_against_men() -> None:
    with refused("C13.24"):
        aim(atr(men(terrain="open_ground")))
    at_men = replace(atr(men(terrain="open_ground")).shot, range=12, phase=Phase.PFPH)
    at_men = replace(at_men, firer=Firer(cowers=False), target=replace(at_men.target, unit=SQUAD))
    # 1FP: 2-3 1MC, 4 NMC, 5 PTC
    broken = Fraction(3, 36) * Fraction(21, 36) + Fraction(3, 36) * Fraction(15, 36)
    found = shot_odds(at_men)
    assert found.chance(lambda o: isinstance(o.effects[0], Personnel) and o.effects[0].broken) == (
        broken
    )
    with refused("C13.24"):
        shot_odds(replace(at_men, range=13))
    big = replace(atr(men(terrain="open_ground")).shot.weapon, caliber=20)
    with_20 = atr(men(terrain="open_ground"))
    with_20 = replace(with_20, shot=replace(with_20.shot, weapon=big))
    (hit,) = thrown(Dice(), aim(with_20), DR(2, 3)).hits
    assert hit_payload(hit).column == 1


# --- RCL ----------------------------------------------------------------------------------------


def rcl(name: str, target: Target, **what: Any) -> AtShot:
    counter = unit(name)
    firer = Firer(**what.pop("firer", {}))
    more = {k: what.pop(k) for k in tuple(what) if k in AtShot.__struct_fields__ and k != "shot"}
    date = "1945-04" if counter.nation == "American" else "1944-06"
    given: dict[str, Any] = {"range": 6, "date": date} | what
    the_weapon = weapon_of(counter, date)
    shot = Shot(weapon=the_weapon, target=target, nation=counter.nation, firer=firer, **given)
    crew = Personnel(rank=Rank.CREW, morale=8, broken_morale=8)
    return AtShot(**({"shot": shot, "men": (crew,)} | more))


@pytest.mark.rule("C12.1", "C12.2")
def test_recoilless_rifles_and_their_users() -> None:
    us, german = rcl("57 RCL (M18)", men()), rcl("ge-RCL75s", men())
    assert (us.shot.weapon.sw, us.shot.weapon.backblast) == (True, True)
    assert (german.shot.weapon.sw, german.shot.weapon.kind) == (False, Kind.RCL)
    assert not rcl("75 RCL (M20)", men()).shot.weapon.backblast
    assert aim(us).basic == aim(german).basic == 8
    assert aim(us).shot.ammo is Ammo.HE
    assert dict(us.shot.weapon.ammo) == {Ammo.HEAT: 7, Ammo.WP: 6}
    assert "H" not in drm(us)
    squad = replace(us, men=(SQUAD,))
    assert drm(squad)["H"] == 2
    assert aim(squad).breakdown.total == us.shot.weapon.b - 2
    two = replace(us, team=Team((Rank.LEADER, Rank.LEADER), "American"))
    led = replace(two, shot=replace(two.shot, firer=Firer(leadership=-2)))
    assert drm(led) == drm(us)


@pytest.mark.rule("C12.23", "C13.8")
def test_rcl_positions() -> None:
    inside = {"terrain": "building_stone"}
    for name in ("75 RCL (M20)", "ge-RCL75s"):
        with refused("C12.23"):
            aim(rcl(name, men(), position=Position.BUILDING, firer=inside))
    small = rcl("57 RCL (M18)", men(), position=Position.BUILDING, firer=inside, how=How.CASE_C3)
    assert drm(small)["C3"] == 2
    assert How.DESPERATION in {way.how for way in ways(small)}


@pytest.mark.rule("C12.31", "C12.4")
def test_backblast_behind_a_rcl() -> None:
    busy = Bystander(SQUAD, fired_or_moved=True)
    at = rcl("ge-RCL75s", men(terrain="open_ground"), bystanders=(busy, Bystander(SQUAD)))
    # To Hit 1,6 hits nothing at 8 with +0? 7 hits; coloured 1 is K/1 for who has moved
    chances = odds(at_fire, at)
    assert chances.chance(lambda o: o.bystanders[1] != SQUAD) == 0
    # coloured 1: reduced for certain; 2, 3: 1MC; 4: NMC; 5: PTC; 6: nothing
    reduced = chances.chance(lambda o: o.bystanders[0].rank is Rank.HS)
    assert reduced >= Fraction(1, 6)
    fired = rcl("ge-RCL75s", men(terrain="open_ground"), zone=("woods", "open_ground", "grain"))
    lit = odds(at_fire, fired)
    # Original 11 (2/36), then 9+ in woods (10/36), 10+ in grain (6/36)
    assert lit.chance(lambda o: "woods" in o.flames) == Fraction(2, 36) * Fraction(10, 36)
    both = Fraction(2, 36) * Fraction(10, 36) * Fraction(6, 36)
    assert lit.chance(lambda o: o.flames == ("woods", "grain")) == both
