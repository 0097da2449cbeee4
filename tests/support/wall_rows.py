"""Situations at walls in a table: the rows `[[wall]]` of `tests/clauses/*.toml`, as they happen.

    [[wall]]
    clauses = ["B9.321-ref#5"]
    units = '''
    german  a H3
    russian b I4 level=1
    '''
    wa = ["a"]
    steps = ["=> wa a", "claims b => refused B9.321-ref", "breaks a", "=> wa b"]

- `board`: how it is drawn (else DRAWN below), or the number of a published one (`"44"`; skipped
  where it is not). `ssr` changes it; `markers`, `date`, `phase`, `phasing`, `deluxe`: of the
  situation.
- `units`: side, name, hex, then words: a kind (`vehicle`), what it is (`broken`, `concealed` …) or
  has (`level=1`, `bypass=I4`, `entrenched=foxhole`, `name=ge-pzivh`). `wa`: who has claimed.
- A step is an event with its values in order: `claims a`, `enters a I4 level=1`, `declares
  russian`, `phase DFPh german`, `breaches a I4 true`; `=> refused RULE`: nothing has changed.
- `=> wa a b`: exactly these have Wall Advantage (`-`: nobody); `=> claim a RULE`, `=> no claim a
  RULE`, and so for `forfeit`; `=> must a`, `=> need not a`: Mandatory WA.
- `=> fire f at a: wall 2, woods 1` are the TEM to choose from (`none`), by small arms; so for
  `ordnance` (`hull down` is one more choice), `indirect`, `aerial`. `=> group f g at a: …`.
  `=> snap f at a from P4: hedge 1`: against a Snap Shot at the hexside by which `a` has come.
- `=> ffmo f at a`, `=> no ffmo f at a`; `=> sees f a`, `=> sees f not a`, `=> sees f hex K4`,
  `=> sees f not hex K4`.
- `=> crossing a I4 into 1: 3`: MF or MP into a hex of COT 1 (`into 1 up`: a level up); words after
  it: `bog`, `underbelly`, `schuerzen`, `half`. `=> crossing a I4 into 1: refused RULE`.
- `=> may a breach I4`, `=> may a not breach I4`; `=> may a gain_concealment` and the like (true or
  with `not`); `=> is a concealed`, `=> is a not hidden`.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfire.asl.sight import Sight
from hexfire.asl.situation import Marker, Scene, Situation, Unit, UnitKind
from hexfire.asl.walls import Fire, State, cover, sees_hex, sees_unit
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.crossing import crossing
from hexfire.asl.walls.may import mover_of
from hexfire.asl.walls.tem import ffmo_applies
from hexfire.assist.walls import after, event_of, may_at_walls, wall_standing
from hexfire.assist.walls.between import snap_shot
from hexfire.boards import change, read_board, read_text_board
from hexfire.hexes import Side
from hexfire.rulebook import Refusal

# Hexes H3 and I4 share a hedge; H4-I4 and H4-I5 a wall; H3-H2 a wall; K3 is woods, L4 a house.
DRAWN = """
size 17 8
woods: K3 H6
stone 1: L4
stone: C3
orchard: N4
hedge: H3-I4 H3-I3
wall: H4-I4 H4-I5 H3-H2 K3-K4 L4-L5 C3-C4 H6-H7
wall: D5-D6 E5-E6
gap: H4-I5
"""
SHARED = Path(__file__).resolve().parents[3] / "shared"
PUBLISHED = Path(os.environ.get("HEXFIRE_VASL_BOARDS", SHARED / "boards"))


class Walls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation at walls, step by step."""

    clauses: tuple[str, ...]
    units: str
    steps: tuple[str, ...]
    board: str = DRAWN
    ssr: Any = ()
    wa: Any = ()
    markers: tuple[dict[str, str], ...] = ()
    date: str = ""
    phase: str = ""
    phasing: str = ""
    deluxe: bool = False
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


@cache
def _sight(board: str, ssr: tuple[str, ...]) -> Sight:
    if not board.strip().isdecimal():
        return Sight(change(read_text_board(board, "drawn"), ssr))
    if not (PUBLISHED / f"bd{board}").exists():
        pytest.skip(f"board {board} is not here")
    return Sight(change(read_board(PUBLISHED / f"bd{board}"), ssr))


KINDS = tuple(str(kind) for kind in UnitKind)


def _unit(line: str) -> Unit:
    side, id, hex, *words = line.split()
    found: dict[str, Any] = {"side": side, "id": id, "hex": hex}
    for word in words:
        key, has_value, value = word.partition("=")
        if word in KINDS:
            found["kind"] = word
        else:
            found[key] = float(value) if key == "level" else value if has_value else True
    return msgspec.convert(found, Unit)


def carry_out_walls(row: Walls) -> None:
    """Let the events happen, and look where a step says so."""
    At(row).run()


