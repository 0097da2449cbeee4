"""Scenario files read and checked: either a whole scenario, or its mistakes with their lines."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from hexfire.asl.battle.files import file_form as form
from hexfire.asl.battle.files.entries import piece_of
from hexfire.asl.battle.files.modules import modules_of
from hexfire.asl.battle.files.problems import BadScenario, Notes, Problem
from hexfire.asl.battle.table.allotments import check_list
from hexfire.asl.battle.table.scenario import Aim, Condition, Entry, Names, Scenario, Side, Victory
from hexfire.asl.battle.table.state import LASTING, Clock
from hexfire.asl.effects.ammunition import is_elite_force
from hexfire.asl.gunnery.tables import nation_row
from hexfire.asl.nations import nation_called
from hexfire.asl.situation import Marker
from hexfire.boards import Board, open_board
from hexfire.boards.handed import HANDED, by_their_names
from hexfire.hexes import BadLabel, Grid
from hexfire.play.toml_lines import Path
from hexfire.rulebook import BadInput, Message, Refusal
from hexfire.rulebook.toml import read_toml

_TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_RUN = re.compile(r"([A-Za-z]+)(\d{1,4})\.\.([A-Za-z]+)(\d{1,4})")
_COLUMNS = re.compile(r"([A-Za-z]+)-([A-Za-z]+)")
_DATE = re.compile(r"19\d\d-(0[1-9]|1[0-2])")
MOST_TURNS, MOST_UNITS, MOST_BOARDS = 50, 400, 12


def load(source: Any) -> tuple[Scenario, Board]:
    """A scenario from `{"toml": text}` or `{"data": plain data}`, with its board.

    `boards` beside it says which of its boards were handed over as files: `{"41": "up-…"}`.
    Refused with all its mistakes (`BadScenario`).
    """
    match source:
        case {"toml": str(toml), **beside}:
            return _Reader(toml, _parsed(toml), key_of(source), handed_boards(beside)).read()
        case {"data": Mapping() as data, **beside}:
            return _Reader("", data, key_of(source), handed_boards(beside)).read()
    raise BadInput("battle.scenario.source")


def handed_boards(beside: Mapping[Any, Any]) -> Mapping[str, str]:
    """What a source says beside the scenario: the boards that were handed over, and no more."""
    boards = beside.get("boards", {})
    if set(beside) - {"boards"} or not isinstance(boards, Mapping) or len(boards) > MOST_BOARDS:
        raise BadInput("battle.scenario.source")
    for name in boards.values():
        if not isinstance(name, str) or not HANDED.fullmatch(name):
            raise BadInput("battle.scenario.source")
    return boards


def check(toml: str) -> tuple[Problem, ...]:
    """All mistakes of a scenario's text, in the order of their lines."""
    try:
        load({"toml": toml})
    except BadScenario as bad:
        return bad.problems
    return ()


def key_of(source: Mapping[str, Any]) -> str:
    """What a scenario made of this source is known by."""
    return hashlib.sha256(msgspec.json.encode(source, order="deterministic")).hexdigest()[:16]


def _parsed(toml: str) -> dict[str, Any]:
    try:
        return read_toml(toml)
    except tomllib.TOMLDecodeError as error:
        at_line = _TOML_LINE.search(str(error))
        line = int(at_line[1]) if at_line else toml.count("\n") + 1
        why = _TOML_LINE.sub("", str(error)).strip()
        message = Message.of("battle.scenario.toml", why=why)
        raise BadScenario((Problem(line, message),)) from None


def _is_ss(side: form.Side) -> bool:
    """C8.2: whether the whole side is German SS; Guards are Russians with `elite = true`."""
    nation = nation_called(side.nation or side.name)
    return nation is not None and nation.name == "German SS"


def _names(text: form.Text, default: str = "") -> Names:
    if isinstance(text, str):
        return {"en": text or default, "ja": text or default}
    one = next(iter(text.values()), default)
    return {"en": text.get("en", one), "ja": text.get("ja", one)}


