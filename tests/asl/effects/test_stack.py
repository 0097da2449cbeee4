"""The IFT on a whole Location."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.asl.effects.collateral import collateral
from hexfire.asl.effects.firetable import ift_attack, ift_result
from hexfire.asl.effects.job import Job, Task
from hexfire.asl.effects.leaders import leader_loss, leadership, touches
from hexfire.asl.effects.smoke import smoke_result
from hexfire.asl.effects.stack import ORDNANCE, Fire, Means, Struck, strike
from hexfire.asl.effects.vehicles import passenger_survival
from hexfire.asl.shots.targets import (
    AnyTarget,
    CrewFate,
    Effect,
    GunTarget,
    Personnel,
    Rank,
    Unknown,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import FP, cell
from hexfire.dice import Dice, Memo, Then, odds, odds_of_each, play, seeded

from .conftest import brute, crew, leader, squad, typed


def fire_table(
    dice: Dice, fp: FP, drm: int, targets: tuple[AnyTarget, ...], fire: Fire = ORDNANCE
) -> Then:
    """One attack on all targets of a Location."""
    return ift_attack(dice, strike(targets, fp, drm), fire)


def fates(results) -> list[str]:
    return [_fate(unit) for unit in results]


def _fate(unit: Personnel) -> str:
    if unit.eliminated:
        return "eliminated"
    words = [unit.rank.value] + [
        name for name in ("broken", "pinned", "wounded") if getattr(unit, name)
    ]
    return " ".join(words)


@pytest.mark.rule("A.9")
def test_random_selection_takes_all_who_tie_for_the_last_place() -> None:
    assert Dice((6, 3, 6)).selection(3) == (0, 2)
    assert Dice((5, 4, 4, 1)).selection(4, wanted=2) == (0, 1, 2)
    assert Dice((6, 6, 4, 1)).selection(4, wanted=2) == (0, 1)
    assert Dice().selection(2, wanted=3) == (0, 1)


@pytest.mark.rule("A7.301")
def test_kia_kills_by_lot_and_breaks_the_rest() -> None:
    # 12 FP, DR 2: 1KIA; the second of three rolls highest.
    stack = strike((squad(), squad(), squad(broken=True)), 12)
    after = typed(ift_result, stack, Fire(), 2, dice=(1, 6, 2))
    assert fates(after) == ["squad broken", "eliminated", "hs broken"]


@pytest.mark.rule("A7.301")
def test_kia_on_fewer_units_than_its_number_needs_no_lot() -> None:
    assert fates(typed(ift_result, strike((squad(), squad()), 36), Fire(), 2, dice=())) == [
        "eliminated",
        "eliminated",
    ]


@pytest.mark.rule("A7.302")
def test_k_reduces_one_and_all_who_are_left_check() -> None:
    # K/3: the first is selected and becomes a half-squad; then both take a 3MC (7: 4 passes).
    stack = strike((squad(), squad()), 12)
    after = typed(ift_result, stack, Fire(), 3, dice=(6, 1, 1, 2, 3, 3))
    assert fates(after) == ["hs", "squad broken"]


@pytest.mark.rule("A7.302", "A17.11")
def test_k_on_a_leader_is_a_wound() -> None:
    after = typed(ift_result, strike((leader(),), 12), Fire(), 3, dice=(2, 1, 1))
    assert fates(after) == ["leader wounded"]
    assert fates(typed(ift_result, strike((leader(),), 12), Fire(), 3, dice=(5,))) == ["eliminated"]


@pytest.mark.rule("A10.2", "A10.21")
def test_leaders_check_first_and_help_while_they_stand() -> None:
    # 12 FP, DR 8: 1MC. The leader (second in the stack) rolls first: 4 + 1 ≤ 9 passes.
    stack = strike((squad(), leader()), 12)
    assert fates(typed(ift_result, stack, Fire(), 8, dice=(2, 2, 3, 4))) == [
        "squad pinned",
        "leader",
    ]
    assert fates(typed(ift_result, stack, Fire(), 8, dice=(2, 2, 3, 3))) == ["squad", "leader"]


@pytest.mark.rule("A10.2")
def test_a_leader_who_breaks_brings_a_task_check_with_his_modifier_reversed() -> None:
    # The leader breaks (11 + 1 > 9); the squad passes its own 1MC, then pins on the LLTC (7 + 1).
    stack = strike((leader(), squad()), 12)
    after = typed(ift_result, stack, Fire(), 8, dice=(5, 6, 1, 1, 3, 4))
    assert fates(after) == ["leader broken", "squad pinned"]


@pytest.mark.rule("A10.2")
def test_a_leader_who_falls_brings_a_morale_check() -> None:
    # 1KIA by lot on the leader; the squad breaks by the KIA and then takes the LLMC broken: 8 + 1.
    stack = strike((leader(), squad()), 12)
    after = typed(ift_result, stack, Fire(), 2, dice=(6, 1, 4, 4))
    assert fates(after) == ["eliminated", "hs broken"]


@pytest.mark.rule("A10.2")
def test_units_of_equal_or_higher_morale_do_not_mind() -> None:
    stack = strike((leader(morale=8, broken_morale=8), crew()), 12)
    assert fates(typed(ift_result, stack, Fire(), 2, dice=(6, 1))) == ["eliminated", "crew broken"]


@pytest.mark.rule("A10.21")
def test_only_one_unbroken_leader_counts_and_never_a_bad_one() -> None:
    good, better, bad = leader(leadership=-1), leader(leadership=-2), leader(leadership=1)
    assert leadership((squad(), good, better), 0) == -2
    assert leadership((squad(), bad), 0) == 0
    assert leadership((squad(), leader(broken=True, leadership=-3), good), 0) == -1
    assert leadership((good,), 0) == 0
    assert leadership((squad(), leader(leadership=-2, wounded=True)), 0) == -1


@pytest.mark.rule("A7.3")
def test_each_target_meets_the_dr_with_its_own_column_and_drm() -> None:
    stack = (Struck(Unknown(), 12, 0), Struck(Unknown(drm=2), 12, 1), Struck(Unknown(), 6))
    assert typed(ift_result, stack, Fire(), 5, dice=()) == (cell("2MC"), cell("1MC"), cell("1MC"))


@pytest.mark.rule("A7.308")
@pytest.mark.parametrize(
    ("dr", "effect"),
    [
        (4, Effect.BURNING),
        (5, Effect.ELIMINATED),
        (7, Effect.ELIMINATED),
        (8, Effect.IMMOBILIZED),
        (9, Effect.NONE),
    ],
)
def test_an_unarmored_vehicle_by_its_line(dr: int, effect: Effect) -> None:
    truck = VehicleTarget(armored=False, crew=False)
    (after,) = typed(ift_result, strike((truck,), 12), Fire(), dr, dice=())
    assert after.effect is effect


@pytest.mark.rule("A7.308")
def test_no_more_vehicles_than_the_largest_kia_of_the_column() -> None:
    truck = VehicleTarget(armored=False, crew=False)
    # 1 FP: one at most; the lot falls on the second.
    after = typed(ift_result, strike((truck, truck), 1), Fire(), 2, dice=(2, 5))
    assert [found.effect for found in after] == [Effect.NONE, Effect.ELIMINATED]
    # 12 FP: up to three.
    after = typed(ift_result, strike((truck, truck), 12), Fire(), 7, dice=())
    assert [found.effect for found in after] == [Effect.ELIMINATED, Effect.ELIMINATED]


@pytest.mark.rule("C1.55")
@pytest.mark.parametrize(
    ("afs", "open_topped", "drm"),
    [((4, 3), False, -1), ((4, 3), True, -2), ((8, 11), False, 1), ((8, 6), False, 0)],
)
def test_armor_and_the_ift(afs: tuple[int, ...], open_topped: bool, drm: int) -> None:
    from hexfire.asl.effects.vehicles import armor_drm

    tank = VehicleTarget(afs=afs, open_topped=open_topped)
    assert armor_drm(tank).total == drm


@pytest.mark.rule("C1.55", "C7.7-T")
@pytest.mark.parametrize(
    ("dr", "turret", "effect"),
    [
        (2, True, Effect.BURNING),
        (4, True, Effect.ELIMINATED),
        (5, True, Effect.SHOCK),
        (6, True, Effect.SHOCK),
        (5, False, Effect.IMMOBILIZED),
        (7, True, Effect.NONE),
    ],
)
@pytest.mark.rule("C3.72#2", "C7.41#6", "C7.5#4", "C7.7-T#4", "C7.7#1")
def test_an_afv_under_indirect_fire_in_the_24_column(dr: int, turret: bool, effect: Effect) -> None:
    from hexfire.asl.effects.vehicles import by_ift

    tank = VehicleTarget(afs=(6, 3))
    assert by_ift(tank, 24, dr, turret) is effect


@pytest.mark.rule("C1.55")
def test_oba_finds_turret_or_hull_by_its_own_ift_dr() -> None:
    tank = VehicleTarget(afs=(6, 3))
    (after,) = typed(ift_attack, strike((tank,), 24), Fire(own_dr_location=True), dice=(2, 3))
    assert after.effect is Effect.SHOCK
    (after,) = typed(ift_attack, strike((tank,), 24), Fire(own_dr_location=True), dice=(3, 2, 4, 4))
    assert after.effect is Effect.IMMOBILIZED and after.crew is CrewFate.SAFE


@pytest.mark.rule("D.8", "D5.31", "D5.34", "C3.332")
def test_a_ce_crew_suffers_the_collateral_attack_of_the_same_dr() -> None:
    tank = VehicleTarget(afs=(6, 6), ce=True)
    # 12 FP, DR 6: nothing to the AFV; with the CE DRM +2 the crew takes a 1MC.
    (after,) = typed(ift_result, strike((tank,), 12), Fire(), 6, dice=(4, 4))
    assert (after.effect, after.crew) == (Effect.NONE, CrewFate.STUNNED)
    (after,) = typed(ift_result, strike((tank,), 12), Fire(), 6, dice=(3, 4))
    assert after.crew is CrewFate.PINNED
    buttoned_up = VehicleTarget(afs=(6, 6))
    (after,) = typed(ift_result, strike((buttoned_up,), 12), Fire(), 6, dice=())
    assert after.crew is CrewFate.SAFE


@pytest.mark.rule("D5.34", "D5.341")
def test_a_crew_is_recalled_by_a_k_or_when_stunned_again() -> None:
    tank = VehicleTarget(afs=(11, 11), ce=True)
    (after,) = typed(ift_result, (Struck(tank, 12, 4, prc_drm=-2),), Fire(), 3, dice=())
    assert after.crew is CrewFate.RECALLED
    stunned = VehicleTarget(afs=(6, 6), ce=True, stunned=True)
    (after,) = typed(ift_result, strike((stunned,), 12), Fire(), 6, dice=(4, 4))
    assert after.crew is CrewFate.RECALLED


@pytest.mark.rule("D.8", "C3.332")
@pytest.mark.rule("C3.332#7")
def test_riders_are_attacked_unless_their_vehicle_is_destroyed_or_shocked() -> None:
    tank = VehicleTarget(afs=(6, 6), cs=5, exposed=(squad(),))
    (after,) = typed(ift_result, strike((tank,), 12), Fire(), 6, dice=(1, 2))
    assert fates(after.aboard) == ["squad"]
    (after,) = typed(ift_result, strike((tank,), 12), Fire(), 6, dice=(5, 6))
    assert fates(after.aboard) == ["squad broken"]
    (after,) = typed(ift_result, strike((tank,), 12), Fire(turret=True), 3, dice=())
    assert after.effect is Effect.SHOCK and fates(after.aboard) == ["squad"]


@pytest.mark.rule("D6.9", "D5.6")
def test_passengers_of_a_wreck_survive_by_its_cs_number_unless_it_burns() -> None:
    # 12 FP, DR 2 on an AFV: KIA; 2 is more than half of 3. Crew DR, then the passengers' DR.
    carrier = VehicleTarget(afs=(6, 6), cs=5, exposed=(squad(),))
    (after,) = typed(ift_result, strike((carrier,), 12), Fire(), 2, dice=(2, 3, 3, 3))
    assert (after.effect, after.crew) == (Effect.ELIMINATED, CrewFate.SURVIVED)
    assert fates(after.aboard) == ["eliminated"]
    (after,) = typed(ift_result, strike((carrier,), 24), Fire(), 2, dice=())
    assert (after.effect, after.crew) == (Effect.BURNING, CrewFate.LOST)
    assert fates(after.aboard) == ["eliminated"]


@pytest.mark.rule("C8.4")
def test_bullets_and_canister_do_nothing_to_armor_on_the_ift() -> None:
    tank = VehicleTarget(afs=(1, 1))
    (after,) = typed(ift_result, strike((tank,), 36), Fire(means=Means.SMALL_ARMS), 2, dice=())
    assert after.effect is Effect.NONE


# -- the odds are the rule, run over every roll ------------------------------------------------

UNITS = st.sampled_from(
    [
        squad(),
        squad(broken=True),
        squad(drm=1),
        crew(),
        leader(),
        Personnel(rank=Rank.HERO, morale=9, broken_morale=9),
        GunTarget(crew=crew(), gunshield=2),
        GunTarget(),
        VehicleTarget(afs=(4, 1), ce=True, cs=5),
    ]
)


@pytest.mark.rule("A7.3")
@pytest.mark.parametrize(
    ("targets", "fp", "dr"),
    [
        ((squad(), crew()), 12, 8),
        ((squad(), squad(broken=True)), 12, 2),
        ((leader(), squad()), 1, 3),
        ((GunTarget(crew=crew(), gunshield=2), squad(broken=True)), 16, 4),
        ((VehicleTarget(afs=(4, 1), ce=True, cs=5), crew()), 12, 5),
        ((GunTarget(), squad()), 12, 3),
    ],
)
def test_folded_odds_are_those_of_every_single_roll(targets: tuple, fp: int, dr: int) -> None:
    stack = strike(targets, fp)
    whole = odds(ift_result, stack, Fire(), dr)
    assert sum(whole.values()) == 1
    assert dict(whole) == brute(ift_result, stack, Fire(), dr)


@pytest.mark.rule("A7.3")
def test_interchangeable_units_may_be_folded() -> None:
    stack = (squad(), squad(), crew())
    apart = odds(fire_table, 8, 0, stack)
    folded = odds(fire_table, 8, 0, stack, Fire(fold=True))
    assert len(folded) < len(apart)

    def counted(after):
        return tuple(sorted(fates(after)))

    assert folded.map(counted) == apart.map(counted)


@settings(max_examples=40, deadline=None)
@given(
    targets=st.lists(UNITS, min_size=1, max_size=4),
    fp=st.integers(1, 60),
    drm=st.integers(-3, 4),
    seed=st.integers(0, 999),
)
def test_any_attack_ends_and_gives_one_result_per_target(
    targets: list, fp: int, drm: int, seed: int
) -> None:
    after = play(Dice(source=seeded(seed)), fire_table, fp, drm, tuple(targets))
    assert len(after) == len(targets)
    for before, now in zip(targets, after, strict=True):
        if isinstance(before, Personnel):
            assert not (now.pinned and now.broken)
            assert now.eliminated or not before.broken or now.broken


HERO = Personnel(rank=Rank.HERO, morale=9, broken_morale=9)
LESSER = leader(morale=8, broken_morale=8, leadership=0, name="8-0")


@pytest.mark.rule("A7.3", "A10.2")
@pytest.mark.parametrize("penalty", [0, 1])
@pytest.mark.parametrize("fp", [8, 24])
@pytest.mark.parametrize(
    "targets",
    [
        (leader(), squad(), crew()),
        (squad(broken=True), leader(), HERO),
        (leader(), LESSER, squad(drm=1)),
        (squad(eliminated=True), LESSER, leader(wounded=True)),
    ],
)
def test_watching_one_unit_gives_its_share_of_the_whole(
    targets: tuple[Personnel, ...], fp: int, penalty: int
) -> None:
    whole = odds(fire_table, fp, 0, targets, Fire(penalty=penalty))
    for i in range(3):
        alone = odds(fire_table, fp, 0, targets, Fire(watch=(i,), penalty=penalty))
        assert alone == whole.map(lambda after, i=i: (after[i],))


GREATER = leader(morale=10, broken_morale=9, leadership=-2, name="10-2")


@pytest.mark.rule("A10.2", "A10.21")
@pytest.mark.parametrize(
    ("men", "fp", "dr"),
    [
        # a KIA on the first two, of whom one is left broken; a MC of the others
        (((squad(), -3), (leader(), -3), (LESSER, 0)), 16, 6),
        # a K on two leaders, a MC of the third
        (((LESSER, -1), (squad(), 0), (leader(), -1), (GREATER, 0)), 12, 5),
        # MCs of three leaders who miss each other, and of a squad that misses all of them
        (((squad(), 0), (LESSER, 0), (GREATER, 0), (leader(), 0)), 16, 5),
        # four leaders, two of them alike
        (((LESSER, 0), (GREATER, 0), (leader(), 0), (leader(), 0)), 8, 5),
    ],
)
def test_watching_one_unit_among_leaders_gives_its_share_of_the_whole(
    men: tuple[tuple[Personnel, int], ...], fp: int, dr: int
) -> None:
    column = ift.column(fp)
    stack = tuple(Struck(unit, column, drm) for unit, drm in men)
    whole = odds(ift_result, stack, Fire(), dr)
    for i in range(len(stack)):
        alone = odds(ift_result, stack, Fire(watch=(i,)), dr)
        assert alone == whole.map(lambda after, i=i: (after[i],))


@pytest.mark.rule("A10.2", "A10.21")
@pytest.mark.parametrize("seed", range(16))
def test_any_man_among_leaders_has_his_share_of_the_whole(seed: int) -> None:
    """Broken and wounded men, morale that falls or rises with breaking, columns of their own."""
    chance = random.Random(seed)

    def anyone(lead: bool) -> Personnel:
        level = chance.randint(6, 10) if lead else chance.randint(5, 8)
        return Personnel(
            rank=Rank.LEADER if lead else chance.choice([Rank.SQUAD, Rank.HS, Rank.CREW]),
            morale=level,
            broken_morale=level + chance.choice([-1, 0, 0, 1]),
            leadership=chance.choice([1, 0, -1, -2]) if lead else 0,
            broken=(broken := chance.random() < 0.3),
            pinned=not broken and chance.random() < 0.2,
            wounded=lead and chance.random() < 0.3,
        )

    men = [anyone(True), anyone(True), anyone(False)]
    chance.shuffle(men)
    stack = tuple(
        Struck(man, ift.column(chance.choice([8, 16])), chance.choice([-3, 0])) for man in men
    )
    dr = chance.randint(3, 6)
    whole = odds(ift_result, stack, Fire(), dr)
    every = odds_of_each([Then(ift_result, (stack, Fire(watch=(i,)), dr)) for i in range(3)])
    for i, at_once in enumerate(every):
        alone = odds(ift_result, stack, Fire(watch=(i,)), dr)
        assert at_once == alone == whole.map(lambda after, i=i: (after[i],))


def test_a_leader_whom_nobody_can_feel_is_one_of_many() -> None:
    """A10.2, A10.21: he helps nobody, and nobody's morale can fall below his."""
    lesser = leader(morale=7, broken_morale=7, leadership=0)
    assert not touches(lesser, [squad(), leader()])
    assert touches(lesser, [squad(morale=6)])
    assert touches(lesser, [leader(morale=7, broken_morale=7)]), "a wound costs one"
    assert touches(leader(), []), "he helps"
    assert not touches(leader(broken=True), [squad(morale=9, broken_morale=9)])
    assert not touches(leader(wounded=True), [squad(morale=9, broken_morale=9)])


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("fell_first", [True, False])
def test_of_several_losses_that_of_the_highest_morale_is_felt_first(fell_first: bool) -> None:
    """R-A10.2-order: whatever the order in which the leaders were lost."""
    lost = [Job(Task.TC, (0,), 10, -2), Job(Task.MC, (1,), 9, -1), Job(Task.TC, (2,), 9, 0)]
    if fell_first:
        lost.reverse()
    checks = leader_loss((GREATER, leader(eliminated=True), LESSER, squad()), tuple(lost))
    assert [(job.task, job.number) for job in checks if job.who == (3,)] == [
        (Task.TC, 2),
        (Task.MC, 1),
        (Task.TC, 0),
    ]


