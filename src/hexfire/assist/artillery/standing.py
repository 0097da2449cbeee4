"""Where the batteries stand and what may be done: the answers about a fire mission, as types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hexfire.asl.artillery.battery import Battery
from hexfire.asl.artillery.engine import IDLE, Refused, needed, prospect
from hexfire.asl.artillery.impact import blast_area, blast_radius
from hexfire.asl.artillery.record import Record, Seen, unresolved, walked_ways
from hexfire.asl.artillery.state import Counter, Event, State
from hexfire.asl.eyes import NeedFact, Question
from hexfire.assist.artillery.looking import Looking
from hexfire.assist.artillery.shelling import (
    DiceWanted,
    FfeOdds,
    FfeResult,
    OpenTrace,
    open_traces,
    resolved_now,
)
from hexfire.assist.wording import Said
from hexfire.dice import Draw, NeedAnswer
from hexfire.hexes import Hex


class PileNow(msgspec.Struct, frozen=True):
    """So many black chits, so many red ones."""

    black: int
    red: int


class BatteryState(msgspec.Struct, frozen=True, kw_only=True):
    """Where a battery stands. `counter` is `sr`, `ffe1`, `ffe2`, `ffec` or null.

    `due` is the FFE whose shells still have to be resolved in this phase; its counter has been
    flipped already. `ar` is the hex of the AR while its round is on the way.
    """

    name: str
    side: str
    nation: str
    caliber: int
    node: str
    contact: bool
    access: bool
    counter: str | None
    hex: str | None
    due: str | None
    ar: str | None
    mission: str | None
    pile: PileNow
    drawn: PileNow
    barred: bool
    radio: str
    observer: str
    link: str
    missions_fired: int
    registered: tuple[str, ...]


class Happened(msgspec.Struct, frozen=True):
    """An event: the rule behind it, its key in the catalogues, and the sentence."""

    rule: str
    key: str
    text: Said


class May(msgspec.Struct, frozen=True):
    """A legal option. `takes` is `hex` or `name` if it wants an argument."""

    name: str
    text: Said
    rules: tuple[str, ...]
    takes: str | None


class MayNot(msgspec.Struct, frozen=True):
    """An option that is not legal now (`option` in words), the rule that forbids it, and why.

    `key` is that of the reason in the catalogues.
    """

    name: str
    option: Said
    rule: str
    key: str
    text: Said


class Wanted(msgspec.Struct, frozen=True):
    """A fact that must be known. `wants` is `yes_no` or `number`."""

    fact: str
    rule: str
    wants: str
    text: Said


class RollWanted(msgspec.Struct, frozen=True):
    """Dice or a chit: `dice` so many six-sided dice (coloured first), or one out of `chits`.

    `needs` is the highest Original DR or dr that succeeds, where one number decides.
    """

    rule: str
    text: Said
    dice: int
    chits: PileNow | None = None
    needs: int | None = None


class Next(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of `options` and `step`.

    Either `roll` is wanted, or the facts of `questions`, or a decision out of `options` (by the
    `owner` or the `opponent`); at a decision `questions` are facts that may open more options. At
    the node `idle` nothing is wanted: go on with `hexfire oba next`. `saved` is false if the file
    stands at an earlier node: the facts lead on to this one, and `step` with them goes there.
    `unresolved` names the batteries whose FFE falls in this phase and has not been resolved (C1.5).
    """

    battery: str
    state: BatteryState
    node: str
    by: str
    events: tuple[Happened, ...]
    options: tuple[May, ...]
    refused: tuple[MayNot, ...]
    questions: tuple[Wanted, ...]
    roll: RollWanted | None
    saved: bool
    board_answers: bool
    board_silent: Said | None
    unresolved: tuple[str, ...]


class ClockNow(msgspec.Struct, frozen=True):
    """The turn, whose player turn it is, and the phase."""

    turn: int
    side: str
    phase: str


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log: something that happened, or (`clock`) a new phase as a heading.

    `step` is how many steps the record has after it.
    """

    step: int
    battery: str = ""
    rule: str = ""
    text: Said | None = None
    clock: ClockNow | None = None


class StepTold(msgspec.Struct, frozen=True, kw_only=True):
    """A step of the record for programs: the node and way gone, with facts, faces and events.

    What happened beside the flow (`way` is `note`) has no node.
    """

    battery: str
    node: str | None
    way: str
    argument: str = ""
    facts: dict[str, bool | int] = {}
    faces: tuple[int, ...] = ()
    events: tuple[Happened, ...]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A battery's counter on the map: where it was aimed, where it fell, what it covers."""

    battery: str
    side: str
    counter: str
    hex: str
    aimed: str | None
    area: tuple[str, ...]


