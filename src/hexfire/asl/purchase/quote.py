"""What anything costs: a person's words in, a tally out. Prices for `dyo price` and `dyo plan`."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from hexfire.asl.purchase.facts import Facts, rarity
from hexfire.asl.purchase.fortifications import fortification, fortification_price
from hexfire.asl.purchase.infantry import (
    CAPABILITIES,
    EQUIPMENT,
    NAMES,
    check_capabilities,
    mpv_each,
    san_price,
    unit,
)
from hexfire.asl.purchase.oba import (
    Ammo,
    Barrage,
    Module,
    air_support_price,
    battery_price,
    bombardment_price,
    module,
    plane_price,
    preregistered_price,
)
from hexfire.asl.purchase.op_tanks import op_tank, op_tank_price
from hexfire.asl.purchase.vehicles import (
    ITEMS,
    check_item,
    feature_price,
    gun_price,
    gun_rf,
    item_price,
    motorized_price,
    vehicle_price,
    vehicle_rf,
    weapon_price,
)
from hexfire.rulebook import BadInput, Tally

Kind = Literal[
    "squad", "gun", "vehicle", "item", "fort", "battery", "optank", "san", "motorized", "air",
    "plane", "bombardment", "preregistered",
]  # fmt: skip

_SIZE = re.compile(r"\d+\+[MR]?", re.IGNORECASE)


class Terms(NamedTuple):
    """What a price may depend on besides the item itself."""

    facts: Facts
    nation: str
    points: int | None = None
    night: bool = False
    pfk: bool = False


class Quote(NamedTuple):
    """A price: for one, and for the number asked. `rf` is what an Availability DR must allow."""

    kind: Kind
    name: str
    number: int
    each: Tally
    total: int
    rf: str | None = None
    extras: tuple[str, ...] = ()


def quote(terms: Terms, text: str) -> Quote:
    """The price of an item as a person writes it: `4-6-8 sapper x4`, `80+M plentiful`, `wire`."""
    words = text.split()
    number = 1
    for word in words:
        if found := re.fullmatch(r"[x×*](\d+)", word):
            number = int(found[1])
            words.remove(word)
            break
    if not words or number < 1:
        raise BadInput("purchase.bad_action", text=text)
    for reader in (_fixed, _battery, _squad, _listed, _fort):
        if priced := reader(terms, words, number):
            return priced
    raise BadInput("purchase.unknown_price", text=text, nation=f"@purchase.nation.{terms.nation}")


def _fixed(terms: Terms, words: list[str], number: int) -> Quote | None:
    """SAN, the motorized unit, aircraft, bombardment, transport and OP tanks."""
    name, rest = words[0].lower(), words[1:]
    whole = " ".join(words).lower().replace(" ", "-").replace("_", "-")
    if name == "san" and len(rest) == 1 and rest[0].isdigit():
        tally = san_price(int(rest[0]), night=terms.night)
        return Quote("san", f"SAN {rest[0]}", 1, tally, tally.total)
    if whole in ("motorized", "motorize", "motorized-unit"):
        if terms.points is None:
            raise BadInput("purchase.points_wanted")
        tally = motorized_price(terms.points)
        return Quote("motorized", "motorized", 1, tally, tally.total)
    if whole in ("air", "air-support"):
        tally = air_support_price(terms.facts)
        return Quote("air", "air_support", 1, tally, tally.total)
    if whole in ("plane", "observation-plane"):
        return Quote("plane", "observation_plane", 1, plane_price(), plane_price().total)
    if whole in ("bombardment", "bombard"):
        total = bombardment_price().total * number
        return Quote("bombardment", "bombardment", number, bombardment_price(), total)
    if whole in ("preregistered", "pre-registered-hex", "preregister"):
        total = preregistered_price(number).total
        return Quote("preregistered", "preregistered", number, preregistered_price(1), total)
    if whole in ITEMS:
        check_item(whole, terms.nation, terms.facts.date)
        return Quote("item", whole, number, item_price(whole), item_price(whole, number).total)
    if words[-1].lower() == "op":
        tank = op_tank(terms.nation, " ".join(words[:-1]))
        tally = op_tank_price(tank)
        return Quote("optank", f"{tank.counter} OP", number, tally, tally.total * number)
    return None


def _battery(terms: Terms, words: list[str], number: int) -> Quote | None:
    if not _SIZE.fullmatch(words[0]):
        return None
    size = words[0].upper()
    of = _offered(terms, size)
    ammo: Ammo = ""
    barrage: Barrage = ""
    for word in words[1:]:
        match word.lower():
            case "plentiful" | "p":
                ammo = "P"
            case "scarce" | "s":
                ammo = "S"
            case "cb":
                barrage = "CB"
            case "cbc":
                barrage = "CBc"
            case "radio" | "phone":
                pass
            case _:
                raise BadInput("purchase.left_over", text=word, action=size)
    tally = battery_price(of, ammo, barrage)
    return Quote("battery", size, number, tally, tally.total * number)


def _offered(terms: Terms, size: str) -> Module:
    """The battery of a size, if the chart of that year can offer it at all."""
    sizes = {}
    for dr in range(2, 13):
        found = module(terms.facts, terms.nation, dr)
        sizes[found.size] = found
    if size not in sizes:
        raise BadInput("purchase.unknown_size", text=size, sizes=tuple(sorted(sizes)))
    return sizes[size]


def _squad(terms: Terms, words: list[str], number: int) -> Quote | None:
    codes = [NAMES[word.lower()] for word in words if word.lower() in NAMES]
    name = " ".join(word for word in words if word.lower() not in NAMES)
    try:
        type_ = terms.facts.like("squad", terms.nation, name)
    except BadInput:
        return None
    of = unit(terms.facts, terms.nation, type_, terms.pfk)
    capabilities = tuple(code for code in CAPABILITIES if code in codes)
    check_capabilities(of, capabilities)
    tally = mpv_each(of, capabilities, tuple(code for code in EQUIPMENT if code in codes))
    return Quote("squad", type_, number, tally, tally.total * number, extras=tuple(codes))


def _listed(terms: Terms, words: list[str], number: int) -> Quote | None:
    """Guns, and vehicles `with` what is fitted to each."""
    facts, nation = terms.facts, terms.nation
    lower = [word.lower() for word in words]
    at = lower.index("with") if "with" in lower else len(words)
    extras = tuple(words[at + 1 :])
    ammo = "ammo" in lower[:at]
    name = " ".join(word for word in words[:at] if word.lower() != "ammo")
    try:
        vehicle = facts.like("vehicle", nation, name)
    except BadInput:
        vehicle = ""
    if vehicle:
        tally = vehicle_price(facts, nation, vehicle, ammo)
        for extra in extras:
            if extra in ("Sz", "G"):
                tally += Tally.of([feature_price(extra)])
            elif extra in facts.weapons(nation, vehicle):
                tally += Tally.of([weapon_price(facts, nation, vehicle, extra)])
            else:
                names = (*facts.weapons(nation, vehicle), "Sz", "G")
                raise BadInput("purchase.unknown_weapon", text=extra, item=vehicle, names=names)
        rf = rarity(vehicle_rf(facts, nation, vehicle))
        return Quote("vehicle", vehicle, number, tally, tally.total * number, rf, extras)
    try:
        gun = facts.like("gun", nation, name)
    except BadInput:
        return None
    tally = gun_price(facts, nation, gun)
    rf = rarity(gun_rf(facts, nation, gun))
    return Quote("gun", gun, number, tally, tally.total * number, rf)


def _fort(terms: Terms, words: list[str], number: int) -> Quote | None:
    try:
        name = fortification(" ".join(words))
    except BadInput:
        return None
    each = fortification_price(name, 1, terms.facts.date)
    total = fortification_price(name, number, terms.facts.date).total
    return Quote("fort", name, number, each, total)
