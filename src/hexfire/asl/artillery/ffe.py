"""The shells themselves: C1.5's attack on every hex of the Blast Area, C1.51's on who enters."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery.battery import Kind, Mission
from hexfire.asl.artillery.cover import Cover, reversed_tem, tem
from hexfire.asl.effects.crowd import each_of
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.leaders import check_leaders, is_leader
from hexfire.asl.effects.payload import payload
from hexfire.asl.effects.smoke import smoke_result
from hexfire.asl.effects.stack import Fire, Stack, Struck, location_key
from hexfire.asl.shots.targets import (
    After,
    AnyTarget,
    GunTarget,
    Personnel,
    Rank,
    VehicleTarget,
)
from hexfire.asl.tables import ift
from hexfire.dice import Dice, Odds, Then, numbered, odds, odds_of_each, play
from hexfire.rulebook import Modifier, Refusal, Tally


class Immune(Enum):
    """C1.5: who an FFE cannot touch."""

    AERIAL = "aerial"
    SEWER = "sewer"
    TUNNEL = "tunnel"
    NOT_VULNERABLE_PRC = "not_vulnerable_prc"
    CLIMBING = "climbing"


class Inside(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A target in a hex of the Blast Area. `location` tells Locations of the hex apart (C3.74).

    C1.56: whether it is concealed makes no difference to an FFE, so nobody asks.
    """

    target: AnyTarget
    id: str = ""
    """Which unit of a situation it is; a typed list has none."""
    cover: Cover = Cover()
    location: str = ""
    friendly: bool = False
    own_observer: bool = False
    berserk: bool = False
    immune: Immune | None = None
    moving_in_open: bool = False
    not_assault_moving: bool = False
    aboard: tuple[str, ...] = ()
    """Which units of a situation ride in or on a vehicle, in the order of its `aboard`."""
    observer_aboard: str = ""
    """The Observer, if he is one of them."""


class Shelling(msgspec.Struct, frozen=True, cache_hash=True):
    """What falls: calibre, kind of battery, type of mission.

    `fp` is the FP of a Barrage, which the player supplies: E12.5 is not in our books (R-E12).
    """

    caliber: int
    kind: Kind = Kind.GUNS
    mission: Mission = Mission.HE
    fp: Fraction | None = None


def full_fp(shelling: Shelling) -> int:
    """C.6: the HE FP of the calibre."""
    fp = ift.he_fp(shelling.caliber)
    if fp is None:
        raise Refusal("C.6", "artillery.no_fp", caliber=shelling.caliber)
    return fp


def firepower(shelling: Shelling) -> Fraction:
    """C1.5, C1.72: the calibre's FP; a third of it for Harassing Fire; C1.9: rockets full."""
    if shelling.mission.is_smoke or shelling.mission is Mission.IR:
        return Fraction(0)
    if shelling.mission.is_barrage:
        if shelling.fp is None:
            raise Refusal("C1.5", "artillery.barrage_fp")
        return shelling.fp
    part = Fraction(1, 3) if shelling.mission is Mission.HARASSING else Fraction(1)
    return full_fp(shelling) * part


