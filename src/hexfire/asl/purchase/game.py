"""H1 as a game of two seats on the kernel: agreement, secret purchases, the reveal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase import allotting, buy_infantry, buy_oba, buy_vehicles, spelling
from hexfire.asl.purchase.actions import Action
from hexfire.asl.purchase.desk import Desk, Done, change, step_name
from hexfire.asl.purchase.facts import Figure
from hexfire.asl.purchase.nations import read_nation, seat_name
from hexfire.asl.purchase.offers import offers
from hexfire.asl.purchase.roster import PurchaseView, Roster, SealedRoster, roster
from hexfire.asl.purchase.state import STEPS, Agreement, Side, State, Step, Terms
from hexfire.dice import Dice, NeedAnswer
from hexfire.play import Event, Legal, Outcome, Seat
from hexfire.rulebook import BadInput, Message, Refusal


def agreement(data: Any) -> Agreement:
    """H1.1, H1.14: an agreement from plain data; every side is one pool of points."""
    try:
        terms = msgspec.convert(data, Agreement)
    except msgspec.ValidationError as error:
        raise BadInput("purchase.bad_agreement", why=str(error)) from None
    when = terms.when
    sides = []
    for side in terms.sides:
        points = sum(side.team) if side.team else side.points
        if points < 1:
            raise BadInput("purchase.bad_points", text=str(points))
        nation = read_nation(side.nation)
        sides.append(Terms(nation, points, side.seat or seat_name(nation), side.team))
    first, second = sides
    if first.seat == second.seat:
        first = replace(first, seat=f"{first.seat}-1")
        second = replace(second, seat=f"{second.seat}-2")
    listing = {
        (figure := Figure.read(key)).key: figure.check(value)
        for key, value in terms.listing.items()
    }
    return replace(terms, date=str(when), sides=(first, second), listing=listing)


class _Choices(Legal[Action]):
    """What a seat may do: asked by trying it, listed from what is on offer."""

    def __init__(self, game: DesignYourOwn, state: State, seat: Seat) -> None:
        self._game, self._state, self._seat = game, state, seat

    def check(self, action: Action) -> None:
        with suppress(NeedAnswer):  # all checks come before the dice
            self._game.apply(self._state, self._seat, action, Dice())

    def __iter__(self) -> Iterator[Action]:
        if self._seat not in self._game.to_act(self._state):
            return
        index = self._game.index(self._state, self._seat)
        for action in offers(self._state, index):
            if action in self:
                yield action


class DesignYourOwn:
    """ASL H1, Design Your Own: two sides buy their forces."""

    name = "asl-dyo"
    version = "1"
    reads: frozenset[str] = frozenset()
    state_type: Any = State
    action_type: Any = Action

    def under(self, version: str) -> DesignYourOwn:
        """There is one version so far."""
        return self

    def setup(self, scenario: Any, options: Mapping[str, Any]) -> State:
        return State(agreement(scenario), (Side(), Side()))

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(side.seat for side in state.agreement.sides)

    def index(self, state: State, seat: Seat) -> int:
        seats = self.seats(state)
        if seat not in seats:
            raise Refusal("", "core.play.not_seat", seat=seat, seats=seats)
        return seats.index(seat)

    def apart(self, state: State) -> bool:
        """H1.1: who buys in secret is neither counted nor waited for nor held up by the other."""
        return state.agreement.secret

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if self.outcome(state) is not None:
            return ()
        return tuple(seat for at, seat in enumerate(self.seats(state)) if _may_act(state, at, seat))

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        self.index(state, seat)
        return _Choices(self, state, seat)

    def recall(self, state: State, seat: Seat, legal: Legal[Action]) -> None:
        """Nothing is kept."""

    def apply(
        self, state: State, seat: Seat, action: Action, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        index = self.index(state, seat)
        if self.outcome(state) is not None:
            raise Refusal("", "core.play.over")
        desk = Desk.of(state, index)
        match action:
            case act.Figured():
                return _propose(state, seat, action)
            case act.Agree():
                done, public = _agree(desk), True
            case act.Reveal():
                done, public = _reveal(desk), True
            case act.Announce():
                done, public = allotting.announce(desk), True
            case _:
                if desk.side.step == "agreement":
                    raise Refusal("H1.1", "purchase.agree_first")
                done, public = _do(desk, action, dice), not state.agreement.secret
        new = _with(state, index, done.side)
        new = _go_on(new)
        event = Event(
            done.message,
            done.rule,
            None if public else (seat,),
            reveals=isinstance(action, act.Reveal | act.Announce),
            data=done.data,
        )
        return new, (event,)

    def view(self, state: State, seat: Seat | None) -> PurchaseView:
        """H1.1: one's own Roster; of a secret opponent only what was agreed and announced."""
        sides: dict[Seat, Roster | SealedRoster] = {}
        for at, name in enumerate(self.seats(state)):
            open_ = not state.agreement.secret or seat == name or state.sides[at].revealed
            sides[name] = roster(state, at) if open_ else _outside(state, at)
        return PurchaseView(
            agreement=state.agreement,
            agreed=state.agreed,
            proposals=state.proposals,
            to_act=self.to_act(state),
            sides=sides,
        )

    def outcome(self, state: State) -> Outcome | None:
        if any(side.step != "done" for side in state.sides):
            return None
        if state.agreement.secret and not all(side.revealed for side in state.sides):
            return None
        return Outcome((), Message.of("purchase.finished"))

    def write(self, action: Action) -> str:
        return spelling.write(action)

    def read(self, text: str, state: State, seat: Seat) -> Action:
        return spelling.read(text)


