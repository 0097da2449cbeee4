"""H1.7–H1.84: the steps that are free: ELR, bonus infantry, leaders, SW, reinforcements."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase.allotment import (
    allotted_sw,
    bonus,
    bonus_types,
    check_leaders,
    exchanged,
    extra_leader,
    forced_reinforcements,
    ladder,
    leaders_due,
    promoted,
    reinforcement_leaders,
    reinforcement_sw,
)
from hexfire.asl.purchase.buy_infantry import add_line, check_counters
from hexfire.asl.purchase.desk import Desk, Done, change, whole_number
from hexfire.asl.purchase.elr import announced_elr, side_elr, squad_elr
from hexfire.asl.purchase.infantry import (
    InfantryType,
    check_capabilities,
    pf_range,
    section,
    squad_counters,
)
from hexfire.asl.purchase.state import (
    STEPS,
    Line,
    Side,
    elite_majority,
    engineer_equivalents,
    infantry_mpv,
    most_numerous,
    reinforcing,
    side_equivalents,
    squads,
)
from hexfire.dice import Dice
from hexfire.rulebook import BadInput, Message, Refusal

# -- ELR and bonus --------------------------------------------------------------------------------


def announce(desk: Desk) -> Done:
    """H1.71, H1.72: announce the ELR of most squads, once both sides have finished buying."""
    desk.during("H1.71", "announce")
    if desk.side.announced is not None:
        raise Refusal("H1.71", "purchase.announced_already")
    if not finished_buying(desk.other):
        raise Refusal("H1.71", "purchase.wait_for_other")
    of_side = side_elr(
        desk.facts,
        desk.nation,
        desk.enemy,
        desk.agreement.place,
        elite_majority(desk.side.lines),
    ).total
    groups = [
        (squad_elr(of_side, line.capabilities, desk.nation, line.elr), line.number)
        for line in desk.side.lines
        if line.kind == "squad"
    ]
    elr = announced_elr(groups)
    after = change(desk.side, announced=of_side if elr is None else elr)
    message = Message.of(
        "purchase.did.announce", elr=after.announced or 0, nation=f"@purchase.nation.{desk.nation}"
    )
    return Done(after, message, "H1.71", {"elr": after.announced})


def finished_buying(side: Side) -> bool:
    return STEPS.index(side.step) > STEPS.index("second")


def with_bonus(desk: Desk) -> Side:
    """H1.71: after both have announced: to the bonus step, or past it if there is none."""
    side, other = desk.side, desk.other
    assert side.announced is not None and other.announced is not None
    number = bonus(
        side.announced,
        other.announced,
        infantry_mpv(desk.nation, side),
        infantry_mpv(desk.enemy, other),
    )
    if not number or most_numerous(side.lines) is None:
        return change(side, step="leaders")
    return change(side, step="bonus", bonus=int(number * 4))


def bonus_choice(desk: Desk) -> tuple[tuple[str, ...], Fraction]:
    """H1.73: the types the bonus may be taken from, and what is left of it."""
    most = most_numerous(desk.side.lines)
    left = Fraction(desk.side.bonus, 4)
    if most is None:
        return (), Fraction(0)
    prices = {}
    for type_ in desk.facts.names("squad", desk.nation):
        if (desk.facts.get("squad", desk.nation, type_, "kind") or "squad") != "squad":
            continue
        if not desk.facts.in_time("squad", desk.nation, type_):
            continue
        limit = squad_counters(desk.facts, desk.nation, type_, "squad")
        have = sum(line.number for line in desk.side.lines if line.type == type_)
        price = desk.facts.number("squad", desk.nation, type_, "bpv")
        bound = desk.facts.number("squad", desk.nation, type_, "bpv_at_most")
        if price is None and bound is not None and bound <= most[1]:
            price = bound  # its price is not known, but that it is low enough is
        if price is not None and (limit is None or have < limit):
            prices[type_] = price
    types, number = bonus_types(prices, most[1], left)
    return types, left if desk.side.halved else number


def take_bonus(desk: Desk, action: act.Bonus) -> Done:
    """H1.73: free squads of the types allowed; half a squad is a half-squad."""
    desk.during("H1.73", "bonus")
    whole_number(action.number)
    type_ = desk.facts.like("squad", desk.nation, action.type)
    types, left = bonus_choice(desk)
    if type_ not in types:
        raise Refusal("H1.73", "purchase.bonus_type", item=type_, names=types or ("–",))
    share = Fraction(action.number, 2 if action.hs else 1)
    if share > left:
        raise Refusal("H1.73", "purchase.bonus_spent", left=str(float(left)))
    if action.hs and action.number > 1:
        raise Refusal("H1.73", "purchase.bonus_one_hs")
    line = _bonus_line(desk, type_, action)
    lines = add_line(desk.side.lines, line)
    if not action.hs:
        check_counters(desk, lines, type_, "squad")
    halved = desk.side.halved or left * 4 != desk.side.bonus
    after = change(desk.side, lines=lines, bonus=int((left - share) * 4), halved=halved)
    message = Message.of("purchase.did.bonus", number=action.number, type=line.type)
    return Done(after, message, "H1.73")


def _bonus_line(desk: Desk, type_: str, action: act.Bonus) -> Line:
    facts, nation = desk.facts, desk.nation
    pf = facts.number("squad", nation, type_, "pf")
    of = InfantryType(
        nation,
        type_,
        facts.number("squad", nation, type_, "bpv") or 0,
        section(facts.need("H1.21", "squad", nation, type_, "class")),
        "hs" if action.hs else "squad",
        pf if pf is not None else pf_range(nation, facts.date, desk.agreement.pfk),
    )
    return Line(
        f"{type_} HS" if action.hs else type_,
        of.section,
        of.kind,
        action.number,
        of.bpv,
        of.pf,
        _common_capabilities(desk, of),
        "B",
    )


def _common_capabilities(desk: Desk, of: InfantryType) -> tuple[str, ...]:
    """H1.73: a bonus MMC has only what all other MMC of the OB have, and what it may have."""
    shared = [set(line.capabilities) for line in desk.side.lines if line.purchase != "B"]
    common = set.intersection(*shared) if shared else set()
    codes = []
    for code in act.ordered(common):
        try:
            check_capabilities(of._replace(gurkha=False), (code,))
        except Refusal:
            continue
        codes.append(code)
    return tuple(codes)


# -- leaders --------------------------------------------------------------------------------------


def due_leaders(desk: Desk) -> tuple[int, bool]:
    """H1.8: how many leaders the OB's equivalents bring, and whether a 7-0 besides."""
    lg = int(desk.facts.need("H1.8", "nation", desk.nation, "", "lg"))
    return leaders_due(side_equivalents(desk.side.lines), lg)


