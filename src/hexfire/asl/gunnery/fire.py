"""The whole chain: from a declared shot to what became of its targets and of the weapon.

`fire` is the one procedure that play, typed dice and exact odds run: `play(dice, fire, shot)`,
`odds(fire, shot)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.canister import CanisterResult, canister_result
from hexfire.asl.effects.crowd import each_of
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.leaders import check_leaders
from hexfire.asl.effects.resolve import resolve, resolve_unread
from hexfire.asl.effects.stack import Fire, Means, Stack
from hexfire.asl.effects.struck import struck_by
from hexfire.asl.gunnery.acquisition import drm_after
from hexfire.asl.gunnery.alike import Asked, asked_together
from hexfire.asl.gunnery.canister import Sweep, sweep
from hexfire.asl.gunnery.small_arms import SmallArms, is_small_arms, small_arms
from hexfire.asl.gunnery.throw import Crew, Thrown, is_sound, met_by, throw_odds, thrown
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.shots.hit import Aspect, Hits
from hexfire.asl.shots.shot import Ammo, Kind, Shot, Target, TargetType
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
from hexfire.dice import DR, Dice, Draw, Memo, Odds, Then, in_turn, odds, odds_of_each

Stage = Callable[..., Any]
Attack = ToHit | SmallArms | Sweep


class Struck(msgspec.Struct, frozen=True):
    """A target that was hit, as the result names it; `aspect` for vehicles only."""

    name: str
    aspect: Aspect | None = None
    is_ch: bool = False


class Outcome(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How a shot ended: the hits, the weapon, and what became of each target that was hit.

    `revealed`: the concealed target aimed at lost its concealment by it; `shown` are all who did.
    `acquisition` is the acquisition DRM that the firer has on his target from now on. `own`: the
    men at the firer's place whom his own weapon has harmed (C12, C13), as they are now.
    """

    hits: tuple[Struck, ...] = ()
    effects: tuple[After, ...] = ()
    rof_kept: bool = False
    weapon: WeaponState = WeaponState.WORKING
    supply: Supply = Supply.HAD
    crew: Crew = Crew.FIT
    revealed: bool = False
    shown: tuple[str, ...] = ()
    acquisition: int = 0
    own: tuple[Personnel, ...] = ()

    @property
    def fired(self) -> bool:
        """C8.9: who finds he has no such ammunition has not fired."""
        return self.supply is not Supply.NEVER

    @property
    def malfunction(self) -> bool:
        return not is_sound(self.weapon)

    def effect_on(self, name: str) -> After | None:
        """What became of one target; `None` if it was not hit. A bystander may be hit before it."""
        ends = zip(self.hits, self.effects, strict=False)
        return next((effect for struck, effect in ends if struck.name == name), None)


def counts_as_fired(shot: Shot, fired: bool, weapon: WeaponState) -> bool:
    """C8.9: who has no such ammunition has not fired, unless that DR wore the weapon out.

    A breakdown, or Low Ammo that it had not yet, takes effect, and the weapon has used its fire.
    """
    ran_low = weapon is WeaponState.LOW_AMMO and not shot.firer.low_ammo
    return fired or not is_sound(weapon) or ran_low


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
    return to_hit(shot)


def fire(dice: Dice, shot: Shot) -> Then:
    """C3.1: a weapon fires: its first DR, then what follows from it."""
    return Then(first_roll, (ready(shot),))


def first_roll(dice: Dice, attack: Attack, watch: int | None = None) -> Then | Outcome:
    """C3.1: the first DR of an attack. `watch`: the place of the one target that is asked for."""
    return after_first_roll(dice, attack, dice.DR(_FIRST_DR[type(attack)]), watch)


_FIRST_DR: dict[type, str] = {ToHit: "C3.3", SmallArms: "C2.29", Sweep: "C8.4"}


def after_first_roll(
    dice: Dice, attack: Attack, dr: DR, watch: int | None = None
) -> Then | Outcome:
    """C3.1: what follows from a first DR that is known already."""
    match attack:
        case SmallArms():
            return _bullets(attack, dr, watch)
        case Sweep():
            result = canister_result(attack.gun, attack.units, dr, watch)
            return _swept(attack.shot, result, watch)
        case _:
            watched = () if watch is None else (watch,)
            asked = None if watch is None else attack.aims[watch].target
            return after_throw(attack.shot, thrown(dice, attack, dr, watched), asked)


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


