"""C11: Guns as targets."""

from __future__ import annotations

import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.effects import guns
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.guns import (
    Emplacement,
    best_tem,
    gunshield,
    near_miss_drm,
    why_not_emplaced,
)
from hexfire.asl.effects.resolve import resolve
from hexfire.asl.effects.stack import Fire, Means, Struck, strike
from hexfire.asl.shots.shot import Ammo, Kind, TargetKind, TargetType
from hexfire.asl.shots.targets import GunState, GunTarget, Rank
from hexfire.dice import odds

from .conftest import crew, gun, hit, leader, squad, typed


def at_gun(**facts) -> GunTarget:
    return GunTarget(**({"crew": crew(), "gunshield": 2} | facts))


def after(stack, dr, *dice, **fire):
    return typed(ift_result, stack, Fire(**fire), dr, dice=dice)


# -- emplacement ---------------------------------------------------------------------------------


@pytest.mark.rule("C11.2", "C11.3")
@pytest.mark.parametrize(
    "fact",
    [
        {"rcl": True},
        {"hooked_up": True},
        {"moved": True},
        {"manned_by_others": True},
        {"claimed_wall_advantage": True},
        {"eliminated": True},
        {"crewed_at_setup": False},
        {"set_up_unemplaced": True},
        {"terrain": "bridge"},
        {"terrain": "paved_road"},
        {"terrain": "rooftop"},
        {"terrain": "bamboo"},
    ],
)
@pytest.mark.rule("C11.2#1", "C11.3#2", "C11.3#5", "C11.3#7", "C11.3#8")
def test_what_ends_or_forbids_emplacement(fact: dict) -> None:
    assert why_not_emplaced(Emplacement()) is None
    assert why_not_emplaced(Emplacement(**fact)) is not None


@pytest.mark.rule("C11.2")
def test_emplacement_and_other_positive_tem_are_not_added() -> None:
    assert (best_tem(0, True), best_tem(1, True), best_tem(3, True)) == (2, 2, 3)
    assert (best_tem(1, False), best_tem(-1, True)) == (1, 1)


@pytest.mark.rule("C11.2")
@pytest.mark.rule("C11.4#9")
def test_emplacement_counts_on_the_ift_against_area_fire_and_oba() -> None:
    # 12 FP halved is 6; DR 2: 1KIA on an unemplaced Gun, with +2 a 2MC for the crew.
    target = {"kind": TargetKind.GUN}
    facts = {
        "weapon": gun("75"),
        "ammo": Ammo.HE,
        "target_type": TargetType.AREA,
        "half_fp": 1,
        "target": target,
    }
    (bare,) = typed(resolve, (hit(None, **facts),), dice=(1, 1))
    assert bare.state is GunState.DESTROYED and bare.crew.eliminated
    (dug_in,) = typed(resolve, (hit(None, tem=2, **facts),), dice=(1, 1, 1, 2))
    assert dug_in.state is GunState.INTACT and not dug_in.crew.broken


# -- gunshields ----------------------------------------------------------------------------------


@pytest.mark.rule("C11.5")
def test_at_and_inf_guns_have_gunshields() -> None:
    shielded = {c.gun_type for c in catalogue() if guns.has_gunshield(c if _is_gun(c) else None)}
    assert shielded == {"AT", "INF"}


def _is_gun(counter) -> bool:
    return hasattr(counter, "gun_type")


@pytest.mark.rule("C11.5")
@pytest.mark.parametrize(
    ("facts", "value"),
    [
        ({}, 2),
        ({"indirect": True}, 1),
        ({"means": Means.FLAME}, None),
        ({"in_ca": False}, None),
        ({"same_hex": True}, None),
        ({"on_the_move": True}, None),
        ({"shielded": False}, None),
        ({"crew": crew(broken=True)}, None),
        ({"crew": squad()}, None),
        ({"crew": None}, None),
    ],
)
@pytest.mark.rule("C11.5#2", "C11.5#3", "C11.4#7", "C11.51#2")
def test_whom_a_gunshield_protects(facts: dict, value: int | None) -> None:
    given = {"crew": crew(), "shielded": True} | facts
    shield = gunshield(given.pop("crew"), **given)
    assert (shield.value if shield.applies else None) == value
    assert shield.applies or shield.why is not None


@pytest.mark.rule("C11.5")
def test_shield_or_positive_tem_never_both() -> None:
    shield = gunshield(crew(), shielded=True)
    assert [near_miss_drm(shield, tem) for tem in (0, 1, 2, 3, -1)] == [2, 1, 0, 0, 2]


# -- Near Miss and Direct Hit --------------------------------------------------------------------


@pytest.mark.rule("C11.1", "C11.4", "C11.5")
def test_a_near_miss_is_softened_by_the_shield() -> None:
    # 12 FP, DR 6: 2MC; behind the shield 1MC: a crew of morale 8 just passes with 7, pinned.
    (found,) = after(strike((at_gun(),), 12), 6, 3, 4)
    assert found.state is GunState.INTACT and found.crew.pinned
    (found,) = after(strike((at_gun(gunshield=0),), 12), 6, 3, 4)
    assert found.crew.broken


@pytest.mark.rule("C11.4", "C11.6", "C11.6-T")
def test_a_kia_destroys_gun_and_crew_the_shield_notwithstanding() -> None:
    (found,) = after(strike((at_gun(),), 12), 2)
    assert found.state is GunState.DESTROYED and found.crew.eliminated