class At:
    """A situation under way."""

    def __init__(self, row: Walls) -> None:
        self.row = row
        units = tuple(_unit(line) for line in row.units.strip().splitlines())
        more: dict[str, Any] = {"phase": row.phase} if row.phase else {}
        situation = msgspec.convert(
            {"board": "x", "phasing": row.phasing, "date": row.date, **more}, Situation
        )
        self.scene = Scene(
            msgspec.structs.replace(
                situation,
                ssr=tuple(row.ssr),
                units=units,
                wall_advantage=tuple(row.wa),
                deluxe=row.deluxe,
                markers=msgspec.convert(row.markers, tuple[Marker, ...]),
            ),
            _sight(row.board, tuple(row.ssr)),
        )
        self.events: list[wa.Event] = []
        self.state: State = after(self.scene, ()).state

    def run(self) -> None:
        for step in self.row.steps:
            event, _, expected = (part.strip() for part in step.partition("=>"))
            if expected.startswith("refused "):
                with pytest.raises(Refusal) as refusal:
                    self._happen(event)
                assert refusal.value.rule == expected.removeprefix("refused "), step
                continue
            if event:
                self._happen(event)
            if expected:
                self._look(expected, step)

    def _happen(self, text: str) -> None:
        name, *values = text.split()
        kind = next(k for k in wa.Event.__subclasses__() if k.__struct_config__.tag == name)
        fields: dict[str, Any] = {"event": name}
        for field, value in zip(kind.__struct_fields__, values, strict=False):
            if "=" in value:
                break
            fields[field] = value
        fields |= dict(value.split("=") for value in values if "=" in value)
        event = event_of(fields, strict=False)
        self.state = after(self.scene, (*self.events, event)).state
        self.events.append(event)

    # What is looked at

    def _look(self, expected: str, step: str) -> None:
        what, _, rest = expected.partition(" ")
        if what == "no":
            what, _, rest = rest.partition(" ")
            assert not self._allowed(what, rest), f"{step}: it is so"
        elif what in ("claim", "forfeit", "ffmo"):
            assert self._allowed(what, rest), f"{step}: it is not so"
        elif what == "wa":
            units = self.state.scene.situation.units
            has = sorted(unit.id for unit in units if self.state.has_wa(unit))
            assert " ".join(has or ["-"]) == " ".join(sorted(rest.split())), f"{step}: {has}"
        elif what in ("must", "need"):
            unit = self.state.scene.unit(rest.split()[-1])
            assert wa.is_mandatory(self.state.scene, unit) is (what == "must"), step
        elif what == "sees":
            assert self._sees(rest), step
        elif what == "crossing":
            question, _, value = rest.partition(": ")
            assert self._crossing(question) == value, f"{step}: {self._crossing(question)}"
        elif what in ("may", "is"):
            id, *words = rest.split()
            wanted = words[0] != "not"
            assert self._is(what, id, words if wanted else words[1:]) is wanted, step
        else:
            question, _, value = rest.partition(": ")
            found = self._tem(what, question)
            assert found == ", ".join(sorted(value.split(", "))), f"{step}: {found}"

    def _allowed(self, what: str, rest: str) -> bool:
        """Whether a claim is allowed (by the rule that is named, if so), or FFMO applies."""
        if what == "ffmo":
            firers, target = self._pair(rest)
            return ffmo_applies(self.state, firers, target, Fire.SMALL_ARMS)
        id, *rule = rest.split()
        standing = wall_standing(after(self.scene, self.events))
        found = getattr(next(unit for unit in standing.units if unit.unit == id), what)
        assert [found.rule] == rule, f"{what} {id}: {found}"
        return found.why_not is None

    def _pair(self, text: str) -> tuple[list[Unit], Unit]:
        firers, _, target = text.partition(" at ")
        unit = self.state.scene.unit
        return [unit(id) for id in firers.split()], unit(target)

    def _tem(self, what: str, text: str) -> str:
        if what == "snap":
            pair, _, left = text.partition(" from ")
            firer, _, target = pair.partition(" at ")
            items = snap_shot(self.state, firer, target, left).items
            told = [f"{i.case.removeprefix('tem.')} {i.value}" for i in items if i.applies]
            return ", ".join(sorted(told)) or "none"
        firers, target = self._pair(text)
        kinds = {"fire": "small_arms", "group": "small_arms", "aerial": "small_arms"}
        fire = Fire(kinds.get(what, what))
        found = cover(self.state, firers, target, fire, aerial=what == "aerial")
        told = [f"{item.case.removeprefix('tem.')} {item.value}" for item in found.options]
        told += ["hull down"] if found.is_hull_down else []
        return ", ".join(sorted(told)) or "none"

    def _sees(self, text: str) -> bool:
        viewer, *words = text.split()
        wanted = words[0] != "not"
        words = words if wanted else words[1:]
        eye, scene = self.state.scene.unit(viewer), self.state.scene
        if words[0] == "hex":
            answer = sees_hex(self.state, eye, scene.board.grid.hex(words[1]))
        else:
            answer = sees_unit(self.state, eye, scene.unit(words[0]))
        return (not answer.blocked) is wanted

    def _crossing(self, text: str) -> str:
        id, hex, _, cot, *up = text.split()
        scene = self.state.scene
        unit = scene.unit(id)
        side = Side.between(scene.hex(unit), scene.board.grid.hex(hex))
        mover = mover_of(unit)
        assert mover is not None
        road = "road" in up
        try:
            found = crossing(
                scene, unit, mover, side, Fraction(cot), levels_up=up.count("up"), by_road=road
            )
        except Refusal as refusal:
            return f"refused {refusal.rule}"
        words = {
            "half": found.half_allotment,
            "bog": found.bog_check,
            "underbelly": found.underbelly,
            "schuerzen": found.loses_schuerzen,
        }
        return " ".join(
            [f"{float(found.cost):g}", *(word for word, is_so in words.items() if is_so)]
        )

    def _is(self, what: str, id: str, words: list[str]) -> bool:
        unit = self.state.scene.unit(id)
        if what == "is":
            return bool(getattr(unit, words[0]))
        may = may_at_walls(self.state, unit)
        if words[0] == "breach":
            side = next(side for side in may.hexsides if words[1] in side.hexside.split("-"))
            return side.breach
        found = may
        for name in words[0].split("."):
            found = getattr(found, name)
        return bool(found)
