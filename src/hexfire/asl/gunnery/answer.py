"""The answer to «what do I need, why, and what are my chances?»: one shot, worked out in full."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.kill_number import KillNumber
from hexfire.asl.effects.payload import Payload
from hexfire.asl.effects.resolve import uses_tk_table
from hexfire.asl.effects.stack import Stack
from hexfire.asl.effects.struck import effects_drm, hit_payload, struck_by
from hexfire.asl.effects.to_kill import kill_number
from hexfire.asl.effects.vehicles import armor_drm
from hexfire.asl.gunnery.canister import Sweep
from hexfire.asl.gunnery.fire import Outcome, ready, record_of, shot_odds
from hexfire.asl.gunnery.small_arms import SmallArms
from hexfire.asl.gunnery.throw import met_by, throw
from hexfire.asl.gunnery.to_hit import Aim, ToHit, to_hit
from hexfire.asl.shots.hit import Aspect, Hit, Hits
from hexfire.asl.shots.shot import Ammo, Shot
from hexfire.asl.shots.targets import (
    After,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.asl.tables.ift import Harm
from hexfire.dice import Dice, Odds, Then, odds
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


class Answer(msgspec.Struct, frozen=True):
    """A shot's build-up and its exact odds."""

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


def answer(shot: Shot, outcomes: Odds[Outcome] | None = None) -> Answer:
    """Everything that can be said of a shot before the dice are thrown.

    `outcomes` are its odds where another procedure than `fire` resolves it (C13).
    """
    th = to_hit(shot)
    if outcomes is None:
        outcomes = shot_odds(shot)
    hits = tuple(dict.fromkeys(hit for t in odds(throw, th) for hit in t.hits))
    return _answer(th, outcomes, hits, _ift_results(th))


def to_hit_answer(shot: Shot) -> Answer:
    """C3.3: the To Hit DR alone, of a target whose Armor Factors nobody has told."""
    th = to_hit(shot)
    return _answer(th, odds(throw, th).map(record_of), (), {})


def _answer(th: ToHit, outcomes: Odds[Outcome], hits: Hits, cells: dict[str, Chances]) -> Answer:
    chances = tuple(_chance(th, aim, hits, outcomes, cells) for aim in th.aims)
    return Answer(
        th=th,
        targets=chances,
        miss=outcomes.chance(lambda o: o.fired and not o.hits),
        rof_kept=outcomes.chance(lambda o: o.rof_kept),
        malfunction=outcomes.chance(lambda o: o.malfunction),
        low_ammo=outcomes.chance(lambda o: o.weapon is WeaponState.LOW_AMMO),
        depleted=outcomes.chance(lambda o: o.supply is Supply.LAST),
        none_left=outcomes.chance(lambda o: o.supply is Supply.NEVER),
        acquisition=dict(outcomes.map(lambda o: o.acquisition)),
        outcomes=outcomes,
    )


def _place(outcome: Outcome, name: str) -> int | None:
    for i, struck in enumerate(outcome.hits):
        if struck.name == name:
            return i
    return None


def _chance(
    th: ToHit, aim: Aim, hits: Hits, outcomes: Odds[Outcome], cells: dict[str, Chances]
) -> Chance:
    name = aim.target.name
    hit = ch = hull = turret = hurt = killed = Fraction(0)
    effects: Chances = {}
    before = next((h for h in hits if h.target is aim.target), None)
    for outcome, p in outcomes.items():
        at = _place(outcome, name)
        if at is None:
            continue
        struck, effect = outcome.hits[at], outcome.effects[at] if outcome.effects else None
        hit += p
        ch += p * struck.is_ch
        hull += p * (struck.aspect is Aspect.HULL)
        turret += p * (struck.aspect is Aspect.TURRET)
        if effect is None or before is None:
            continue
        label = label_of(effect, before)
        effects[label] = effects.get(label, Fraction(0)) + p
        hurt += p * is_hurt(label)
        killed += p * is_killed(label)
    return Chance(
        name=name,
        aim=aim,
        needed=th.needed(aim),
        hit=hit,
        ch=ch,
        hull=hull,
        turret=turret,
        effects=effects,
        ift=cells.get(name, {}),
        kills=tuple(dict.fromkeys(kill_of(h) for h in hits if h.target is aim.target)),
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
            return VEHICLE_LABELS[effect.effect if final is Effect.NONE else final]
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
    outcomes = shot_odds(shot)
    effects = []
    for target in shot.targets:
        found: Chances = {}
        for outcome, p in outcomes.items():
            at = _place(outcome, target.name)
            if at is None:
                continue
            label = label_of_direct(shot, at, outcome.effects[at])
            found[label] = found.get(label, Fraction(0)) + p
        effects.append((target.name, found))
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


def _ift_results(th: ToHit) -> dict[str, Chances]:
    """For every target resolved on the IFT: the chance of each result of the table."""
    found: dict[str, Chances] = {}
    for results, p in odds(_cells, th).items():
        for name, cell in results:
            by_cell = found.setdefault(name, {})
            by_cell[cell] = by_cell.get(cell, Fraction(0)) + p
    return found


def _cells(dice: Dice, th: ToHit) -> Then | tuple[tuple[str, str], ...]:
    hits = throw(dice, th).hits
    if not hits or uses_tk_table(hits[0]) or hits[0].ammo in (Ammo.SMOKE, Ammo.WP):
        return ()
    names = tuple(hit.target.name for hit in hits)
    return Then(_cell_roll, (struck_by(hits), names, hits[0].rolls, 12))


def _cell_roll(
    dice: Dice, stack: Stack, names: tuple[str, ...], left: int, best: int
) -> Then | tuple[tuple[str, str], ...]:
    best = min(best, dice.total("A7.3"))
    if left > 1:
        return Then(_cell_roll, (stack, names, left - 1, best))
    return tuple((n, str(s.cell(best))) for n, s in zip(names, stack, strict=True))
