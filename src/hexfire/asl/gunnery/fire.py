"""The whole chain: from a declared shot to what became of its targets and of the weapon.

`fire` is the one procedure that play, typed dice and exact odds run: `play(dice, fire, shot)`,
`odds(fire, shot)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.counters import Vehicle
from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.canister import CanisterResult, canister_result
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.resolve import resolve
from hexfire.asl.effects.stack import Fire, Means, Stack
from hexfire.asl.effects.to_kill import basic_number
from hexfire.asl.gunnery.acquisition import drm_after
from hexfire.asl.gunnery.canister import Sweep, sweep
from hexfire.asl.gunnery.small_arms import SmallArms, is_small_arms, small_arms
from hexfire.asl.gunnery.throw import Crew, Thrown, is_sound, throw, thrown
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.shots.hit import Aspect, Hit, Hits
from hexfire.asl.shots.shot import Ammo, Shot
from hexfire.asl.shots.targets import (
    After,
    CrewFate,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    VehicleAfter,
)
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
from hexfire.dice import DR, Dice, Odds, Then, odds
from hexfire.rulebook import Refusal

Stage = Callable[..., Any]
Attack = ToHit | SmallArms | Sweep


class Struck(msgspec.Struct, frozen=True):
    """A target that was hit, as the result names it; `aspect` for vehicles only."""

    name: str
    aspect: Aspect | None = None
    is_ch: bool = False


class Outcome(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How a shot ended: the hits, the weapon, and what became of each target that was hit.

    `revealed`: a concealed target lost its concealment by it. `acquisition` is the acquisition DRM
    that the firer has on his target from now on.
    """

    hits: tuple[Struck, ...] = ()
    effects: tuple[After, ...] = ()
    rof_kept: bool = False
    weapon: WeaponState = WeaponState.WORKING
    supply: Supply = Supply.HAD
    crew: Crew = Crew.FIT
    revealed: bool = False
    acquisition: int = 0

    @property
    def fired(self) -> bool:
        """C8.9: who finds he has no such ammunition has not fired."""
        return self.supply is not Supply.NEVER

    @property
    def malfunction(self) -> bool:
        return not is_sound(self.weapon)


def attack_kind(shot: Shot) -> type[Attack]:
    """C.2, C8.4: how a shot is resolved: by a To Hit DR, or straight on the IFT."""
    if is_small_arms(shot):
        return SmallArms
    return Sweep if shot.ammo is Ammo.CANISTER else ToHit


def ready(shot: Shot) -> Attack:
    """C3.1, C2.29, C8.4: the attack that a shot makes, worked out as far as dice allow."""
    kind = attack_kind(shot)
    if kind is SmallArms:
        return small_arms(shot)
    if kind is Sweep:
        return sweep(shot)
    th = to_hit(shot)
    if shot.deliberate_immobilization:
        check_can_immobilize(th.shot)
    return th


def fire(dice: Dice, shot: Shot) -> Then:
    """C3.1: a weapon fires: its first DR, then what follows from it."""
    return Then(loose, (ready(shot),))


def loose(dice: Dice, attack: Attack) -> Then | Outcome:
    """C3.1: the first DR of an attack."""
    return follow(dice, attack, dice.DR(_FIRST_DR[type(attack)]))


_FIRST_DR: dict[type, str] = {ToHit: "C3.3", SmallArms: "C2.29", Sweep: "C8.4"}


def follow(dice: Dice, attack: Attack, dr: DR) -> Then | Outcome:
    """C3.1: what follows from a first DR that is known already."""
    match attack:
        case SmallArms():
            return _bullets(attack, dr)
        case Sweep():
            return _swept(attack.shot, canister_result(attack.gun, attack.units, dr))
        case _:
            return after_throw(attack.shot, thrown(dice, attack, dr))


def final_dr(attack: Attack, dr: DR) -> int:
    """C2.2401: the Final To Hit or IFT DR against the target aimed at.

    A gunshield is no part of it: it only helps the crew against the result (C11.4).
    """
    match attack:
        case SmallArms() | Sweep():
            drm = attack.drm[0]
            return dr.total + drm.total - drm.value_of("gunshield")
        case _:
            return attack.final(dr, attack.aim)


def _bullets(attack: SmallArms, dr: DR) -> Then:
    """C2.29: the one DR of an attack on the IFT decides everything."""
    record = Outcome(
        hits=tuple(Struck(target.name) for target in attack.shot.targets),
        rof_kept=attack.keeps_rate(dr),
        weapon=attack.worn(dr),
    )
    effects = (attack.stack(dr), Fire(means=Means.SMALL_ARMS), dr.total)
    return Then(carry, (attack.shot, record, ift_result, effects))


def _swept(shot: Shot, found: Then | CanisterResult) -> Then | Outcome:
    """C8.4: canister's one IFT DR decides its effects, ROF, breakdown and depletion."""
    if isinstance(found, Then):
        return Then(_sweep_on, (shot, found))
    struck = tuple(Struck(target.name) for target in shot.targets) if found.results else ()
    record = Outcome(hits=struck, rof_kept=found.rof_kept, weapon=found.weapon, supply=found.supply)
    return _finish(shot, record, found.results)


def _sweep_on(dice: Dice, shot: Shot, now: Then) -> Then | Outcome:
    return _swept(shot, now.stage(dice, *now.args))