class _Reader:
    """Reads one scenario."""

    def __init__(
        self, toml: str, data: Mapping[str, Any], key: str, boards: Mapping[str, str]
    ) -> None:
        self.notes, self.key = Notes(toml), key
        try:
            self.file = msgspec.convert(data, form.File, strict=True)
        except msgspec.ValidationError as error:
            self.notes.wrong_form(error)
            self.notes.settle()
        try:
            self.spec = by_their_names(self.file.board, boards)
            self.board = open_board(self.spec, self.file.ssr, picture=True)
        except Refusal as refusal:
            if refusal.message.key == "sight.board.not_kept":
                raise  # no mistake of the scenario's: the file has to be brought again
            self.notes.refused(("board",), refusal)
            self.notes.settle()

    def read(self) -> tuple[Scenario, Board]:
        file = self.file
        self._head()
        self.notes.settle()
        seats = tuple(side.name for side in file.side)
        order = tuple(file.setup) or seats
        entries = tuple(self._entries())
        self._check_ids(entries)
        scenario = Scenario(
            key=self.key,
            id=file.id or "battle",
            name=_names(file.name, file.id or file.board),
            intro=_names(file.intro),
            board=self.spec,
            ssr=tuple(file.ssr),
            date=file.date,
            theatre=file.theatre,
            turns=file.turns,
            setup=order,
            first=file.first or order[-1],
            defender=file.defender or order[0],
            sides=(self._side(file.side[0]), self._side(file.side[1])),
            entries=entries,
            ground=tuple(self._ground()),
            holders=tuple(u.id for side in file.side for u in side.unit if u.wa),
            victory=self._victory(entries),
            modules=tuple(
                modules_of(
                    file, {e.piece.id: e.piece for e in entries}, self.board.grid, self.notes
                )
            ),
            weather=tuple(one.value for one in file.weather),
            start=self._start(),
        )
        self._check_pf(scenario)
        self.notes.settle()
        return scenario, self.board

    def _head(self) -> None:
        file, notes = self.file, self.notes
        if len(file.side) != 2:
            notes.add(("side",), "two_sides", count=len(file.side))
            return
        seats = [side.name for side in file.side]
        if len(set(seats)) < 2 or not all(re.fullmatch(r"[a-z][a-z0-9_]{0,19}", s) for s in seats):
            notes.add(("side", 1, "name"), "side_names", names=tuple(seats))
        if not _DATE.fullmatch(file.date):
            notes.add(("date",), "date", value=file.date)
        if not 1 <= file.turns <= MOST_TURNS:
            notes.add(("turns",), "turns", value=file.turns, most=MOST_TURNS)
        if file.theatre not in ("E", "P"):
            notes.add(("theatre",), "choice", name="theatre", value=file.theatre)
        for one in file.weather:
            if one not in LASTING:
                notes.add(("weather",), "choice", name="weather", value=one.value)
        if file.setup and sorted(file.setup) != sorted(seats):
            notes.add(("setup",), "setup", known=tuple(seats))
        for key in ("first", "defender"):
            named = getattr(file, key)
            if named and named not in seats:
                notes.add((key,), "no_side", name=named, known=tuple(seats))
        for i, side in enumerate(file.side):
            try:
                nation_row(side.nation or side.name)
            except Refusal as refusal:
                notes.refused(("side", i, "nation" if side.nation else "name"), refusal)

    def _side(self, side: form.Side) -> Side:
        return Side(
            name=side.name,
            nation=side.nation or side.name,
            title=_names(side.title, side.name.capitalize()),
            elr=side.elr,
            san=side.san,
            elite=is_elite_force(dyo=False, ssr=side.elite, ss_or_guards=_is_ss(side)),
            pfk=side.pfk,
            counted_pf=side.counted_pf,
            pre_registered=side.pre_registered,
            bombardment=side.bombardment,
        )

    # Orders of battle

    def _entries(self) -> Iterator[Entry]:
        for i, side in enumerate(self.file.side):
            areas = dict(self._areas(i, side))
            for j, unit in enumerate(side.unit):
                path: Path = ("side", i, "unit", j)
                if unit.area and unit.area not in areas:
                    self.notes.add((*path, "area"), "no_area", name=unit.area, known=tuple(areas))
                try:
                    piece = piece_of(unit, side.name, self.board)
                except (Refusal, BadLabel) as wrong:
                    self._note(path, wrong)
                    continue
                yield Entry(
                    piece=piece,
                    area=areas.get(unit.area, ()),
                    may_hide=unit.may_hide,
                    may_conceal=unit.may_conceal,
                    points=unit.points,
                )

    def _note(self, path: Path, wrong: Refusal | BadLabel) -> None:
        if isinstance(wrong, Refusal):
            self.notes.refused(path, wrong)
        else:
            self.notes.add(path, "no_hex", hex=wrong.text, board=self.file.board)

    def _areas(self, i: int, side: form.Side) -> Iterator[tuple[str, tuple[str, ...]]]:
        for j, area in enumerate(side.area):
            labels: list[str] = []
            for k, text in enumerate(area.hexes):
                hexes = hexes_of(self.board.grid, text)
                if not hexes:
                    where: Path = ("side", i, "area", j, "hexes", k)
                    self.notes.add(where, "no_hex", hex=text, board=self.file.board)
                labels += hexes
            yield area.name, tuple(dict.fromkeys(labels))

    def _check_ids(self, entries: tuple[Entry, ...]) -> None:
        if len(entries) > MOST_UNITS:
            self.notes.add(("side",), "too_many", count=len(entries), most=MOST_UNITS)
        count = Counter(entry.piece.id for entry in entries)
        for i, side in enumerate(self.file.side):
            own = {unit.id for unit in side.unit}
            crews = {unit.by for unit in side.unit if unit.area}
            for j, unit in enumerate(side.unit):
                path: Path = ("side", i, "unit", j)
                if count[unit.id] > 1:
                    self.notes.add((*path, "id"), "doubled", id=unit.id)
                for key in ("by", "aboard"):
                    named = getattr(unit, key)
                    if named and named not in own:
                        self.notes.add((*path, key), "nobody", id=named)
                somewhere = unit.hex or unit.area or unit.aboard or unit.by or unit.turn
                if not somewhere and unit.id not in crews:
                    self.notes.add(path, "nowhere", id=unit.id)

    def _check_pf(self, scenario: Scenario) -> None:
        """C13.311: the list of counted PF, as far as the file gives it."""
        for i, side in enumerate(self.file.side):
            held = {unit.id: unit.pf for unit in side.unit if unit.pf}
            if not held and not side.counted_pf:
                continue
            try:
                check_list(scenario, side.name, held)
            except Refusal as refusal:
                first = next((j for j, unit in enumerate(side.unit) if unit.pf), None)
                path: Path = ("side", i) if first is None else ("side", i, "unit", first, "pf")
                self.notes.refused(path, refusal)

    # The rest

    def _ground(self) -> Iterator[Marker]:
        for i, marker in enumerate(self.file.ground):
            try:
                label = self.board.grid.label(self.board.grid.hex(marker.hex))
                across = marker.to and self.board.grid.label(self.board.grid.hex(marker.to))
            except BadLabel as wrong:
                self._note(("ground", i), wrong)
                continue
            seats = tuple(side.name for side in self.file.side)
            if marker.hidden not in ("", *seats):
                path: Path = ("ground", i, "hidden")
                self.notes.add(path, "no_side", name=marker.hidden, known=seats)
            yield msgspec.structs.replace(marker, hex=label, to=across)

    def _victory(self, entries: tuple[Entry, ...]) -> Victory:
        given, seats = self.file.victory, [side.name for side in self.file.side]
        ids = {entry.piece.id for entry in entries}
        for i, one in enumerate(given.condition):
            path: Path = ("victory", "condition", i)
            if one.side not in seats:
                self.notes.add((*path, "side"), "no_side", name=one.side, known=tuple(seats))
            for name in one.of:
                known = hexes_of(self.board.grid, name) if one.kind == "control" else name in ids
                if not known:
                    self.notes.add((*path, "of"), "nobody", id=name)
        if given.otherwise and given.otherwise not in seats:
            where: Path = ("victory", "otherwise")
            self.notes.add(where, "no_side", name=given.otherwise, known=tuple(seats))
        conditions = tuple(
            Condition(
                side=one.side,
                kind=one.kind,
                of=tuple(one.of),
                count=one.count or _whole(one, entries),
                at_once=one.at_once,
            )
            for one in given.condition
        )
        return Victory(text=_names(given.text), conditions=conditions, otherwise=given.otherwise)

    def _start(self) -> Clock | None:
        given = self.file.start
        if given is None:
            return None
        seats = tuple(side.name for side in self.file.side)
        if given.of not in seats:
            self.notes.add(("start", "of"), "no_side", name=given.of, known=seats)
        return Clock(given.turn, given.of, given.phase)


