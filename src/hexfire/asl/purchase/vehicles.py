"""H1.3–H1.49: guns and vehicles, what is fitted to them, and what needs no roll."""

from __future__ import annotations

from fractions import Fraction

from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.facts import Facts, rarity, tenths
from hexfire.asl.purchase.nations import (
    BRITISH,
    GERMAN,
    PARTISAN,
    US,
    family,
)
from hexfire.asl.purchase.tables import table
from hexfire.rulebook import BadInput, Message, Modifier, Refusal, Tally


def _in_time(facts: Facts, rule: str, kind: str, nation: str, name: str) -> None:
    if not facts.in_time(kind, nation, name):
        raise Refusal(rule, "purchase.not_in_time", item=name, date=str(facts.date))


def check_count(facts: Facts, kind: str, nation: str, name: str, wanted: int) -> None:
    """H1.11: no more Guns or vehicles of a type than the «#» column says, where it is known."""
    most = facts.supply(kind, nation, name)
    if most is not None and wanted > most:
        raise Refusal("H1.11", "purchase.counter_limit", item=name, most=most)


# -- guns -----------------------------------------------------------------------------------------


def gun_rf(facts: Facts, nation: str, name: str) -> int:
    """H1.3, H1.27: a Gun's current RF in tenths; 0.4 more for Partisans."""
    listed = tenths(facts.need("H1.3", "gun", nation, name, "rf"))
    if family(nation) != PARTISAN:
        return listed
    return listed + tenths(str(table("partisans", "gun_rf_increase")))


def gun_price(facts: Facts, nation: str, name: str) -> Tally:
    """H1.3: a Gun's BPV, which includes its crew."""
    _in_time(facts, "H1.3", "gun", nation, name)
    return Tally.of([Modifier("bpv", "H1.3", int(facts.need("H1.3", "gun", nation, name, "bpv")))])


def check_gun(facts: Facts, nation: str, name: str, rf: int) -> None:
    """H1.3, H1.27: whether a Gun may be bought after an Availability DR that allows `rf`."""
    check_gun_type(facts, nation, name)
    _rare(gun_rf(facts, nation, name), rf, "H1.3", name)


def check_gun_type(facts: Facts, nation: str, name: str) -> None:
    """H1.27: Partisans have small mortars, AT and INF Guns only."""
    if family(nation) == PARTISAN:
        class_ = facts.need("H1.27", "gun", nation, name, "class")
        caliber = int(facts.need("H1.27", "gun", nation, name, "caliber"))
        most = table("partisans", "gun_limits").get(class_)
        if most is None or caliber > most:
            raise Refusal("H1.27", "purchase.partisan_gun", item=name)


def _rare(current: int, allowed: int, rule: str, name: str) -> None:
    if current > allowed:
        raise Refusal(
            rule, "purchase.too_rare", item=name, rf=rarity(current), most=rarity(allowed)
        )


# -- vehicles -------------------------------------------------------------------------------------


def check_motorized(nation: str) -> None:
    """H1.27: Partisans are no motorized unit."""
    if family(nation) == PARTISAN:
        raise Refusal("H1.27", "purchase.partisans_no", what="@purchase.motorized")


