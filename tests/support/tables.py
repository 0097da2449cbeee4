"""Tables of situations: the rows of `tests/clauses/*.toml`, read and carried out.

A file holds rows of two kinds. Both name the clauses they prove, and a row must expect something.

`[[ask]]` is what a player types after `hexfire`, and what the answer (`--json`) holds:

    [[ask]]
    clauses = ["C4.1#1"]
    hexfire = "shot ge-AT75L at ru-T34M41 range 13"
    gives = { modified_th = 9, "odds.effects.kill" = "31/108" }

- `hexfire` may be a list of calls that follow one another in one folder; the last one is judged.
- `gives`: field = value, fields of fields with dots, places of lists as numbers
  (`"targets.0.drm.J"`). A value `"absent"` says that the field is not there, or null.
- `refused = "C10.21"` instead of `gives`: the rule that refuses (`""`: bad input, no rule).
- `says`: words that the answer's text must hold (a refusal's sentence, or the JSON itself).
- `input`: what is read where the call has `-`; a table is sent as JSON.
- `files`: texts written into the folder before the calls, by name.

- `each`: a list of rows of values; the row is carried out once for each, with `{0}`, `{1}` … filled
  in wherever they stand (a text that is nothing but `"{1}"` becomes the value itself):
  `hexfire = "shot ge-AT75L at ru-T34M41 range {0}"`, `gives = { modified_th = "{1}" }`,
  `each = [[12, 9], [13, 9]]`.

`[[buy]]` is a purchase (H1) at a table with typed dice:

    [[buy]]
    clauses = ["H1.1#2"]
    date = "9/44"
    sides = ["German:1000", "Soviet:1000"]
    steps = [
        "squads 4-6-7 x4",
        "close",
        "2: squads 4-4-7 x3",
        "roll / 5 3",
        "squads 4-6-7 x1 => refused H1.1",
        "=> left 960",
    ]

- A step is an action as for `hexfire dyo buy`; `2:` before it is the second side's, `/ 5 3` are
  the dice it asks for. Both sides have agreed before the first step (`agreed = false`: not yet).
- `go STEP` closes steps until that one is open; `finish` brings both sides to `announce` and lets
  them announce. `each` works as above.
- `=> refused RULE` (or the key of a message for bad input), `=> needs RULE` (a roll is asked for),
  `=> left N`, `=> step NAME`, `=> roster.FIELD VALUE`, `=> ob.FIELD VALUE` (the side in the
  OB for a tactical table), `=> state.FIELD VALUE`; also alone.
- `terms`: more of the agreement, as `{ night = true }`; `listing`: more figures.

`[[mission]]` is a fire mission (C1), step by step: its form stands in `missions.py`. `[[folio]]` is
a Folio situation, likewise: `folio_rows.py`; `[[wall]]` one at walls: `wall_rows.py`.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
from buyers import Buyers
from folio_rows import Situation
from missions import Mission
from wall_rows import Walls

from hexfire.asl.purchase import skeleton
from hexfire.cli.main import run
from hexfire.rulebook import Refusal

ABSENT = "absent"


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the command line, and what the answer must hold."""

    clauses: tuple[str, ...]
    hexfire: str | tuple[str, ...]
    gives: dict[str, Any] = {}
    refused: str | None = None
    says: str = ""
    input: str | dict[str, Any] = ""
    files: dict[str, str] = {}
    each: tuple[tuple[Any, ...], ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if self.each:
            return  # judged once it is filled in
        if not self.clauses or not (self.gives or self.refused is not None or self.says):
            raise ValueError(f"{self.hexfire}: a row names clauses and expects something")

    @property
    def name(self) -> str:
        return " ".join(self.clauses)


class Buy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A purchase, step by step."""

    clauses: tuple[str, ...]
    steps: tuple[str, ...]
    date: str = "9/44"
    sides: tuple[str, str] = ("German:1000", "Soviet:1000")
    agreed: bool = True
    terms: dict[str, Any] = {}
    listing: dict[str, str] = {}
    each: tuple[tuple[Any, ...], ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if self.each:
            return  # judged once it is filled in
        if not self.clauses or not any("=>" in step for step in self.steps):
            raise ValueError(f"{self.steps}: a row names clauses and expects something")

    @property
    def name(self) -> str:
        return " ".join(self.clauses)


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file."""

    ask: tuple[Ask, ...] = ()
    buy: tuple[Buy, ...] = ()
    mission: tuple[Mission, ...] = ()
    folio: tuple[Situation, ...] = ()
    wall: tuple[Walls, ...] = ()


Row = Ask | Buy | Mission | Situation | Walls


def read_tables(folder: Path) -> Iterator[tuple[str, Row]]:
    """Every row of every table, with the file it stands in."""
    for file in sorted(folder.glob("*.toml")):
        if file.name == "owed.toml":
            continue
        try:
            tables = msgspec.toml.decode(file.read_bytes(), type=Tables)
        except (msgspec.MsgspecError, ValueError) as error:
            raise ValueError(f"{file.name}: {error}") from error
        for row in (*tables.ask, *tables.buy, *tables.mission, *tables.folio, *tables.wall):
            for cells in row.each or ((),):
                yield file.stem, _filled(row, cells)


def _filled(row: Row, cells: tuple[Any, ...]) -> Row:
    """The row with the values of one line of `each`."""
    if not cells:
        return row

    def fill(value: Any) -> Any:
        match value:
            case str():
                if found := re.fullmatch(r"\{(\d+)\}", value):
                    return cells[int(found[1])]
                return re.sub(r"\{(\d+)\}", lambda m: str(cells[int(m[1])]), value)
            case dict():
                return {fill(key): fill(each) for key, each in value.items()}
            case list() | tuple():
                return [fill(each) for each in value]
        return value

    plain = msgspec.to_builtins(row)
    return msgspec.convert({**fill(plain), "each": ()}, type(row))


# -- questions -------------------------------------------------------------------------------------


def carry_out_ask(row: Ask, folder: Path) -> None:
    """Ask, and compare the answer with the row."""
    for name, text in row.files.items():
        (folder / name).write_text(text, "utf-8")
    calls = (row.hexfire,) if isinstance(row.hexfire, str) else row.hexfire
    given = row.input if isinstance(row.input, str) else json.dumps(row.input)
    with _at(folder):
        for call in calls[:-1]:
            code, said = ask(call, given)
            assert code == 0, f"hexfire {call}: {said}"
        code, said = ask(calls[-1], given)
    answer = json.loads(said)
    if row.refused is not None:
        assert code != 0, f"not refused: {said}"
        assert (answer["refused"] or "") == row.refused, said
    else:
        assert code == 0, said
    for field, value in row.gives.items():
        assert look(answer, field) == value, f"{field}: {look(answer, field)!r}, not {value!r}"
    assert row.says in said, f"does not say {row.says!r}: {said}"


def ask(call: str, given: str = "") -> tuple[int, str]:
    """One call of `hexfire … --json`: its exit code and what it said."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    arguments = [*shlex.split(call), "--json", "--lang", "en"]
    with mock.patch.multiple(sys, stdout=out, stdin=io.StringIO(given)):
        try:
            run(arguments)
        except SystemExit as left:
            out.flush()
            said = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
            return int(left.code or 0), said
    raise AssertionError("the command line always leaves with a code")


@contextmanager
def _at(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def look(answer: Any, path: str) -> Any:
    """A field of a field: `targets.0.drm.J`; ABSENT if it is not there or null."""
    for key in path.split("."):
        if isinstance(answer, list) and key.isdigit() and int(key) < len(answer):
            answer = answer[int(key)]
        elif isinstance(answer, dict) and key in answer:
            answer = answer[key]
        else:
            return ABSENT
    return ABSENT if answer is None else answer


# -- purchases -------------------------------------------------------------------------------------


def carry_out_buy(row: Buy) -> None:
    """Buy step by step, and look where a step says so."""
    pairs = [side.rpartition(":") for side in row.sides]
    table = Buyers(
        date=row.date,
        nations=tuple(nation for nation, _, _ in pairs),
        points=tuple(int(points) for _, _, points in pairs),
        listing=row.listing,
        **row.terms,
    )
    if row.agreed:
        table.agree()
    for step in row.steps:
        _step(table, step)


def _step(table: Buyers, step: str) -> None:
    action, _, expected = (part.strip() for part in step.partition("=>"))
    seat = table.first
    if action.startswith("2:"):
        action, seat = action.removeprefix("2:").strip(), table.second
    action, _, dice = (part.strip() for part in action.partition(" / "))
    what, _, value = expected.partition(" ")
    if what == "refused":
        assert _refused(table, action, seat) == value, step
        return
    if what == "needs":
        assert table.needs(action, seat=seat) == value, step
        return
    faces = tuple(int(face) for face in dice.replace(",", " ").split())
    if action == "finish":
        for each in (table.first, table.second):
            table.go("announce", seat=each)
        for each in (table.first, table.second):
            table.do("announce", seat=each)
    elif action.startswith("go "):
        table.go(action.removeprefix("go "), seat=seat)
    elif action:
        table.do(action, *faces, seat=seat)
    if expected:
        found = _standing(table, seat, what)
        assert value == found or _value(value) == found, f"{step}: {found!r}"


def _refused(table: Buyers, action: str, seat: str) -> str:
    """The rule, or the key of the message where the words themselves are wrong."""
    try:
        return table.refused(action, seat=seat)
    except Refusal as refusal:
        return refusal.rule or refusal.message.key


def _value(text: str) -> Any:
    """A number, a list …, or else the words themselves."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _standing(table: Buyers, seat: str, what: str) -> Any:
    at = table.table.seats.index(seat)
    match what.partition("."):
        case ("left", _, _):
            return table.sheet(seat).left
        case ("step", _, _):
            return table.table.state.sides[at].step
        case ("roster", _, path):
            return look(_plain(table.sheet(seat)), path)
        case ("ob", _, path):
            return look(_plain(_ob(table))["sides"][at], path)
        case ("state", _, path):
            return look(_plain(table.table.state.sides[at]), path)
    raise AssertionError(f"{what}: nothing to look at")


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _ob(table: Buyers) -> Any:
    """Both OB for a tactical table, as if both sides had shown theirs."""
    state = table.table.state
    shown = tuple(msgspec.structs.replace(side, revealed=True) for side in state.sides)
    return skeleton(msgspec.structs.replace(state, sides=shown))