def _may_act(state: State, at: int, seat: Seat) -> bool:
    side, other = state.sides[at], state.sides[1 - at]
    if any(by != seat for by, _ in state.proposals.values()):
        return True  # a figure waits for an answer
    match side.step:
        case "agreement":
            return True
        case "announce":
            return side.announced is None and allotting.finished_buying(other)
        case "done":
            return state.agreement.secret and not side.revealed
        case "infantry":
            return other.step != "agreement"
    return True


def _outside(state: State, at: int) -> SealedRoster:
    """What the opponent of a secret purchase may know."""
    terms, side = state.agreement.sides[at], state.sides[at]
    return SealedRoster(terms.seat, terms.nation, terms.points, stage(side), side.announced)


def stage(side: Side) -> str:
    """The stage of a side as the opponent may know it."""
    if side.step in ("agreement", "announce", "done"):
        return side.step
    return "buying" if not allotting.finished_buying(side) else "allotting"


def _with(state: State, index: int, side: Side) -> State:
    sides = (side, state.sides[1]) if index == 0 else (state.sides[0], side)
    return replace(state, sides=sides)


def _agree(desk: Desk) -> Done:
    """H1.1: both players agree to the date, then the points, the boards and the victory."""
    desk.during("H1.1", "agreement")
    message = Message.of("purchase.did.agree", seat=desk.terms.seat)
    return Done(change(desk.side, step="infantry"), message, "H1.1")


def _reveal(desk: Desk) -> Done:
    """H1.1: the Roster is shown for the opponent to check."""
    desk.during("H1.1", "done")
    if desk.side.revealed or not desk.agreement.secret:
        raise Refusal("H1.1", "purchase.have_already", what="@purchase.revealed")
    message = Message.of("purchase.did.reveal", seat=desk.terms.seat)
    return Done(change(desk.side, revealed=True), message, "H1.1")


def _propose(state: State, seat: Seat, action: act.Figured) -> tuple[State, tuple[Event, ...]]:
    """R-H-missing: a figure holds once both seats have named the same value for it."""
    figure = Figure.read(action.figure)
    value = figure.check(action.value)
    if state.agreed.get(figure.key) == value:
        raise Refusal("", "purchase.agreed_already", figure=figure.key, value=value)
    others = {key: held for key, held in state.proposals.items() if key != figure.key}
    standing = state.proposals.get(figure.key)
    if standing == (seat, value):
        raise Refusal("", "purchase.proposed_already", figure=figure.key, value=value)
    if standing is not None and standing[1] == value:
        new = replace(state, agreed={**state.agreed, figure.key: value}, proposals=others)
        key = "purchase.did.agree_figure"
    else:
        new = replace(state, proposals={**others, figure.key: (seat, value)})
        key = "purchase.did.propose_figure"
    message = Message.of(key, seat=seat, figure=figure.key, value=value)
    return new, (Event(message, data={"figure": figure.key, "value": value}),)