@pytest.mark.rule("C11.4", "C11.6-T")
@pytest.mark.rule("C11.6-T#3")
def test_a_k_breaks_the_gun_and_reduces_its_men() -> None:
    (found,) = after(strike((at_gun(),), 12), 3)
    assert found.state is GunState.MALFUNCTIONED and found.crew.eliminated
    (found,) = after(strike((at_gun(crew=squad()),), 12), 3, 1, 1)
    assert found.state is GunState.MALFUNCTIONED and found.crew.rank is Rank.HS


@pytest.mark.rule("C11.52", "C11.6-T")
def test_a_k_by_solid_shot_destroys() -> None:
    (found,) = after(strike((at_gun(crew=squad()),), 12), 3, ap=True)
    assert found.state is GunState.DESTROYED and found.crew.eliminated


@pytest.mark.rule("C11.4", "C11.6-T")
@pytest.mark.rule("C11.6-T#2")
def test_a_critical_hit_needs_no_dr() -> None:
    (found,) = after((Struck(at_gun(), 12, ch=True),), 12)
    assert found.state is GunState.DESTROYED and found.crew.eliminated
    # A CH by a DC or small arms has no such result.
    (found,) = after((Struck(at_gun(), 12, ch=True),), 12, means=Means.DC)
    assert found.state is GunState.INTACT


@pytest.mark.rule("C11.4")
def test_an_unmanned_gun_is_checked_the_same_way() -> None:
    (found,) = after(strike((GunTarget(),), 12), 2)
    assert found.state is GunState.DESTROYED and found.crew is None
    (found,) = after(strike((GunTarget(),), 12), 3)
    assert found.state is GunState.MALFUNCTIONED


@pytest.mark.rule("C11.6-T", "A9.74")
@pytest.mark.parametrize(
    ("dr", "state"),
    [(1, GunState.DESTROYED), (2, GunState.MALFUNCTIONED), (3, GunState.INTACT)],
)
@pytest.mark.rule("C11.6-T#6")
def test_an_unpossessed_gun_among_men_under_indirect_fire(dr: int, state: GunState) -> None:
    stack = strike((GunTarget(), squad()), 12)
    found, man = after(stack, 2, dr, indirect=True)
    assert found.state is state and man.eliminated


@pytest.mark.rule("C11.51", "C11.52", "C11.6-T")
@pytest.mark.rule("C11.52#3")
def test_small_arms_never_hit_the_gun_itself() -> None:
    # 12 FP, DR 4, shield +2: 2MC instead of 3MC; a K at 3 becomes 2MC too. Only a KIA counts.
    (found,) = after(strike((at_gun(),), 12), 3, 1, 1, means=Means.SMALL_ARMS)
    assert found.state is GunState.INTACT and not found.crew.eliminated
    (found,) = after(strike((at_gun(),), 12), 2, 1, 1, 1, means=Means.SMALL_ARMS)
    assert found.state is GunState.DESTROYED and not found.crew.eliminated


@pytest.mark.rule("C11.51")
@pytest.mark.rule("C11.51#2")
def test_flame_ignores_the_shield() -> None:
    (found,) = after(strike((at_gun(),), 12), 3, means=Means.FLAME)
    assert found.crew.eliminated  # K on a crew, no shield
    assert found.state is GunState.INTACT


@pytest.mark.rule("C11.51", "C11.52")
def test_heat_and_ap_hits_use_their_he_equivalency() -> None:
    target = {"kind": TargetKind.GUN}
    # 75 HEAT: one column left of 12: 8 FP. A 3 is a K there; AP of 75 mm has 2 FP: 1MC.
    heat = hit(
        None, weapon=gun("75"), ammo=Ammo.HEAT, target_type=TargetType.INFANTRY, target=target
    )
    (found,) = typed(resolve, (heat,), dice=(1, 2))
    assert found.state is GunState.MALFUNCTIONED
    shot = hit(None, weapon=gun("75"), ammo=Ammo.AP, target_type=TargetType.INFANTRY, target=target)
    (found,) = typed(resolve, (shot,), dice=(1, 1))
    assert found.state is GunState.DESTROYED  # K/1 at 2 in the 2 FP column


@pytest.mark.rule("C11.4")
@pytest.mark.rule("C11.4#7")
def test_mortars_halve_the_worth_of_the_shield() -> None:
    at = catalogue().find("5cm PaK 38")
    facts = {
        "ammo": Ammo.HE,
        "target_type": TargetType.AREA,
        "target": {"kind": TargetKind.GUN},
        "half_fp": 1,
    }
    mortar = hit(at, weapon=gun("81*", kind=Kind.MTR), **facts)
    howitzer = hit(at, weapon=gun("81"), **facts)

    # 8 FP, DR 7: 1MC; +1: NMC, +2: PTC.
    def safe(found) -> bool:
        return not (found[0].crew.broken or found[0].crew.eliminated)

    assert odds(resolve, (mortar,)).chance(safe) < odds(resolve, (howitzer,)).chance(safe)


@pytest.mark.rule("A10.2", "C11.4")
def test_a_gun_does_not_mind_the_loss_of_a_leader() -> None:
    """A 1KIA takes one of leader, Gun and squad; the LLMC for the leader is the squad's alone."""
    stack = strike((leader(), GunTarget(), squad()), 8)
    found = odds(ift_result, stack, Fire(), 2)
    assert sum(found.values()) == 1
    fallen = [o for o in found if o[0].eliminated and o[1].state is GunState.INTACT]
    assert fallen and all(o[2].broken or o[2].eliminated for o in fallen)
