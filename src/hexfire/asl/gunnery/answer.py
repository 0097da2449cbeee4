"""The answer to «what do I need, why, and what are my chances?»: one shot, worked out in full."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.kill_number import KillNumber
from hexfire.asl.effects.payload import Payload
from hexfire.asl.effects.resolve import effects_dr, uses_tk_table
from hexfire.asl.effects.struck import effects_drm, hit_payload, struck_by
from hexfire.asl.effects.to_kill import kill_number
from hexfire.asl.effects.vehicles import armor_drm
from hexfire.asl.gunnery.alike import throws_of_each
from hexfire.asl.gunnery.canister import Sweep
from hexfire.asl.gunnery.fire import Outcome, fates_of_each, ready, record_of
from hexfire.asl.gunnery.small_arms import SmallArms
from hexfire.asl.gunnery.throw import Thrown, leads, met_by, throw_odds
from hexfire.asl.gunnery.to_hit import Aim, ToHit, to_hit
from hexfire.asl.shots.hit import Aspect, Hit
from hexfire.asl.shots.shot import Ammo, Shot, Target
from hexfire.asl.shots.targets import (
    After,
    CrewFate,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.asl.tables.ift import Harm
from hexfire.dice import Memo, Odds
from hexfire.rulebook import Tally

Chances = dict[str, Fraction]


class Kill(msgspec.Struct, frozen=True):
    """How a hit of one kind would be resolved: by a To Kill number or by an IFT column."""

    aspect: Aspect | None
    is_ch: bool
    number: KillNumber | None = None
    payload: Payload | None = None
    drm: Tally = Tally()


class Chance(msgspec.Struct, frozen=True):
    """One target's prospects: how it is hit, and how it fares. Exact fractions."""

    name: str
    aim: Aim
    needed: int
    hit: Fraction
    ch: Fraction
    hull: Fraction
    turret: Fraction
    effects: Chances
    ift: Chances
    kills: tuple[Kill, ...]
    hurt: Fraction
    killed: Fraction


class ShotAnswer(msgspec.Struct, frozen=True):
    """A shot's build-up and its exact odds. `outcomes` are those of the target aimed at."""

    th: ToHit
    targets: tuple[Chance, ...]
    miss: Fraction
    rof_kept: Fraction
    malfunction: Fraction
    low_ammo: Fraction
    depleted: Fraction
    none_left: Fraction
    acquisition: dict[int, Fraction]
    outcomes: Odds[Outcome]

    @property
    def main(self) -> Chance:
        return self.targets[0]


class Fates(NamedTuple):
    """What a To Hit DR can come to, and how the shot can end for one target."""

    thrown: Odds[Thrown]
    outcomes: Odds[Outcome]


def answer(
    shot: Shot, fates_of: Callable[[int], Fates] | None = None, memo: Memo | None = None
) -> ShotAnswer:
    """Everything that can be said of a shot before the dice are thrown.

    Each target is looked at by itself, so that a crowd costs no more than its parts. `fates_of` a
    target (by its place) are given where another procedure than `fire` resolves the shot (C13).
    Questions about many like shots may share a memo.
    """
    th, memo = to_hit(shot), memo or Memo()

    def by_fire(places: Sequence[int]) -> list[Fates]:
        fates = fates_of_each(th, places, memo)
        throws = throws_of_each(th, places, memo)
        return [Fates(*each) for each in zip(throws, fates, strict=True)]

    def given(places: Sequence[int]) -> list[Fates]:
        assert fates_of is not None
        return [fates_of(i) for i in places]

    return _answer(th, given if fates_of else by_fire, with_effects=True)


def to_hit_answer(shot: Shot) -> ShotAnswer:
    """C3.3: the To Hit DR alone, of a target whose Armor Factors nobody has told."""
    th = to_hit(shot)

    def by_throw(places: Sequence[int]) -> list[Fates]:
        every = [(throw_odds(th, (i,)), th.aims[i].target) for i in places]
        return [Fates(thrown, thrown.map(partial(record_of, asked=at))) for thrown, at in every]

    return _answer(th, by_throw, with_effects=False)


