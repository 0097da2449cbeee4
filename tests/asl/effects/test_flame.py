"""C7.344, C7.346: FT, MOL and DC."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.asl.counters import catalogue
from hexfire.asl.effects.flame import (
    Charge,
    Flame,
    FlameAttack,
    Position,
    dc_attack,
    dc_number,
    flame_attack,
    flame_number,
    position,
    position_drm,
)
from hexfire.asl.effects.stack import Struck
from hexfire.asl.shots.targets import CrewFate, Effect

from .conftest import refused, squad, typed

KV = catalogue().find("KV-1E")
MARDER = catalogue().find("Marder II")
TRUCK = catalogue().find("Opel Blitz")


def number(means: Flame, target=KV, **facts) -> int:
    return flame_number(FlameAttack(means=means, target=target, **facts)).final


@pytest.mark.rule("C7.344", "C7.21", "C7.22", "C7.34-T")
@pytest.mark.parametrize(
    ("means", "target", "facts", "final"),
    [
        (Flame.FT, KV, {}, 8),
        (Flame.FT, KV, {"long_range": True}, 4),
        (Flame.FT, KV, {"ce": True}, 9),
        (Flame.FT, MARDER, {"ce": True}, 11),
        (Flame.FT, KV, {"rear": True}, 9),
        (Flame.FT, KV, {"elevation": True}, 8),
        (Flame.FT, KV, {"ch": True}, 8),
        (Flame.MOL, KV, {}, 6),
        (Flame.MOL, KV, {"ce": True}, 7),
        (Flame.MOL, MARDER, {"ce": True}, 8),
        (Flame.MOL, KV, {"elevation": True}, 7),
        (Flame.PROJECTOR, MARDER, {"rear": True}, 8),
        (Flame.PROJECTOR, KV, {"ch": True}, 12),
    ],
)
def test_the_number_of_a_flame_attack(means: Flame, target, facts: dict, final: int) -> None:
    assert number(means, target, **facts) == final


@pytest.mark.rule("C7.344", "C7.6", "C7.5", "C7.35")
@pytest.mark.rule("C7.5#6", "C7.5#7")
def test_flame_burns_below_its_number_and_kills_with_it() -> None:
    attack = FlameAttack(means=Flame.FT, target=KV)
    (burns,) = typed(flame_attack, attack, dice=(3, 4))
    assert (burns.effect, burns.crew) == (Effect.BURNING, CrewFate.LOST)
    (kills,) = typed(flame_attack, attack, dice=(4, 4, 1, 1))
    assert (kills.effect, kills.crew) == (Effect.ELIMINATED, CrewFate.SURVIVED)
    (nothing,) = typed(flame_attack, attack, dice=(4, 5))
    assert nothing.effect is Effect.NONE
    (dud,) = typed(flame_attack, attack, dice=(6, 6))
    assert dud.effect is Effect.DUD


@pytest.mark.rule("C7.344", "A7.308")
def test_an_unarmored_vehicle_burns_by_its_line() -> None:
    attack = FlameAttack(means=Flame.FT, target=TRUCK, fp=24)
    (after,) = typed(flame_attack, attack, dice=(5, 5))
    assert after.effect is Effect.ELIMINATED


# -- Demolition Charges --------------------------------------------------------------------------


@pytest.mark.rule("C7.346-T1")
def test_positions() -> None:
    assert [position(dr) for dr in (2, 5, 6, 8, 9, 11, 12, 15)] == [
        Position.OPTIMAL,
        Position.OPTIMAL,
        Position.GOOD,
        Position.GOOD,
        Position.BAD,
        Position.BAD,
        Position.NONE,
        Position.NONE,
    ]


@pytest.mark.rule("C7.346-T2", "C7.22")
@pytest.mark.parametrize(
    ("facts", "drm"),
    [
        ({}, 0),
        ({"moving_target": True}, 2),
        ({"concealed_target": True, "moving_target": True}, 2),
        ({"thrown": True}, 2),
        ({"thrown": True, "moving_thrower": True}, 3),
        ({"facing": "front"}, 1),
        ({"ce": True}, 1),
        ({"thrown": True, "in_afph": True}, 3),
        ({"thrown": True, "in_afph": True, "opportunity_fire": True}, 2),
        ({"cx": True}, 1),
        ({"facing": "rear"}, -1),
        ({"elevation": True}, -1),
        ({"immobile": True}, -2),
        ({"bypassing": True}, -2),
        ({"target": MARDER}, -2),
        ({"target": MARDER, "elevation": True, "immobile": True}, -6),
    ],
)
def test_the_position_dr(facts: dict, drm: int) -> None:
    assert position_drm(Charge(**({"target": KV} | facts))).total == drm


@pytest.mark.rule("C7.346", "C7.12", "C7.21")
def test_the_number_of_a_charge() -> None:
    side, rear = Charge(target=KV), Charge(target=KV, facing="rear")
    assert dc_number(side, Position.GOOD, turret=False).final == 16 - KV.af_side_rear
    assert dc_number(rear, Position.GOOD, turret=False).final == 17 - KV.af_side_rear
    with refused("C7.12"):
        dc_number(side, Position.OPTIMAL, turret=False)
    own = msgspec.structs.replace(KV, aerial_af=3)
    assert dc_number(Charge(target=own), Position.OPTIMAL, turret=True).final == 13


@pytest.mark.rule("C7.346", "C7.346-T1", "C7.41", "C7.35")
@pytest.mark.rule("C7.41#7")
def test_a_charge_is_laid_and_goes_off() -> None:
    charge = Charge(target=KV)
    # Position 3,4: good, turret (3 < 4). Turret side AF of the KV-1E, TK DR equal: shock.
    final = 16 - KV.af_turret_side_rear
    low = min(6, final - 1)
    (after,) = typed(dc_attack, charge, dice=(3, 4, low, final - low))
    assert after.effect is Effect.SHOCK
    (dud,) = typed(dc_attack, charge, dice=(3, 4, 6, 6))
    assert dud.effect is Effect.DUD


@pytest.mark.rule("C7.346-T1", "D.8")
def test_a_badly_laid_charge_harms_only_exposed_crew_with_a_new_dr() -> None:
    (after,) = typed(dc_attack, Charge(target=KV, ce=True), dice=(4, 4, 1, 2))
    assert (after.effect, after.crew) == (Effect.NONE, CrewFate.RECALLED)


@pytest.mark.rule("C7.346-T1")
@pytest.mark.rule("C7.346-T1#4")
def test_the_worst_laid_charge_is_area_fire_on_who_stands_around() -> None:
    charge = Charge(
        target=KV, ce=True, bystanders=(Struck(squad(), None), Struck(squad(drm=1), None))
    )
    # 30 FP halved: the 12 column. DR 10: PTC for the first, nothing for the second.
    after, first, second = typed(dc_attack, charge, dice=(6, 5, 5, 5, 4, 4))
    assert (after.effect, after.crew) == (Effect.NONE, CrewFate.SAFE)
    assert (first.pinned, second.pinned) == (True, False)
    # Any better position leaves them alone.
    _, first, _ = typed(dc_attack, charge, dice=(4, 4, 1, 2))
    assert first == squad()


@pytest.mark.rule("C7.346", "A7.308")
def test_a_charge_on_an_unarmored_target_is_an_ift_attack() -> None:
    (after,) = typed(dc_attack, Charge(target=TRUCK), dice=(6, 5))
    assert after.effect is Effect.ELIMINATED  # 30 FP: below 12
    # The Marder's upper rear has no armor: placed from behind, a turret position.
    marder = Charge(target=MARDER, facing="rear")
    (after,) = typed(dc_attack, marder, dice=(2, 6, 6, 5, 3, 3))
    assert after.effect is Effect.ELIMINATED
    (after,) = typed(dc_attack, marder, dice=(2, 6, 6, 6, 3, 3))
    assert after.effect is Effect.IMMOBILIZED  # by exactly 12
