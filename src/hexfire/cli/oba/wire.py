"""What `--json` says and what files hold, as types: the answers are made of them, and so are the
schemas that `hexfire oba schema` prints."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.asl.artillery.battery import ObserverStatus
from hexfire.asl.artillery.facts import NUMBERS, TOPICS
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Setup
from hexfire.asl.artillery.units import Unit


class Chits(msgspec.Struct, frozen=True):
    black: int
    red: int


class BatteryState(msgspec.Struct, frozen=True):
    """Where a battery stands. `counter` is `sr`, `ffe1`, `ffe2`, `ffec` or null."""

    side: str
    node: str
    contact: bool
    access: bool
    counter: str | None
    hex: str | None
    mission: str | None
    pile: Chits
    drawn: Chits
    barred: bool
    radio: str
    observer: str


class Happened(msgspec.Struct, frozen=True):
    """An event: the rule behind it, its key in the catalogues, and the sentence."""

    rule: str
    key: str
    text: str


class May(msgspec.Struct, frozen=True):
    """A legal option. `takes` is `hex` or `name` if it wants an argument."""

    name: str
    text: str
    rules: tuple[str, ...]
    takes: str | None


class MayNot(msgspec.Struct, frozen=True):
    """An option that is not legal now, the rule that forbids it, and why."""

    name: str
    rule: str
    text: str


class Wanted(msgspec.Struct, frozen=True):
    """A fact that must be known. `wants` is `yes_no` or `number`."""

    fact: str
    rule: str
    wants: str
    text: str


class RollWanted(msgspec.Struct, frozen=True):
    """Dice or a chit: `dice` so many six-sided dice (coloured first), or one out of `chits`."""

    rule: str
    text: str
    dice: int
    chits: Chits | None = None


class Next(msgspec.Struct, frozen=True):
    """The answer of `options` and `step`.

    Either `roll` is wanted, or the facts of `questions`, or a decision out of `options` (by the
    `owner` or the `opponent`); at a decision `questions` are facts that may open more options. At
    the node `idle` nothing is wanted: go on with `hexfire oba next`. `saved` is false if the file
    stands at an earlier node: the facts lead on to this one, and `step` with them goes there.
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


def schemas() -> dict[str, Any]:
    """JSON Schemas: of the answer, the facts, the setup, a list of units, and the record."""
    named = {"answer": Next, "setup": Setup, "units": tuple[Unit, ...], "record": Record}
    found: dict[str, Any] = {name: msgspec.json.schema(kind) for name, kind in named.items()}
    return {**found, "facts": _facts()}


def _facts() -> dict[str, Any]:
    """Facts by their names; a name may end in `@` and a hex, and is about that hex alone."""
    observer = msgspec.json.schema(ObserverStatus)
    whole = {"type": "integer", "minimum": 0}
    kinds = {topic: whole if topic in NUMBERS else {"type": "boolean"} for topic in TOPICS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Facts",
        "type": "object",
        "properties": {
            "battery": {"type": "string"},
            "observer": {"$ref": "#/$defs/ObserverStatus"},
            **kinds,
        },
        "patternProperties": {f"^{topic}@.+$": kind for topic, kind in kinds.items()},
        "additionalProperties": False,
        "$defs": observer["$defs"],
    }