def motorized_price(points: int) -> Tally:
    """H1.4: the motorized unit costs 10 % of the original allotment, rounded up."""
    percent = round(100 * table("motorized_unit", "fraction_of_original_points"))
    why = Message.of("purchase.percent", percent=percent)
    return Tally.of([Modifier("motorized", "H1.4", -(-points * percent // 100), why=why)])


def vehicle_rf(facts: Facts, nation: str, name: str) -> int:
    """H1.4: a vehicle's current RF in tenths."""
    return tenths(facts.need("H1.4", "vehicle", nation, name, "rf"))


def vehicle_price(facts: Facts, nation: str, name: str, ammo: bool = False) -> Tally:
    """H1.4, H1.49: a vehicle's BPV with its crew; twice that for an Ammo Vehicle."""
    _in_time(facts, "H1.4", "vehicle", nation, name)
    bpv = int(facts.need("H1.4", "vehicle", nation, name, "bpv"))
    items = [Modifier("bpv", "H1.4", bpv)]
    if ammo:
        factor = table("prices", "vehicles", "ammo_vehicle_multiplier")
        why = Message.of("purchase.times", factor=str(factor))
        items.append(Modifier("ammo_vehicle", "H1.49", bpv * (factor - 1), why=why))
    return Tally.of(items)


def check_vehicle(facts: Facts, nation: str, name: str, rf: int) -> None:
    """H1.4, H1.27: whether a vehicle may be bought after an Availability DR that allows `rf`."""
    check_vehicle_type(facts, nation, name)
    _rare(vehicle_rf(facts, nation, name), rf, "H1.4", name)


def check_vehicle_type(facts: Facts, nation: str, name: str) -> None:
    """H1.27: of vehicles Partisans have trucks only."""
    if family(nation) == PARTISAN and not facts.says_yes("vehicle", nation, name, "truck"):
        raise Refusal("H1.27", "purchase.partisan_vehicle", item=name)


def weapon_price(facts: Facts, nation: str, vehicle: str, weapon: str) -> Modifier:
    """H1.41: an optional weapon costs its normal IFT FP."""
    fp = int(facts.need("H1.41", "option", nation, f"{vehicle}:{weapon}", "fp"))
    return Modifier(weapon, "H1.41", fp)


def weapon_in_time(facts: Facts, nation: str, vehicle: str, weapon: str) -> bool:
    """H1.12, H1.41: whether the weapon is in use on the scenario's date."""
    first = facts.get("option", nation, f"{vehicle}:{weapon}", "from")
    return first is None or facts.date >= Date.read(first)


def weapon_rf(facts: Facts, nation: str, vehicle: str, weapon: str) -> int:
    """H1.41: the RF of an optional weapon in tenths (from the Vehicle Note)."""
    return tenths(facts.need("H1.41", "option", nation, f"{vehicle}:{weapon}", "rf"))


def check_weapon(facts: Facts, nation: str, vehicle: str, weapon: str) -> None:
    """H1.41: whether a vehicle has such an optional weapon, and on this date."""
    listed = facts.weapons(nation, vehicle)
    if weapon not in listed:
        raise BadInput("purchase.unknown_weapon", text=weapon, item=vehicle, names=listed or ("–",))
    if not weapon_in_time(facts, nation, vehicle, weapon):
        raise Refusal("H1.41", "purchase.not_in_time", item=weapon, date=str(facts.date))


def check_mix(facts: Facts, nation: str, vehicle: str, weapons: frozenset[str]) -> None:
    """H1.12: optional weapons only in the combinations that the counters show, where listed."""
    mixes = facts.get("vehicle", nation, vehicle, "mixes")
    if mixes is None or any(weapons <= frozenset(mix.split("+")) for mix in mixes.split()):
        return
    raise Refusal("H1.12", "purchase.mix", what=tuple(sorted(weapons)), mixes=mixes)


def automatic_weapons(facts: Facts, nation: str, vehicle: str) -> tuple[str, ...]:
    """H1.12: what is mounted without a DR when all counters of a type are bought.

    Not before the weapon's first date, and never one marked so (the U.S. Sherman's FT).
    """
    return tuple(
        weapon
        for weapon in facts.weapons(nation, vehicle)
        if weapon_in_time(facts, nation, vehicle, weapon)
        and facts.get("option", nation, f"{vehicle}:{weapon}", "automatic") != "no"
    )


FEATURES = ("Sz", "G")
"""H1.42: Schuerzen and gyrostabilizer."""


def feature_price(feature: str) -> Modifier:
    """H1.42: 3 points for Schuerzen, 5 for a gyrostabilizer."""
    return Modifier(feature, "H1.42", table("schuerzen_gyro", "price")[feature])


def check_feature(facts: Facts, nation: str, vehicle: str, feature: str) -> None:
    """H1.42: Schuerzen and gyrostabilizers only for an AFV whose wreck side shows them."""
    back = facts.need("H1.42", "vehicle", nation, vehicle, "back").split()
    afv = facts.get("vehicle", nation, vehicle, "afv") or "no"
    if feature not in back or afv == "no":
        raise Refusal("H1.42", "purchase.not_on_counter", item=vehicle, what=feature)


def lend_lease(facts: Facts, nation: str, vehicle: str) -> bool:
    """H1.42: whether an AFV with a gyrostabilizer is Lend-Lease with a crew that is not U.S.

    R-H1.42b: the counters' «(a)» says so; of any other vehicle the players are asked.
    """
    if family(nation) == US:
        return False
    return facts.need("H1.42", "vehicle", nation, vehicle, "lend_lease") == "yes"


def winter_price() -> Modifier:
    """H1.41: Winter Camouflage of a vehicle (bought for all that may have it, or none)."""
    return Modifier("W", "H1.41", table("prices", "vehicles", "winter_camouflage_per_vehicle"))


def afv_share(afv: str | None, op: bool = False) -> Fraction:
    """H1.43: what a vehicle counts towards an Armor Leader DR: 1, ½ or nothing."""
    if op:
        return Fraction(0)
    return {"full": Fraction(1), "half": Fraction(1, 2)}.get(afv or "no", Fraction(0))


def check_tow(
    facts: Facts, nation: str, gun: str, name: str, *, rf: int, place: str, motorized: bool
) -> None:
    """H1.441: a towing vehicle for a bought Gun although the DR did not allow it.

    Motor transport only for U.S., British and Commonwealth Guns, German AT Guns, in North Africa
    or in a motorized unit; then the unarmed, unarmored vehicle with the highest T# that can tow it.
    """
    kin = family(nation)
    if facts.says_yes("gun", nation, gun, "dm"):
        raise Refusal("H1.441", "purchase.gun_dm", item=gun)
    entitled = (
        kin in (US, BRITISH)
        or (kin == GERMAN and facts.get("gun", nation, gun, "class") == "AT")
        or place == "North Africa"
        or motorized
    )
    if not entitled:
        raise Refusal("H1.441", "purchase.animals_only", item=gun)
    m = int(facts.need("C10.1", "gun", nation, gun, "m"))
    able = _tows(facts, nation, m)
    allowed = tuple(
        each
        for _, each in able
        if (listed := facts.get("vehicle", nation, each, "rf")) and tenths(listed) <= rf
    )
    if allowed:
        raise Refusal("H1.441", "purchase.tow_normally", item=gun, names=allowed)
    highest = max((t for t, _ in able), default=0)
    best = tuple(each for t, each in able if t == highest)
    if name not in best:
        raise Refusal("H1.441", "purchase.highest_t", item=gun, names=best or ("–",))


def _tows(facts: Facts, nation: str, m: int) -> list[tuple[int, str]]:
    """Transport that is able to tow a Gun, with its T# (C10.1: T# ≤ the Gun's M#)."""
    return [
        (t, name)
        for name in facts.names("vehicle", nation)
        if facts.says_yes("vehicle", nation, name, "truck")
        and facts.in_time("vehicle", nation, name)
        and (t := facts.number("vehicle", nation, name, "t")) is not None
        and t <= m
    ]


# -- what needs no roll ---------------------------------------------------------------------------


def _items() -> dict[str, tuple[str, int]]:
    transport, boats = table("prices", "transport"), table("prices", "boats")
    prices = {
        "wagon": ("H1.44", transport["wagon_or_sledge"]),
        "sledge": ("H1.44", transport["wagon_or_sledge"]),
        "horses": ("H1.44", transport["horses_squad_size_only"]),
    }
    for name in ("motorcycle", "sidecar", "bicycle"):
        for size, price in transport[name].items():
            prices[f"{name}-{size}"] = ("H1.45", price)
    for name, price in boats.items():
        prices[name.replace("_", "-")] = ("H1.47", price)
    for nation in (GERMAN, US, BRITISH):
        prices[f"glider-{nation.lower().replace('.', '')}"] = (
            "H1.48",
            table("prices", "gliders", nation),
        )
    return prices


ITEMS = _items()
"""Transport, boats and gliders with rule and price; none of them needs an Availability DR."""


def item_price(name: str, number: int = 1) -> Tally:
    """H1.44, H1.45, H1.47, H1.48: transport bought directly."""
    if name not in ITEMS:
        raise BadInput("purchase.unknown_transport", text=name, names=tuple(ITEMS))
    rule, price = ITEMS[name]
    return Tally.of([Modifier(name, rule, price * number)])


_GLIDER_USERS = {
    "glider-german": ((GERMAN,), GERMAN),
    "glider-us": ((US, BRITISH), US),
    "glider-british": ((US, BRITISH), BRITISH),
}


def check_item(name: str, nation: str, date: Date) -> None:
    """H1.27, H1.48: who may buy which transport, and from when."""
    kin = family(nation)
    if kin == PARTISAN and name != "wagon":
        raise Refusal("H1.27", "purchase.partisan_vehicle", item=f"@purchase.item.{name}")
    if name in _GLIDER_USERS:
        users, maker = _GLIDER_USERS[name]
        if kin not in users:
            raise Refusal("H1.48", "purchase.glider_nation", item=f"@purchase.item.{name}")
        first = Date.read(table("prices", "gliders", "available_from")[maker])
        if date < first:
            raise Refusal("H1.48", "purchase.glider_date", date=str(date), first=str(first))


def foreign_glider(name: str, nation: str) -> bool:
    """H1.48: whether the Roster must note that a glider is not of the OB's nationality."""
    if name not in _GLIDER_USERS:
        return False
    return _GLIDER_USERS[name][1] != family(nation)