class Standing(Next, frozen=True, kw_only=True):
    """The whole mission: the record, all batteries, the log, and what may be done.

    `record` is the file of `hexfire oba` as it is (`hexfire oba schema record`): whoever asks keeps
    it and hands it back.
    """

    record: msgspec.Raw
    sides: tuple[str, str]
    clock: ClockNow
    batteries: tuple[BatteryState, ...]
    idle: bool
    log: tuple[LogLine, ...]
    walked: tuple[tuple[str, str], ...]
    rounds: tuple[Round, ...]
    steps: int
    shelled: tuple[FfeResult, ...]
    """The FFEs of this phase, as far as they have been resolved."""
    open_traces: tuple[OpenTrace, ...]


class Fired(msgspec.Struct, frozen=True, kw_only=True):
    """The answer about the shells of an FFE: the odds, or the dice that are missing, or what they
    did with the mission as it stands now."""

    odds: FfeOdds | None = None
    need: DiceWanted | None = None
    result: FfeResult | None = None
    standing: Standing | None = None


# -- made -----------------------------------------------------------------------------------------


def clock_now(record: Record) -> ClockNow:
    """Turn, side and phase of a record."""
    clock = record.table.clock
    return ClockNow(clock.turn, record.setup.sides[clock.mover], clock.phase.value)


def battery_states(record: Record) -> tuple[BatteryState, ...]:
    """Every battery, in the order of the setup."""
    due = {one.battery: one.counter.value for one in unresolved(record)}
    pairs = zip(record.setup.batteries, record.table.states, strict=True)
    return tuple(_state(record, battery, state, due.get(battery.name)) for battery, state in pairs)


def _state(record: Record, battery: Battery, state: State, due: str | None) -> BatteryState:
    marker, label = state.marker, record.setup.label
    return BatteryState(
        name=battery.name,
        side=battery.side,
        nation=battery.nation,
        caliber=battery.caliber,
        node=state.node,
        contact=state.contact,
        access=state.access,
        counter=marker.counter.value if marker else None,
        hex=label(marker.hex) if marker else None,
        due=due,
        ar=label(state.ar) if state.ar is not None else None,
        mission=state.mission.value if state.mission else None,
        pile=PileNow(*state.pile),
        drawn=PileNow(*state.gone),
        barred=state.barred,
        radio=state.device.value,
        observer=state.observer,
        link=battery.link.value,
        missions_fired=state.missions_fired,
        registered=battery.preregistered,
    )


def happened(events: Iterable[Event]) -> tuple[Happened, ...]:
    """Events as they are answered."""
    return tuple(Happened(e.rule, e.message.key, Said(e.message)) for e in events)


def next_of(
    record: Record,
    battery: str,
    looking: Looking,
    need: NeedFact | NeedAnswer | None = None,
    events: Sequence[Event] = (),
    saved: bool = True,
) -> Next:
    """C1.33: what a battery may or must do next."""
    seen = prospect(record.setup, record.table, battery, looking.eyes)
    asked = [need.question] if isinstance(need, NeedFact) else []
    asked += [question for question in seen.questions if question not in asked]
    states = battery_states(record)
    return Next(
        battery=battery,
        state=states[record.setup.index(battery)],
        node=seen.node,
        by=seen.by,
        events=happened(events),
        options=tuple(
            May(o.name, _edge(seen.node, o.name), o.rules, o.takes) for o in seen.options
        ),
        refused=tuple(
            _may_not(seen.node, r)
            for r in seen.refused
            if r.reason.message.key != "artillery.by_the_clock"
        ),
        questions=tuple(wanted(question) for question in asked),
        roll=_roll(record, battery, looking, need) if isinstance(need, NeedAnswer) else None,
        saved=saved,
        board_answers=looking.board,
        board_silent=Said(looking.why.message) if looking.why is not None else None,
        unresolved=tuple(state.name for state in states if state.due is not None),
    )


def _may_not(node: str, refused: Refused) -> MayNot:
    why = refused.reason.message
    return MayNot(refused.name, _edge(node, refused.name), refused.reason.rule, why.key, Said(why))


def _edge(node: str, option: str) -> Said:
    return Said.key(f"artillery.edge.{node}.{option}")


def wanted(question: Question) -> Wanted:
    """A question about the table, as it is asked."""
    return Wanted(question.name, question.rule, question.wants.value, Said(question.message))