def _bullets(attack: SmallArms, dr: DR, watch: int | None) -> Then:
    """C2.29: the one DR of an attack on the IFT decides everything."""
    record = Outcome(
        hits=tuple(Struck(target.name) for target in _asked(attack.shot, watch)),
        rof_kept=attack.keeps_rate(dr),
        weapon=attack.worn(dr),
    )
    watched = () if watch is None else (watch,)
    members = (attack.shot, *attack.shot.group)
    flame = all(member.weapon.kind is Kind.FT for member in members)
    means = Means.FLAME if flame else Means.SMALL_ARMS
    fire = Fire(means=means, watch=watched, riders=watch is None)
    return Then(
        through_effects, (attack.shot, record, ift_result, (attack.stack(dr), fire, dr.total))
    )


def _asked(shot: Shot, watch: int | None) -> tuple[Target, ...]:
    return shot.targets if watch is None else (shot.targets[watch],)


def _swept(shot: Shot, result: Then | CanisterResult, watch: int | None) -> Then | Outcome:
    """C8.4: canister's one IFT DR decides its effects, ROF, breakdown and depletion."""
    if isinstance(result, Then):
        return Then(in_turn, (result, Then(_sweep_done, (shot, watch))))
    struck = tuple(Struck(target.name) for target in _asked(shot, watch)) if result.results else ()
    record = Outcome(
        hits=struck, rof_kept=result.rof_kept, weapon=result.weapon, supply=result.supply
    )
    return _finish(shot, record, result.results)


def _sweep_done(
    dice: Dice, result: CanisterResult, shot: Shot, watch: int | None
) -> Then | Outcome:
    return _swept(shot, result, watch)


def shot_odds(shot: Shot) -> Odds[Outcome]:
    """The exact odds of everything a shot can lead to, for all targets jointly.

    `odds(fire, shot)`, only sooner. The table grows with each further target that it can hit: ask
    `fate_odds` for one of many.
    """
    attack = ready(shot)
    if not isinstance(attack, ToHit):
        return odds(first_roll, attack)
    return _to_hit_odds(attack, (None,), Memo())[0]


def fate_odds(attack: Attack, watch: int, memo: Memo | None = None) -> Odds[Outcome]:
    """The exact odds of a shot with the hit on one target, by its place, and its effect alone.

    They are those of the joint table looked at for that target, but the work does not grow with
    what the others may suffer. `revealed` and `acquisition` are told by the target aimed at (0).
    """
    return fates_of_each(attack, (watch,), memo)[0]


def fates_of_each(
    attack: Attack, places: Sequence[int], memo: Memo | None = None
) -> list[Odds[Outcome]]:
    """`fate_odds` of several targets: what may befall leaders is walked once for all of them."""
    check_leaders(struck.target for struck in _all_struck(attack))
    if not isinstance(attack, ToHit):
        return odds_of_each([Then(first_roll, (attack, i)) for i in places], memo=memo)
    return _to_hit_odds(attack, places, memo or Memo())


def _all_struck(attack: Attack) -> Stack:
    """Everyone whom the attack may strike at once: a Vehicle Target Type's DR strikes but one."""
    shot = attack.shot
    if shot.target_type is TargetType.VEHICLE:
        return ()
    return struck_by(tuple(met_by(shot, target) for target in shot.targets))


def _to_hit_odds(th: ToHit, watches: Sequence[int | None], memo: Memo) -> list[Odds[Outcome]]:
    """Effects do not look at ROF, breakdown and supply, so they are walked once for equal hits and
    then joined with each record of the To Hit DR that led to them."""
    groups = asked_together(th, watches)
    records = [_records(th, group.places[0], memo) for group in groups]
    firsts = list(
        dict.fromkeys(
            _effects(th.shot, record, several, group.stand_ins)
            for group, each in zip(groups, records, strict=True)
            for record, (several, _) in each.items()
            if record.hits
        )
    )
    ends = dict(zip(firsts, odds_of_each(firsts, memo=memo), strict=True))
    outcomes: dict[int | None, Odds[Outcome]] = {}
    for group, each in zip(groups, records, strict=True):
        outcomes |= _joined(th, each, ends, group)
    return [outcomes[watch] for watch in watches]


