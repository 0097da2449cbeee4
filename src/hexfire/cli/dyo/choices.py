"""What a seat is shown: where it stands, and what it may do now, with prices."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from hexfire.asl.purchase import DesignYourOwn
from hexfire.asl.purchase import actions as acts
from hexfire.asl.purchase.actions import Action, Close, Figured
from hexfire.asl.purchase.japanese import japanese
from hexfire.asl.purchase.nations import special_rules
from hexfire.asl.purchase.oba import largest_bpv
from hexfire.asl.purchase.spelling import write
from hexfire.asl.purchase.state import State, facts_of, points_left
from hexfire.cli.dyo.opening import Purchase
from hexfire.cli.screen import Screen
from hexfire.dice import Choice, Dice, NeedAnswer
from hexfire.rulebook import Refusal

_BEFORE_OBA = ("infantry", "ordnance", "vehicles", "oba")
_LISTED = {"infantry": "squad", "ordnance": "gun", "vehicles": "vehicle", "second": "squad"}


def wanted_text(out: Screen, need: NeedAnswer) -> str:
    """Which dice are wanted; a decision shows the number of each option."""
    asked = out.words.request(need)
    if isinstance(need.request, Choice):
        numbers = ", ".join(f"{at} = {name}" for at, name in enumerate(need.request.options))
        return f"{asked} ({numbers})"
    return asked


def standing(out: Screen, table: Purchase, seat: str) -> list[str]:
    """Where a seat stands: step and points first, then what waits for it."""
    at = table.seats.index(seat)
    state = table.state
    terms, side = state.agreement.sides[at], state.sides[at]
    nation = out.say(f"purchase.nation.{terms.nation}")
    lines = [
        out.say(
            "purchase.sheet.head", nation=nation, date=state.agreement.date, points=terms.points
        ),
        out.say(
            "purchase.sheet.step",
            step=f"@purchase.step.{side.step}",
            left=points_left(terms, side),
        ),
    ]
    rules = special_rules(terms.nation, state.agreement.place)
    if rules and side.step == "infantry":
        lines.append(out.say("purchase.cli.see", rules=rules))
    lines.extend(_advice(out, state, at))
    for figure, (by, value) in state.proposals.items():
        lines.append(out.say("purchase.cli.proposal", seat=by, figure=figure, value=value))
    need = table.request()
    if need is not None:
        lines.append(wanted_text(out, need))
    if table.outcome() is not None:
        lines.append(out.say("purchase.cli.over"))
    elif seat not in table.game.to_act(state):
        lines.append(out.say("purchase.cli.waits"))
    return lines


def _advice(out: Screen, state: State, at: int) -> list[str]:
    """H1.51: what to keep for OBA; and how many items nobody has given figures for."""
    terms, side = state.agreement.sides[at], state.sides[at]
    facts, lines = facts_of(state), []
    if side.step in _BEFORE_OBA:
        try:
            most = largest_bpv(facts, terms.nation)
            lines.append(out.say("purchase.cli.reserve", points=most))
        except Refusal:
            pass  # no chart, or no OBA at all: nothing to keep
    kind = _LISTED.get(side.step)
    if kind is not None:
        needed = ("bpv", "class") if kind == "squad" else ("bpv", "rf")
        lacking = sum(
            any(facts.get(kind, terms.nation, name, field) is None for field in needed)
            for name in facts.names(kind, terms.nation)
        )
        if lacking:
            lines.append(out.say("purchase.cli.lacking", count=lacking))
    return lines


def describe(out: Screen, state: State, at: int, action: Action) -> str:
    """What a choice is, in the reader's language."""
    described = ""
    match action:
        case acts.Squads(type_, _, codes):
            names = [out.say(f"purchase.capability.{code}") for code in codes]
            described = " ".join((type_, *names))
        case acts.Equip(code):
            described = out.say(f"purchase.capability.{code}")
        case acts.BuyItem(name):
            described = out.say(f"purchase.item.{name}")
        case acts.Fortify(name):
            pillbox = name.startswith("pillbox")
            described = out.say(f"purchase.fort.{'pillbox' if pillbox else name}")
        case acts.Tow(gun):
            described = gun
        case acts.TakeBattery():
            offer = state.sides[at].offer
            described = offer[0] if offer else ""
        case acts.OpTank(_, battery):
            described = battery
        case acts.Reinforce(line):
            described = state.sides[at].lines[line - 1].type
        case Close():
            described = out.say(f"purchase.step.{state.sides[at].step}")
    return out.say(f"purchase.act.{type(action).__struct_config__.tag}", what=described)


def typed(out: Screen, action: Action) -> str:
    """The action as its reader would type it."""
    return japanese(write(action)) if out.words.language == "ja" else write(action)


def menu(out: Screen, state: State, at: int, choices: list[Action]) -> Grid:
    """The legal actions, numbered, each with its price and what it is."""
    grid = Grid.grid(padding=(0, 2))
    for number, action in enumerate(choices, start=1):
        grid.add_row(
            Text(str(number), style="cyan"),
            Text(typed(out, action)),
            Text(cost(out, state, at, action), justify="right"),
            Text(describe(out, state, at, action), style="dim"),
        )
    return grid


def cost(out: Screen, state: State, at: int, action: Action) -> str:
    """What an action without dice would cost now."""
    if isinstance(action, Close | Figured):
        return ""
    game = DesignYourOwn()
    terms = state.agreement.sides[at]
    try:
        after, _ = game.apply(state, terms.seat, action, Dice())
    except NeedAnswer as need:
        return need.request.rule
    before = points_left(terms, state.sides[at])
    points = before - points_left(terms, after.sides[at])
    return out.say("purchase.cli.one", total=points) if points else ""
