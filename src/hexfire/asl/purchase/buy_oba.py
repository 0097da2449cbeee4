"""H1.5–H1.532: the step of off-board artillery and aircraft."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase.availability import (
    air_support,
    air_support_number,
    bomb_exponent,
)
from hexfire.asl.purchase.buy_vehicles import camouflaged, next_vehicle
from hexfire.asl.purchase.desk import Desk, Done, change, letter, whole_number
from hexfire.asl.purchase.oba import (
    Module,
    air_support_price,
    battery_price,
    bombardment_price,
    check_oba,
    check_plane,
    module,
    oba_rolls,
    offered,
    plane_price,
    preregistered_price,
    suits_plane,
)
from hexfire.asl.purchase.op_tanks import (
    check_op_tank,
    listed_counter,
    op_tank,
    op_tank_price,
)
from hexfire.asl.purchase.state import BoughtBattery, Vehicle
from hexfire.dice import Dice
from hexfire.rulebook import BadInput, Message, Refusal


def roll_oba(desk: Desk, dice: Dice) -> Done:
    """H1.5: one of the side's OBA DR; what it offers is bought or declined before the next."""
    side = desk.side
    check_oba(desk.nation)
    desk.no_offer()
    most = oba_rolls(desk.terms.points)
    if len(side.oba_rolls) >= most:
        raise Refusal("H1.5", "purchase.oba_rolls_used", most=most)
    for each in range(2, 13):  # every result must be known before the dice fall
        module(desk.facts, desk.nation, each)
    dr, battery = offered(dice, desk.facts, desk.nation)
    after = change(
        side, oba_rolls=(*side.oba_rolls, dr), offer=(battery.size, battery.bpv, battery.ir)
    )
    message = Message.of("purchase.did.roll_oba", dr=dr, size=battery.size, points=battery.bpv)
    return Done(after, message, "H1.51", {"dr": dr, "size": battery.size, "bpv": battery.bpv})


def take_battery(desk: Desk, action: act.TakeBattery) -> Done:
    """H1.5, H1.51, H1.52: buy the battery on offer, with its radio or a field phone."""
    desk.during("H1.5", "oba")
    side = desk.side
    if side.offer is None:
        raise Refusal("H1.5", "purchase.no_offer")
    of = Module(*side.offer)
    price = battery_price(of, action.ammo, action.barrage)
    battery = BoughtBattery(
        letter(len(side.batteries)),
        of.size,
        of.bpv,
        price.total,
        action.ammo,
        action.barrage,
        "P" if action.phone else "R",
        of.ir,
    )
    after = change(side, offer=None, batteries=(*side.batteries, battery))
    message = Message.of("purchase.did.battery", id=battery.id, size=of.size, points=price.total)
    return desk.paid(after, message, price, "H1.51")


def decline(desk: Desk) -> Done:
    """H1.13: the battery on offer is left; nothing takes its place."""
    desk.during("H1.13", "oba")
    if desk.side.offer is None:
        raise Refusal("H1.5", "purchase.no_offer")
    size = desk.side.offer[0]
    message = Message.of("purchase.did.decline", size=size)
    return Done(change(desk.side, offer=None), message, "H1.13")


def _battery(desk: Desk, id_: str) -> BoughtBattery:
    for battery in desk.side.batteries:
        if battery.id == id_.upper():
            return battery
    ids = tuple(battery.id for battery in desk.side.batteries)
    raise BadInput("purchase.unknown_ref", text=id_, refs=ids or ("–",))


def buy_op_tank(desk: Desk, action: act.OpTank) -> Done:
    """H1.46, H1.461: an OP tank for a bought battery; it replaces the battery's radio or phone."""
    desk.during("H1.46", "oba")
    desk.no_offer()
    side = desk.side
    battery = _battery(desk, action.battery)
    tank = op_tank(desk.nation, action.counter)
    check_op_tank(tank, desk.date, bool(side.motorized), battery.module)
    counter = listed_counter(desk.facts, tank)
    if battery.equipment == "OP":
        raise Refusal("H1.46", "purchase.op_already", item=battery.id)
    price = op_tank_price(tank)
    vehicle = Vehicle(
        f"v{len(side.vehicles) + 1}",
        counter,
        letter(next_vehicle(desk, counter)),
        price.total,
        "full",
        leader="OP",
        op_for=battery.id,
    )
    if side.camouflaged:
        vehicle = camouflaged(desk, vehicle)
    batteries = tuple(
        replace(old, equipment="OP") if old.id == battery.id else old for old in side.batteries
    )
    after = change(side, vehicles=(*side.vehicles, vehicle), batteries=batteries)
    message = Message.of("purchase.did.op_tank", item=counter, id=battery.id, points=vehicle.total)
    return desk.paid(after, message, vehicle.total, tank.rule)


