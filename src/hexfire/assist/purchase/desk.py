"""What lies on a seat's desk in a purchase: what it may do and at which price, what is closed.

Whoever asks, page or terminal, is answered for his own side alone, by the rules that play runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from hexfire.asl.purchase import DesignYourOwn
from hexfire.asl.purchase import actions as acts
from hexfire.asl.purchase.actions import Action
from hexfire.asl.purchase.desk import Desk
from hexfire.asl.purchase.infantry import CAPABILITIES, mpv_each, unit
from hexfire.asl.purchase.nations import special_rules
from hexfire.asl.purchase.oba import Module, battery_price, largest_bpv
from hexfire.asl.purchase.offers import offers
from hexfire.asl.purchase.quote import Terms, quote
from hexfire.asl.purchase.spelling import CODE_NAMES, write
from hexfire.asl.purchase.state import State, points_left
from hexfire.assist.purchase.figures import PricePart
from hexfire.assist.purchase.names import item_name
from hexfire.assist.wording import Said
from hexfire.dice import Dice, NeedAnswer, odds
from hexfire.play import Seat
from hexfire.rulebook import Message, Refusal, Tally

_GAME = DesignYourOwn()
_LISTED = {"infantry": "squad", "ordnance": "gun", "vehicles": "vehicle", "second": "squad"}
_NEEDED = {"squad": ("bpv", "class"), "gun": ("bpv", "rf"), "vehicle": ("bpv", "rf")}
_BEFORE_OBA = ("infantry", "ordnance", "vehicles", "oba")


class DeskAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action as it is typed, its verb, and what it is; `rule` grants it or refuses it.

    Of squads also the type, and their capabilities with the words that ask for them.
    """

    text: str
    verb: str
    says: Said
    rule: str = ""
    of: str | UnsetType = UNSET
    codes: dict[str, str] | UnsetType = UNSET


class DeskOffer(DeskAction, frozen=True, kw_only=True):
    """A legal action with what it costs now and why; `dice`: the rule whose dice come first."""

    cost: int = 0
    dice: str = ""
    tally: tuple[PricePart, ...] = ()


class DeskClosed(DeskAction, frozen=True, kw_only=True):
    """What is not legal now, and why."""

    message: Message


