"""H1.3–H1.49: the steps of Guns and vehicles. Every check comes before the dice are asked."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase.availability import (
    armor_leader,
    armor_leader_drm,
    at_crew_morale,
    available_rf,
    fitted,
)
from hexfire.asl.purchase.desk import Desk, Done, add_item, change, letter, whole_number
from hexfire.asl.purchase.facts import rarity
from hexfire.asl.purchase.infantry import (
    WINTER,
)
from hexfire.asl.purchase.state import Gun, Item, Side, Vehicle
from hexfire.asl.purchase.tables import table
from hexfire.asl.purchase.vehicles import (
    afv_share,
    automatic_weapons,
    check_count,
    check_feature,
    check_gun,
    check_item,
    check_mix,
    check_motorized,
    check_tow,
    check_vehicle,
    check_vehicle_type,
    check_weapon,
    feature_price,
    gun_price,
    item_price,
    lend_lease,
    motorized_price,
    vehicle_price,
    weapon_price,
    weapon_rf,
    winter_price,
)
from hexfire.dice import Dice
from hexfire.rulebook import BadInput, Message, Refusal


def roll(desk: Desk, dice: Dice) -> Done:
    """H1.3, H1.4: the one Availability DR for Guns, and the one for vehicles."""
    side = desk.side
    desk.during("H1.3", "ordnance", "vehicles")
    if side.step == "ordnance":
        if side.ordnance is not None:
            raise Refusal("H1.13", "purchase.rolled_already")
        dr, rf = available_rf(dice, "H1.3")
        after = change(side, ordnance=(dr, rf))
    else:
        if side.rolled is not None:
            raise Refusal("H1.13", "purchase.rolled_already")
        dr, rf = available_rf(dice, "H1.4", bool(side.motorized))
        after = change(side, rolled=(dr, rf))
    message = Message.of("purchase.did.roll", dr=dr, rf=rarity(rf))
    return Done(after, message, "H1.3T", {"dr": dr, "rf": rarity(rf)})


def buy_gun(desk: Desk, action: act.BuyGun) -> Done:
    """H1.3: Guns whose current RF the DR allows, crew included."""
    desk.during("H1.3", "ordnance")
    whole_number(action.number)
    side = desk.side
    if side.ordnance is None:
        raise Refusal("H1.3", "purchase.roll_first")
    name = desk.facts.like("gun", desk.nation, action.name)
    price = gun_price(desk.facts, desk.nation, name)
    check_gun(desk.facts, desk.nation, name, side.ordnance[1])
    have = sum(gun.name == name for gun in side.guns)
    check_count(desk.facts, "gun", desk.nation, name, have + action.number)
    new = tuple(
        Gun(f"g{len(side.guns) + at + 1}", name, letter(have + at), price.total)
        for at in range(action.number)
    )
    points = price.total * action.number
    message = Message.of("purchase.did.bought", number=action.number, item=name, points=points)
    return desk.paid(change(side, guns=side.guns + new), message, points, "H1.3")


def motorize(desk: Desk) -> Done:
    """H1.4: the 10 % for a motorized unit, before the vehicle DR; not for Partisans (H1.27)."""
    desk.during("H1.4", "vehicles")
    side = desk.side
    check_motorized(desk.nation)
    if side.rolled is not None:
        raise Refusal("H1.4", "purchase.motorize_late")
    if side.motorized:
        raise Refusal("H1.4", "purchase.have_already", what="@purchase.motorized")
    price = motorized_price(desk.terms.points)
    message = Message.of("purchase.did.motorize", points=price.total)
    return desk.paid(change(side, motorized=price.total), message, price, "H1.4")


def buy_vehicle(desk: Desk, action: act.BuyVehicle) -> Done:
    """H1.4, H1.49: vehicles whose current RF the DR allows, crews and HS included."""
    desk.during("H1.4", "vehicles")
    whole_number(action.number)
    side = desk.side
    if side.rolled is None:
        raise Refusal("H1.4", "purchase.roll_first")
    name = desk.facts.like("vehicle", desk.nation, action.name)
    price = vehicle_price(desk.facts, desk.nation, name, action.ammo)
    check_vehicle(desk.facts, desk.nation, name, side.rolled[1])
    after = _add_vehicles(desk, side, name, action.number, price.total, ammo=action.ammo)
    points = desk.left - _left(desk, after)
    message = Message.of("purchase.did.bought", number=action.number, item=name, points=points)
    return desk.paid(after, message, points, "H1.4")


def _left(desk: Desk, after: Side) -> int:
    return desk._replace(side=after).left


def _add_vehicles(
    desk: Desk, side: Side, name: str, number: int, bpv: int, *, ammo: bool = False, tows: str = ""
) -> Side:
    have = next_vehicle(desk, name, number)
    afv = desk.facts.get("vehicle", desk.nation, name, "afv") or "no"
    new = []
    for at in range(number):
        vehicle = Vehicle(
            f"v{len(side.vehicles) + at + 1}", name, letter(have + at), bpv, afv, ammo, tows=tows
        )
        new.append(camouflaged(desk, vehicle) if side.camouflaged else vehicle)
    side = change(side, vehicles=(*side.vehicles, *new))
    return _mount_all(desk, side, name)


def next_vehicle(desk: Desk, name: str, number: int = 1) -> int:
    """H1.11, H1.46: how many counters of a type the side has, OP tanks too; `number` more exist."""
    have = sum(vehicle.name == name for vehicle in desk.side.vehicles)
    check_count(desk.facts, "vehicle", desk.nation, name, have + number)
    return have


def camouflaged(desk: Desk, vehicle: Vehicle) -> Vehicle:
    """H1.41: one point for a vehicle that may have Winter Camouflage."""
    if desk.facts.get("vehicle", desk.nation, vehicle.name, "winter") == "no":
        return vehicle
    if any(name == WINTER for name, _ in vehicle.options):
        return vehicle
    price = winter_price()
    return replace(vehicle, options=(*vehicle.options, (price.case, price.value)))


def _mount_all(desk: Desk, side: Side, name: str) -> Side:
    """H1.12: all counters of a type bought: every optional weapon is mounted, and paid for."""
    count = desk.facts.number("vehicle", desk.nation, name, "count")
    of_type = [v for v in side.vehicles if v.name == name and not v.op_for]
    if not count or not of_type or len(of_type) % count:
        return side
    for weapon in automatic_weapons(desk.facts, desk.nation, name):
        price = weapon_price(desk.facts, desk.nation, name, weapon)
        most = desk.facts.supply("option", desk.nation, f"{name}:{weapon}")
        free = len(of_type) if most is None else most - _mounted(side, name, weapon)
        changed = []
        for vehicle in side.vehicles:
            lacks = vehicle.name == name and not vehicle.op_for
            lacks = lacks and all(option != weapon for option, _ in vehicle.options)
            if lacks and free > 0:
                free -= 1
                options = (*vehicle.options, (weapon, price.value))
                vehicle = replace(vehicle, options=options)
            changed.append(vehicle)
        side = change(side, vehicles=tuple(changed))
    return side


def _mounted(side: Side, name: str, weapon: str) -> int:
    return sum(option == weapon for v in side.vehicles if v.name == name for option, _ in v.options)


def _vehicle(desk: Desk, ref: str) -> Vehicle:
    for vehicle in desk.side.vehicles:
        if vehicle.ref == ref.lower():
            return vehicle
    refs = tuple(vehicle.ref for vehicle in desk.side.vehicles)
    raise BadInput("purchase.unknown_ref", text=ref, refs=refs or ("–",))


def _with(side: Side, vehicle: Vehicle) -> Side:
    new = tuple(vehicle if old.ref == vehicle.ref else old for old in side.vehicles)
    return change(side, vehicles=new)


def _settled(vehicle: Vehicle) -> None:
    if vehicle.group is not None:
        raise Refusal("H1.43", "purchase.group_settled", item=vehicle.ref)


def arm(desk: Desk, action: act.Arm, dice: Dice) -> Done:
    """H1.41: one DR for a vehicle decides all its optional weapons; what it gets it pays for."""
    desk.during("H1.41", "vehicles")
    vehicle, facts = _vehicle(desk, action.ref), desk.facts
    _settled(vehicle)
    if vehicle.arm_dr is not None:
        raise Refusal("H1.13", "purchase.rolled_already")
    listed = facts.weapons(desk.nation, vehicle.name)
    wanted = tuple(dict.fromkeys(action.weapons))
    prices = []
    for weapon in wanted:
        check_weapon(facts, desk.nation, vehicle.name, weapon)
        if any(option == weapon for option, _ in vehicle.options):
            raise Refusal("H1.41", "purchase.have_already", what=weapon)
        most = facts.supply("option", desk.nation, f"{vehicle.name}:{weapon}")
        if most is not None and _mounted(desk.side, vehicle.name, weapon) >= most:
            raise Refusal("H1.12", "purchase.counter_limit", item=weapon, most=most)
        rf = weapon_rf(facts, desk.nation, vehicle.name, weapon)
        prices.append((rf, weapon_price(facts, desk.nation, vehicle.name, weapon)))
    if not wanted:
        raise BadInput(
            "purchase.unknown_weapon", text="", item=vehicle.name, names=listed or ("–",)
        )
    mounted = {option for option, _ in vehicle.options if option in listed}
    check_mix(facts, desk.nation, vehicle.name, frozenset((*wanted, *mounted)))
    desk.afford(sum(price.value for _, price in prices))
    dr, allowed = available_rf(dice, "H1.41")
    got = tuple((price.case, price.value) for rf, price in prices if rf <= allowed)
    after = _with(desk.side, replace(vehicle, arm_dr=dr, options=(*vehicle.options, *got)))
    names = tuple(name for name, _ in got)
    message = Message.of("purchase.did.arm", ref=vehicle.ref, dr=dr, what=names or ("–",))
    return Done(after, message, "H1.41", {"dr": dr, "got": list(names)})


def fit(desk: Desk, action: act.Fit, dice: Dice) -> Done:
    """H1.42: one dr for an AFV whose wreck side shows Sz or G; what it gets must be paid for."""
    desk.during("H1.42", "vehicles")
    vehicle, facts = _vehicle(desk, action.ref), desk.facts
    _settled(vehicle)
    if vehicle.fit_dr is not None:
        raise Refusal("H1.13", "purchase.rolled_already")
    wanted = tuple(feature for feature in ("Sz", "G") if feature in action.features)
    if not wanted or len(wanted) != len(set(action.features)):
        raise BadInput("purchase.unknown_feature", text=" ".join(action.features))
    for feature in wanted:
        check_feature(facts, desk.nation, vehicle.name, feature)
    prices = {feature: feature_price(feature).value for feature in wanted}
    desk.afford(sum(prices.values()))
    lend = "G" in wanted and lend_lease(facts, desk.nation, vehicle.name)
    dr, features = fitted(dice, desk.date, frozenset(wanted), lend)
    got = tuple((feature, prices[feature]) for feature in wanted if feature in features)
    after = _with(desk.side, replace(vehicle, fit_dr=dr, options=(*vehicle.options, *got)))
    names = tuple(name for name, _ in got)
    message = Message.of("purchase.did.fit", ref=vehicle.ref, dr=dr, what=names or ("–",))
    return Done(after, message, "H1.42T", {"dr": dr, "got": list(names)})


def three_afv(vehicles: tuple[Vehicle, ...]) -> tuple[str, ...]:
    """H1.43: the first AFV not yet used that make up three."""
    free = [v for v in vehicles if v.group is None and afv_share(v.afv, bool(v.op_for))]
    free.sort(key=lambda v: -afv_share(v.afv))
    chosen: list[str] = []
    total = Fraction(0)
    for vehicle in free:
        if total < 3:
            chosen.append(vehicle.ref)
            total += afv_share(vehicle.afv)
    return tuple(chosen) if total >= 3 else ()


def commander(desk: Desk, action: act.Commander, dice: Dice) -> Done:
    """H1.43: one Armor Leader DR for each full three AFV, placed in one of them."""
    desk.during("H1.43", "vehicles")
    side = desk.side
    group = [_vehicle(desk, ref) for ref in dict.fromkeys(action.refs)]
    aboard = _vehicle(desk, action.aboard)
    for vehicle in group:
        if vehicle.group is not None:
            raise Refusal("H1.43", "purchase.group_used", item=vehicle.ref)
    shares = [afv_share(vehicle.afv, bool(vehicle.op_for)) for vehicle in group]
    full = table("armor_leader", "afv_per_dr")
    total = sum(shares, Fraction(0))
    if total < full or any(total - share >= full for share in shares):
        raise Refusal("H1.43", "purchase.group_size", have=str(float(total)), full=full)
    if aboard.ref not in {vehicle.ref for vehicle in group}:
        raise Refusal("H1.43", "purchase.leader_aboard", item=aboard.ref)
    drm = armor_leader_drm(desk.facts, desk.nation, desk.agreement.place)
    dr, leader = armor_leader(dice, drm.total)
    if leader is not None:
        morales = [
            desk.facts.number("vehicle", desk.nation, vehicle.name, "crew_morale")
            for vehicle in group
        ]
        known = [morale for morale in morales if morale is not None]
        leader = at_crew_morale(leader, min(known) if len(known) == len(group) else None)
    number = side.groups + 1
    after = change(side, groups=number)
    for vehicle in group:
        here = leader if leader and vehicle.ref == aboard.ref else ""
        after = _with(after, replace(vehicle, group=number, leader=here or vehicle.leader))
    message = Message.of(
        "purchase.did.commander", dr=dr, drm=f"{drm.total:+d}", leader=leader or "–", ref=aboard.ref
    )
    return Done(after, message, "H1.43", {"dr": dr, "drm": drm.total, "leader": leader})


def camouflage(desk: Desk) -> Done:
    """H1.41: Winter Camouflage for all vehicles that may have it, those still to come included."""
    desk.during("H1.41", "vehicles")
    side = desk.side
    if side.camouflaged:
        raise Refusal("H1.41", "purchase.have_already", what="@purchase.capability.W")
    after = change(
        side, camouflaged=True, vehicles=tuple(camouflaged(desk, v) for v in side.vehicles)
    )
    points = desk.left - _left(desk, after)
    message = Message.of("purchase.did.camouflage", points=points)
    return desk.paid(after, message, points, "H1.41")


def buy_item(desk: Desk, action: act.BuyItem) -> Done:
    """H1.44, H1.45, H1.47, H1.48: transport without an Availability DR."""
    desk.during("H1.44", "vehicles")
    whole_number(action.number)
    price = item_price(action.name, action.number)
    check_item(action.name, desk.nation, desk.date)
    item = Item(action.name, action.number, price.total)
    after = change(desk.side, transport=add_item(desk.side.transport, item))
    message = Message.of(
        "purchase.did.bought",
        number=action.number,
        item=f"@purchase.item.{action.name}",
        points=price.total,
    )
    return desk.paid(after, message, price, price.items[0].rule)


def tow(desk: Desk, action: act.Tow) -> Done:
    """H1.441: a vehicle to tow a bought Gun although the vehicle DR did not allow it."""
    desk.during("H1.441", "vehicles")
    side = desk.side
    if side.rolled is None:
        raise Refusal("H1.4", "purchase.roll_first")
    gun = next((gun for gun in side.guns if gun.ref == action.gun.lower()), None)
    if gun is None:
        refs = tuple(gun.ref for gun in side.guns)
        raise BadInput("purchase.unknown_ref", text=action.gun, refs=refs or ("–",))
    if any(vehicle.tows == gun.ref for vehicle in side.vehicles):
        raise Refusal("H1.441", "purchase.towed_already", item=gun.ref)
    name = desk.facts.like("vehicle", desk.nation, action.name)
    check_vehicle_type(desk.facts, desk.nation, name)
    check_tow(
        desk.facts,
        desk.nation,
        gun.name,
        name,
        rf=side.rolled[1],
        place=desk.agreement.place,
        motorized=bool(side.motorized),
    )
    price = vehicle_price(desk.facts, desk.nation, name)
    after = _add_vehicles(desk, side, name, 1, price.total, tows=gun.ref)
    message = Message.of("purchase.did.tow", item=name, ref=gun.ref, points=price.total)
    return desk.paid(after, message, price, "H1.441")
