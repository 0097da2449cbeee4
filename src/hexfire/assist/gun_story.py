"""A gun's story (C10): what is done with it step by step, and how everything stands afterwards.

A step is said in a few words: `limber`, `hook up`, `MPh` (on to that phase), `push woods road`,
`drive wall 2`. A step that the rules forbid ends the story with the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from hexfire.asl.effects.breakdown import WeaponState, repair
from hexfire.asl.fieldguns import (
    Emplacement,
    Manned,
    Place,
    PorteeFacing,
    Situation,
    Step,
    assemble,
    could_still_push,
    dismantle,
    eliminate,
    finish_pushing,
    fire,
    give_up_wall_advantage,
    hook_up,
    immobilized,
    limber,
    load,
    man,
    manhandling_drm,
    may_fire,
    next_phase,
    push,
    refuse_step,
    towed_as,
    towing_cost,
    unhook,
    unlimber,
    unload,
    vehicle_destroyed,
)
from hexfire.asl.fieldguns.entries import entry_into
from hexfire.asl.fieldguns.manhandling import Entry
from hexfire.asl.sequence import PHASES
from hexfire.assist.shots.report import Part
from hexfire.dice import Dice, NeedAnswer
from hexfire.rulebook import BadInput, Refusal, read_whole

MOST_STEPS = 40
Word = Annotated[str, Meta(max_length=120)]
_MORE_STEPS = ("repair", "push …", "drive …", "stop …")
_PHASE = rf"(enemy\s+)?({'|'.join(phase.value for phase in PHASES)})"


class Into(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hex that a gun is pushed into, and the hexside it crosses.

    `mud`: mud or deep snow here or there; `plowed`: the road is paved or plowed all the same.
    """

    terrain: Word
    across: Word = ""
    mf: Annotated[int, Meta(ge=0, le=99)] | None = None
    tem: Annotated[int, Meta(ge=-9, le=9)] | None = None
    uphill: bool = False
    road: bool = False
    mud: bool = False
    plowed: bool = False
    trail_break: bool = False
    bypass: bool = False
    upper_level: bool = False

    def entry(self) -> Entry:
        return entry_into(
            self.terrain,
            self.across,
            mf=self.mf,
            tem=self.tem,
            uphill=self.uphill,
            road=self.road,
            mud_or_deep_snow=self.mud,
            cleared_road=self.plowed,
            trail_break=self.trail_break,
            bypass=self.bypass,
            upper_level=self.upper_level,
        )


class StepDone(Part, kw_only=True):
    """One step: what was said; the result and DRM of a push, or the MP of a hex driven into."""

    said: str
    push: str | None = None
    drm: int | None = None
    cost: float | None = None


class GunNow(Part, kw_only=True):
    """The gun after the story.

    `may_push_on`: those at it could still roll for another hex (C10.31). `is_target`: apart from a
    vehicle it hangs on.
    """

    place: Place
    limbered: bool
    emplacement: Emplacement
    emplacement_tem: int
    ca: int
    ti: bool
    may_fire: bool
    may_push_on: bool
    is_target: bool
    low_ammo: bool
    malfunctioned: bool


class HandNow(Part, kw_only=True):
    """A unit at the gun after the story."""

    kind: str
    ti: bool
    on_foot: bool
    mf_left: int
    labor: int
    hazardous: bool
    may_fire: bool


class VehicleNow(Part, kw_only=True):
    """The vehicle after the story."""

    mp_left: float
    cargo_pp: int
    ti: bool
    stopped: bool
    moving_target: bool
    may_be_first_fired_on: bool
    immobilized: bool
    wreck: bool
    burden: str | None


class Story(Part, kw_only=True):
    """The steps, and how gun, men and vehicle stand after them."""

    steps: list[StepDone]
    gun: GunNow
    hands: list[HandNow]
    vehicle: VehicleNow | None


def told(now: Situation, steps: tuple[str, ...], dice: Dice) -> tuple[Situation, Story]:
    """Take the steps in turn; a forbidden one is refused by its rule."""
    if len(steps) > MOST_STEPS:
        raise BadInput("fieldguns.too_many_steps", count=len(steps), most=MOST_STEPS)
    done = []
    for step_text in steps:
        try:
            now, step = _take(now, step_text, dice)
        except NeedAnswer:
            raise BadInput("fieldguns.dice_wanted", text=step_text) from None
        done.append(step)
    if dice.left_over:
        raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, dice.left_over)))
    return now, _story(now, done)