def choose_leaders(desk: Desk, action: act.Choose) -> Done:
    """H1.8, H1.81: the leaders due, fewer of each higher rank; one may be exchanged upwards."""
    desk.during("H1.8", "leaders")
    if desk.side.leaders_chosen:
        raise Refusal("H1.13", "purchase.have_already", what="@purchase.step.leaders")
    due, fraction = due_leaders(desk)
    ranks = ladder(desk.facts, desk.nation)
    wanted = {rank: number for rank, number in action.leaders.items() if number}
    check_leaders(ranks, wanted, due)
    if action.exchange:
        wanted = promoted(ranks, wanted)
    if fraction:
        extra = extra_leader(desk.nation)
        wanted = {
            extra: wanted.get(extra, 0) + 1,
            **{k: v for k, v in wanted.items() if k != extra},
        }
    after = change(desk.side, leaders=wanted, leaders_chosen=True)
    message = Message.of("purchase.did.leaders", leaders=_counted(wanted))
    return Done(after, message, "H1.81")


def _counted(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{name} ×{number}" for name, number in counts.items()) or ("–",)


def exchange(desk: Desk, dice: Dice) -> Done:
    """H1.82: the one Leader Exchange DR."""
    desk.during("H1.82", "exchange")
    side = desk.side
    if side.exchange_dr is not None:
        raise Refusal("H1.82", "purchase.rolled_already")
    if not side.leaders:
        raise Refusal("H1.82", "purchase.no_leaders")
    dr, leaders, old_and_new = exchanged(dice, desk.terms.seat, desk.nation, side.leaders)
    after = change(side, exchange_dr=dr, leaders=leaders)
    if old_and_new is None:
        message = Message.of("purchase.did.no_exchange", dr=dr)
    else:
        message = Message.of("purchase.did.exchange", dr=dr, old=old_and_new[0], new=old_and_new[1])
    return Done(after, message, "H1.82", {"dr": dr})


# -- SW and reinforcements ------------------------------------------------------------------------


def take_sw(desk: Desk) -> Done:
    """H1.83: the SW that the squad equivalents receive."""
    desk.during("H1.83", "sw")
    side = desk.side
    if side.sw_taken:
        raise Refusal("H1.83", "purchase.have_already", what="@purchase.step.sw")
    allotted = allotted_sw(
        desk.facts, desk.nation, side_equivalents(side.lines), engineer_equivalents(side.lines)
    )
    sw = {name: number for name, number in allotted.items() if number}
    message = Message.of("purchase.did.sw", sw=_counted(sw))
    return Done(change(side, sw=sw, sw_taken=True), message, "H1.83")


def forced(desk: Desk) -> int:
    """H1.7: how many squads of the second purchase must come as reinforcements."""
    second = [line for line in desk.side.lines if line.purchase == "2"]
    return forced_reinforcements(
        infantry_mpv(desk.nation, desk.side, "1"),
        infantry_mpv(desk.nation, desk.side, "2"),
        squads(second),
    )


def reinforce(desk: Desk, action: act.Reinforce) -> Done:
    """H1.7: squads that enter later: those that must, and any the owner wants to."""
    desk.during("H1.7", "reinforcements")
    whole_number(action.number)
    lines = desk.side.lines
    if not 1 <= action.line <= len(lines):
        raise BadInput("purchase.unknown_line", text=action.line, last=len(lines))
    line = lines[action.line - 1]
    number = line.reinforcements + action.number
    if number > line.number:
        raise Refusal("H1.7", "purchase.line_short", item=line.type, most=line.number)
    changed = replace(line, reinforcements=number)
    after = change(desk.side, lines=(*lines[: action.line - 1], changed, *lines[action.line :]))
    message = Message.of("purchase.did.reinforce", number=action.number, type=line.type)
    return Done(after, message, "H1.7")


def bring(desk: Desk, action: act.Bring) -> Done:
    """H1.84: leaders of the OB, of the owner's choice, who come with the reinforcements."""
    desk.during("H1.84", "reinforcements")
    whole_number(action.number)
    have = desk.side.leaders.get(action.leader, 0)
    number = desk.side.brought.get(action.leader, 0) + action.number
    if number > have:
        raise Refusal("H1.84", "purchase.line_short", item=action.leader, most=have)
    after = change(desk.side, brought={**desk.side.brought, action.leader: number})
    message = Message.of("purchase.did.bring", number=action.number, leader=action.leader)
    return Done(after, message, "H1.84")


def share(desk: Desk) -> tuple[int, dict[str, int]]:
    """H1.84: the leaders and SW that forced reinforcements must take along."""
    side = desk.side
    if not forced(desk):
        return 0, {}
    coming = reinforcing(side.lines)
    total, engineers = side_equivalents(coming), engineer_equivalents(coming)
    leaders, sw = 0, {}
    if side.leaders:
        lg = int(desk.facts.need("H1.84", "nation", desk.nation, "", "lg"))
        leaders = reinforcement_leaders(total, lg, sum(side.leaders.values()))
    if side.sw:
        sw = reinforcement_sw(desk.facts, desk.nation, total, engineers, side.sw)
    return leaders, sw


def check_reinforcements(desk: Desk) -> Side:
    """H1.7, H1.84: whether enough squads and leaders come later; the SW follow by themselves."""
    needed = forced(desk)
    second = [line for line in desk.side.lines if line.purchase == "2"]
    marked = sum(line.reinforcements for line in second if line.kind == "squad")
    if marked < needed:
        raise Refusal("H1.7", "purchase.must_reinforce", needed=needed, have=marked)
    leaders, sw = share(desk)
    brought = sum(desk.side.brought.values())
    if brought < leaders:
        raise Refusal("H1.84", "purchase.must_bring", needed=leaders, have=brought)
    return change(desk.side, brought_sw=sw)
