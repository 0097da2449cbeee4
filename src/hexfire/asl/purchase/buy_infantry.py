"""H1.2, H1.6, H1.7: the steps that need no dice: infantry, SAN and fortifications."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase.desk import Desk, Done, add_item, change, whole_number
from hexfire.asl.purchase.fortifications import (
    check_fortification,
    fortification,
    fortification_price,
)
from hexfire.asl.purchase.infantry import (
    CAPABILITIES,
    EQUIPMENT,
    WINTER,
    check_capabilities,
    check_squad_counters,
    mpv_each,
    san_price,
    unit,
)
from hexfire.asl.purchase.state import Item, Line, squads
from hexfire.rulebook import BadInput, Message, Refusal


def buy_squads(desk: Desk, action: act.Squads) -> Done:
    """H1.2, H1.7: squads, half-squads and crews, in the first or the second Infantry purchase."""
    desk.during("H1.2", "infantry", "second")
    whole_number(action.number)
    side, facts = desk.side, desk.facts
    type_ = facts.like("squad", desk.nation, action.type)
    of = unit(facts, desk.nation, type_, desk.agreement.pfk)
    if any(code not in CAPABILITIES for code in action.capabilities):
        raise BadInput("purchase.unknown_capability", text=" ".join(action.capabilities))
    capabilities = act.ordered(action.capabilities)
    line = Line(
        type_,
        of.section,
        of.kind,
        action.number,
        of.bpv,
        of.pf,
        capabilities,
        "1" if side.step == "infantry" else "2",
        ss=of.ss,
        sissi=of.sissi,
        elr=of.elr,
        inferred=of.inferred,
    )
    lines = add_line(side.lines, line)
    check_capabilities(of, capabilities, _ss_majority(lines))
    check_counters(desk, lines, type_, of.kind)
    price = mpv_each(of, capabilities, side.equipment).total * action.number
    message = Message.of("purchase.did.squads", number=action.number, type=type_, points=price)
    return desk.paid(change(side, lines=lines), message, price, "H1.2")


def add_line(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """Write a purchase on its line of the Roster; the same kind of squad shares one."""
    for at, old in enumerate(lines):
        if old.same_as(line):
            merged = replace(old, number=old.number + line.number)
            return (*lines[:at], merged, *lines[at + 1 :])
    return (*lines, line)


def _ss_majority(lines: tuple[Line, ...]) -> bool:
    """H1.22: whether SS squads other than Elite are most of the side's squads."""
    wanted = squads(line for line in lines if line.ss and line.section != "Elite")
    return 2 * wanted > squads(lines)


def check_counters(desk: Desk, lines: tuple[Line, ...], type_: str, kind: str) -> None:
    """H1.11, H1.212: no more counters of a type in both purchases than there are."""
    have = sum(line.number for line in lines if line.type == type_)
    check_squad_counters(desk.facts, desk.nation, type_, kind, have)


def equip(desk: Desk, action: act.Equip) -> Done:
    """H1.202, H1.203, H1.25: bought for the whole side or not at all, also for what comes later."""
    side = desk.side
    if action.what not in EQUIPMENT:
        raise BadInput("purchase.unknown_equipment", text=action.what)
    rule = {"M": "H1.25", "SK": "H1.202", WINTER: "H1.203"}[action.what]
    if side.step == "second" and side.lines:
        raise Refusal(rule, "purchase.equip_late")
    desk.during(rule, "infantry", "second")
    if action.what in side.equipment:
        raise Refusal(rule, "purchase.have_already", what=f"@purchase.capability.{action.what}")
    after = change(side, equipment=act.ordered((*side.equipment, action.what)))
    message = Message.of("purchase.did.equip", what=f"@purchase.capability.{action.what}")
    return desk.paid(after, message, 0, rule)


def raise_san(desk: Desk, action: act.San) -> Done:
    """H1.29: paid at any time before the second Infantry purchase closes (R-H1.29)."""
    desk.during("H1.29", "infantry", "ordnance", "vehicles", "oba", "fortifications", "second")
    desk.no_offer()
    side = desk.side
    price = san_price(action.to, side.san, desk.agreement.night)
    after = change(side, san=action.to, san_points=side.san_points + price.total)
    message = Message.of("purchase.did.san", san=action.to, points=price.total)
    return desk.paid(after, message, price, "H1.29")


def fortify(desk: Desk, action: act.Fortify) -> Done:
    """H1.6: fortifications, within the limits of the price list's notes."""
    desk.during("H1.6", "fortifications")
    whole_number(action.number)
    side = desk.side
    name = fortification(action.name)
    have: dict[tuple[str, str], int] = {}
    for item in side.fortifications:
        have[item.name, item.board] = have.get((item.name, item.board), 0) + item.number
    check_fortification(
        name,
        action.number,
        action.board,
        nation=desk.nation,
        enemy=desk.enemy,
        date=desk.date,
        night=desk.agreement.night,
        squads=squads(side.lines),
        boards=desk.agreement.boards,
        have=have,
    )
    already = sum(number for (each, _), number in have.items() if each == name)
    price = fortification_price(name, action.number, desk.date, already)
    item = Item(name, action.number, price.total, action.board)
    after = change(side, fortifications=add_item(side.fortifications, item))
    label = name if name.startswith("pillbox") else f"@purchase.fort.{name}"
    message = Message.of(
        "purchase.did.bought", number=action.number, item=label, points=price.total
    )
    return desk.paid(after, message, price, price.items[0].rule)