def _take(now: Situation, text: str, dice: Dice) -> tuple[Situation, StepDone]:
    words = text.casefold().split()
    step = StepDone(said=text)
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "push":
        return _push(now, rest, dice, step)
    if verb == "drive":
        return _drive(now, rest, step)
    if verb == "stop":
        return _stop(now, rest, step)
    if words == ["repair"]:
        return _repair(now, dice), step
    if re.fullmatch(_PHASE, text.strip(), re.IGNORECASE):
        return _until(now, words), step
    name, ca = " ".join(words), None
    if words[-2:-1] == ["ca"]:
        name, ca = " ".join(words[:-2]), _number(words[-1], text) % 6
    if name not in _STEPS:
        known = (
            *_STEPS,
            "repair",
            "push …",
            "drive …",
            "stop …",
            *(phase.value for phase in PHASES),
        )
        raise BadInput("fieldguns.bad_step", text=text, known=known)
    return _STEPS[name](now, ca), step


def _manned(by: Manned) -> Callable[[Situation, int | None], Situation]:
    return lambda now, _: replace(now, gun=man(now.gun, by))


_STEPS: Mapping[str, Callable[[Situation, int | None], Situation]] = {
    "limber": limber,
    "unlimber": unlimber,
    "hook up": lambda now, ca: hook_up(now, ca=ca),
    "hook up on foot": lambda now, ca: hook_up(now, boarding=False, ca=ca),
    "unhook": unhook,
    "load": lambda now, ca: load(now, PorteeFacing.FORWARD, ca or 0),
    "load rear": lambda now, ca: load(now, PorteeFacing.REAR, ca or 0),
    "unload": unload,
    "dismantle": lambda now, _: dismantle(now),
    "assemble": assemble,
    "fire": lambda now, _: fire(now),
    "finish pushing": lambda now, _: finish_pushing(now),
    "board": lambda now, _: _aboard(now, True),
    "alight": lambda now, _: _aboard(now, False),
    "vehicle destroyed": lambda now, _: vehicle_destroyed(now),
    "vehicle immobilized": lambda now, _: immobilized(now),
    "manned by crew": _manned(Manned.CREW),
    "manned by hs": _manned(Manned.HALF_SQUAD),
    "manned by squad": _manned(Manned.SQUAD),
    "manned by smcs": _manned(Manned.SMCS),
    "give up wall advantage": lambda now, _: replace(now, gun=give_up_wall_advantage(now.gun)),
}


def _aboard(now: Situation, aboard: bool) -> Situation:
    return replace(now, hands=tuple(replace(hand, on_foot=not aboard) for hand in now.hands))


def _repair(now: Situation, dice: Dice) -> Situation:
    """C10.21, A9.72: a malfunctioned gun is repaired, or lost, as it stands: limbered or not."""
    if not now.gun.malfunctioned:
        raise Refusal("C10.21", "fieldguns.not_malfunctioned", gun=now.gun.counter.name)
    match repair(dice):
        case WeaponState.WORKING:
            return replace(now, gun=replace(now.gun, malfunctioned=False))
        case WeaponState.DISABLED:
            return replace(now, gun=eliminate(now.gun))
    return now


def _until(now: Situation, words: list[str]) -> Situation:
    """On to the next such phase: `MPh`, or `enemy DFPh`; the first one is left in any case."""
    own = words[0] != "enemy"
    now = next_phase(now)
    while not (now.own == own and now.phase.value.casefold() == words[-1]):
        now = next_phase(now)
    return now


def _drive(now: Situation, words: list[str], step: StepDone) -> tuple[Situation, StepDone]:
    """C10.1: the vehicle enters a hex with what hangs on it; the player says what it would cost."""
    ways = {way.value: way for way in Step}
    if len(words) != 2 or words[0] not in ways:
        raise BadInput("fieldguns.bad_drive", text=step.said, known=tuple(ways))
    cost = _mp(words[1], step)
    if now.gun.place is Place.HOOKED:
        towed = towed_as(now.gun.counter)
        refuse_step(towed, ways[words[0]])
        cost = towing_cost(cost, towed)
    return _spend(now, cost, step, stopped=False)


