"""A gun on the move (C10): what may be done with it now, and the odds of pushing it."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from hexfire.asl.fieldguns import (
    Emplacement,
    Entry,
    Gun,
    GunCounter,
    HandKind,
    Manned,
    Move,
    Place,
    PorteeFacing,
    PorteeNote,
    Push,
    Situation,
    Vehicle,
    gun_named,
    moves,
    push,
    push_until,
    roll_push,
    tow_vehicle_named,
)
from hexfire.asl.fieldguns.manhandling import MOST_LABOR, Tries
from hexfire.asl.fieldguns.towing import load_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import month
from hexfire.assist.gun_story import MOST_STEPS, Into, Story, Word, told
from hexfire.assist.gun_words import hand_of, vehicle_told
from hexfire.assist.shots.parts import items_of
from hexfire.assist.shots.report import Item, Part
from hexfire.assist.shots.throws import Throw
from hexfire.assist.wording import Said
from hexfire.dice import Odds, odds
from hexfire.rulebook import BadInput

__all__ = [
    "MOST_LABOR",
    "MOST_TRIES",
    "GunOrder",
    "GunReport",
    "Into",
    "PorteeFacing",
    "Standing",
    "Story",
    "Tractor",
    "gun_moves",
]

MOST_TRIES, MOST_HANDS = 12, 12
Number = Annotated[int, Meta(ge=0, le=99)]


class Standing(StrEnum):
    """How the gun stands at the beginning."""

    READY = "ready"
    EMPLACED = "emplaced"
    LIMBERED = "limbered"
    HOOKED = "hooked"
    PORTEE = "portee"
    DISMANTLED = "dismantled"


class Tractor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle in the hex: PP it carries, MP it has spent, and what its Ordnance Note says."""

    name: Word
    cargo: Number = 0
    spent: Annotated[float, Meta(ge=0, le=99)] = 0
    portee: bool = False
    portee_pp: Number | None = None
    portee_fires: bool = False
    portee_faces: PorteeFacing | None = None
    """Where the Vehicle Listing fixes it (C10.53)."""
    words: Annotated[tuple[Word, ...], Meta(max_length=MOST_HANDS)] = ()
    """How it stands: `bypass`, `moving`, `fired`, `ti`, `towing`."""


class GunOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is true of a gun: how it stands, who is at it, and when; and what is then done.

    `by`: units in a player's words (`crew pinned`). `aboard`: the men ride on the vehicle.
    `tries`: for how many MPhs the odds are given.
    """

    gun: Word
    state: Standing = Standing.READY
    phase: Phase = Phase.MPH
    enemy_turn: bool = False
    by: Annotated[tuple[Word, ...], Meta(max_length=MOST_HANDS)] = (HandKind.CREW.value,)
    labor: Annotated[int, Meta(ge=0, le=MOST_LABOR)] = 0
    aboard: bool = False
    vehicle: Tractor | None = None
    into: Into | None = None
    low_ammo: bool = False
    malfunctioned: bool = False
    steps: Annotated[tuple[Word, ...], Meta(max_length=MOST_STEPS)] = ()
    tries: Annotated[int, Meta(ge=1, le=MOST_TRIES)] = 3
    date: Word = ""


class MoveReport(Part, kw_only=True):
    """One thing to do with the gun: its cost, or (`refused`, `why`) what is against it."""

    name: str
    rule: str
    allowed: bool
    mp: int | None
    mf: int | None
    refused: str | None
    why: Said | UnsetType = UNSET


class PushReport(Part, kw_only=True):
    """C10.3: the Manhandling DR: what is needed, the odds, and those of being in by each MPh."""

    allowed: bool
    m: int
    max_original_dr: int
    total_drm: int
    tally: list[Item]
    odds: dict[str, Fraction]
    within_tries: list[Fraction]


class LoadReport(Part, kw_only=True):
    """C10.13: what towing this gun leaves of the vehicle's PP."""

    vehicle: str
    legal: bool
    pp_left: int
    ammunition_pp: int


class PushRolled(Part, kw_only=True):
    """The dice of a push, and what came of it."""

    dice: list[int]
    result: str


class GunReport(Part, kw_only=True):
    """Every move of C10 now; the push and its dice where a hex was named."""

    gun: GunCounter
    place: str
    phase: Phase
    moves: list[MoveReport]
    load: LoadReport | UnsetType = UNSET
    push: PushReport | UnsetType = UNSET
    rolled: PushRolled | UnsetType = UNSET
    story: Story | UnsetType = UNSET