def payload_drm(shelling: Shelling) -> int:
    """C.7: -1 per 50mm over 200, from 250mm on (R-C.7: a third of it, FRD, for Harassing Fire)."""
    bonus = payload(full_fp(shelling), caliber=shelling.caliber, heavy=True).total
    return -(-bonus // 3) if shelling.mission is Mission.HARASSING else bonus


def critical_fp(shelling: Shelling) -> tuple[int, int]:
    """C3.71, C3.75, C.7: the full FP doubled: its column, and -1 per 8 FP beyond 36 as a DRM."""
    doubled = payload(full_fp(shelling), ch=True, caliber=shelling.caliber, heavy=True)
    assert doubled.column is not None
    return doubled.column, doubled.total


def movement_drm(inside: Inside, phase: str) -> Tally:
    """C1.51: FFMO and FFNAM count in the MPh alone."""
    moving = phase == "MPh"
    return Tally.of(
        (
            Modifier("FFMO", "C1.51", -1, moving and inside.moving_in_open),
            Modifier("FFNAM", "C1.51", -1, moving and inside.not_assault_moving),
        )
    )


def attack_drm(shelling: Shelling, inside: Inside, phase: str = "", ch: bool = False) -> Tally:
    """C1.52, C1.53: TEM (reversed by a CH; none for an AFV, C3.72), Heavy Payload, movement.

    D5.311: Air Bursts count against an open-topped AFV, not against a closed one.
    """
    target = inside.target
    armored = isinstance(target, VehicleTarget) and target.armored
    closed = isinstance(target, VehicleTarget) and armored and not target.open_topped
    cover = reversed_tem(inside.cover) if ch and not armored else tem(inside.cover)
    bursts = [m for m in cover.applied if m.case == "air_bursts"]
    if armored and ch:
        cover = Tally.of(bursts)
    if closed and bursts:
        cover = Tally.of(m for m in cover.applied if m.case != "air_bursts")
    bonus = critical_fp(shelling)[1] if ch else payload_drm(shelling)
    heavy = Tally.of([Modifier("heavy_payload", "C.7", bonus)] if bonus else [])
    return cover + heavy + movement_drm(inside, phase)


def prc_drm(shelling: Shelling, inside: Inside) -> int:
    """D.8: what Vulnerable PRC meet the DR with: no TEM that shelters the vehicle helps them."""
    bare = sum(m.value for m in tem(inside.cover).applied if m.value < 0)
    return bare + payload_drm(shelling)


def lowered(inside: Inside) -> AnyTarget:
    """C1.54: a friendly unit's Morale Level is one lower; not a hero's, a berserk's, nor that of
    the Observer who brought the FFE on himself."""
    if not inside.friendly or inside.own_observer or inside.berserk:
        return inside.target
    target = inside.target
    if isinstance(target, Personnel):
        return _one_lower(target)
    if isinstance(target, GunTarget) and target.crew is not None:
        return replace(target, crew=_one_lower(target.crew))
    if isinstance(target, VehicleTarget):
        ids = inside.aboard or ("",) * len(target.aboard)
        aboard = tuple(
            unit if id and id == inside.observer_aboard else _one_lower(unit)
            for id, unit in zip(ids, target.aboard, strict=True)
        )
        exposed = len(target.exposed)
        return replace(
            target,
            crew_morale=target.crew_morale - 1,
            exposed=aboard[:exposed],
            sheltered=aboard[exposed:],
        )
    return target


def _one_lower(unit: Personnel) -> Personnel:
    if unit.rank is Rank.HERO:
        return unit
    return replace(unit, morale=unit.morale - 1, broken_morale=unit.broken_morale - 1)


def _stack(
    shelling: Shelling, units: tuple[Inside, ...], phase: str, critical: frozenset[int]
) -> Stack:
    return tuple([_struck(shelling, unit, phase, i in critical) for i, unit in enumerate(units)])


@lru_cache(maxsize=256)
def _struck(shelling: Shelling, unit: Inside, phase: str, ch: bool) -> Struck:
    return Struck(
        lowered(unit),
        critical_fp(shelling)[0] if ch else ift.column(firepower(shelling)),
        attack_drm(shelling, unit, phase, ch).total,
        prc_drm=prc_drm(shelling, unit),
        ch=ch,
        location=location_key(unit.location),
    )


def reached(units: tuple[Inside, ...]) -> tuple[Inside, ...]:
    """C1.5: without those that an FFE cannot touch."""
    return tuple(unit for unit in units if unit.immune is None)


def attack_hex(
    dice: Dice,
    shelling: Shelling,
    units: tuple[Inside, ...],
    phase: str = "",
    watch: tuple[int, ...] = (),
    stand_ins: tuple[Personnel, ...] = (),
) -> Then | tuple[After, ...]:
    """C1.5, C1.53: one IFT DR for all in the hex; an Original 2 is a CH, resolved with that 2.

    C1.55: vehicles meet the same DR, which also tells turret from hull. C1.56: no FP is halved.
    `units` are those an FFE reaches (`reached`); `watch` picks the ones whose fate is asked for,
    `stand_ins` may stand there instead (`Fire`).
    """
    if any(isinstance(unit.target, VehicleTarget) for unit in units):
        roll = dice.DR("C1.5")
        fire = _fire(units, roll.colored < roll.white, watch)
        original = roll.total
    else:
        fire, original = _fire(units, False, watch), dice.total("C1.5")
    fire = replace(fire, stand_ins=stand_ins) if stand_ins else fire
    if original == 2 and units:
        return Then(_critical, (shelling, units, phase, fire))
    return ift_result(dice, _stack(shelling, units, phase, frozenset()), fire, original)


def _fire(units: tuple[Inside, ...], turret: bool, watch: tuple[int, ...]) -> Fire:
    riders = _asks_for_riders(units, watch)
    return Fire(indirect=True, own_dr_location=True, turret=turret, watch=watch, riders=riders)


def _asks_for_riders(units: tuple[Inside, ...], watch: tuple[int, ...]) -> bool:
    """Whether the fate of who is in or on a vehicle is asked for, too."""
    return not watch or any(units[i].aboard for i in watch)


def _critical(
    dice: Dice, shelling: Shelling, units: tuple[Inside, ...], phase: str, fire: Fire
) -> Then | tuple[After, ...]:
    """C1.53: the CH of an HE FFE, on those whom C3.74 selects."""
    struck = selected(dice, units, fire.watch)
    return ift_result(dice, _stack(shelling, units, phase, struck), fire, 2)


def selected(dice: Dice, units: tuple[Inside, ...], watch: tuple[int, ...] = ()) -> frozenset[int]:
    """C3.74: Random Selection finds the Location, then the target in it, that the CH strikes."""
    lots = _lots(units, watch)
    struck: set[int] = set()
    for place in dice.selection(len(lots.places), "C3.74", alike=lots.alike):
        there, alike = lots.places[place], lots.alike_there[place]
        struck |= {there[i] for i in dice.selection(len(there), "C3.74", alike=alike)}
    return frozenset(struck)


class _Lots(NamedTuple):
    """Who is in each Location; which Locations, and who in one, are alike to whoever asks."""

    places: list[list[int]]
    alike: tuple[int, ...]
    alike_there: list[tuple[int, ...]]


@lru_cache(maxsize=256)
def _lots(units: tuple[Inside, ...], watch: tuple[int, ...]) -> _Lots:
    signs = [_sign(i, unit, watch) for i, unit in enumerate(units)]
    names = sorted({unit.location for unit in units})
    places = [[i for i, unit in enumerate(units) if unit.location == name] for name in names]
    alike = numbered([tuple(sorted((signs[i] for i in at), key=repr)) for at in places])
    return _Lots(places, alike, [numbered([signs[i] for i in at]) for at in places])


def _sign(i: int, unit: Inside, watch: tuple[int, ...]) -> Hashable:
    """Of Infantry that leads nobody and is not asked for, only what it meets a CH with counts."""
    target = unit.target
    if not watch or i in watch or not isinstance(target, Personnel) or is_leader(target):
        return i
    meets = (unit.cover, unit.moving_in_open, unit.not_assault_moving, target.drm)
    return (*meets, target.eliminated)


def white_phosphorus(
    dice: Dice, units: tuple[Inside, ...], watch: tuple[int, ...] = ()
) -> Then | tuple[After, ...]:
    """C1.71, C1.53, C3.76: a DR for the hex, then an NMC for everyone exposed in it (A24.31).

    An Original 2 is a CH: the positive TEM of those it strikes turns against them.
    """
    if not units:
        return ()
    critical = dice.total("C3.76") == 2
    return Then(_wp_checks, (units, critical, watch))


def _wp_checks(
    dice: Dice, units: tuple[Inside, ...], critical: bool, watch: tuple[int, ...]
) -> Then | tuple[After, ...]:
    struck = selected(dice, units, watch) if critical else frozenset()
    numbers = tuple(
        max(0, tem(unit.cover).total) if i in struck else 0 for i, unit in enumerate(units)
    )
    stack = tuple(
        Struck(lowered(unit), None, location=location_key(unit.location)) for unit in units
    )
    return smoke_result(stack, numbers, watch=watch, riders=_asks_for_riders(units, watch))


def unharmed(dice: Dice, units: tuple[Inside, ...]) -> Then | tuple[After, ...]:
    """C1.71: smoke and IR attack nobody: everyone stays as he is."""
    return smoke_result(tuple(Struck(unit.target, None) for unit in units), ())


def fire_for_effect(
    dice: Dice,
    shelling: Shelling,
    hexes: tuple[tuple[str, tuple[Inside, ...]], ...],
    entering: str = "",
    empty: frozenset[str] = frozenset(),
) -> dict[str, tuple[After, ...]]:
    """C1.5: every hex of the Blast Area in turn, each with its own DR.

    `entering` names the phase when these are units that enter it (C1.51). `empty` are hexes that
    have their DR though no unit is there: something in them could be affected (`needs_roll`).
    C3.76: a WP FFE has a DR for each hex, too.
    """
    fates: dict[str, tuple[After, ...]] = {}
    for name, units in hexes:
        if not reached(units):
            fates[name] = ()
            if name in empty and attacks_entrants(shelling.mission) and not entering:
                dice.total("C3.76" if shelling.mission is Mission.WP else "C1.5")
        elif entering:
            fates[name] = play(dice, enter, shelling, units, entering)
        elif shelling.mission is Mission.WP:
            fates[name] = play(dice, white_phosphorus, reached(units))
        elif firepower(shelling):
            fates[name] = play(dice, attack_hex, shelling, reached(units))
    return fates


def hex_odds(
    shelling: Shelling, units: tuple[Inside, ...], phase: str = ""
) -> tuple[Odds[After], ...]:
    """The exact fate of each unit of a hex, one distribution for each.

    Of a vehicle, who is in or on it is left out unless it is said who that is (`Inside.aboard`).
    """
    if phase and phase not in ENTRY_PHASES:
        raise Refusal("C1.51", "artillery.no_entry_attack", phase=phase)
    within = reached(units)
    if not attacks_entrants(shelling.mission):
        whole = odds(unharmed, within)
        return tuple(whole.map(itemgetter(i)) for i in range(len(within)))
    check_leaders(unit.target for unit in within)
    known: dict[Hashable, Odds[Any]] = {}
    several = _asked_together(shelling, within)
    firsts = [_first(shelling, within, phase, asked) for asked in several]
    for asked, fates in zip(several, odds_of_each(firsts), strict=True):
        each = each_of(fates, len(asked)) if len(asked) > 1 else [fates]
        known.update(zip(asked, each, strict=True))
    return tuple(
        known[_alike(unit, i)].map(partial(_named, unit.target.name))
        for i, unit in enumerate(within)
    )


_Asked = dict[Hashable, int]
"""Units that are not alike, each with the place of one of its kind."""


def _first(shelling: Shelling, units: tuple[Inside, ...], phase: str, asked: _Asked) -> Then:
    """The attack on units of which these are asked for."""
    places = tuple(asked.values())
    if shelling.mission is Mission.WP:
        return Then(white_phosphorus, (units, places))
    if len(asked) == 1:
        return Then(attack_hex, (shelling, units, phase, places))
    stand_ins = tuple(lowered(units[i]) for i in places)
    return Then(attack_hex, (shelling, units, phase, places[:1], stand_ins))


def _asked_together(shelling: Shelling, units: tuple[Inside, ...]) -> list[_Asked]:
    """Who is asked for. Where there is nobody but men, those who lead nobody and meet an HE FFE in
    the same way are asked for together: whom else it strikes, and how, is the same for all."""
    apart = shelling.mission is Mission.WP or not all(
        isinstance(unit.target, Personnel) for unit in units
    )
    together: dict[Hashable, _Asked] = {}
    for i, unit in enumerate(units):
        target = unit.target
        key = _alike(unit, i)
        if not apart and isinstance(target, Personnel) and not is_leader(target):
            man = Personnel(drm=target.drm, eliminated=target.eliminated)
            together.setdefault(replace(unit, id="", target=man), {}).setdefault(key, i)
        else:
            together.setdefault(key, {}).setdefault(key, i)
    return list(together.values())


def _alike(unit: Inside, i: int) -> Hashable:
    """Units that differ by their names alone fare alike; not leaders, who check one after the other
    (A10.2)."""
    return replace(unit, id="", target=replace(unit.target, name="")), is_leader(unit.target) and i


def _named(name: str, results: tuple[After]) -> After:
    (after,) = results
    return replace(after, name=name) if isinstance(after, Personnel | GunTarget) else after


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """What else of a hex an FFE could change (B24, B25, B28)."""

    could_burn: bool = False
    could_rubble: bool = False
    could_crater: bool = False
    mines_or_fortification: bool = False
    weapon: bool = False
    hidden_units: bool = False
    security_area: bool = False


def needs_roll(units: tuple[Inside, ...], ground: Ground) -> bool:
    """C1.5: an empty hex is attacked too, if anything there could be affected."""
    return bool(reached(units)) or any(msgspec.structs.astuple(ground))


def attacks_entrants(mission: Mission, immune: bool = False) -> bool:
    """C1.51: HE and WP strike who enters the Blast Area, whatever the counter; smoke does not."""
    quiet = mission in (Mission.SMOKE, Mission.SMOKE_BARRAGE, Mission.IR)
    return not immune and not quiet


ENTRY_PHASES = ("MPh", "RtPh", "APh", "CCPh")


def enter(
    dice: Dice, shelling: Shelling, units: tuple[Inside, ...], phase: str
) -> Then | tuple[After, ...]:
    """C1.51: one DR against the unit or stack that enters a hex, or stands barer in it.

    Terrain, fortifications and others in the hex are not touched; in the DFPh all are, again.
    """
    if phase not in ENTRY_PHASES:
        raise Refusal("C1.51", "artillery.no_entry_attack", phase=phase)
    within = reached(units)
    if not attacks_entrants(shelling.mission) or not within:
        return ()
    if shelling.mission is Mission.WP:
        return white_phosphorus(dice, within)
    return attack_hex(dice, shelling, within, phase)


def cuts_wire(shelling: Shelling, original: int) -> bool:
    """C1.23 (R-C1.23): an HE FFE in the Security Area whose Original DR is a KIA in its column."""
    column = ift.column(firepower(shelling))
    return column is not None and original <= ift.kia_number(column)


def enemy_cuts_wire(original: int) -> bool:
    """C1.23: an enemy in the Security Area who rolls an Original 2, for whatever purpose."""
    return original == 2
