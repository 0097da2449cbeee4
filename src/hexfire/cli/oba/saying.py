"""How the state of a battery, its options and its events are said, to people and to programs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rich.text import Text

from hexfire.asl.artillery.battery import Battery
from hexfire.asl.artillery.engine import IDLE, Prospect
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Event, State
from hexfire.asl.eyes import NeedFact
from hexfire.cli.oba.wire import (
    BatteryState,
    Chits,
    Happened,
    May,
    MayNot,
    Next,
    RollWanted,
    Wanted,
)
from hexfire.cli.screen import Screen
from hexfire.dice import Draw, NeedAnswer
from hexfire.rulebook import BadInput

# Types that a battery never had are not options it lacks now.
_NOT_WORTH_SAYING = ("artillery.by_the_clock", "artillery.cannot_fire", "artillery.ir_too_late")


def percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"


def clock_line(out: Screen, record: Record) -> str:
    clock = record.table.clock
    side = record.setup.sides[clock.mover]
    return out.say("artillery.cli.clock", turn=clock.turn, side=side, phase=clock.phase.value)


def state_line(out: Screen, record: Record, battery: Battery, state: State) -> str:
    where = out.say("artillery.cli.nothing")
    if state.marker is not None:
        where = out.say(
            "artillery.cli.counter_in",
            counter=f"@artillery.{state.marker.counter.value}",
            hex=record.setup.label(state.marker.hex),
        )
    yes, no = "@core.yes", "@core.no"
    return out.say(
        "artillery.cli.state",
        battery=battery.name,
        side=battery.side,
        contact=yes if state.contact else no,
        access=yes if state.access else no,
        counter=where,
        black=state.pile.black,
        red=state.pile.red,
        node=f"@artillery.node.{state.node}",
    )


def tell(out: Screen, events: Iterable[Event]) -> None:
    for event in events:
        out.print(Text.assemble((f"{event.rule:<7} ", "cyan"), out.words.say(event.message)))


def request_line(out: Screen, need: NeedAnswer) -> str:
    """Which roll or chit is wanted, the pile in the reader's language."""
    wanted = need.request
    if not isinstance(wanted, Draw):
        return out.words.request(need)
    pile = dict(wanted.pile)
    black, red = pile.get("black", 0), pile.get("red", 0)
    return out.say("artillery.cli.draw", rule=wanted.rule, black=black, red=red)


def say_question(out: Screen, need: NeedFact) -> None:
    asked = need.question
    line = (f"{asked.rule:<7} ", "cyan"), out.words.say(asked.message), (f"  [{asked.name}]", "dim")
    out.print(Text.assemble(*line))


def say_options(out: Screen, seen: Prospect) -> None:
    for question in seen.questions:
        say_question(out, NeedFact(question))
    who = "artillery.cli.opponent_may" if seen.by == "opponent" else "artillery.cli.may"
    if seen.options:
        out.print(Text(out.say(who), style="bold"))
    for number, option in enumerate(seen.options, start=1):
        label = out.say(f"artillery.edge.{seen.node}.{option.name}")
        takes = f" {option.takes.upper()}" if option.takes else ""
        out.print(Text.assemble(
            f" {number}  ", (f"{option.name}{takes}", "bold"), f"  {label}  ",
            (" ".join(option.rules), "cyan"),
        ))  # fmt: skip
    if seen.node == IDLE:
        out.print(Text(out.say("artillery.cli.done"), style="dim"))
        return
    for no in seen.refused:
        if no.reason.message.key in _NOT_WORTH_SAYING:
            continue
        label = out.say(f"artillery.edge.{seen.node}.{no.name}")
        out.print(Text(f" ✗  {label}: {out.words.refusal(no.reason)}", style="dim"))


def missing(out: Screen, need: NeedFact | NeedAnswer) -> None:
    """A decision cannot be taken before what lies in between is answered."""
    if isinstance(need, NeedFact):
        fact = need.question
        raise BadInput(
            "artillery.cli.need_fact", fact=fact.name, question=out.words.say(fact.message)
        )
    raise BadInput("artillery.cli.need_roll", what=request_line(out, need))


# -- for programs ---------------------------------------------------------------------------------


def states_data(record: Record) -> dict[str, BatteryState]:
    pairs = zip(record.setup.batteries, record.table.states, strict=True)
    return {
        battery.name: BatteryState(
            side=battery.side,
            node=state.node,
            contact=state.contact,
            access=state.access,
            counter=state.marker.counter.value if state.marker else None,
            hex=record.setup.label(state.marker.hex) if state.marker else None,
            mission=state.mission.value if state.mission else None,
            pile=Chits(*state.pile),
            drawn=Chits(*state.gone),
            barred=state.barred,
            radio=state.device.value,
            observer=state.observer,
        )
        for battery, state in pairs
    }


def events_data(out: Screen, events: Iterable[Event]) -> tuple[Happened, ...]:
    return tuple(Happened(e.rule, e.message.key, out.words.say(e.message)) for e in events)


def next_data(
    out: Screen,
    record: Record,
    battery: str,
    seen: Prospect,
    need: NeedFact | NeedAnswer | None,
    events: tuple[Event, ...],
    saved: bool,
) -> Next:
    asked = [*seen.questions, *([need.question] if isinstance(need, NeedFact) else [])]
    return Next(
        battery=battery,
        state=states_data(record)[battery],
        node=seen.node,
        by=seen.by,
        events=events_data(out, events),
        options=tuple(
            May(o.name, out.say(f"artillery.edge.{seen.node}.{o.name}"), o.rules, o.takes)
            for o in seen.options
        ),
        refused=tuple(
            MayNot(r.name, r.reason.rule, out.words.refusal(r.reason)) for r in seen.refused
        ),
        questions=tuple(
            Wanted(q.name, q.rule, q.wants.value, out.words.say(q.message)) for q in asked
        ),
        roll=_roll(out, need) if isinstance(need, NeedAnswer) else None,
        saved=saved,
    )


def _roll(out: Screen, need: NeedAnswer) -> RollWanted:
    wanted = need.request
    said = request_line(out, need)
    if isinstance(wanted, Draw):
        pile = dict(wanted.pile)
        chits = Chits(pile.get("black", 0), pile.get("red", 0))
        return RollWanted(wanted.rule, said, 0, chits)
    return RollWanted(wanted.rule, said, len(wanted.sizes()))