@pytest.mark.rule("A24.31")
def test_watching_one_unit_under_wp_gives_its_share_of_the_whole() -> None:
    stack = tuple(Struck(unit, None) for unit in (leader(), LESSER, squad(drm=1)))

    def smoked(dice: Dice, watch: tuple[int, ...]) -> object:
        return smoke_result(stack, (0, 1, 2), watch=watch)

    whole = odds(smoked, ())
    for i in range(3):
        assert odds(smoked, (i,)) == whole.map(lambda after, i=i: (after[i],))


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("dr", [2, 4, 5])
def test_watching_one_unit_is_what_every_single_roll_gives(dr: int) -> None:
    """8 FP: a KIA, a K and a 2MC; nothing is folded on the other side."""
    stack = strike((leader(), squad(broken=True)), 8)
    whole = brute(ift_result, stack, Fire(), dr)
    for i in range(2):
        share: dict = {}
        for after, chance in whole.items():
            share[after[i],] = share.get((after[i],), 0) + chance
        assert dict(odds(ift_result, stack, Fire(watch=(i,)), dr)) == share


@pytest.mark.rule("A7.3")
def test_watching_a_gun_or_a_vehicle_watches_its_men() -> None:
    carrier = VehicleTarget(afs=(4, 1), ce=True, cs=5, exposed=(squad(),))
    stack = (GunTarget(crew=crew(), gunshield=2), carrier)
    whole = odds(fire_table, 8, 0, stack)
    for i in range(2):
        alone = odds(fire_table, 8, 0, stack, Fire(watch=(i,)))
        assert alone == whole.map(lambda after, i=i: (after[i],))