def _whole(condition: form.Condition, entries: tuple[Entry, ...]) -> int:
    """All that a condition names: its hexes or pieces, or their points."""
    if condition.kind is not Aim.POINTS:
        return len(condition.of)
    return sum(entry.points for entry in entries if entry.piece.id in condition.of)


def hexes_of(grid: Grid, text: str) -> list[str]:
    """The hexes that a text names: «C4», «C1..C5», «A-C»; none if it names none of the board."""
    run, columns = _RUN.fullmatch(text), _COLUMNS.fullmatch(text)
    if not run and not columns:
        try:
            return [grid.label(grid.hex(text))]
        except BadLabel:
            return []
    labels = [_parts(grid.label(hex)) for hex in grid]
    columns_of = list(dict.fromkeys(column for column, _ in labels))
    ends = (run[1], run[3]) if run else columns.groups() if columns else ()
    if not all(end.upper() in columns_of for end in ends):
        return []
    first, last = (columns_of.index(end.upper()) for end in ends)
    low, high = (int(run[2]), int(run[4])) if run else (0, len(labels))
    within = columns_of[first : last + 1]
    return [f"{c}{n}" for c, n in labels if c in within and low <= n <= high]


def _parts(label: str) -> tuple[str, int]:
    letters = label.rstrip("0123456789")
    return letters, int(label[len(letters) :])