def _joined(
    th: ToHit, records: _Records, ends: dict[Then, Odds[Any]], group: Asked
) -> dict[int | None, Odds[Outcome]]:
    """For each of the targets asked for, each record of the To Hit DR with the effects that may
    follow it."""
    outcomes: list[dict[Outcome, Fraction]] = [{} for _ in group.places]
    tails: dict[Several, list[list[Tail]]] = {}
    drms: dict[tuple[bool, ...], int] = {}
    for record, (several, chance) in records.items():
        if several not in tails:
            tails[several] = _tails(th.shot, record, several, ends, group)
        for at, tail in enumerate(tails[several]):
            own = record
            if at:
                own = _with_name(record, th.aims[group.places[at] or 0].target.name)
            for effects, revealed, shown, share in tail:
                key = (own.fired, own.crew is Crew.FIT, own.malfunction, revealed)
                if key not in drms:
                    drms[key] = _acquired(th.shot, replace(own, revealed=revealed))
                outcome = replace(
                    own, revealed=revealed, shown=shown, effects=effects, acquisition=drms[key]
                )
                outcomes[at][outcome] = outcomes[at].get(outcome, 0) + chance * share
    return {place: Odds(each) for place, each in zip(group.places, outcomes, strict=True)}


def _tails(
    shot: Shot, record: Outcome, several: Several, ends: dict[Then, Odds[Any]], group: Asked
) -> list[list[Tail]]:
    """How it may end for each of the targets asked for."""
    if not record.hits:
        return [NO_TAIL for _ in group.places]
    fates = ends[_effects(shot, record, several, group.stand_ins)]
    if not group.stand_ins:
        return [_tail(fates)]
    return [_tail(each) for each in each_of(fates, len(group.stand_ins))]


def _with_name(record: Outcome, name: str) -> Outcome:
    return replace(record, hits=tuple(replace(struck, name=name) for struck in record.hits))


class HitSo(NamedTuple):
    """The hits of a shot, and where among them that on the target is which is asked for."""

    hits: Hits
    places: tuple[int, ...]


Several = tuple[tuple[HitSo, int], ...]
"""Hits that one record of the To Hit DR may stand for (a Critical Hit strikes this or that other
target), with their weights."""


_Records = dict[Outcome, tuple[Several, Fraction]]


def _records(th: ToHit, watch: int | None, memo: Memo) -> _Records:
    """Every record of the To Hit DR with its hits and its chance."""
    watched = () if watch is None else (watch,)
    records: dict[Outcome, dict[HitSo, Fraction]] = {}
    for result, chance in throw_odds(th, watched, memo).items():
        record = record_of(result, None if watch is None else th.aims[watch].target)
        hits = result.hits if record.hits else ()
        so = HitSo(hits, _watched_places(th, hits, watch))
        several = records.setdefault(record, {})
        several[so] = several.get(so, Fraction(0)) + chance
    return {record: _weighed(several) for record, several in records.items()}


