"""The vocabulary of `hexfire shot`: an order to fire as JSON, and the shot it means.

`docs/shot.md` lists the names. An order says what is true at the table; counters are named as the
catalogue finds them, or described by their figures.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.antitank.close import CLOSE_KINDS, MINES
from hexfire.asl.antitank.party import Party
from hexfire.asl.counters import AnyCounter, Catalogue, Gun, SupportWeapon, Vehicle, catalogue
from hexfire.asl.effects.ammunition import SYMBOLS, ammunition_on, refuse_ir
from hexfire.asl.gunnery.arc import aim_at_vertex, refuse_entry_outside_arc, refuse_outside_arc
from hexfire.asl.gunnery.canister import GRID, spine_of
from hexfire.asl.gunnery.tables import nation_row, terrain_kinds
from hexfire.asl.gunnery.weapons import Armament, target_of, weapon_of
from hexfire.asl.nations import are_enemies
from hexfire.asl.sequence import FirePhase, Phase
from hexfire.asl.shots.latw import model_of_the_day
from hexfire.asl.shots.shot import (
    Ammo,
    Canister,
    Firer,
    Kind,
    Shot,
    Target,
    TargetKind,
    TargetType,
    Weapon,
)
from hexfire.rulebook import BadInput

_DATE = re.compile(r"^(19\d\d)-(0[1-9]|1[0-2])$")


class Theatre(StrEnum):
    """Where the scenario takes place: some ammunition went to one theatre only (C8.91)."""

    EUROPE = "E"
    PACIFIC = "P"


class Order(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An order to fire. `weapon` and `target.unit` are ids or names of the catalogue."""

    weapon: str | Weapon
    target: Target
    range: int
    armament: Armament = Armament.MA
    secondary_armament: bool = False
    normal_range: int | None = None
    phase: FirePhase = Phase.PFPH
    nation: str = ""
    date: str = ""
    theatre: Theatre = Theatre.EUROPE
    target_type: TargetType | None = None
    ammo: Ammo | None = None
    illuminating: bool = False
    mine_fp: int | None = None
    firer: Firer = Firer()
    others: list[Target] = []
    hindrance: int = 0
    acquisition: int = 0
    bore_sighted: bool = False
    elite: bool = False
    prefer: str = ""
    deliberate_immobilization: bool = False
    ife: bool = False
    small_arms: bool = False
    canister: Canister = Canister()
    party: Party = Party()
    dice: list[int] | None = None
    effects_dice: list[int] = []

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice that were given: the To Hit DR, then those of the effects."""
        return (*(self.dice or ()), *self.effects_dice)


def read_order(data: Any, units: Catalogue | None = None) -> tuple[Order, Shot]:
    """An order as it was written, and its shot; a clear sentence where something is wrong."""
    if not isinstance(data, dict):
        raise BadInput("gunnery.order_not_object")
    plain = dict(data)
    for key, default in (("target", {}), ("weapon", None)):
        if key not in plain:
            raise BadInput("gunnery.order_missing", field=key)
        if plain[key] is None:
            plain[key] = default
    if isinstance(plain["target"], str):
        plain["target"] = {"unit": plain["target"]}
    if "range" not in plain:
        plain |= _measured(plain)
    if isinstance(plain["weapon"], dict) and isinstance(plain["weapon"].get("ammo"), dict):
        weapon = dict(plain["weapon"])
        weapon["ammo"] = list(weapon["ammo"].items())
        plain["weapon"] = weapon
    try:
        order = msgspec.convert(plain, Order, dec_hook=_any, strict=True)
    except msgspec.ValidationError as error:
        raise _bad(str(error)) from None
    units = units or catalogue()
    firer = plain.get("firer") or {}
    if "captured" not in firer:
        _ask_whose(order, units)
    shot = shot_of(order, units)
    _within_arc(shot)
    return order, shot


def _within_arc(shot: Shot) -> None:
    """C3.21: where hexes and CA are named, the target lies in it, or the CA is said to be turned.

    SW have no CA; canister has its own arcs. Within the own hex the side that the target has come
    in by counts, in Defensive First Fire (C5.51, C5.64).
    """
    firer, target = shot.firer, shot.target
    told = firer.ca and firer.hex and target.hex and not firer.hexspines_turned
    if not told or shot.weapon.sw or shot.ammo is Ammo.CANISTER:
        return
    here = GRID.hex(firer.hex)
    spine = spine_of(here, firer.ca)
    if not shot.own_hex:
        refuse_outside_arc(here, spine, GRID.hex(target.hex))
    elif target.entered_from and shot.phase is Phase.DFF:
        entered_by = here.direction_to(GRID.hex(target.entered_from))
        if entered_by is None or here.distance(GRID.hex(target.entered_from)) > 1:
            raise BadInput("gunnery.not_adjacent", hex=target.entered_from, firer=firer.hex)
        refuse_entry_outside_arc(here, spine, entered_by, ovr_prevention=firer.ovr_prevention)


def _measured(plain: dict[str, Any]) -> dict[str, int]:
    """The range by the hexes of firer and target, where both are named."""
    places = [part.get("hex") for part in (plain.get("firer"), plain["target"]) if part]
    if len(places) < 2 or not all(isinstance(place, str) and place for place in places):
        return {}
    firer, target = map(GRID.hex, places)
    return {"range": aim_at_vertex(firer, target).range}


_BAD_FORMS = (
    (
        re.compile(r"Invalid enum value '?(?P<value>[^']*)'?.*at `\$\.(?P<field>[^`]*)`"),
        "order_enum",
    ),
    (re.compile(r"unknown field `(?P<field>[^`]*)`"), "order_unknown"),
    (re.compile(r"missing required field `(?P<field>[^`]*)`"), "order_missing"),
    (
        re.compile(r"Expected `(?P<want>[^`]*)`, got `(?P<got>[^`]*)` - at `\$\.(?P<field>[^`]*)`"),
        "order_type",
    ),
)


def _bad(text: str) -> BadInput:
    """What is wrong with an order, in the reader's language: which field, and what stands there."""
    for form, key in _BAD_FORMS:
        mistake = form.search(text)
        if mistake:
            return BadInput(f"gunnery.{key}", **mistake.groupdict())
    return BadInput("gunnery.order_bad", why=text)