def gun_moves(order: GunOrder, dice: Throw | None = None) -> GunReport:
    """What may be done with the gun, after the steps if there are any; with `dice` it is pushed."""
    now = situation_of(order)
    story: Story | UnsetType = UNSET
    if order.steps:
        now, story = told(now, order.steps, (dice or Throw()).dice())
        dice = None
    entry = None if order.into is None else order.into.entry()
    all_moves = moves(now, entry, order.low_ammo)
    report = GunReport(
        gun=now.gun.counter,
        place=now.gun.place.value,
        phase=now.phase,
        moves=[_move(move) for move in all_moves],
        story=story,
    )
    if now.vehicle is not None:
        load = load_of(now.vehicle, now.gun.counter)
        report.load = LoadReport(
            vehicle=now.vehicle.name,
            legal=load.legal,
            pp_left=load.pp_left,
            ammunition_pp=load.ammunition_pp,
        )
    for move in all_moves:
        if move.drm is not None:
            report.push = _push(move, now.gun.counter, order.tries)
    if dice is not None:
        report.rolled = _rolled(now, entry, order.low_ammo, dice)
    return report


def situation_of(order: GunOrder) -> Situation:
    """The gun, its men and its vehicle as the rules see them."""
    counter = gun_named(order.gun)
    year = int(month(order.date)[:4]) if order.date else None
    tractor = None if order.vehicle is None else _vehicle(order.vehicle, order, counter, year)
    return Situation(
        replace(_gun(counter, order.state, tractor), malfunctioned=order.malfunctioned),
        tuple(hand_of(text, order.labor, order.aboard) for text in order.by),
        tractor,
        order.phase,
        not order.enemy_turn,
    )


def _vehicle(given: Tractor, order: GunOrder, gun: GunCounter, year: int | None) -> Vehicle:
    counter = tow_vehicle_named(given.name)
    vehicle = Vehicle(
        counter.name,
        counter.mp,
        counter.t_number(year),
        counter.pp,
        cargo_pp=given.cargo,
        mp_spent=given.spent,
    )
    if given.portee or order.state is Standing.PORTEE:
        note = PorteeNote(
            gun.caliber, gun.barrel, given.portee_pp, given.portee_fires, given.portee_faces
        )
        vehicle = replace(vehicle, portee=note)
    if order.state in (Standing.HOOKED, Standing.PORTEE):
        vehicle = replace(vehicle, burden=gun.name)
    return vehicle_told(vehicle, given.words)


def _gun(counter: GunCounter, standing: Standing, vehicle: Vehicle | None) -> Gun:
    match standing:
        case Standing.HOOKED:
            tractor = vehicle.name if vehicle else "?"
            return Gun(counter, Place.HOOKED, limbered=not counter.qsu, vehicle=tractor)
        case Standing.PORTEE:
            if vehicle is None:
                raise BadInput("fieldguns.portee_needs_vehicle")
            limbered = not counter.qsu
            return Gun(counter, Place.PORTEE, limbered=limbered, vehicle=vehicle.name)
        case Standing.LIMBERED:
            if counter.qsu:
                raise BadInput("fieldguns.qsu_needs_no_limbering", gun=counter.name)
            return Gun(counter, limbered=True)
        case Standing.DISMANTLED:
            if not counter.dismantles:
                raise BadInput("fieldguns.not_dismantled", gun=counter.name)
            return Gun(counter, Place.DISMANTLED)
        case Standing.EMPLACED:
            if counter.is_rcl:
                raise BadInput("fieldguns.not_emplaceable", gun=counter.name)
            return Gun(counter, emplacement=Emplacement.EMPLACED, manned=Manned.CREW)
        case Standing.READY:
            return Gun(counter)


def _move(move: Move) -> MoveReport:
    return MoveReport(
        name=move.name,
        rule=move.rule,
        allowed=move.allowed,
        mp=move.mp,
        mf=move.mf,
        refused=None if move.refused is None else move.refused.key,
        why=UNSET if move.refused is None else Said(move.refused),
    )


def _push(move: Move, counter: GunCounter, tries: int) -> PushReport:
    assert move.drm is not None
    labor = -move.drm.value_of("labor")
    once = odds(roll_push, counter.m, move.drm.total)
    often = odds(push_until, counter.m, move.drm.total + labor, labor, tries)
    return PushReport(
        allowed=move.allowed,
        m=counter.m,
        max_original_dr=counter.m - move.drm.total,
        total_drm=move.drm.total,
        tally=items_of(move.drm),
        odds={result.value: once.get(result, Fraction(0)) for result in Push},
        within_tries=[_entered_by(often, number) for number in range(1, tries + 1)],
    )


def _entered_by(series: Odds[Tries], number: int) -> Fraction:
    """The chance that the gun is in the hex after so many MPhs."""
    return series.chance(lambda tried: 0 < tried.entered_at <= number)


def _rolled(now: Situation, entry: Entry | None, low_ammo: bool, throw: Throw) -> PushRolled:
    if entry is None:
        raise BadInput("fieldguns.push_needs_hex")
    dice = throw.dice()
    result, _ = push(dice, now, entry, low_ammo)
    return PushRolled(dice=list(dice.faces), result=result.value)