def preregister(desk: Desk, action: act.Preregister) -> Done:
    """H1.53a: Pre-Registered hexes for a battery of the side (R-H1.53a)."""
    desk.during("H1.53a", "oba")
    desk.no_offer()
    whole_number(action.hexes)
    battery = _battery(desk, action.battery)
    price = preregistered_price(action.hexes)
    batteries = tuple(
        replace(old, hexes=old.hexes + action.hexes) if old.id == battery.id else old
        for old in desk.side.batteries
    )
    after = change(
        desk.side,
        batteries=batteries,
        preregistered_points=desk.side.preregistered_points + price.total,
    )
    message = Message.of(
        "purchase.did.preregister", number=action.hexes, id=battery.id, points=price.total
    )
    return desk.paid(after, message, price, "H1.53a")


def bombard(desk: Desk, action: act.Bombard) -> Done:
    """H1.53b: a Bombardment, one on any board; it is OBA, so none for Partisans (H1.27)."""
    desk.during("H1.53b", "oba")
    desk.no_offer()
    side = desk.side
    check_oba(desk.nation)
    if action.board not in desk.agreement.boards:
        raise BadInput("purchase.which_board", text=action.board, boards=desk.agreement.boards)
    if action.board in side.bombardments:
        raise Refusal("H1.53b", "purchase.bombarded", board=action.board)
    price = bombardment_price()
    after = change(
        side,
        bombardments=(*side.bombardments, action.board),
        bombardment_points=side.bombardment_points + price.total,
    )
    message = Message.of("purchase.did.bombard", board=action.board, points=price.total)
    return desk.paid(after, message, price, "H1.53b")


def roll_air(desk: Desk, dice: Dice) -> Done:
    """H1.531: the Air Support DR, once, and only when the weather is known."""
    desk.during("H1.531", "oba")
    desk.no_offer()
    _weather(desk)
    if desk.side.air_dr is not None:
        raise Refusal("H1.13", "purchase.rolled_already")
    air_support_price(desk.facts)
    bomb_exponent(desk.facts, desk.nation)
    number = air_support_number(desk.facts, desk.nation, desk.enemy).total
    dr, success = air_support(dice, number)
    message = Message.of(_success("purchase.did.roll_air", success), dr=dr, number=number)
    after = change(desk.side, air_dr=(dr, success))
    return Done(after, message, "H1.531", {"dr": dr, "success": success})


def _success(key: str, success: bool) -> str:
    return key + ("" if success else "_failed")


def _weather(desk: Desk) -> None:
    if not desk.agreement.weather and desk.facts.get("scenario", "", "", "weather") is None:
        raise Refusal("H1.531", "purchase.weather_first", figure="scenario/weather")


def buy_air(desk: Desk) -> Done:
    """H1.531: Air Support, once a scenario, after a successful DR."""
    desk.during("H1.531", "oba")
    desk.no_offer()
    side = desk.side
    if side.air_points:
        raise Refusal("H1.531", "purchase.have_already", what="@purchase.air_support")
    _succeeded(side.air_dr, "H1.531")
    price = air_support_price(desk.facts)
    message = Message.of("purchase.did.air", points=price.total)
    return desk.paid(change(side, air_points=price.total), message, price, "H1.531")


def _succeeded(rolled: tuple[int, bool] | None, rule: str) -> None:
    if rolled is None:
        raise Refusal(rule, "purchase.roll_first")
    if not rolled[1]:
        raise Refusal(rule, "purchase.roll_failed", dr=rolled[0])


def roll_plane(desk: Desk, dice: Dice) -> Done:
    """H1.532: the plane's own Air Support DR, after a battery it may observe for."""
    desk.during("H1.532", "oba")
    desk.no_offer()
    check_plane(desk.nation, desk.date)
    if not any(suits_plane(desk.nation, battery.module) for battery in desk.side.batteries):
        raise Refusal("H1.532", "purchase.plane_battery")
    if desk.side.plane_dr is not None:
        raise Refusal("H1.13", "purchase.rolled_already")
    number = air_support_number(desk.facts, desk.nation, desk.enemy).total
    dr, success = air_support(dice, number, "H1.532")
    message = Message.of(_success("purchase.did.roll_air", success), dr=dr, number=number)
    after = change(desk.side, plane_dr=(dr, success))
    return Done(after, message, "H1.532", {"dr": dr, "success": success})


def buy_plane(desk: Desk) -> Done:
    """H1.532: the Observation Plane itself."""
    desk.during("H1.532", "oba")
    desk.no_offer()
    if desk.side.plane_points:
        raise Refusal("H1.532", "purchase.have_already", what="@purchase.observation_plane")
    _succeeded(desk.side.plane_dr, "H1.532")
    price = plane_price()
    message = Message.of("purchase.did.plane", points=price.total)
    return desk.paid(change(desk.side, plane_points=price.total), message, price, "H1.532")