def _answer(
    th: ToHit, ask: Callable[[Sequence[int]], list[Fates]], with_effects: bool
) -> ShotAnswer:
    """The answer from the fates of each target; without effects, the To Hit DR's part alone."""
    # Leaders check one after the other, so that two who are alike do not fare alike (A10.2).
    keys: list[Hashable] = [
        (replace(aim, target=_nameless(aim.target)), leads(aim.target) and i)
        for i, aim in enumerate(th.aims)
    ]
    firsts = {key: i for i, key in reversed(list(enumerate(keys)))}
    places = sorted(firsts.values())
    fates = dict(zip(places, ask(places), strict=True))
    main = fates[0]
    outcomes = main.outcomes
    known = {i: _chance(th, i, fates[i], with_effects) for i in places}
    chances = [
        replace(known[firsts[key]], name=aim.target.name, aim=aim)
        for key, aim in zip(keys, th.aims, strict=True)
    ]
    return ShotAnswer(
        th=th,
        targets=tuple(chances),
        miss=main.thrown.chance(lambda t: t.fired and not t.hits),
        rof_kept=outcomes.chance(lambda o: o.rof_kept),
        malfunction=outcomes.chance(lambda o: o.malfunction),
        low_ammo=outcomes.chance(lambda o: o.weapon is WeaponState.LOW_AMMO),
        depleted=outcomes.chance(lambda o: o.supply is Supply.LAST),
        none_left=outcomes.chance(lambda o: o.supply is Supply.NEVER),
        acquisition=dict(outcomes.map(lambda o: o.acquisition)),
        outcomes=outcomes,
    )


def _nameless(target: Target) -> Target:
    """Targets that differ by their names alone, and by those of their men, fare alike."""
    unit = replace(target.unit, name="") if isinstance(target.unit, Personnel) else target.unit
    return replace(target, name="", unit=unit)


def _chance(th: ToHit, i: int, fates: Fates, with_effects: bool) -> Chance:
    """One target's prospects: in its `fates` no other target has a hit."""
    aim = th.aims[i]
    hit = ch = hull = turret = hurt = killed = Fraction(0)
    every = (h for result in fates.thrown for h in result.hits if h.target == aim.target)
    hits = tuple(dict.fromkeys(every))
    by_effect: dict[After, Fraction] = {}
    for outcome, p in fates.outcomes.items():
        if not outcome.hits:
            continue
        struck = outcome.hits[0]
        hit += p
        ch += p * struck.is_ch
        hull += p * (struck.aspect is Aspect.HULL)
        turret += p * (struck.aspect is Aspect.TURRET)
        if outcome.effects:
            effect = outcome.effects[0]
            by_effect[effect] = by_effect.get(effect, Fraction(0)) + p
    effects: Chances = {}
    for effect, p in by_effect.items():
        label = label_of(effect, hits[0])
        effects[label] = effects.get(label, Fraction(0)) + p
        hurt += p * is_hurt(label)
        killed += p * is_killed(label)
    return Chance(
        name=aim.target.name,
        aim=aim,
        needed=th.needed(aim),
        hit=hit,
        ch=ch,
        hull=hull,
        turret=turret,
        effects=effects,
        ift=_ift_results(fates.thrown, aim.target) if with_effects else {},
        kills=tuple(dict.fromkeys(map(kill_of, hits))) if with_effects else (),
        hurt=hurt,
        killed=killed,
    )


def kill_of(hit: Hit) -> Kill:
    """How one hit is resolved: its To Kill number, or its IFT column and DRM."""
    aspect = hit.aspect if hit.target.is_vehicle else None
    if uses_tk_table(hit):
        number = None if hit.deliberate_immobilization else kill_number(hit)
        return Kill(aspect, hit.is_ch, number)
    if hit.ammo in (Ammo.SMOKE, Ammo.WP):
        return Kill(aspect, hit.is_ch)
    drm = effects_drm(hit)
    target = struck_by((hit,))[0].target
    if isinstance(target, VehicleTarget) and target.armored:
        drm += armor_drm(target)
    return Kill(aspect, hit.is_ch, payload=hit_payload(hit), drm=drm)


# -- what became of a target, in one word ------------------------------------------------------

NOTHING = "none"
VEHICLE_LABELS = {
    Effect.NONE: NOTHING,
    Effect.DUD: "dud",
    Effect.POSSIBLE_SHOCK: "possible_shock",
    Effect.SHOCK: "shock",
    Effect.STUN: "stun",
    Effect.IMMOBILIZED: "immobilized",
    Effect.ELIMINATED: "kill",
    Effect.BURNING: "burn",
}
_KILLED = ("burn", "kill", "eliminated", "gun_destroyed", "KIA")


def label_of(effect: After, hit: Hit) -> str:
    """A stable word for what became of a target (`docs/shot.md`)."""
    match effect:
        case VehicleAfter():
            final = effect.final
            word = VEHICLE_LABELS[effect.effect if final is Effect.NONE else final]
            # D5.34: its crew may be stunned though nothing happened to the vehicle itself.
            stunned = effect.crew in (CrewFate.STUNNED, CrewFate.RECALLED)
            return VEHICLE_LABELS[Effect.STUN] if final is Effect.NONE and stunned else word
        case GunTarget():
            return _gun(effect, hit)
        case Personnel():
            before = struck_by((hit,))[0].target
            return harm_to_men(effect, before if isinstance(before, Personnel) else None)
        case _:
            return str(effect) if effect.harm is not Harm.NONE else NOTHING