class DeskReport(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on offer, all that is closed, the figures that the players would have to agree
    on (R-H-missing), and advice."""

    offers: tuple[DeskOffer, ...]
    closed: tuple[DeskClosed, ...]
    lacking: tuple[str, ...]
    notes: tuple[Message, ...]


class RollChance(msgspec.Struct, frozen=True):
    """What a roll may come to, as it would be told, and how likely that is."""

    message: Message
    exact: Fraction


def desk_of(state: State, seat: Seat) -> DeskReport:
    """What a seat may do now with its price, and what is closed with the reason."""
    desk = Desk.of(state, _GAME.index(state, seat))
    acting = seat in _GAME.to_act(state)
    legal: list[DeskOffer] = []
    closed: list[DeskClosed] = []
    for action in _candidates(desk) if acting else ():
        try:
            legal.append(_offer(desk, action))
        except Refusal as refusal:
            closed.append(_closed(desk, action, refusal))
    return DeskReport(
        offers=tuple(legal),
        closed=tuple(closed),
        lacking=tuple(_lacking(desk, closed)) if acting else (),
        notes=tuple(_notes(desk)),
    )


def offer(state: State, seat: Seat, action: Action) -> DeskOffer:
    """A legal action with what it costs now and why; refused as play would refuse it."""
    return _offer(Desk.of(state, _GAME.index(state, seat)), action)


def roll_odds(state: State, seat: Seat, action: Action) -> tuple[RollChance, ...]:
    """The rule itself over every roll: what would be told, and how likely, by rising DR."""
    _GAME.legal(state, seat).check(action)

    def told(dice: Dice) -> Message:
        return _GAME.apply(state, seat, action, dice)[1][0].message

    messages = odds(told, choose=lambda request: 0)
    return tuple(RollChance(*one) for one in sorted(messages.items(), key=lambda one: _dr(one[0])))


def notes(state: State, seat: Seat) -> tuple[Message, ...]:
    """Advice before a step: rules to read first, points to keep for OBA."""
    return tuple(_notes(Desk.of(state, _GAME.index(state, seat))))


def lacking_items(state: State, seat: Seat) -> int:
    """R-H-missing: how many items of this step are known by name, but lack a figure."""
    desk = Desk.of(state, _GAME.index(state, seat))
    return len({name for name, _ in _unlisted(desk)})


# -- what is offered -------------------------------------------------------------------------------


def _candidates(desk: Desk) -> Iterator[Action]:
    """What the wizard would show; a figure that is wanting is asked for by itself."""
    standing = desk.state.proposals
    may_choose = False
    for action in offers(desk.state, desk.at):
        if isinstance(action, acts.Figured) and action.figure not in standing:
            continue
        may_choose = may_choose or isinstance(action, acts.Choose)
        yield action
    if desk.side.step == "leaders" and not may_choose and not desk.side.leaders_chosen:
        yield acts.Choose({})  # says which figure is wanting


def _offer(desk: Desk, action: Action) -> DeskOffer:
    named = DeskOffer(
        text=write(action),
        verb=_verb(action),
        says=Said(_described(desk, action)),
        of=_type_of(action),
        codes=_codes_of(action),
    )
    seat = desk.terms.seat
    _GAME.legal(desk.state, seat).check(action)
    try:
        after, events = _GAME.apply(desk.state, seat, action, Dice())
    except NeedAnswer as need:
        return msgspec.structs.replace(named, dice=need.request.rule, rule=need.request.rule)
    tally = _tally(desk, action)
    return msgspec.structs.replace(
        named,
        cost=desk.left - points_left(desk.terms, after.sides[desk.at]),
        rule=events[0].rule if events else "",
        tally=tuple(map(PricePart.of, tally.items)) if tally else (),
    )


def _closed(desk: Desk, action: Action, refusal: Refusal) -> DeskClosed:
    return DeskClosed(
        text=write(action),
        verb=_verb(action),
        says=Said(_described(desk, action)),
        rule=refusal.rule,
        of=_type_of(action),
        codes=_codes_of(action),
        message=refusal.message,
    )


def _verb(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def _type_of(action: Action) -> str | UnsetType:
    return action.type if isinstance(action, acts.Squads) else UNSET


def _codes_of(action: Action) -> dict[str, str] | UnsetType:
    if not isinstance(action, acts.Squads):
        return UNSET
    return {code: CODE_NAMES[code] for code in CAPABILITIES if code in action.capabilities}


def _lacking(desk: Desk, closed: list[DeskClosed]) -> Iterator[str]:
    """R-H-missing: the figures that the players would have to agree on for this step."""
    wanted = [dict(each.message.params).get("figure") for each in closed]
    figures = [str(figure) for figure in wanted if figure is not None]
    for figure in dict.fromkeys((*figures, *(figure for _, figure in _unlisted(desk)))):
        if figure not in desk.state.proposals:
            yield figure


def _unlisted(desk: Desk) -> Iterator[tuple[str, str]]:
    """The items of this step that lack figures: the name of each, and the figure."""
    kind = _LISTED.get(desk.side.step)
    if kind is None:
        return
    for name in desk.facts.names(kind, desk.nation):
        for field in _NEEDED[kind]:
            if desk.facts.get(kind, desk.nation, name, field) is None:
                yield name, f"{kind}/{desk.nation}/{name}/{field}"


def _notes(desk: Desk) -> Iterator[Message]:
    """H1.51: rules of the nation to read first, points to keep for OBA."""
    if desk.side.step == "infantry":
        rules = special_rules(desk.nation, desk.agreement.place)
        if rules:
            yield Message.of("purchase.cli.see", rules=rules)
    if desk.side.step in _BEFORE_OBA:
        try:
            most = largest_bpv(desk.facts, desk.nation)
        except Refusal:
            return  # no chart, or no OBA at all: nothing to keep
        yield Message.of("purchase.cli.reserve", points=most)


# -- prices ----------------------------------------------------------------------------------------


def _tally(desk: Desk, action: Action) -> Tally | None:
    """The parts of a price for one; None where there is nothing to take apart."""
    match action:
        case acts.Squads(type_, _, codes):
            of = unit(desk.facts, desk.nation, type_, desk.agreement.pfk)
            return mpv_each(of, codes, desk.side.equipment)
        case acts.TakeBattery(ammo, barrage) if desk.side.offer:
            return battery_price(Module(*desk.side.offer), ammo, barrage)
        case acts.BuyGun(name) | acts.BuyItem(name) | acts.Fortify(name):
            return _quoted(desk, name)
        case acts.BuyVehicle(name, _, ammo):
            return _quoted(desk, f"{name} ammo" if ammo else name)
        case acts.Motorize():
            return _quoted(desk, "motorized")
        case acts.BuyAir():
            return _quoted(desk, "air")
        case acts.BuyPlane():
            return _quoted(desk, "plane")
    return None


def _quoted(desk: Desk, text: str) -> Tally | None:
    agreed = desk.agreement
    terms = Terms(desk.facts, desk.nation, desk.terms.points, agreed.night, agreed.pfk)
    try:
        return quote(terms, text).each
    except Refusal:
        return None


# -- names -----------------------------------------------------------------------------------------


def _described(desk: Desk, action: Action) -> Message:
    """What a choice is."""
    side, act = desk.side, f"purchase.act.{_verb(action)}"
    match action:
        case acts.Squads(type_, _, codes) if codes:
            return Message.of("purchase.squads_with", type=type_, capabilities=_capabilities(codes))
        case acts.Squads(name) | acts.BuyGun(name) | acts.BuyVehicle(name):
            return _as_it_is(name)
        case acts.Equip(code):
            return Message.of(act, what=f"@purchase.capability.{code}")
        case acts.Bonus(name, _, hs):
            return _as_it_is(f"{name} HS" if hs else name)
        case acts.San(to):
            return _as_it_is(f"SAN {to}")
        case acts.Fortify(name, _, board) if board:
            return Message.of("purchase.on_board", what=f"@purchase.fort.{name}", board=board)
        case acts.BuyItem(name) | acts.Fortify(name):
            listed = item_name(name).what
            assert isinstance(listed, Message)
            return listed
        case acts.Tow(gun, name):
            return Message.of(act, what=f"{gun}: {name}")
        case acts.TakeBattery(ammo, barrage):
            size = side.offer[0] if side.offer else ""
            return Message.of(act, what=" ".join(filter(None, (size, ammo, barrage))))
        case acts.OpTank(counter, battery):
            return Message.of(act, what=f"{battery}: {counter}")
        case acts.Preregister(more) | acts.Bombard(more):
            return Message.of("purchase.beside", one=f"@{act}", other=more)
        case acts.Arm(ref, weapons) | acts.Fit(ref, weapons):
            return Message.of("purchase.fitting", act=f"@{act}", ref=ref, weapons=weapons)
        case acts.Choose(leaders, exchange):
            return _leaders(leaders, exchange)
        case acts.Bring(leader):
            return Message.of("purchase.beside", one=leader, other=f"@{act}")
        case acts.Reinforce(line):
            what = side.lines[line - 1].type if line <= len(side.lines) else str(line)
            return Message.of(act, what=what)
        case acts.Figured(figure, value):
            return _as_it_is(f"{figure} = {value}")
        case acts.Close():
            return Message.of(act, what=f"@purchase.step.{side.step}")
    return Message.of(act)


def _capabilities(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"@purchase.capability.{code}" for code in codes)


def _leaders(leaders: Mapping[str, int], exchange: bool) -> Message:
    if not leaders:
        return Message.of("purchase.act.leaders")
    listed = " · ".join(f"{rank} ×{number}" for rank, number in leaders.items())
    if not exchange:
        return _as_it_is(listed)
    return Message.of("purchase.leaders_exchanged", leaders=listed, how="@buy.exchange_one")


def _as_it_is(text: str) -> Message:
    return Message.of("core.as_it_is", text=text)


def _dr(message: Message) -> int:
    dr = dict(message.params).get("dr", 0)
    return dr if isinstance(dr, int) else 0
