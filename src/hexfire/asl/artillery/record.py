"""A table of batteries on disk: what was set up, every step with its answers and rolls, the state.

The state follows from the steps, so a mis-answer is undone by leaving the last step out; a file
whose state does not follow was cut, mixed up or edited, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from hexfire.asl.artillery.engine import Walked, lose_phone, next_phase, walk
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.shells import Shells, events
from hexfire.asl.artillery.state import Counter, Event, Setup, Table
from hexfire.asl.eyes import Eyes, Facts, NeedFact, Question
from hexfire.dice import BadFace, Dice, NeedAnswer, Source
from hexfire.play import read_text, write_whole
from hexfire.rulebook import BadInput, Message, Refusal
from hexfire.rulebook.json import read_json

VERSION = 1
NEXT_PHASE, SHELLS = "next_phase", "shells"


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One node gone through: by which battery, and with which decision, facts and faces.

    `shells` is set where an FFE was resolved (option `shells`): what its dice did.
    """

    battery: str = ""
    option: str | None = None
    argument: str = ""
    facts: dict[str, bool | int] = {}
    faces: tuple[int, ...] = ()
    shells: Shells | None = None


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened on the table beside the flow (shells, fires): told after so many steps."""

    after: int
    rule: str
    message: Message
    battery: str = ""


class Seen(NamedTuple):
    """A step as the log tells it."""

    step: Step
    walked: Walked


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file."""

    setup: Setup
    table: Table
    steps: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()
    hexfire: str = "oba"
    version: int = VERSION

    @classmethod
    def new(cls, setup: Setup) -> Record:
        return cls(setup=setup, table=Table.of(setup))

    def take(
        self,
        battery: str,
        eyes: Eyes,
        dice: Dice,
        option: str | None = None,
        argument: str = "",
    ) -> tuple[Record, Walked]:
        """One step on; the record that was given stays as it is."""
        watching = _Watching(eyes)
        walked = walk(self.setup, self.table, battery, watching, dice, option, argument)
        if dice.left_over:
            left = ", ".join(map(str, dice.left_over))
            raise BadInput("artillery.too_many_faces", faces=left)
        step = Step(
            battery=battery,
            option=option,
            argument=argument,
            facts=watching.seen,
            faces=dice.faces,
        )
        return self._with(step, walked), walked

    def next_phase(self) -> tuple[Record, Walked]:
        walked = next_phase(self.setup, self.table)
        return self._with(Step(option=NEXT_PHASE), walked), walked

    def shelled(self, battery: str, shells: Shells, faces: tuple[int, ...]) -> Record:
        """C1.5, C1.51: the record with an FFE resolved; wires it cut are cut (C1.23)."""
        step = Step(battery=battery, option=SHELLS, faces=faces, shells=shells)
        return self._with(step, _fallen(self.setup, self.table, shells))

    def _with(self, step: Step, walked: Walked) -> Record:
        return msgspec.structs.replace(self, table=walked.table, steps=(*self.steps, step))

    def noted(self, battery: str, events: Iterable[Event]) -> Record:
        """The record with notes of what was seen or done on the table now."""
        now = len(self.steps)
        new = (Note(after=now, rule=e.rule, message=e.message, battery=battery) for e in events)
        return msgspec.structs.replace(self, notes=(*self.notes, *new))

    def replay(self) -> Iterator[Seen]:
        """Every step again, from the setup."""
        table = Table.of(self.setup)
        for step in self.steps:
            if not step.battery and step.option == NEXT_PHASE:
                walked = next_phase(self.setup, table)
            elif step.shells is not None:
                walked = _fallen(self.setup, table, step.shells)
            else:
                dice = Dice(step.faces)
                walked = walk(
                    self.setup, table, step.battery, Facts(step.facts), dice,
                    step.option, step.argument,
                )  # fmt: skip
            table = walked.table
            yield Seen(step, walked)

    def undo(self, steps: int = 1) -> Record:
        """The record without its last steps."""
        if not 1 <= steps <= len(self.steps):
            raise BadInput("artillery.nothing_to_undo", steps=len(self.steps))
        left = self.steps[:-steps]
        notes = tuple(note for note in self.notes if note.after <= len(left))
        shorter = msgspec.structs.replace(self, steps=left, notes=notes)
        table = Table.of(self.setup)
        for seen in shorter.replay():
            table = seen.walked.table
        return msgspec.structs.replace(shorter, table=table)

    def undo_answer(self) -> Record:
        """Back to the last point where a person answered, rolled or decided."""
        for back in range(1, len(self.steps) + 1):
            step = self.steps[-back]
            if step.option is not None or step.facts or step.faces:
                return self.undo(back)
        return self.undo(max(1, len(self.steps)))


