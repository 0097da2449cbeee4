"""The whole chain of a light anti-tank weapon or recoilless rifle: check, To Hit, effects, risk.

`play(dice, at_fire, at)` plays it, `odds(at_fire, at)` gives its exact odds. The To Hit process and
the effects are the gunnery's; what stands here is what C12 and C13 put before, between and after.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from hexfire.asl.antitank.backblast import (
    ENCLOSED,
    Blasted,
    Bystander,
    How,
    Position,
    backblast_starts_fire,
    blast,
    kindles,
    kindling_number,
    one_fp_attack,
    refuse_piat_down,
    refuse_rcl_position,
    refuse_steep,
    ways_to_fire,
)
from hexfire.asl.antitank.panzerfaust import (
    Checked,
    PfUser,
    hurts_firer,
    pf_check,
    refuse_check,
    sw_uses,
    usage_track,
)
from hexfire.asl.antitank.projector import after_hit, refuse_projector
from hexfire.asl.antitank.users import Team, Usage, serve, serve_light_mortar, serve_rcl
from hexfire.asl.effects import morale
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.resolve import fire_of
from hexfire.asl.effects.stack import Stack
from hexfire.asl.effects.struck import struck_by
from hexfire.asl.gunnery.fire import Outcome, after_throw, through_effects
from hexfire.asl.gunnery.throw import Thrown, is_one_of_many, sign_of, thrown
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Hits
from hexfire.asl.shots.shot import Kind, Shot, Target, TargetKind
from hexfire.asl.shots.targets import (
    After,
    GunState,
    GunTarget,
    Personnel,
    Rank,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.dice import DR, Dice, Then, in_turn, numbered
from hexfire.rulebook import Refusal

PANZERFAUSTS = ("PF", "PFk")


class AtShot(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A shot with what C12 and C13 ask of the firer's side.

    `men` are all Personnel in the firer's Location; the first of them fires. `pf` stands where a
    PF Check comes first. `floor` is the building level he is on. `how` is how a backblast weapon is
    fired (`ways`). `bystanders` are others in a RCL's Backblast Zone, `zone` the terrain of its
    hexes. `choose_target` names the Known unit at a Gun or SW that a PF strikes instead of Random
    Selection.
    """

    shot: Shot
    men: tuple[Personnel, ...] = (Personnel(),)
    team: Team | None = None
    pf: PfUser | None = None
    ssr: bool = False
    pf_left: int | None = None
    subsequent_first_fire: bool = False
    position: Position = Position.OPEN
    floor: int = 0
    how: How = How.PLAIN
    bystanders: tuple[Bystander, ...] = ()
    zone: tuple[str, ...] = ()
    ec_drm: int = 0
    choose_target: str = ""
    other_fire_this_phase: bool = False
    met: ToHit | None = None
    """The attempt at who is really there, where that is more than the firer knew (C6.57)."""

    @property
    def latw(self) -> str:
        """The id of the LATW, "" for ATR and RCL."""
        return self.shot.weapon.th_table or ""

    @property
    def is_rcl(self) -> bool:
        return self.shot.weapon.kind is Kind.RCL

    @property
    def backblast(self) -> bool:
        return self.shot.weapon.backblast or self.is_rcl

    @property
    def blown_indoors(self) -> bool:
        """C13.81: the firer's own Location feels the blast."""
        return self.backblast and self.position in ENCLOSED and self.how is How.DESPERATION