def _stop(now: Situation, words: list[str], step: StepDone) -> tuple[Situation, StepDone]:
    """The vehicle stops, at the MP that the player names (none where it begins stopped)."""
    return _spend(now, _mp(words[0], step) if words else 0, step, stopped=True)


def _spend(now: Situation, mp: float, step: StepDone, stopped: bool) -> tuple[Situation, StepDone]:
    """C10.11: a TI vehicle spends no MP, and none more than it has left."""
    vehicle = now.vehicle
    if vehicle is None:
        raise BadInput("fieldguns.no_vehicle")
    if vehicle.ti:
        raise Refusal("C10.11", "fieldguns.vehicle_ti", vehicle=vehicle.name)
    if vehicle.mp_left < mp:
        left = f"{vehicle.mp_left:g}"
        raise Refusal("C10.1", "fieldguns.no_mp", vehicle=vehicle.name, need=f"{mp:g}", left=left)
    step.cost = mp
    entered = vehicle.entered_hex or not stopped
    driven = replace(vehicle, mp_spent=vehicle.mp_spent + mp, stopped=stopped, entered_hex=entered)
    return replace(now, vehicle=driven), step


def _mp(text: str, step: StepDone) -> float:
    if not re.fullmatch(r"\d{1,2}(\.\d{1,2})?", text):
        raise BadInput("fieldguns.bad_number", text=step.said)
    return float(text)


_FLAGS = ("uphill", "road", "mud", "plowed", "trail_break", "bypass", "upper_level")


def _push(
    now: Situation, words: list[str], dice: Dice, step: StepDone
) -> tuple[Situation, StepDone]:
    """C10.3: `push TERRAIN`, and then words of the hex, `across=wall`, `ca=3`, `low_ammo`."""
    if not words:
        raise BadInput("fieldguns.push_needs_hex")
    given: dict[str, object] = {"terrain": words[0]}
    low_ammo, ca = False, None
    for word in words[1:]:
        name, _, value = word.partition("=")
        if word in _FLAGS:
            given[word] = True
        elif name in ("mf", "tem"):
            given[name] = _number(value, word)
        elif name == "across":
            given[name] = value
        elif name == "ca":
            ca = _number(value, word)
        elif word == "low_ammo":
            low_ammo = True
        else:
            known = (*_FLAGS, "low_ammo", "across=…", "mf=…", "tem=…", "ca=…")
            raise BadInput("fieldguns.bad_word", text=word, known=known)
    entry = msgspec.convert(given, Into).entry()
    drm = manhandling_drm(entry, now.hands, low_ammo and not now.gun.low_ammo)
    result, after = push(dice, now, entry, low_ammo, ca)
    step.push, step.drm = result.value, drm.total
    vehicle = now.vehicle if after.vehicle is None else after.vehicle
    return replace(after, vehicle=vehicle), step


def _number(text: str, whole: str) -> int:
    number = read_whole(text)
    if number is None or number > 99:
        raise BadInput("fieldguns.bad_number", text=whole)
    return number


def _story(now: Situation, done: list[StepDone]) -> Story:
    gun, vehicle = now.gun, now.vehicle
    return Story(
        steps=done,
        gun=GunNow(
            place=gun.place,
            limbered=gun.limbered,
            emplacement=gun.emplacement,
            emplacement_tem=gun.emplacement_tem,
            ca=gun.ca,
            ti=gun.ti,
            may_fire=may_fire(now),
            may_push_on=could_still_push(now),
            is_target=gun.is_target,
            low_ammo=gun.low_ammo,
            malfunctioned=gun.malfunctioned,
        ),
        hands=[
            HandNow(
                kind=hand.kind.value,
                ti=hand.ti,
                on_foot=hand.on_foot,
                mf_left=hand.mf_left,
                labor=hand.labor,
                hazardous=hand.hazardous,
                may_fire=hand.able and not hand.fired and not hand.worked,
            )
            for hand in now.hands
        ],
        vehicle=None
        if vehicle is None
        else VehicleNow(
            mp_left=vehicle.mp_left,
            cargo_pp=vehicle.cargo_pp,
            ti=vehicle.ti,
            stopped=vehicle.stopped,
            moving_target=vehicle.moving_target,
            may_be_first_fired_on=vehicle.may_be_first_fired_on,
            immobilized=vehicle.immobilized,
            wreck=vehicle.wreck,
            burden=vehicle.burden,
        ),
    )