def label_of_direct(shot: Shot, at: int, effect: After) -> str:
    """The same word for a target of an attack without a To Hit DR."""
    return label_of(effect, met_by(shot, shot.targets[at]))


def harm_to_men(after: Personnel, before: Personnel | None) -> str:
    """What became of men, in stable words joined by «+»."""
    if after.eliminated:
        return "eliminated"
    words = []
    if before is not None and after.rank is not before.rank:
        words.append("reduced")
    if after.wounded and not (before and before.wounded):
        words.append("wounded")
    if after.broken and not (before and before.broken):
        words.append("broken")
    if after.pinned and not (before and before.pinned):
        words.append("pinned")
    return "+".join(words) or NOTHING


def _gun(after: GunTarget, hit: Hit) -> str:
    if after.state is GunState.DESTROYED:
        return "gun_destroyed"
    before = struck_by((hit,))[0].target
    crew = before.crew if isinstance(before, GunTarget) else None
    men = harm_to_men(after.crew, crew) if after.crew is not None else NOTHING
    if after.state is GunState.MALFUNCTIONED:
        return "gun_malfunctioned" if men == NOTHING else f"gun_malfunctioned+{men}"
    return men


def is_hurt(label: str) -> bool:
    """Whether a word tells of any harm."""
    return label not in (NOTHING, "dud", "possible_shock")


def is_killed(label: str) -> bool:
    """Whether a word tells of the end of the target."""
    return label.split("+")[0] in _KILLED or label.endswith("KIA")


# -- attacks without a To Hit DR -----------------------------------------------------------------


class DirectAnswer(msgspec.Struct, frozen=True):
    """An attack on the IFT at once: what it is worth against each target, and its exact odds."""

    attack: SmallArms | Sweep
    effects: tuple[tuple[str, Chances], ...]
    rof_kept: Fraction
    malfunction: Fraction
    depleted: Fraction
    none_left: Fraction
    outcomes: Odds[Outcome]


def direct_answer(shot: Shot) -> DirectAnswer:
    """C2.29, C8.4: everything that can be said of an attack straight on the IFT."""
    attack = ready(shot)
    assert not isinstance(attack, ToHit)
    keys: list[Hashable] = []
    for i, target in enumerate(shot.targets):
        if isinstance(attack, SmallArms) and not leads(target):
            keys.append((_nameless(target), attack.columns[i], attack.drm[i].total))
        else:
            keys.append(i)
    firsts = {key: i for i, key in reversed(list(enumerate(keys)))}
    places = sorted(firsts.values())
    fates = dict(zip(places, fates_of_each(attack, places), strict=True))
    effects = []
    for i, (key, target) in enumerate(zip(keys, shot.targets, strict=True)):
        labels: Chances = {}
        for outcome, p in fates[firsts[key]].items():
            if outcome.effects:
                label = label_of_direct(shot, i, outcome.effects[0])
                labels[label] = labels.get(label, Fraction(0)) + p
        effects.append((target.name, labels))
    outcomes = fates[0]
    return DirectAnswer(
        attack=attack,
        effects=tuple(effects),
        rof_kept=outcomes.chance(lambda o: o.rof_kept),
        malfunction=outcomes.chance(lambda o: o.malfunction),
        depleted=outcomes.chance(lambda o: o.supply is Supply.LAST),
        none_left=outcomes.chance(lambda o: o.supply is Supply.NEVER),
        outcomes=outcomes,
    )


# -- the IFT's own results -----------------------------------------------------------------------


def _ift_results(thrown: Odds[Thrown], target: Target) -> Chances:
    """For a target that is resolved on the IFT: the chance of each result of the table."""
    met: dict[Hit, Fraction] = {}
    for result, chance in thrown.items():
        if not result.hits or uses_tk_table(result.hits[0]):
            continue
        for hit in result.hits:
            if hit.target is target or hit.target == target:
                met[hit] = met.get(hit, Fraction(0)) + chance
    cells: Chances = {}
    for hit, chance in met.items():
        if hit.ammo in (Ammo.SMOKE, Ammo.WP):
            continue
        struck = struck_by((hit,))[0]
        each, whole = effects_dr(hit.rolls)
        for dr, weight in each:
            cell = str(struck.cell(dr))
            cells[cell] = cells.get(cell, Fraction(0)) + chance * Fraction(weight, whole)
    return cells