def _weighed(several: dict[HitSo, Fraction]) -> tuple[Several, Fraction]:
    whole = lcm(*(p.denominator for p in several.values()))
    weights = [int(p * whole) for p in several.values()]
    shared = gcd(*weights)
    each = zip(several, (weight // shared for weight in weights), strict=True)
    return tuple(each), sum(several.values(), Fraction(0))


def _watched_places(th: ToHit, hits: Hits, watch: int | None) -> tuple[int, ...]:
    """Where among the hits that on the watched target is, if it was hit."""
    if watch is None:
        return ()
    return tuple(i for i, hit in enumerate(hits) if hit.target == th.aims[watch].target)


ONE = Fraction(1)
Tail = tuple[tuple[After, ...], bool, tuple[str, ...], Fraction]


NO_TAIL: list[Tail] = [((), False, (), ONE)]


def _effects(
    shot: Shot, record: Outcome, several: Several, stand_ins: tuple[Personnel, ...]
) -> Then:
    """The effects of these hits."""
    which = Draw("C3.74", tuple((str(i), weight) for i, (_, weight) in enumerate(several)))
    if stand_ins:
        return Then(_effects_of_one, (several, which, resolve_unread, (stand_ins,)))
    if not _unseen(shot, record):
        return Then(_effects_of_one, (several, which, resolve_unread))
    record = Outcome(hits=record.hits)
    return Then(through_effects, (shot, record, _effects_of_one, (several, which, resolve)))


def _tail(ends: Odds[Any]) -> list[Tail]:
    """Every end of the effects of hits, with its chance; they may have revealed somebody."""
    return [
        (end.effects, end.revealed, end.shown, p)
        if isinstance(end, Outcome)
        else (_tuple(end), False, (), p)
        for end, p in ends.items()
    ]


def _effects_of_one(
    dice: Dice, several: Several, which: Draw, resolved: Stage, more: tuple[Hashable, ...] = ()
) -> Then:
    """C3.1: the effects of the hits that it came to."""
    at = dice.drawn(which) if len(several) > 1 else 0
    return Then(resolved, (*several[at][0], *more))


def _unseen(shot: Shot, record: Outcome) -> frozenset[str]:
    """Who of those hit was concealed, hidden or out of sight."""
    hit = {struck.name for struck in record.hits}
    return frozenset(t.name for t in shot.targets if not t.is_known and t.name in hit)


def _tuple(result: After | tuple[After, ...]) -> tuple[After, ...]:
    # A Cell is a tuple by nature: one result, not several.
    if isinstance(result, tuple) and not isinstance(result, Cell):
        return result
    return (result,)


def after_throw(shot: Shot, result: Thrown, asked: Target | None = None) -> Then | Outcome:
    """What follows a To Hit DR: the effects, if anything was hit (if it was the one `asked`)."""
    places = tuple(i for i, hit in enumerate(result.hits) if hit.target == asked)
    record = record_of(result, asked)
    if not record.hits:
        return _finish(shot, record, ())
    return Then(through_effects, (shot, record, resolve, (result.hits, places)))


def record_of(result: Thrown, asked: Target | None = None) -> Outcome:
    """What the To Hit DR has settled: every hit, or only that on the target `asked` for."""
    return Outcome(
        hits=tuple(
            Struck(h.target.name, h.aspect if h.target.is_vehicle else None, h.is_ch)
            for h in result.hits
            if asked is None or h.target == asked
        ),
        rof_kept=result.rof_kept,
        weapon=result.wear,
        supply=result.supply,
        crew=result.crew,
    )


def through_effects(
    dice: Dice, shot: Shot, record: Outcome, stage: Stage, args: tuple[Hashable, ...]
) -> Then | Outcome:
    """One stage of the effects; what the To Hit DR has settled is carried along to the end."""
    result = stage(dice, *args)
    if stage is ift_result:
        record = _revealing(shot, record, _shown(record, args))
        if isinstance(result, Then):  # from here on nobody looks before the end
            return Then(in_turn, (result, Then(_after_effects, (shot, record))))
    if isinstance(result, Then):
        return Then(through_effects, (shot, record, result.stage, result.args))
    return _after_effects(dice, result, shot, record)


def _after_effects(
    dice: Dice, result: After | tuple[After, ...], shot: Shot, record: Outcome
) -> Outcome:
    """The end of the effects: what they were, and whom they revealed.

    R-C6.57: a vehicle that a To Hit DR has hit is seen, unless the shot was a dud.
    """
    effects = _tuple(result)
    seen = tuple(
        struck.name
        for struck, effect in zip(record.hits, effects, strict=False)
        if isinstance(effect, VehicleAfter) and struck.aspect and effect.effect is not Effect.DUD
    )
    return _finish(shot, _revealing(shot, record, seen), effects)


def _revealing(shot: Shot, record: Outcome, names: tuple[str, ...]) -> Outcome:
    """The record with those who are seen from now on, as far as they were not before."""
    unseen = _unseen(shot, record)
    shown = tuple(dict.fromkeys((*record.shown, *(name for name in names if name in unseen))))
    return replace(record, shown=shown, revealed=record.revealed or shot.target.name in shown)


def _shown(record: Outcome, args: tuple[Any, ...]) -> tuple[str, ...]:
    """C6.57, A12.14: a PTC or better on the IFT strips concealment, the check passed or not."""
    stack: Stack
    fire: Fire
    stack, fire, dr = args
    met = tuple(stack[i] for i in fire.watch) or stack
    return tuple(
        struck.name
        for struck, row in zip(record.hits, met, strict=False)
        if row.cell(dr) != NO_EFFECT
    )


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
