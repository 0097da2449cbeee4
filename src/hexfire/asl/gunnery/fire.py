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
from hexfire.asl.effects.canister import CanisterResult, canister
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.resolve import resolve
from hexfire.asl.effects.stack import Stack
from hexfire.asl.effects.targets import After, Effect, GunState, GunTarget, Personnel, VehicleAfter
from hexfire.asl.effects.to_kill import basic_number
from hexfire.asl.gunnery.acquisition import drm_after
from hexfire.asl.gunnery.canister import Sweep, sweep
from hexfire.asl.gunnery.hit import Aspect, Hit, Hits
from hexfire.asl.gunnery.ife import IfeAttack, ife_attack, throw_ife
from hexfire.asl.gunnery.shot import Ammo, Shot
from hexfire.asl.gunnery.throw import Crew, Thrown, is_sound, throw
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
from hexfire.dice import Dice, Odds, Then, odds
from hexfire.rulebook import Refusal

Stage = Callable[..., Any]


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


def fire(dice: Dice, shot: Shot) -> Then:
    """C3.1: ordnance fires: first whether it hits, then with what effect."""
    if shot.ife:
        return Then(loose_ife, (ife_attack(shot),))
    if shot.ammo is Ammo.CANISTER:
        return Then(loose_canister, (sweep(shot),))
    th = to_hit(shot)
    if shot.deliberate_immobilization:
        check_can_immobilize(th.shot)
    return Then(loose, (th,))


def loose_ife(dice: Dice, attack: IfeAttack) -> Then:
    """C2.29: an IFE attack makes no To Hit DR; its IFT DR decides everything."""
    thrown, effects = throw_ife(dice, attack)
    record = Outcome(
        hits=tuple(Struck(target.name) for target in attack.shot.targets),
        rof_kept=thrown.rof_kept,
        weapon=WeaponState.MALFUNCTIONED if thrown.malfunction else WeaponState.WORKING,
    )
    return Then(carry, (attack.shot, record, effects.stage, effects.args))


def loose_canister(dice: Dice, made: Sweep) -> Then | Outcome:
    """C8.4: canister's one IFT DR decides its effects, ROF, breakdown and depletion."""
    return _canister_step(dice, made.shot, canister, (made.gun, made.units))


def _canister_step(
    dice: Dice, shot: Shot, stage: Stage, args: tuple[Hashable, ...]
) -> Then | Outcome:
    result = stage(dice, *args)
    if isinstance(result, Then):
        return Then(_canister_step, (shot, result.stage, result.args))
    swept: CanisterResult = result
    struck = tuple(Struck(target.name) for target in shot.targets) if swept.results else ()
    record = Outcome(hits=struck, rof_kept=swept.rof_kept, weapon=swept.weapon, supply=swept.supply)
    return _finish(shot, record, swept.results)


def shot_odds(shot: Shot) -> Odds[Outcome]:
    """The exact odds of everything a shot can lead to: `odds(fire, shot)`, only sooner.

    Effects do not look at ROF, breakdown and supply, so they are walked once for equal hits and
    then joined with each record of the To Hit DR that led to them.
    """
    ready = fire(Dice(), shot)
    if ready.stage is not loose:
        return odds(ready.stage, *ready.args)
    th: ToHit = ready.args[0]  # type: ignore[assignment]
    shot = th.shot
    found: dict[Outcome, Fraction] = {}
    tails: dict[Hits, list[tuple[tuple[After, ...], bool, Fraction]]] = {(): [((), False, ONE)]}
    drms: dict[tuple[bool, ...], int] = {}
    for thrown, chance in odds(throw, th).items():
        if thrown.hits not in tails:
            tails[thrown.hits] = _tail(shot, thrown.hits)
        record = _record(thrown)
        for effects, revealed, share in tails[thrown.hits]:
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


def loose(dice: Dice, th: ToHit) -> Then | Outcome:
    """C3.1: the To Hit DR; a miss ends here, a hit goes on to its effects."""
    return after_throw(th.shot, throw(dice, th))


def after_throw(shot: Shot, thrown: Thrown) -> Then | Outcome:
    """What follows a To Hit DR: the effects, if anything was hit."""
    record = _record(thrown)
    if not thrown.hits:
        return _finish(shot, record, ())
    return Then(carry, (shot, record, resolve, (thrown.hits,)))


def _record(thrown: Thrown) -> Outcome:
    return Outcome(
        hits=tuple(
            Struck(h.target.name, h.aspect if h.target.is_vehicle else None, h.is_ch)
            for h in thrown.hits
        ),
        rof_kept=thrown.rof_kept,
        weapon=thrown.wear,
        supply=thrown.supply,
        crew=thrown.crew,
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
    """C2.2401: eliminated, broken, shocked or stunned: this one does not fire back."""
    match effect:
        case VehicleAfter():
            return effect.effect.destroyed or effect.final in (Effect.SHOCK, Effect.STUN)
        case Personnel():
            return effect.eliminated or effect.broken
        case GunTarget():
            men = effect.crew
            manned = men is not None and not (men.eliminated or men.broken)
            return effect.state is not GunState.INTACT or not manned
        case _:
            return effect.harm in (Harm.KIA, Harm.K)
