"""What anything costs: a person's words in, a tally out. Prices for `dyo price` and `dyo plan`."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from hexfire.asl.purchase.availability import check_air
from hexfire.asl.purchase.desk import whole_number
from hexfire.asl.purchase.facts import Facts, rarity
from hexfire.asl.purchase.fortifications import check_fortifier, fortification, fortification_price
from hexfire.asl.purchase.infantry import (
    CAPABILITIES,
    EQUIPMENT,
    NAMES,
    check_capabilities,
    check_squad_counters,
    mpv_each,
    san_price,
    unit,
)
from hexfire.asl.purchase.japanese import english
from hexfire.asl.purchase.oba import (
    air_support_price,
    battery_price,
    bombardment_price,
    check_oba,
    check_plane,
    module_of_size,
    plane_price,
    preregistered_price,
    read_choice,
)
from hexfire.asl.purchase.op_tanks import check_op_date, op_tank, op_tank_price
from hexfire.asl.purchase.vehicles import (
    FEATURES,
    ITEMS,
    check_count,
    check_feature,
    check_gun_type,
    check_item,
    check_mix,
    check_motorized,
    check_vehicle_type,
    check_weapon,
    feature_price,
    gun_price,
    gun_rf,
    item_price,
    motorized_price,
    vehicle_price,
    vehicle_rf,
    weapon_price,
)
from hexfire.rulebook import BadInput, Tally, read_whole

Kind = Literal[
    "squad", "gun", "vehicle", "item", "fort", "battery", "optank", "san", "motorized", "air",
    "plane", "bombardment", "preregistered",
]  # fmt: skip

_SIZE = re.compile(r"\d{1,4}\+[MR]?", re.IGNORECASE)


class Terms(NamedTuple):
    """What a price may depend on besides the item itself."""

    facts: Facts
    nation: str
    points: int | None = None
    night: bool = False
    pfk: bool = False


class Quote(NamedTuple):
    """A price: for one, and for the number asked. `rf` is what an Availability DR must allow.

    `extras`: what was said besides the name: codes of capabilities, weapons, words of a battery.
    """

    kind: Kind
    name: str
    number: int
    each: Tally
    total: int
    rf: str | None = None
    extras: tuple[str, ...] = ()

    @property
    def by_the_piece(self) -> bool:
        """Whether the total is so many times the price of one (two Sangars cost 1 point)."""
        return self.total == self.number * self.each.total


def quote(terms: Terms, text: str) -> Quote:
    """The price of an item as a person writes it: `4-6-8 sapper x4`, `80+M plentiful`, `wire`.

    What nobody of this nation could buy on this date is refused, as the purchase itself does.
    """
    words = english(text).split()
    number = 1
    for word in words:
        if times := re.fullmatch(r"[x×*](\d+)", word):
            if (read := read_whole(times[1])) is None:
                raise BadInput("purchase.bad_number", text=times[1][:40])
            number = read
            words.remove(word)
            break
    if not words:
        raise BadInput("purchase.bad_action", text=text)
    whole_number(number)
    for reader in (_fixed, _op_tank, _battery, _squad, _vehicle, _gun, _fort):
        if priced := reader(terms, words, number):
            return priced
    raise BadInput("purchase.unknown_price", text=text, nation=f"@purchase.nation.{terms.nation}")


def _fixed(terms: Terms, words: list[str], number: int) -> Quote | None:
    """SAN, the motorized unit, aircraft, bombardment and transport."""
    name, rest = words[0].lower(), words[1:]
    whole = " ".join(words).lower().replace(" ", "-").replace("_", "-")
    san = read_whole(rest[0]) if name == "san" and len(rest) == 1 else None
    if san is not None:
        tally = san_price(san, night=terms.night)
        return Quote("san", f"SAN {rest[0]}", 1, tally, tally.total, extras=(rest[0],))
    if whole in ("motorized", "motorize", "motorized-unit"):
        if terms.points is None:
            raise BadInput("purchase.points_wanted")
        check_motorized(terms.nation)
        return _one("motorized", "motorized", motorized_price(terms.points))
    if whole in ("air", "air-support"):
        check_air(terms.facts, terms.nation)
        return _one("air", "air_support", air_support_price(terms.facts))
    if whole in ("plane", "observation-plane"):
        check_plane(terms.nation, terms.facts.date)
        return _one("plane", "observation_plane", plane_price())
    if whole in ("bombardment", "bombard"):
        check_oba(terms.nation)
        total = bombardment_price().total * number
        return Quote("bombardment", "bombardment", number, bombardment_price(), total)
    if whole in ("preregistered", "pre-registered-hex", "preregister"):
        check_oba(terms.nation)
        total = preregistered_price(number).total
        return Quote("preregistered", "preregistered", number, preregistered_price(1), total)
    if whole in ITEMS:
        check_item(whole, terms.nation, terms.facts.date)
        return Quote("item", whole, number, item_price(whole), item_price(whole, number).total)
    return None


def _one(kind: Kind, name: str, tally: Tally) -> Quote:
    """What is bought once or not at all."""
    return Quote(kind, name, 1, tally, tally.total)


def _op_tank(terms: Terms, words: list[str], number: int) -> Quote | None:
    if words[-1].lower() != "op":
        return None
    tank = op_tank(terms.nation, " ".join(words[:-1]))
    check_op_date(tank, terms.facts.date)
    tally = op_tank_price(tank)
    return Quote("optank", f"{tank.counter} OP", number, tally, tally.total * number)


def _battery(terms: Terms, words: list[str], number: int) -> Quote | None:
    if not _SIZE.fullmatch(words[0]):
        return None
    size = words[0].upper()
    of = module_of_size(terms.facts, terms.nation, size)
    choice = read_choice(words[1:], size)
    tally = battery_price(of, choice.ammo, choice.barrage)
    return Quote("battery", size, number, tally, tally.total * number, extras=tuple(words[1:]))


def _squad(terms: Terms, words: list[str], number: int) -> Quote | None:
    codes = [NAMES[word.lower()] for word in words if word.lower() in NAMES]
    name = " ".join(word for word in words if word.lower() not in NAMES)
    try:
        type_ = terms.facts.like("squad", terms.nation, name)
    except BadInput:
        return None
    of = unit(terms.facts, terms.nation, type_, terms.pfk)
    capabilities = tuple(code for code in CAPABILITIES if code in codes)
    # Whether SS are a majority (H1.22) hangs on the other squads: a plan looks at them.
    check_capabilities(of, capabilities, ss_majority=True)
    check_squad_counters(terms.facts, terms.nation, type_, of.kind, number)
    tally = mpv_each(of, capabilities, tuple(code for code in EQUIPMENT if code in codes))
    return Quote("squad", type_, number, tally, tally.total * number, extras=tuple(codes))


def _vehicle(terms: Terms, words: list[str], number: int) -> Quote | None:
    """A vehicle `with` what is fitted to each."""
    facts, nation = terms.facts, terms.nation
    lower = [word.lower() for word in words]
    at = lower.index("with") if "with" in lower else len(words)
    ammo = "ammo" in lower[:at]
    try:
        name = " ".join(word for word in words[:at] if word.lower() != "ammo")
        vehicle = facts.like("vehicle", nation, name)
    except BadInput:
        return None
    check_vehicle_type(facts, nation, vehicle)
    check_count(facts, "vehicle", nation, vehicle, number)
    tally = vehicle_price(facts, nation, vehicle, ammo)
    extras = tuple(dict.fromkeys(words[at + 1 :]))
    for extra in extras:
        if extra in FEATURES:
            check_feature(facts, nation, vehicle, extra)
            tally += Tally.of([feature_price(extra)])
        else:
            check_weapon(facts, nation, vehicle, extra)
            tally += Tally.of([weapon_price(facts, nation, vehicle, extra)])
    check_mix(facts, nation, vehicle, frozenset(extras) - frozenset(FEATURES))
    rf = rarity(vehicle_rf(facts, nation, vehicle))
    extras_bought = (*(["ammo"] if ammo else []), *extras)
    return Quote("vehicle", vehicle, number, tally, tally.total * number, rf, extras_bought)


def _gun(terms: Terms, words: list[str], number: int) -> Quote | None:
    facts, nation = terms.facts, terms.nation
    try:
        gun = facts.like("gun", nation, " ".join(words))
    except BadInput:
        return None
    check_gun_type(facts, nation, gun)
    check_count(facts, "gun", nation, gun, number)
    tally = gun_price(facts, nation, gun)
    rf = rarity(gun_rf(facts, nation, gun))
    return Quote("gun", gun, number, tally, tally.total * number, rf)


def _fort(terms: Terms, words: list[str], number: int) -> Quote | None:
    try:
        name = fortification(" ".join(words))
    except BadInput:
        return None
    check_fortifier(name, terms.nation, terms.facts.date, enemy=None)
    total = fortification_price(name, number, terms.facts.date)
    each = fortification_price(name, 1, terms.facts.date)
    if each.total * number != total.total:  # Sangars: half a point each (R-H1.6.9)
        each = total
    return Quote("fort", name, number, each, total.total)
