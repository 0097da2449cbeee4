"""Design Your Own in its box: an agreement in one line, and what lies on a seat's desk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

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
from hexfire.assist.purchase.names import item_name, part_name
from hexfire.dice import Dice, NeedAnswer, odds
from hexfire.lang import LANGUAGES, Words, words
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Message, Modifier, Refusal, Tally
from hexfire.server.boxes.box import ScenarioCard

_AGREEMENT = re.compile(
    r"(?P<date>\d{4}-\d{2}) (?P<a>[^:]{2,24}):(?P<ap>\d{1,5}) (?P<b>[^:]{2,24}):(?P<bp>\d{1,5})"
    r"(?P<open> open)?(?P<night> night)?(?P<pfk> pfk)?"
    r"(?: boards=(?P<boards>[0-9A-Za-z,.-]{1,80}))?(?: place=(?P<place>[^=]{1,40}?))?"
    r"(?: weather=(?P<weather>[^=]{1,40}?))?(?: victory=(?P<victory>.+))?"
)
_EXAMPLE = "1944-09 German:1000 Soviet:1000 open boards=4,12 victory=the village"
_LISTED = {"infantry": "squad", "ordnance": "gun", "vehicles": "vehicle", "second": "squad"}
_NEEDED = {"squad": ("bpv", "class"), "gun": ("bpv", "rf"), "vehicle": ("bpv", "rf")}
_BEFORE_OBA = ("infantry", "ordnance", "vehicles", "oba")


class DyoBox:
    """H1 for the server. A scenario is the agreement: `1943-07 German:800 Soviet:900 open`."""

    heavy: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._dyo = DesignYourOwn()
        self.game: Game[Any, Any] = self._dyo

    def cards(self) -> tuple[ScenarioCard, ...]:
        return ()

    def scenario(self, name: str) -> Any:
        agreed = _AGREEMENT.fullmatch(name)
        if agreed is None:
            raise BadInput("server.no_scenario", name=name, names=(_EXAMPLE,))
        return {
            "date": agreed["date"],
            "sides": [
                {"nation": agreed["a"], "points": int(agreed["ap"])},
                {"nation": agreed["b"], "points": int(agreed["bp"])},
            ],
            "secret": not agreed["open"],
            "night": bool(agreed["night"]),
            "pfk": bool(agreed["pfk"]),
            "boards": [board for board in (agreed["boards"] or "").split(",") if board],
            "place": agreed["place"] or "",
            "weather": agreed["weather"] or "",
            "victory": agreed["victory"] or "",
        }

    async def written(self, data: Mapping[str, Any]) -> tuple[str, Any]:
        """An agreement as data, with all that a line has no room for, and a line to list it by."""
        agreed = self._dyo.setup(data, {}).agreement
        sides = " ".join(f"{side.nation}:{side.points}" for side in agreed.sides)
        return f"{agreed.date} {sides}", msgspec.to_builtins(agreed)

    def seats(self, name: str) -> tuple[Seat, ...]:
        """The seats that an agreement has."""
        return self._dyo.seats(self._dyo.setup(self.scenario(name), {}))

    def board(self, state: State) -> Any:
        return {"game": self._dyo.name}

    def ask(self, state: State, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """What a seat asks of its own side alone.

        `{"desk": true}`: what it may do and what is closed; `{"price": "squads 4-6-7 x6"}`;
        `{"odds": "roll"}`: what a roll may come to, exactly.
        """
        if seat is None:
            raise Refusal("", "server.not_your_seat", seat="—")
        desk = Desk.of(state, self._dyo.index(state, seat))
        match dict(question):
            case {"desk": _}:
                return self._desk(desk, seat)
            case {"price": str(text)} if len(text) <= 200:
                return self._offer(desk, self._dyo.read(text, state, seat))
            case {"odds": str(text)} if len(text) <= 200:
                return self._odds(desk, self._dyo.read(text, state, seat))
        raise BadInput("server.bad_question", why=", ".join(map(str, question))[:60])

    def _desk(self, desk: Desk, seat: Seat) -> dict[str, Any]:
        """Everything on offer with its price, and what is closed with the reason."""
        legal: list[dict[str, Any]] = []
        closed: list[dict[str, Any]] = []
        acting = seat in self._dyo.to_act(desk.state)
        for action in _candidates(desk) if acting else ():
            try:
                legal.append(self._offer(desk, action))
            except Refusal as refusal:
                closed.append(
                    {
                        **_named(desk, action),
                        "rule": refusal.rule,
                        "message": refusal.message,
                    }
                )
        return {
            "offers": legal,
            "closed": closed,
            "lacking": _lacking(desk, closed) if acting else [],
            "notes": _notes(desk),
        }

    def _offer(self, desk: Desk, action: Action) -> dict[str, Any]:
        """A legal action with what it costs now and why; or the rule whose dice come first."""
        offer = {**_named(desk, action), "cost": 0, "dice": "", "rule": "", "tally": []}
        seat = desk.terms.seat
        self._dyo.legal(desk.state, seat).check(action)
        try:
            after, events = self._dyo.apply(desk.state, seat, action, Dice())
        except NeedAnswer as need:
            return {**offer, "dice": need.request.rule, "rule": need.request.rule}
        left = points_left(desk.terms, after.sides[desk.at])
        tally = _tally(desk, action)
        return {
            **offer,
            "cost": desk.left - left,
            "rule": events[0].rule if events else "",
            "tally": [_part(modifier) for modifier in tally.items] if tally else [],
        }

    def _odds(self, desk: Desk, action: Action) -> list[dict[str, Any]]:
        """The rule itself over every roll: what would be said, and how likely."""
        seat = desk.terms.seat
        self._dyo.legal(desk.state, seat).check(action)

        def said(dice: Dice) -> Message:
            return self._dyo.apply(desk.state, seat, action, dice)[1][0].message

        messages = odds(said, choose=lambda request: 0)
        return [
            {"message": message, "exact": f"{chance.numerator}/{chance.denominator}"}
            for message, chance in sorted(messages.items(), key=lambda pair: _dr(pair[0]))
        ]


def _dr(message: Message) -> int:
    return int(dict(message.params).get("dr", 0))  # type: ignore[arg-type]


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


def _lacking(desk: Desk, closed: list[dict[str, Any]]) -> list[str]:
    """R-H-missing: the figures that the players would have to agree for this step."""
    figures = {
        str(params["figure"]): None
        for params in (dict(each["message"].params) for each in closed)
        if "figure" in params
    }
    kind = _LISTED.get(desk.side.step)
    if kind is not None:
        for name in desk.facts.names(kind, desk.nation):
            for field in _NEEDED[kind]:
                if desk.facts.get(kind, desk.nation, name, field) is None:
                    figures[f"{kind}/{desk.nation}/{name}/{field}"] = None
    return [figure for figure in figures if figure not in desk.state.proposals]


def _notes(desk: Desk) -> list[Message]:
    """Advice of the wizard: rules to read first, points to keep for OBA (H1.51)."""
    notes = []
    if desk.side.step == "infantry":
        rules = special_rules(desk.nation, desk.agreement.place)
        if rules:
            notes.append(Message.of("purchase.cli.see", rules=rules))
    if desk.side.step in _BEFORE_OBA:
        try:
            most = largest_bpv(desk.facts, desk.nation)
        except Refusal:
            return notes  # no chart, or no OBA at all: nothing to keep
        notes.append(Message.of("purchase.cli.reserve", points=most))
    return notes


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


def _part(modifier: Modifier) -> dict[str, Any]:
    return {
        "case": modifier.case,
        "names": {one: words(one).tell(part_name(modifier).what) for one in LANGUAGES},
        "rule": modifier.rule,
        "value": modifier.value,
        "applies": modifier.applies,
        "why": modifier.why,
    }


# -- names -----------------------------------------------------------------------------------------


def _named(desk: Desk, action: Action) -> dict[str, Any]:
    """An action as the page shows it: typed form, verb, the thing, and its name."""
    named: dict[str, Any] = {
        "text": write(action),
        "verb": type(action).__struct_config__.tag,
        "says": {language: _describe(words(language), desk, action) for language in LANGUAGES},
    }
    if isinstance(action, acts.Squads):
        codes = [code for code in CAPABILITIES if code in action.capabilities]
        named |= {"of": action.type, "codes": {code: CODE_NAMES[code] for code in codes}}
    return named


def _describe(speak: Words, desk: Desk, action: Action) -> str:
    """What a choice is, in the reader's language."""
    side, what = desk.side, ""
    match action:
        case acts.Squads(type_, _, codes):
            what = " ".join((type_, *(speak.say(f"purchase.capability.{code}") for code in codes)))
        case acts.Equip(code):
            what = speak.say(f"purchase.capability.{code}")
        case acts.BuyGun(name) | acts.BuyVehicle(name):
            return name
        case acts.Bonus(name, _, hs):
            return f"{name} HS" if hs else name
        case acts.San(to):
            return f"SAN {to}"
        case acts.BuyItem(name):
            what = speak.tell(item_name(name).what)
        case acts.Fortify(name, _, board):
            what = _fort(speak, name, board)
        case acts.Tow(gun, name):
            what = f"{gun}: {name}"
        case acts.TakeBattery(ammo, barrage):
            what = " ".join(filter(None, (side.offer[0] if side.offer else "", ammo, barrage)))
        case acts.OpTank(counter, battery):
            what = f"{battery}: {counter}"
        case acts.Preregister(battery):
            return f"{speak.say('purchase.act.preregister')} · {battery}"
        case acts.Bombard(board):
            return f"{speak.say('purchase.act.bombard')} · {board}"
        case acts.Arm(ref, weapons) | acts.Fit(ref, weapons):
            named = speak.say(f"purchase.act.{type(action).__struct_config__.tag}")
            return f"{ref} · {named}: {', '.join(weapons)}"
        case acts.Choose(leaders, exchange):
            return _leaders(speak, leaders, exchange)
        case acts.Bring(leader):
            return f"{leader} · {speak.say('purchase.act.bring')}"
        case acts.Reinforce(line):
            what = side.lines[line - 1].type if line <= len(side.lines) else str(line)
        case acts.Figured(figure, value):
            return f"{figure} = {value}"
        case acts.Close():
            what = speak.say(f"purchase.step.{side.step}")
    return speak.say(f"purchase.act.{type(action).__struct_config__.tag}", what=what)


def _fort(speak: Words, name: str, board: str) -> str:
    named = speak.tell(item_name(name).what)
    return f"{named} · {speak.say('purchase.sheet.board')} {board}" if board else named


def _leaders(speak: Words, leaders: Mapping[str, int], exchange: bool) -> str:
    if not leaders:
        return speak.say("purchase.act.leaders")
    listed = " · ".join(f"{rank} ×{number}" for rank, number in leaders.items())
    return f"{listed} ({speak.say('buy.exchange_one')})" if exchange else listed