def _any(kind: type, value: Any) -> Any:
    """Counters inside an order are written as their names."""
    if isinstance(value, str):
        return value
    raise ValueError(f"expected the name of a counter, got {type(value).__name__}")


def shot_of(order: Order, units: Catalogue) -> Shot:
    """The shot that an order means."""
    if order.date and not _DATE.match(order.date):
        raise BadInput("gunnery.bad_date", date=order.date)
    year = int(order.date[:4]) if order.date else None
    weapon = order.weapon
    if isinstance(weapon, str) and (kind := _close_kind(weapon)) is not None:
        fp = order.mine_fp if kind in MINES else None
        weapon = Weapon(
            caliber=0, kind=kind, sw=True, name=kind.value, x=_x_of(kind, units), fp=fp or 0
        )
    if isinstance(weapon, str):
        weapon = model_of_the_day(weapon, order.date)
        counter = _found(units, weapon, order.nation, year)
        if order.illuminating:
            refuse_ir(counter)
        if isinstance(counter, Vehicle | Gun) and not order.date and order.ammo is not None:
            _check_dated(counter, order.ammo)
        armament = Armament.SA if order.secondary_armament else order.armament
        weapon = weapon_of(counter, order.date, order.theatre.value, armament)
    if order.normal_range is not None:
        weapon = replace(weapon, normal_range=order.normal_range)
    nation = order.nation or weapon.nation
    targets = _told_apart(_target(t, units, year) for t in (order.target, *order.others))
    fields = {name: getattr(order, name) for name in _AS_SAID}
    return Shot(weapon=weapon, target=targets[0], others=targets[1:], nation=nation, **fields)


def _x_of(kind: Kind, units: Catalogue) -> int | None:
    """The X# that every counter of a FT prints; what is thrown away has none that matters."""
    printed = (c.x for c in units if isinstance(c, SupportWeapon) and c.kind == kind.value)
    return next(printed, None) if kind is Kind.FT else None


