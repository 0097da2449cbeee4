"""The small engine that runs the flow: one node at a time; state and answers in, events out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from hexfire.asl.artillery import acts, guards, nodes
from hexfire.asl.artillery.flow import Edge, NodeKind, flow
from hexfire.asl.artillery.moment import Moment
from hexfire.asl.artillery.state import Device, Event, Setup, Table
from hexfire.asl.eyes import Eyes, Facts, NeedFact, Question
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice
from hexfire.rulebook import Refusal

IDLE, BEFORE_PLAY = "idle", "before_play"
# Here a battery with nothing on the board and no access has nothing to lose by silence.
_NOT_BEGUN = ("begin", "able", "attempt")


class Option(msgspec.Struct, frozen=True):
    """Something a player may do now: its name, its rules, and what he must add."""

    name: str
    rules: tuple[str, ...]
    takes: str | None = None


class Refused(msgspec.Struct, frozen=True):
    """An option that is not legal now, and why."""

    name: str
    reason: Refusal


class Prospect(msgspec.Struct, frozen=True):
    """What can happen next at a node. `questions` are facts without which more cannot be said."""

    node: str
    kind: NodeKind
    by: str
    options: tuple[Option, ...] = ()
    refused: tuple[Refused, ...] = ()
    questions: tuple[Question, ...] = ()


class Walked(NamedTuple):
    """One step done: the new table, what happened, and the way taken."""

    table: Table
    events: tuple[Event, ...]
    node: str
    outcome: str


def _guard(edge: Edge) -> Callable[[Moment], Refusal | None]:
    if edge.guard is None:
        return lambda m: None
    guard: Callable[[Moment], Refusal | None] = getattr(guards, edge.guard)
    return guard


def prospect(setup: Setup, table: Table, name: str, eyes: Eyes) -> Prospect:
    """C1.33: where the battery stands, and which options the rules leave to whom."""
    return _prospect(Moment(setup, table, name, eyes, Dice()))


def _prospect(moment: Moment) -> Prospect:
    node = flow()[moment.state.node]
    if node.kind is not NodeKind.DECIDE:
        return Prospect(moment.state.node, node.kind, node.by)
    options, refused, questions = [], [], []
    for outcome, edge in node.to.items():
        try:
            reason = _guard(edge)(moment)
        except NeedFact as need:
            if need.question not in questions:
                questions.append(need.question)
            continue
        if reason is None:
            options.append(Option(outcome, edge.rules, edge.takes))
        else:
            refused.append(Refused(outcome, reason))
    return Prospect(
        moment.state.node, node.kind, node.by, tuple(options), tuple(refused), tuple(questions)
    )


def needed(setup: Setup, table: Table, name: str, eyes: Eyes) -> int | None:
    """C1.2, C1.3: the highest Original DR or dr that succeeds where a battery stands."""
    return nodes.needed(Moment(setup, table, name, eyes, Dice()))


def walk(
    setup: Setup,
    table: Table,
    name: str,
    eyes: Eyes,
    dice: Dice,
    option: str | None = None,
    argument: str = "",
) -> Walked:
    """Go through one node. Raises `NeedFact` or `NeedRoll` if it lacks an answer, and a `Refusal`
    for an option that is not legal; the table that was given stays as it is."""
    moment = Moment(setup, table, name, eyes, dice)
    at, silenced = moment.state.node, moment.silenced
    node = flow()[at]
    if node.kind is NodeKind.DECIDE:
        outcome = _decide(moment, option, argument)
    else:
        if option is not None:
            raise Refusal(
                _rule_of(node.to), "artillery.no_decision", option=option, node=_named(at)
            )
        outcome = getattr(nodes, at)(moment)
    moment.become(node=node.to[outcome].node)
    moment.tell_recall(silenced)
    return Walked(moment.after, tuple(moment.events), at, outcome)


def _decide(moment: Moment, option: str | None, argument: str) -> str:
    node = flow()[moment.state.node]
    if option is None or option not in node.to:
        raise Refusal(
            _rule_of(node.to),
            "artillery.no_option" if option else "artillery.choose",
            option=option or "",
            node=_named(moment.state.node),
            options=tuple(o.name for o in _prospect(moment).options),
        )
    edge = node.to[option]
    moment.argument = argument
    reason = _guard(edge)(moment)
    if reason is not None:
        raise reason
    if edge.does is not None:
        getattr(acts, edge.does)(moment)
    return option


def _rule_of(ways: dict[str, Edge]) -> str:
    return next(iter(ways.values())).rules[0]


def _named(node: str) -> str:
    return f"@artillery.node.{node}"


def lose_phone(setup: Setup, table: Table, name: str) -> Walked:
    """C1.23: the wire is cut, whatever the battery was doing: its phone is lost at once.

    C1.22: contact ends against its will, so an FFE on the board is still resolved.
    """
    moment = Moment(setup, table, name, Facts(), Dice())
    at = moment.state.node
    if moment.state.device is not Device.LOST:
        acts.device_lost(moment)
        if at not in (IDLE, BEFORE_PLAY):
            moment.become(node="wind_up")
    return Walked(moment.after, tuple(moment.events), at, "device_lost")


def lose_observer(setup: Setup, table: Table, name: str) -> Walked:
    """C1.61: the Observer is no longer in Good Order, whatever the battery was doing.

    C1.22: contact ends against his will, so an FFE on the board is still resolved.
    """
    moment = Moment(setup, table, name, Facts(), Dice())
    at = moment.state.node
    acts.lose_contact(moment)
    if at not in (IDLE, BEFORE_PLAY):
        moment.become(node="wind_up")
    return Walked(moment.after, tuple(moment.events), at, "not_good_order")


def _by_the_clock(setup: Setup, table: Table, name: str, way: str) -> Walked:
    """A way out of `idle` (or `before_play`) that the sequence of play takes, not a player."""
    moment = Moment(setup, table, name, Facts(), Dice())
    at, silenced = moment.state.node, moment.silenced
    edge = flow()[at].to[way]
    if edge.does is not None:
        getattr(acts, edge.does)(moment)
    moment.become(node=edge.node)
    moment.tell_recall(silenced)
    return Walked(moment.after, tuple(moment.events), at, way)


def next_phase(setup: Setup, table: Table) -> Walked:
    """The next phase of the sequence of play, with all it brings for every battery.

    C1.33: an Observer in contact must have taken his option first.
    """
    events: list[Event] = []
    for battery, state in zip(setup.batteries, table.states, strict=True):
        if state.node == IDLE:
            continue
        if state.node == BEFORE_PLAY:
            done = _by_the_clock(setup, table, battery.name, "start")
            table, events = done.table, [*events, *done.events]
            continue
        at_stake = state.marker is not None or state.access
        if state.node not in _NOT_BEGUN or at_stake:
            raise Refusal(
                "C1.33", "artillery.not_finished", name=battery.name, node=_named(state.node)
            )
        moment = Moment(setup, table, battery.name, Facts(), Dice())
        moment.become(node=IDLE, contact=False)
        table = moment.after
    before, after = table.clock, table.clock.next()
    # C1.6: one radio per Observer and phase; a new phase, a new count.
    rested = tuple(msgspec.structs.replace(state, used_radio=False) for state in table.states)
    table = msgspec.structs.replace(table, states=rested)
    for battery in setup.batteries:
        ways = []
        if before.phase is Phase.RPH:
            ways.append("rally_ends")
        if after.firing is not None and battery.side == setup.sides[after.firing]:
            ways.append("own_phase")
        for way in ways:
            done = _by_the_clock(setup, table, battery.name, way)
            table, events = done.table, [*events, *done.events]
    return Walked(msgspec.structs.replace(table, clock=after), tuple(events), IDLE, "next_phase")