@pytest.mark.rule("A7.305", "D5.34")
def test_a_ptc_pins_a_ce_crew() -> None:
    tank = VehicleTarget(afs=(6, 6), ce=True)
    # 12 FP, DR 8 + 2 (CE): PTC.
    for dice, fate in (((4, 4), CrewFate.SAFE), ((4, 5), CrewFate.PINNED)):
        (after,) = typed(ift_result, strike((tank,), 12), Fire(), 8, dice=dice)
        assert after.crew is fate


@pytest.mark.rule("A7.3")
def test_a_worse_drm_never_hurts_more() -> None:
    def out(after) -> bool:
        return after[0].eliminated or after[0].broken

    chances = [odds(fire_table, 12, drm, (squad(),)).chance(out) for drm in range(-4, 6)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > Fraction(4, 5) and chances[-1] < Fraction(1, 4)


@pytest.mark.rule("A10.2", "A10.31", "A17.11")
def test_a_leader_who_breaks_and_dies_of_it_is_missed_as_he_stood_before() -> None:
    """His Original 12 breaks him, the wound kills him: a LLMC by his unbroken Morale Level of 9.

    The squad (7) passes its own check and then takes the LLMC, although 6 is printed on his back.
    """
    pair = (leader(broken_morale=6), squad())
    stack = strike(pair, 8)
    assert str(stack[1].cell(8)) == "NMC"
    # 12: breaks and is wounded; dr 6: dead. The squad's NMC: 3. Its LLMC (+1): 12, casualty.
    dead, shaken = typed(ift_result, stack, Fire(), 8, dice=(6, 6, 6, 1, 2, 6, 5))
    assert dead.eliminated and shaken.broken


@pytest.mark.rule("D.8", "D5.31")
def test_only_a_crew_that_is_there_and_exposed_is_attacked() -> None:
    """A DR of 2 in the 36 column: whoever is vulnerable suffers."""
    for facts, fate in (
        ({"ce": True}, CrewFate.RECALLED),
        ({"ce": False}, CrewFate.SAFE),
        ({"ce": True, "crew": False}, CrewFate.SAFE),
    ):
        tank = VehicleTarget(afs=(26, 26), **facts)
        dice = Dice((), seeded(1))
        assert collateral(dice, tank, 36, 2, VehicleAfter()).crew is fate


@pytest.mark.rule("D6.9")
@pytest.mark.parametrize(
    ("effect", "cs", "dice", "lives"),
    [
        (Effect.NONE, 5, (), True),
        (Effect.ELIMINATED, 5, (2, 3), True),
        (Effect.ELIMINATED, 5, (2, 4), False),
        (Effect.ELIMINATED, None, (), False),
        (Effect.BURNING, 12, (), False),
    ],
)
def test_who_gets_out_of_a_wreck(effect, cs, dice, lives) -> None:
    tape = Dice(dice)
    after = VehicleAfter(effect=effect)
    found = passenger_survival(tape, VehicleTarget(cs=cs), after, squad())
    assert found.eliminated is not lives and not tape.left_over


@settings(max_examples=12, deadline=None)
@given(
    targets=st.lists(UNITS, min_size=2, max_size=3),
    fp=st.sampled_from([4, 8, 16, 30]),
    drm=st.integers(-3, 1),
)
def test_each_units_odds_are_its_share_of_the_whole(targets: list, fp: int, drm: int) -> None:
    stack = tuple(targets)
    whole, memo = odds(fire_table, fp, drm, stack), Memo()
    for i in range(len(stack)):
        alone = odds(fire_table, fp, drm, stack, Fire(watch=(i,)), memo=memo)
        assert alone == whole.map(lambda after, i=i: (after[i],))


@pytest.mark.rule("D.8", "D6.9")
def test_who_sits_behind_armour_meets_nothing_but_the_loss_of_his_vehicle() -> None:
    """12 FP: a 6 is a 2MC for Riders, nothing for who is inside; a 2 wrecks it (CS 5)."""
    carrier = VehicleTarget(afs=(6, 6), cs=5, sheltered=(squad(),))
    (after,) = typed(ift_result, strike((carrier,), 12), Fire(), 6, dice=())
    assert fates(after.aboard) == ["squad"]
    for survival, fate in (((3, 3), "eliminated"), ((3, 2), "squad")):
        (after,) = typed(ift_result, strike((carrier,), 12), Fire(), 2, dice=(6, 6, *survival))
        assert (after.effect, fates(after.aboard)) == (Effect.ELIMINATED, [fate])
    (phosphorus,) = smoke_result(strike((carrier,), 12), (0,))
    assert fates(phosphorus.aboard) == ["squad"]


@pytest.mark.rule("A10.2", "A10.21")
def test_a_leader_of_another_location_neither_helps_nor_is_missed() -> None:
    """12 FP, an 8 is a 1MC for a 9-1 and a squad of morale 7, who checks without him upstairs."""
    for level, faces, fate in (
        ("0", (1, 1, 4, 3), "squad pinned"),  # 7 + 1 - 1 is its 7
        ("1", (1, 1, 4, 3), "squad broken"),
        ("1", (6, 5, 1, 2), "squad"),  # he breaks: no LLTC above him
    ):
        stack = (Struck(leader(), 12, location="0"), Struck(squad(), 12, location=level))
        after = typed(ift_result, stack, Fire(), 8, dice=faces)
        assert fates(after)[1] == fate
        watched = odds(ift_result, stack, Fire(watch=(1,)), 8)
        joint = odds(ift_result, stack, Fire(), 8).map(lambda result: result[1:])
        assert dict(watched.items()) == dict(joint.items())


FOUR = (
    leader(),
    leader(morale=8, broken_morale=7, name="8-1"),
    leader(morale=10, broken_morale=10, leadership=-2, name="10-2"),
    leader(name="9-1 b"),
)


@pytest.mark.rule("A10.2", "A10.21", "A7.301", "A7.302")
@pytest.mark.parametrize(
    ("men", "fp", "drs"),
    [
        # 8 FP: a KIA, a K, a 2MC, a NMC.
        ((*FOUR[:3], squad(half=(6, 6))), 8, (2, 4)),
        ((*FOUR[:3], squad(morale=6, broken_morale=8)), 8, (5, 8)),
        ((FOUR[0], FOUR[1], leader(broken=True), crew()), 8, (2, 4, 5)),
        ((FOUR[1], leader(wounded=True), FOUR[3]), 16, (3, 4, 5, 6, 9)),
        ((FOUR[1], FOUR[2], leader(leadership=1, morale=6, broken_morale=5)), 16, (3, 5, 6)),
        (FOUR, 8, (5,)),
    ],
)
def test_each_of_three_or_four_leaders_has_his_share_of_the_whole(
    men: tuple, fp: int, drs: tuple[int, ...]
) -> None:
    """They help each other, and fall one after the other: chains of losses over several rounds."""
    stack = strike(men, fp)
    for dr in drs:
        whole = odds(ift_result, stack, Fire(), dr)
        for i in range(len(men)):
            alone = odds(ift_result, stack, Fire(watch=(i,)), dr)
            assert alone == whole.map(lambda after, i=i: (after[i],))