_LOOKED_UP = ("weapon", "target", "others", "nation")
_AS_SAID = tuple(
    name
    for name in Shot.__struct_fields__
    if name in Order.__struct_fields__ and name not in _LOOKED_UP
)
"""What an order and its shot have in common, word for word."""


_MOLOTOVS = ("molotov", "molotov cocktail", "molotov-cocktail")


def _close_kind(name: str) -> Kind | None:
    """What needs no counter: FT, MOL, DC, ATMM, A-P and A-T mines."""
    known = {kind.value.casefold(): kind for kind in CLOSE_KINDS}
    known |= dict.fromkeys(_MOLOTOVS, Kind.MOL)
    return known.get(name.casefold())


def _found(units: Catalogue, name: str, nation: str, year: int | None) -> AnyCounter:
    """The counter of a weapon: the nation's own, else another's that it has captured."""
    if nation:
        nation_row(nation)
        if units.search(name, nation, year):
            return units.find(name, nation, year)
    return units.find(name, None, year)


def _ask_whose(order: Order, units: Catalogue) -> None:
    """C5.8: whether an enemy's weapon in a nation's hands is captured must be said."""
    if not order.nation or not isinstance(order.weapon, str):
        return
    if _close_kind(order.weapon) is not None:
        return
    counter = _found(units, model_of_the_day(order.weapon, order.date), order.nation, None)
    if are_enemies(order.nation, counter.nation):
        raise BadInput(
            "gunnery.captured_or_own",
            weapon=counter.name,
            nation=counter.nation,
            firer=order.nation,
        )


def _told_apart(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Targets of the same name get a number."""
    seen: dict[str, int] = {}
    numbered = []
    for target in targets:
        seen[target.name] = seen.get(target.name, 0) + 1
        number = seen[target.name]
        numbered.append(target if number == 1 else replace(target, name=f"{target.name} #{number}"))
    return tuple(numbered)


def _check_dated(counter: Vehicle | Gun, ammo: Ammo) -> None:
    """C8.91: an ammunition whose number changes with the year cannot do without a date."""
    dated = tuple(entry for entry in counter.ammo if entry[0] == SYMBOLS[ammo])
    ammunition_on(replace(counter, ammo=dated), "")


def _target(target: Target, units: Catalogue, year: int | None) -> Target:
    """A target with its counter looked up: kind, size and name come from the counter."""
    looked_up = target
    if isinstance(target.unit, str):
        counter = units.find(target.unit, None, year)
        if isinstance(counter, Vehicle) and target.aerial_af is not None:
            counter = replace(counter, aerial_af=target.aerial_af)
        by_counter = target_of(counter)
        looked_up = replace(
            target,
            unit=counter,
            kind=by_counter.kind,
            name=target.name or by_counter.name,
            size=by_counter.size if target.size is None else target.size,
        )
    elif not looked_up.name:
        looked_up = replace(looked_up, name=looked_up.kind.value)
    _check_told(looked_up)
    return replace(
        looked_up,
        riders=_counters(looked_up.riders, units),
        passengers=_counters(looked_up.passengers, units),
        manning=_counters((looked_up.manning,), units)[0],
    )


MOVING = ("moving", "motion", "began_in_motion", "non_stopped", "vbm")
"""What is said of a vehicle that moves, and of nothing else (C.8)."""


def _check_told(target: Target) -> None:
    """What was said of a target must be what such a target can be; its terrain must have a TEM."""
    vehicular = target.is_vehicle or target.kind is TargetKind.MOTORCYCLE
    for field in () if vehicular else MOVING:
        if getattr(target, field):
            raise BadInput("gunnery.moving_is_vehicular", field=field, target=target.name)
    kinds = terrain_kinds(target.terrain)
    if target.tem is None and kinds:
        raise BadInput("gunnery.which_terrain", terrain=target.terrain, kinds=kinds)


def _counters(names: tuple[Hashable, ...], units: Catalogue) -> tuple[Hashable, ...]:
    """The men aboard or at a Gun, by their counters."""
    counters = tuple(units.find(name) if isinstance(name, str) else name for name in names)
    for one in counters:
        if isinstance(one, Vehicle | Gun):
            raise BadInput("effects.not_personnel", unit=one.name)
    return counters