def _roll(record: Record, battery: str, looking: Looking, need: NeedAnswer) -> RollWanted:
    request = need.request
    if isinstance(request, Draw):
        pile = dict(request.pile)
        chits = PileNow(pile.get("black", 0), pile.get("red", 0))
        text = Said.key("artillery.cli.draw", rule=request.rule, black=chits.black, red=chits.red)
        return RollWanted(request.rule, text, 0, chits)
    highest = needed(record.setup, record.table, battery, looking.eyes)
    return RollWanted(request.rule, Said(need), len(request.sizes()), needs=highest)


def standing(
    record: Record,
    battery: str,
    looking: Looking,
    need: NeedFact | NeedAnswer | None = None,
    events: Sequence[Event] = (),
) -> Standing:
    """Everything that is to be shown of a mission."""
    here = next_of(record, battery, looking, need, events)
    replayed = list(record.replay())
    return Standing(
        **{name: getattr(here, name) for name in Next.__struct_fields__},
        record=msgspec.Raw(msgspec.json.encode(record)),
        sides=record.setup.sides,
        clock=clock_now(record),
        batteries=battery_states(record),
        idle=here.node == IDLE,
        log=log(record, replayed),
        walked=walked_ways(record, battery),
        rounds=tuple(
            shown_round
            for b in record.setup.batteries
            if (shown_round := _round(record, replayed, b)) is not None
        ),
        steps=len(record.steps),
        shelled=resolved_now(record),
        open_traces=open_traces(record),
    )


def log(record: Record, replayed: Sequence[Seen] | None = None) -> tuple[LogLine, ...]:
    """What has happened, notes included; phases in which nothing did have no heading."""
    lines = list(_notes(record, 0))
    for number, (one, walked) in enumerate(replayed or list(record.replay()), start=1):
        if not one.battery:
            clock = walked.table.clock
            side = record.setup.sides[clock.mover]
            now = ClockNow(clock.turn, side, clock.phase.value)
            lines.append(LogLine(step=number, clock=now))
        lines += (
            LogLine(step=number, battery=one.battery, rule=e.rule, text=Said(e.message))
            for e in walked.events
        )
        lines += _notes(record, number)
    return tuple(
        line
        for i, line in enumerate(lines)
        if line.clock is None or i + 1 == len(lines) or lines[i + 1].clock is None
    )


def steps_of(record: Record) -> tuple[StepTold, ...]:
    """Every step of a record, with the notes between them."""
    rows = list(_told_notes(record, 0))
    for number, (step, walked) in enumerate(record.replay(), start=1):
        rows.append(
            StepTold(
                battery=step.battery,
                node=walked.node,
                way=walked.outcome,
                argument=step.argument,
                facts=step.facts,
                faces=step.faces,
                events=happened(walked.events),
            )
        )
        rows += _told_notes(record, number)
    return tuple(rows)


def _told_notes(record: Record, after: int) -> Iterable[StepTold]:
    for note in record.notes:
        if note.after == after:
            told = happened((Event(note.rule, note.message),))
            yield StepTold(battery=note.battery, node=None, way="note", events=told)


def _notes(record: Record, after: int) -> Iterable[LogLine]:
    for note in record.notes:
        if note.after == after:
            text = Said(note.message)
            yield LogLine(step=after, battery=note.battery, rule=note.rule, text=text)


def _round(record: Record, replayed: Sequence[Seen], battery: Battery) -> Round | None:
    index, setup = record.setup.index(battery.name), record.setup
    state = record.table.states[index]
    marker, mission = state.marker, state.mission
    if marker is None:
        return None
    aimed, last, where = None, None, None
    for _, walked in replayed:
        then = walked.table.states[index]
        last = then.ar if then.ar is not None else last
        if then.marker is not None and then.marker.hex != where:
            where, aimed = then.marker.hex, last
    area: tuple[Hex, ...] = ()
    if mission is not None and mission.in_our_books and marker.counter is not Counter.SR:
        area = blast_area(marker.hex, blast_radius(battery.kind, mission), setup.grid)
    due = next((d.counter for d in unresolved(record) if d.battery == battery.name), None)
    return Round(
        battery=battery.name,
        side=battery.side,
        counter=(due or marker.counter).value,
        hex=setup.label(marker.hex),
        aimed=setup.label(aimed) if aimed is not None and aimed != marker.hex else None,
        area=tuple(setup.label(hex) for hex in area),
    )