def _do(desk: Desk, action: Action, dice: Dice) -> Done:
    """Every action that belongs to one side alone."""
    if desk.other.step == "agreement":
        raise Refusal("H1.1", "purchase.agree_first")
    match action:
        case act.Squads():
            return buy_infantry.buy_squads(desk, action)
        case act.Equip():
            return buy_infantry.equip(desk, action)
        case act.San():
            return buy_infantry.raise_san(desk, action)
        case act.Roll():
            if desk.side.step == "oba":
                return buy_oba.roll_oba(desk, dice)
            return buy_vehicles.roll(desk, dice)
        case act.BuyGun():
            return buy_vehicles.buy_gun(desk, action)
        case act.Motorize():
            return buy_vehicles.motorize(desk)
        case act.BuyVehicle():
            return buy_vehicles.buy_vehicle(desk, action)
        case act.Arm():
            return buy_vehicles.arm(desk, action, dice)
        case act.Fit():
            return buy_vehicles.fit(desk, action, dice)
        case act.Commander():
            return buy_vehicles.commander(desk, action, dice)
        case act.Camouflage():
            return buy_vehicles.camouflage(desk)
        case act.BuyItem():
            return buy_vehicles.buy_item(desk, action)
        case act.Tow():
            return buy_vehicles.tow(desk, action)
        case act.TakeBattery():
            return buy_oba.take_battery(desk, action)
        case act.Decline():
            return buy_oba.decline(desk)
        case act.OpTank():
            return buy_oba.buy_op_tank(desk, action)
        case act.Preregister():
            return buy_oba.preregister(desk, action)
        case act.Bombard():
            return buy_oba.bombard(desk, action)
        case act.AirRoll():
            return buy_oba.roll_air(desk, dice)
        case act.BuyAir():
            return buy_oba.buy_air(desk)
        case act.PlaneRoll():
            return buy_oba.roll_plane(desk, dice)
        case act.BuyPlane():
            return buy_oba.buy_plane(desk)
        case act.Fortify():
            return buy_infantry.fortify(desk, action)
        case act.Bonus():
            return allotting.take_bonus(desk, action)
        case act.Choose():
            return allotting.choose_leaders(desk, action)
        case act.Exchange():
            return allotting.exchange(desk, dice)
        case act.TakeSW():
            return allotting.take_sw(desk)
        case act.Reinforce():
            return allotting.reinforce(desk, action)
        case act.Bring():
            return allotting.bring(desk, action)
        case act.Close():
            return _close(desk)
        case _:
            raise AssertionError(f"no rule for {action}")


def _close(desk: Desk) -> Done:
    """H1.1, H1.13: on to the next step; nothing has to be bought, and there is no way back."""
    side = desk.side
    if side.step in ("announce", "done"):
        raise Refusal("H1.1", "purchase.nothing_to_close", now=step_name(side.step))
    desk.no_offer()
    if side.step == "reinforcements":
        side = allotting.check_reinforcements(desk)
    after: Step = STEPS[STEPS.index(side.step) + 1]
    message = Message.of("purchase.did.close", old=step_name(side.step), new=step_name(after))
    return Done(change(side, step=after), message, "H1.1")


def _go_on(state: State) -> State:
    """H1.71: once both have announced, each goes to its bonus or past it."""
    if not all(side.step == "announce" and side.announced is not None for side in state.sides):
        return state
    first, second = (allotting.with_bonus(Desk.of(state, at)) for at in (0, 1))
    return replace(state, sides=(first, second))
