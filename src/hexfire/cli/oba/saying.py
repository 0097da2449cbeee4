"""How batteries, options, events and dice are put into words."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from hexfire.assist.artillery.records import IDLE, NeedFact
from hexfire.assist.artillery.standing import BatteryState, ClockNow, Happened, Next, Wanted
from hexfire.cli.screen import Screen
from hexfire.dice import Draw, NeedAnswer
from hexfire.rulebook import BadInput

# Types that a battery never had are not options it lacks now.
_NOT_WORTH_SAYING = ("artillery.cannot_fire", "artillery.ir_too_late")


def clock_line(out: Screen, clock: ClockNow) -> str:
    return out.say("artillery.cli.clock", turn=clock.turn, side=clock.side, phase=clock.phase)


def state_line(out: Screen, state: BatteryState) -> str:
    where = out.say("artillery.cli.nothing")
    if state.counter is not None:
        counter = f"@artillery.{state.counter}"
        where = out.say("artillery.cli.counter_in", counter=counter, hex=state.hex or "")
    yes, no = "@core.there", "@core.not_there"
    return out.say(
        "artillery.cli.state",
        battery=state.name,
        side=state.side,
        contact=yes if state.contact else no,
        access=yes if state.access else no,
        counter=where,
        black=state.pile.black,
        red=state.pile.red,
        node=f"@artillery.node.{state.node}",
    )


def tell(out: Screen, events: Iterable[Happened]) -> None:
    for event in events:
        out.print(Text.assemble((f"{event.rule:<7} ", "cyan"), out.tell(event.text)))


def request_line(out: Screen, need: NeedAnswer) -> str:
    """Which roll or chit is wanted, the pile in the reader's language."""
    wanted = need.request
    if not isinstance(wanted, Draw):
        return out.words.request(need)
    pile = dict(wanted.pile)
    black, red = pile.get("black", 0), pile.get("red", 0)
    return out.say("artillery.cli.draw", rule=wanted.rule, black=black, red=red)


def say_question(out: Screen, asked: Wanted) -> None:
    line = (f"{asked.rule:<7} ", "cyan"), out.tell(asked.text), (f"  [{asked.fact}]", "dim")
    out.print(Text.assemble(*line))


def say_board(out: Screen, coming: Next) -> None:
    """Why the board does not answer for the Observer, if there is one."""
    if coming.board_silent is not None:
        out.print(Text(out.tell(coming.board_silent), style="yellow"))


def say_unresolved(out: Screen, batteries: Iterable[str]) -> None:
    """Nothing more this phase, unless shells still have to be resolved (C1.5)."""
    names = tuple(batteries)
    key = "artillery.cli.unresolved" if names else "artillery.cli.done"
    out.print(Text(out.say(key, batteries=names), style="dim"))


def say_options(out: Screen, coming: Next) -> None:
    for question in coming.questions:
        say_question(out, question)
    key = "artillery.cli.opponent_may" if coming.by == "opponent" else "artillery.cli.may"
    if coming.options:
        out.print(Text(out.say(key), style="bold"))
    for number, option in enumerate(coming.options, start=1):
        takes = f" {option.takes.upper()}" if option.takes else ""
        out.print(Text.assemble(
            f" {number}  ", (f"{option.name}{takes}", "bold"), f"  {out.tell(option.text)}  ",
            (" ".join(option.rules), "cyan"),
        ))  # fmt: skip
    if coming.node == IDLE:
        say_unresolved(out, coming.unresolved)
        return
    for no in coming.refused:
        if no.key in _NOT_WORTH_SAYING:
            continue
        why = out.pair(no.rule, out.tell(no.text)) if no.rule else out.tell(no.text)
        out.print(Text(f" ✗  {out.pair(out.tell(no.option), why)}", style="dim"))


def missing(out: Screen, need: NeedFact | NeedAnswer) -> BadInput:
    """A decision cannot be taken before what lies in between is answered."""
    if isinstance(need, NeedFact):
        fact = need.question
        return BadInput(
            "artillery.cli.need_fact", fact=fact.name, question=out.words.say(fact.message)
        )
    return BadInput("artillery.cli.need_roll", what=request_line(out, need))