def shot_odds(shot: Shot) -> Odds[Outcome]:
    """The exact odds of everything a shot can lead to: `odds(fire, shot)`, only sooner.

    Effects do not look at ROF, breakdown and supply, so they are walked once for equal hits and
    then joined with each record of the To Hit DR that led to them.
    """
    th = ready(shot)
    if not isinstance(th, ToHit):
        return odds(loose, th)
    shot = th.shot
    found: dict[Outcome, Fraction] = {}
    tails: dict[Hits, list[tuple[tuple[After, ...], bool, Fraction]]] = {(): [((), False, ONE)]}
    drms: dict[tuple[bool, ...], int] = {}
    for made, chance in odds(throw, th).items():
        if made.hits not in tails:
            tails[made.hits] = _tail(shot, made.hits)
        record = record_of(made)
        for effects, revealed, share in tails[made.hits]:
            key = (record.fired, record.crew is Crew.FIT, record.malfunction, revealed)
            if key not in drms:
                drms[key] = _acquired(shot, replace(record, revealed=revealed))
            outcome = replace(record, effects=effects, revealed=revealed, acquisition=drms[key])
            found[outcome] = found.get(outcome, 0) + chance * share
    return Odds(found)


ONE = Fraction(1)


def _tail(shot: Shot, hits: Hits) -> list[tuple[tuple[After, ...], bool, Fraction]]:
    """Every end of the effects of these hits, with its chance."""
    if shot.target.is_known:
        return [(_tuple(end), False, p) for end, p in odds(resolve, hits).items()]
    ends = odds(carry, shot, Outcome(), resolve, (hits,))
    return [(end.effects, end.revealed, p) for end, p in ends.items()]


def _tuple(result: After | tuple[After, ...]) -> tuple[After, ...]:
    # A Cell is a tuple by nature: one result, not several.
    if isinstance(result, tuple) and not isinstance(result, Cell):
        return result
    return (result,)


def check_can_immobilize(shot: Shot) -> None:
    """C5.71: the Basic TK# must be greater than the lowest hull AF of the target."""
    unit = shot.target.unit
    if not isinstance(unit, Vehicle):
        return
    assert shot.ammo is not None and shot.target_type is not None
    basic = basic_number(
        Hit(
            target=shot.target,
            weapon=shot.weapon,
            ammo=shot.ammo,
            target_type=shot.target_type,
            range=shot.range,
            nation=shot.nation,
        )
    ).number
    hull = [af for f in ("front", "side", "rear") if (af := unit.af(f, False)) is not None]
    if hull and basic <= min(hull):
        raise Refusal("C5.71", "gunnery.immobilize_tk", tk=basic, af=min(hull))


def after_throw(shot: Shot, made: Thrown) -> Then | Outcome:
    """What follows a To Hit DR: the effects, if anything was hit."""
    record = record_of(made)
    if not made.hits:
        return _finish(shot, record, ())
    return Then(carry, (shot, record, resolve, (made.hits,)))


def record_of(made: Thrown) -> Outcome:
    """What a To Hit DR alone decides: the hits, ROF, breakdown, supply, the crew."""
    return Outcome(
        hits=tuple(
            Struck(h.target.name, h.aspect if h.target.is_vehicle else None, h.is_ch)
            for h in made.hits
        ),
        rof_kept=made.rof_kept,
        weapon=made.wear,
        supply=made.supply,
        crew=made.crew,
    )


def carry(
    dice: Dice, shot: Shot, record: Outcome, stage: Stage, args: tuple[Hashable, ...]
) -> Then | Outcome:
    """One stage of the effects; what the To Hit DR has settled is carried along to the end."""
    if stage is ift_result and not shot.target.is_known:
        record = replace(record, revealed=_reveals(args))
    result = stage(dice, *args)
    if isinstance(result, Then):
        return Then(carry, (shot, record, result.stage, result.args))
    effects = _tuple(result)
    first = effects[0]
    seen = isinstance(first, VehicleAfter) and first.effect is not Effect.DUD
    if seen and not shot.target.is_known:
        record = replace(record, revealed=True)
    return _finish(shot, record, effects)


def _reveals(args: tuple[Any, ...]) -> bool:
    """C6.57: a PTC or better on the IFT strips the concealment of the target aimed at.

    A vehicle that is hit is seen, unless the shot was a dud (R-C6.57).
    """
    stack: Stack = args[0]
    dr: int = args[2]
    return stack[0].cell(dr) != NO_EFFECT


def _finish(shot: Shot, record: Outcome, effects: tuple[After, ...]) -> Outcome:
    return replace(record, effects=effects, acquisition=_acquired(shot, record))


def _acquired(shot: Shot, record: Outcome) -> int:
    """C6.5, C5.64, C8.9: a crew that broke loses it; who has not fired keeps what he had."""
    if record.crew is not Crew.FIT:
        return 0
    if not record.fired:
        return shot.acquisition
    return drm_after(shot, malfunction=record.malfunction, revealed=record.revealed)


def is_out_of_action(effect: After) -> bool:
    """C2.2401: eliminated, broken, shocked, stunned or abandoned: this one does not fire back."""
    match effect:
        case VehicleAfter():
            gone = (CrewFate.STUNNED, CrewFate.RECALLED, CrewFate.ABANDONED)
            shaken = effect.final in (Effect.SHOCK, Effect.STUN)
            return effect.effect.destroyed or shaken or effect.crew in gone
        case Personnel():
            return effect.eliminated or effect.broken
        case GunTarget():
            men = effect.crew
            manned = men is not None and not (men.eliminated or men.broken)
            return effect.state is not GunState.INTACT or not manned
        case _:
            return effect.harm in (Harm.KIA, Harm.K)