class AtOutcome(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How it ended: the check, the shot (`None`: none was fired), and the firer's own side."""

    check: Checked | None = None
    shot: Outcome | None = None
    men: tuple[Personnel, ...] = ()
    bystanders: tuple[After | VehicleTarget, ...] = ()
    flames: tuple[str, ...] = ()
    smoke: bool = False

    @property
    def hit(self) -> bool:
        return self.shot is not None and bool(self.shot.hits)


def usage_of(at: AtShot) -> Usage:
    """C12.2, C13: how those who fire serve this weapon; they are who is in `team`, or the first."""
    shot = at.shot
    team = at.team or Team((at.men[0].rank,), shot.nation or shot.weapon.nation)
    if at.is_rcl:
        return serve_rcl(team, shot.weapon.nation)
    if shot.weapon.kind is Kind.MTR:
        return serve_light_mortar(team)
    return serve(at.latw, team)


def ways(at: AtShot) -> tuple[AtShot, ...]:
    """C13.8, C13.81: the same shot in every legal way, the safest first.

    One that waits for Opportunity Fire is fired in the AFPh.
    """
    if not at.backblast or (at.is_rcl and not at.shot.weapon.backblast):
        return (at,)
    firer = at.shot.firer
    ways_open = ways_to_fire(
        at.position,
        at.floor,
        pinned=firer.pinned,
        phase=at.shot.phase,
        opportunity_fire=firer.opportunity_fire,
    )
    return tuple(replace(at, how=how) for how in ways_open)


def prepare(at: AtShot) -> Shot:
    """The shot as the gunnery fires it, or the rule of C12 or C13 against it."""
    shot = at.shot
    rise = shot.target.level - shot.firer.level
    if at.backblast:
        refuse_steep(rise, shot.range)
    if at.latw == "PIAT":
        refuse_piat_down(rise, shot.range)
    if at.latw == "MOL-P":
        refuse_projector(
            shot.phase,
            shot.range,
            rise,
            other_fire_this_phase=at.other_fire_this_phase,
            aboard=shot.firer.passenger,
            deliberate_immobilization=shot.deliberate_immobilization,
            intensive_or_sustained=shot.firer.intensive_fire,
        )
    if at.is_rcl:
        refuse_rcl_position(at.position, small_us=shot.weapon.backblast)
    if at.how not in (way.how for way in ways(at)):
        raise Refusal("C13.8", "fieldguns.not_that_way", how=f"@fieldguns.how.{at.how.value}")
    if at.pf is not None:
        refuse_check(
            at.pf,
            shot.date,
            shot.phase,
            latw=at.latw,
            ssr=at.ssr,
            subsequent_first_fire=at.subsequent_first_fire,
            left=at.pf_left,
        )
    return _served(at, _fired(at, shot))


def _fired(at: AtShot, shot: Shot) -> Shot:
    if at.backblast:
        # Where and how it is fired is settled here, so Case C3 need not ask the terrain (C5.34).
        shot = replace(shot, firer=replace(shot.firer, confined=at.how is How.CASE_C3))
    match at.how:
        case How.OPPORTUNITY_FIRE:
            firer = replace(shot.firer, opportunity_fire=True)
            return replace(shot, phase=Phase.AFPH, firer=firer)
        case How.DESPERATION:
            return replace(shot, firer=replace(shot.firer, desperation=True))
        case _:
            return shot


def _served(at: AtShot, shot: Shot) -> Shot:
    """The firer with the penalties and the leadership that his team has with this weapon."""
    usage = usage_of(at)
    firer = replace(
        shot.firer,
        non_qualified=shot.firer.non_qualified or usage.non_qualified,
        leadership=shot.firer.leadership if usage.leadership else 0,
        hero=shot.firer.hero and (usage.heroic or usage.leadership),
    )
    weapon = replace(shot.weapon, rof=0) if usage.loses_rof else shot.weapon
    return replace(shot, firer=firer, weapon=weapon)


@lru_cache(maxsize=256)
def aim(at: AtShot) -> ToHit:
    """The To Hit build-up of the shot."""
    return at.met or to_hit(prepare(at))


# --- the stages ---------------------------------------------------------------------------------


class Opened(msgspec.Struct, frozen=True, cache_hash=True):
    """Where things stand after the check and the To Hit DR, before blast and effects.

    `colored` is the coloured dr of the To Hit DR where a blast will look at it, else 0. `burning`:
    the Backblast Zone must be checked for fire (C12.4).
    """

    begun: AtOutcome
    result: Thrown | None = None
    colored: int = 0
    burning: bool = False


def at_fire(dice: Dice, at: AtShot) -> Then:
    """C13.31, C3.1: the PF Check if there is one, then the shot, the blast, the effects."""
    return Then(in_turn, (Then(opening, (at,)), Then(_go_on, (at,))))


def at_fire_with(dice: Dice, at: AtShot, check: Checked | None, dr: DR | None) -> Then:
    """C2.2401: the same, where the check is made already, and perhaps the To Hit DR thrown."""
    if check not in (None, Checked.FIRES):
        opened = Then(_after_check, (at, check))
    elif dr is None:
        opened = Then(_shoot, (at, check))
    else:
        opened = Then(_shot_with, (at, check, dr))
    return Then(in_turn, (opened, Then(_go_on, (at,))))


def look_for_pf(dice: Dice, at: AtShot) -> Checked | None:
    """C13.31: the PF Check, of what the firer takes the target to be; None: there is none."""
    if at.pf is None:
        return None
    shot = at.shot
    return pf_check(dice, at.pf, shot.date, shot.target.kind is TargetKind.AFV)


def _go_on(dice: Dice, opened: Opened, at: AtShot) -> Then | AtOutcome:
    if opened.result is None:
        return opened.begun
    return Then(_indoors, (at, opened))


def opening(dice: Dice, at: AtShot, watch: int | None = None) -> Then:
    """C13.31, C3.3: the check and the To Hit DR, and what these dice alone decide.

    `watch`: the place of the one target that is asked for.
    """
    check = look_for_pf(dice, at)
    if check in (None, Checked.FIRES):
        return Then(_shoot, (at, check, watch))
    return Then(_after_check, (at, check))


def _after_check(dice: Dice, at: AtShot, check: Checked) -> Opened:
    """C13.31: no shot; an Original 6 pins the unit, breaks it, or costs it a Casualty Reduction."""
    unit = at.men[0]
    match check:
        case Checked.PINNED:
            unit = unit.changed(pinned=True)
        case Checked.BROKEN:
            unit = morale.breaks(unit)
        case Checked.REDUCED:
            unit = casualty(dice, unit)
    return Opened(AtOutcome(check=check, men=(unit, *at.men[1:])))


def casualty(dice: Dice, unit: Personnel) -> Personnel:
    """A7.302, A17.11: Casualty Reduction of the unit that fired; a SMC is wounded."""
    if unit.rank in (Rank.LEADER, Rank.HERO):
        return morale.wounds(unit, dice.dr("A17.11"))
    return morale.reduced(unit)


def _shoot(dice: Dice, at: AtShot, check: Checked | None, watch: int | None = None) -> Opened:
    """C3.3: the To Hit DR, and what its dice say about weapon, firer and his Location."""
    return _shot_with(dice, at, check, dice.DR("C3.3"), watch)


def _shot_with(
    dice: Dice, at: AtShot, check: Checked | None, dr: DR, watch: int | None = None
) -> Opened:
    """C3.3: what a To Hit DR comes to that is known already."""
    th = aim(at)
    watched = () if watch is None else (watch,)
    result = thrown(dice, th, dr, watched)
    men = at.men
    if at.latw in PANZERFAUSTS:
        if hurts_firer(dr.total, th.shot.firer.inexperienced):
            result = replace(result, hits=())
            men = (casualty(dice, men[0]), *men[1:])
        result = replace(result, hits=_one_victim(dice, at, result.hits, watch))
    begun = AtOutcome(
        check=check,
        men=men,
        flames=_flames(at, th.shot, dr, result),
        smoke=at.latw == "MOL-P" and bool(result.hits),
    )
    # What is still to come looks at the coloured dr only where there is a blast.
    colored = dr.colored if at.blown_indoors or at.bystanders else 0
    burning = at.is_rcl and bool(at.zone) and backblast_starts_fire(dr.total)
    return Opened(begun, result, colored, burning)


def may_be_named(target: Target) -> bool:
    """C13.31: before Random Selection the firer may name a Known unit that mans a Gun or SW."""
    return target.is_known and target.manning is not None


def _one_victim(dice: Dice, at: AtShot, hits: Hits, watch: int | None) -> Hits:
    """C13.31: a PF strikes one: the Known unit at a Gun or SW he chose, or who is selected."""
    if len(hits) <= 1:
        return hits
    for hit in hits:
        if at.choose_target and hit.target.name == at.choose_target and may_be_named(hit.target):
            return (hit,)
    alike: tuple[int, ...] = ()
    if watch is not None:
        asked = aim(at).aims[watch].target
        alike = numbered(
            [
                i if hit.target == asked or not is_one_of_many(hit.target) else sign_of(hit)
                for i, hit in enumerate(hits)
            ]
        )
    return tuple(hits[i] for i in dice.selection(len(hits), "C13.31", alike=alike))


def _flames(at: AtShot, shot: Shot, dr: DR, result: Thrown) -> tuple[str, ...]:
    """C13.57, C13.59: where a Molotov Projector starts a Flame: at the target, at its own place."""
    if at.latw != "MOL-P":
        return ()
    flames = []
    if result.hits and after_hit(dr.colored, shot.target.ground or shot.target.terrain).flame:
        flames.append("target")
    lost = result.wear is WeaponState.DISABLED
    if lost and kindling_number(shot.firer.terrain) is not None:
        flames.append("firer")
    return tuple(flames)


def _indoors(dice: Dice, at: AtShot, opened: Opened) -> Then:
    """C13.81: Desperation strikes all Personnel in the closed Location with 1FP."""
    if at.blown_indoors:
        attack = (opened.colored, opened.begun.men)
        return Then(in_turn, (Then(one_fp_attack, attack), Then(_blown, (at, opened))))
    return Then(_zone, (at, opened))


def _blown(dice: Dice, men: tuple[Personnel, ...], at: AtShot, opened: Opened) -> Then:
    return Then(_zone, (at, replace(opened, begun=replace(opened.begun, men=men))))


def _zone(dice: Dice, at: AtShot, opened: Opened) -> Then:
    """C12.31, C12.4: the Backblast Zone: its bystanders, and fire on an Original 11."""
    begun = opened.begun
    if opened.burning:
        lit = tuple(name for name in at.zone if kindles(dice, name, at.ec_drm))
        begun = replace(begun, flames=begun.flames + lit)
    if at.is_rcl and at.bystanders:
        more = (at, begun, opened.result)
        return Then(in_turn, (Then(blast, (opened.colored, at.bystanders)), Then(_zoned, more)))
    return Then(_effects, (at, begun, opened.result))


def _zoned(dice: Dice, after: Blasted, at: AtShot, begun: AtOutcome, result: Thrown) -> Then:
    return Then(_effects, (at, replace(begun, bystanders=after.units), result))


def _effects(dice: Dice, at: AtShot, begun: AtOutcome, result: Thrown) -> Then:
    return Then(in_turn, (Then(target_effects, (at, result)), Then(_done, (begun,))))


def target_effects(
    dice: Dice, at: AtShot, result: Thrown, watch: int | None = None
) -> Then | Outcome:
    """C3.1: the effects of the hits, by the gunnery or by the weapon's own rule."""
    th = aim(at)
    rest = after_throw(th.shot, result, None if watch is None else th.aims[watch].target)
    if isinstance(rest, Then) and at.latw in PANZERFAUSTS and not result.hits[0].target.is_vehicle:
        shot, record, _, hits_and_watch = rest.args
        return Then(through_effects, (shot, record, pf_on_men, hits_and_watch))
    return rest


def _done(dice: Dice, outcome: Outcome, begun: AtOutcome) -> AtOutcome:
    return replace(begun, shot=outcome)


def pf_on_men(dice: Dice, hits: Hits, watch: tuple[int, ...] = ()) -> Then | tuple[After, ...]:
    """C13.36: a PF against men or a Gun: an Original IFT DR of 12 has no effect."""
    stack: Stack = struck_by(hits)
    dr = dice.total("A7.3")
    if dr == 12:
        stack = tuple(replace(struck, column=None) for struck in stack)
    return Then(ift_result, (stack, fire_of(hits, watch), dr))


# --- C13.31: a squad's second attempt ------------------------------------------------------------


class Twice(msgspec.Struct, frozen=True, cache_hash=True):
    """How two attempts of one squad in one phase ended: PF fired, the target's end, the men."""

    fired: int
    destroyed: bool
    men: tuple[Personnel, ...]


def next_attempt(at: AtShot, first: AtOutcome) -> AtShot | None:
    """C13.31: the squad's second attempt at what is left of its target; `None` if it has none.

    It costs the squad its inherent FP. A squad that was reduced has used the one SW of a HS, a
    broken one fires no more; who was pinned checks and fires pinned.
    """
    unit, left = first.men[0], at.pf_left
    if left is not None and first.shot is not None:
        left = usage_track(left)
    gone = unit.broken or unit.eliminated or unit.rank is not at.men[0].rank
    if at.pf is None or gone or target_destroyed(first):
        return None
    pf = replace(at.pf, checks_this_phase=at.pf.checks_this_phase + 1, pinned=unit.pinned)
    uses = sw_uses(pf.rank, pf.used_inherent_fp)
    if uses <= pf.checks_this_phase + pf.other_sw_used or left == 0:
        return None
    firer = replace(at.shot.firer, pinned=unit.pinned)
    again = replace(at, shot=replace(at.shot, firer=firer), men=first.men, pf=pf, pf_left=left)
    legal = [way.how for way in ways(again)]
    return again if again.how in legal else replace(again, how=legal[0])


def target_destroyed(outcome: AtOutcome) -> bool:
    """Whether nothing is left of the target that was aimed at."""
    if outcome.shot is None or not outcome.shot.effects:
        return False
    effect = outcome.shot.effects[0]
    match effect:
        case VehicleAfter():
            return effect.effect.destroyed
        case Personnel():
            return effect.eliminated
        case GunTarget():
            return effect.state is GunState.DESTROYED
        case _:
            return False


def fire_twice(dice: Dice, at: AtShot) -> Then:
    """C13.31: a squad's first attempt and, if it may, its second in the same phase."""
    return Then(in_turn, (Then(at_fire, (at,)), Then(_second, (at,))))


def _second(dice: Dice, first: AtOutcome, at: AtShot) -> Then | Twice:
    fired = int(first.shot is not None)
    again = next_attempt(at, first)
    if again is None:
        return Twice(fired, target_destroyed(first), first.men)
    return Then(in_turn, (Then(at_fire, (again,)), Then(_both, (fired,))))


def _both(dice: Dice, second: AtOutcome, fired: int) -> Twice:
    fired += second.shot is not None
    return Twice(fired, target_destroyed(second), second.men)