def _fallen(setup: Setup, table: Table, shells: Shells) -> Walked:
    """What a resolution does to the table of batteries: whose wire is cut has no phone any more."""
    told = list(events(shells))
    for wire in shells.cut:
        lost = lose_phone(setup, table, wire.battery)
        table, told = lost.table, [*told, *lost.events]
    return Walked(table, tuple(told), SHELLS, SHELLS)


class Due(NamedTuple):
    """C1.5: an FFE whose shells fall in this phase: whose, which counter, and in which hex.

    `resolved` is what its dice did, once they were thrown.
    """

    battery: str
    counter: Counter
    hex: str
    resolved: Shells | None = None


def falling(record: Record) -> tuple[Due, ...]:
    """C1.5: the FFE:1 and FFE:2 of the present phase, resolved or not; each is resolved once."""
    due: dict[str, Due] = {}
    before = Table.of(record.setup)
    for step, walked in record.replay():
        if not step.battery:
            due.clear()
        elif walked.node == "resolve":
            marker = before.states[record.setup.index(step.battery)].marker
            assert marker is not None
            hex = record.setup.label(marker.hex)
            due[step.battery] = Due(step.battery, marker.counter, hex)
        elif step.shells is not None and not step.shells.entering:
            due[step.battery] = due[step.battery]._replace(resolved=step.shells)
        before = walked.table
    return tuple(due.values())


def unresolved(record: Record) -> tuple[Due, ...]:
    """C1.5: the FFEs whose shells still have to be resolved in this phase."""
    return tuple(due for due in falling(record) if due.resolved is None)


def walked_ways(record: Record, battery: str) -> tuple[tuple[str, str], ...]:
    """The ways of the flow chart that a battery has gone since its own fire phase last began."""
    index, ways = record.setup.index(battery), list[tuple[str, str]]()
    for step, walked in record.replay():
        if not step.battery:
            if walked.table.states[index].node == "begin":
                ways = [("idle", "own_phase")]
        elif step.battery == battery and walked.node in flow():
            ways.append((walked.node, walked.outcome))
    return tuple(ways)


class _Watching:
    """Eyes that remember what they were asked."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.seen: dict[str, bool | int] = {}

    def yes(self, question: Question) -> bool:
        answer = self._eyes.yes(question)
        self.seen[question.name] = answer
        return answer

    def number(self, question: Question) -> int:
        answer = self._eyes.number(question)
        self.seen[question.name] = answer
        return answer


def standing(record: Record, battery: str) -> str:
    """The node a battery stands at."""
    return record.table.states[record.setup.index(battery)].node


def waits_for_player(record: Record, battery: str) -> bool:
    """Whether the next word is a player's: a decision, or nothing at all until the next phase."""
    return flow()[standing(record, battery)].kind is NodeKind.DECIDE


def run_on(
    record: Record, battery: str, eyes: Eyes, source: Source | None = None
) -> tuple[Record, tuple[Event, ...], NeedFact | NeedAnswer | None]:
    """Through every node that facts and dice can answer, up to the next decision or `idle`.

    Returns what is still missing, if anything is: a fact or a roll.
    """
    events: list[Event] = []
    while not waits_for_player(record, battery):
        try:
            record, walked = record.take(battery, eyes, Dice(source=source))
        except (NeedFact, NeedAnswer) as need:
            return record, tuple(events), need
        events.extend(walked.events)
    return record, tuple(events), None


def save(path: Path, record: Record) -> None:
    """Write the record whole: the old file or the new one, never half of each."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


def load(path: Path) -> Record:
    """Read a record from a file."""
    text = read_text(path)
    try:
        data = read_json(text)
    except msgspec.DecodeError as error:
        raise BadInput("core.bad_json", path=str(path), why=str(error)) from None
    return record_of(data, str(path))


def record_of(data: object, path: str = "record", most: int | None = None) -> Record:
    """A record from plain data; refused if it is cut, foreign, of another version, or does not
    follow. `most` bounds its steps, which are all walked again."""
    if not isinstance(data, dict) or data.get("hexfire") != "oba":
        raise BadInput("artillery.not_a_record", path=path)
    if data.get("version") != VERSION:
        theirs = str(data.get("version"))[:20]
        raise BadInput("artillery.other_version", path=path, theirs=theirs, ours=VERSION)
    try:
        record = msgspec.convert(data, Record)
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_record", path=path, why=str(error)) from None
    if most is not None and len(record.steps) > most:
        raise BadInput("artillery.bad_record", path=path, why=f"> {most}")
    table, done = Table.of(record.setup), 0
    try:
        for seen in record.replay():
            table, done = seen.walked.table, done + 1
    except (Refusal, NeedFact, NeedAnswer, BadFace, ValueError) as error:
        rule = f" ({error.rule})" if isinstance(error, Refusal) and error.rule else ""
        why = f"{done + 1}{rule}"
        raise BadInput("artillery.does_not_follow", path=path, why=why) from None
    if table != record.table or any(note.after > len(record.steps) for note in record.notes):
        raise BadInput("artillery.does_not_follow", path=path, why="–")
    return record
