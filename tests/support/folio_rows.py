"""Folio situations in a table: the rows `[[folio]]` of `tests/clauses/*.toml`, as they are played.

    [[folio]]
    clauses = ["F5.1.1c#1"]
    units = '''
    blue a 4-4-10 mobile 0505
    red  r 2-3-8  0503
    '''
    steps = [
        "way a 0505-0504 => spends 1", "move a 0504", "to combat", "attack 0503 with a / A1",
        "retreat a 0505", "=> a 0505 full",
    ]

- `units`: side, name, strength, words, place. Sides are blue (moves first) and red. The reverse has
  half of attack and defence, unless it is given (`4-4-10/2-2-6`); words: `mobile`, `one-sided`,
  `reduced`, a size, the flags of a scenario. The place is a hex, hexes to choose from
  (`0505,0506`), or the turn and the entry hexes (`turn 2 at 0101,0102`).
- `map` (else nine by nine clear hexes; symbols: folio_scene.py) and `also`: its further sections.
- `markers`: the values of each side's pool; they are called b1, b2 … and r1, r2 …; `orders` their
  serial numbers. `turns`: what the track gives (`"2/1"`, or a table). `first`: blue or red.
- `crt`: `results` (the die picks the result), `columns` (five columns), or a table of its own.
- `options`, `exceptions`, `victory`: of the scenario; `each` works as for the other rows.

A step is what a player types, by whoever is to act (`red: …`: by him). Besides:

- `attack … / D2`, `barrage … / Ex`: nobody adds a marker, and the die shows this. `roll / D2`: the
  die of a combat under way; a number is the face itself.
- `to combat`, `to mobile movement`, `to red movement`, `to turn 2`: phases are ended till then.
- `way a 0505-0504-0503`: what that way costs; `reach a 0503`: the cheapest way; `retreats r 3 from
  a`: how many ways there are. Nothing is played.
- `=> refused RULE` (or the key of the message where no rule refuses) and nothing has changed;
  `=> spends 6`, `=> out of reach`, `=> ways 15` answer the questions.
- `=> a 0505 reduced, r gone`: where units are and how (`full`, `reduced`, `gone`, `waiting`).
- `=> asks red D1`: who decides now and what (a slot, or the kind of decision); `=> phase red
  combat`; `=> turn 2`; `=> over blue`, `=> over nobody`.
- `=> differential -2`, `=> row hill`, `=> column 2` of the combat under way; `=> result D2` of the
  roll just made.
- `=> retreat r to 0504 0604`, `=> displace f to 0503`, `=> advance a to -`: exactly these hexes are
  open; `=> offers hold r`, `=> offers no hold r`; `=> markers red r1 r2`: exactly these are left;
  `=> shown red to blue: +5`: what blue sees of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from folio_scene import FIVE_COLUMNS, FLAGS, ONE_COLUMN, PLAIN, ROLL, Scene, unit

from hexfire.folio import ask, movement
from hexfire.folio.counters import SIZES
from hexfire.folio.state import replace
from hexfire.rulebook import Refusal

TABLES = {"results": ONE_COLUMN, "columns": FIVE_COLUMNS}


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Folio situation, step by step."""

    clauses: tuple[str, ...]
    units: str
    steps: tuple[str, ...]
    map: str = PLAIN
    also: str = ""
    markers: dict[str, Any] = {}
    orders: dict[str, tuple[int, ...]] = {}
    turns: tuple[str | dict[str, str], ...] = ("9/9", "9/9")
    first: str = "blue"
    sets_up: str = "blue"
    crt: str = "results"
    options: dict[str, Any] = {}
    exceptions: dict[str, Any] = {}
    victory: str = '[victory]\nlevels = [{side = "blue", margin = 1}]'
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


def carry_out_situation(row: Situation) -> None:
    """Play the steps, and look where one says so."""
    Played(row).run()


def _counter(line: str) -> tuple[dict[str, Any], bool]:
    """A unit as the scenario has it, and whether it begins reduced."""
    side, name, strength, *words = line.split()
    front, _, back = strength.partition("/")
    more: dict[str, Any] = {"back": back} if back else {}
    place: Any = words[-1].split(",")
    if "turn" in words:
        at = words.index("turn")
        more |= {"turn": int(words[at + 1]), "entry": place}
        words = words[:at]
        place = None
    elif len(place) == 1:
        place = place[0]
    if "one-sided" in words:
        more["back"] = None
    if "mobile" in words:
        more["mobile"] = True
    if sizes := [word for word in words if word in SIZES]:
        more["size"] = sizes[0]
    if flags := [word for word in words if word in FLAGS]:
        more["flags"] = flags
    return unit(name, side, front, place, **more), "reduced" in words


class Played:
    """A situation under way, with the answer to the last step."""

    def __init__(self, row: Situation) -> None:
        self.steps = row.steps
        pairs = [_counter(line) for line in row.units.strip().splitlines()]
        self.scene = scene = Scene(
            [counter for counter, _ in pairs],
            "\n".join(line.replace(" ", "") for line in row.map.strip().splitlines()),
            more_ground=row.also,
            crt=TABLES.get(row.crt, row.crt),
            turns=row.turns,
            markers=row.markers,
            orders=row.orders or None,
            victory=row.victory,
            options=row.options,
            exceptions=row.exceptions,
            first=row.first,
            sets_up=row.sets_up,
        )
        reduced = sum(1 << i for i, (_, is_reduced) in enumerate(pairs) if is_reduced)
        scene.state = replace(scene.state, reduced=reduced)
        self.found: float | int | None = None
        """What the last question was answered."""

    def run(self) -> None:
        for step in self.steps:
            action, _, expected = (part.strip() for part in step.partition("=>"))
            seat, colon, rest = action.partition(": ")
            by = seat if colon else None
            action = rest if colon else action
            if expected.startswith("refused "):
                assert self._refusal(action, by) == expected.removeprefix("refused "), step
                continue
            if action:
                self.found = None
                self._do(action, by)
            if expected:
                for each in expected.split(", "):
                    self._look(each, step)

    # What is done

    def _refusal(self, action: str, by: str | None) -> str:
        before = self.scene.state
        try:
            self._do(action, by)
        except Refusal as refusal:
            assert self.scene.state == before, "refused, and yet something has changed"
            return refusal.rule or refusal.message.key
        return "not refused"

    def _do(self, action: str, by: str | None) -> None:
        verb, _, rest = action.partition(" ")
        asked = {"way": self._way, "reach": self._reach, "retreats": self._retreats}
        if verb == "to":
            self._go(rest)
        elif verb in asked:
            asked[verb](rest.split())
        elif " / " in action:
            line, _, result = action.partition(" / ")
            if line == "roll":
                self.scene.do(line, by=by, roll=result if result in ROLL else int(result))
            else:
                self.scene.fight(line, result)
        else:
            self.scene.do(action, by=by)

    def _go(self, where: str) -> None:
        """End phases till the one that is meant: `combat`, `red mobile combat`, `turn 2`."""
        for _ in range(40):
            now = f"{self.scene.player} {self._phase}"
            if where in (now, f"turn {self.scene.state.turn}", self._phase, self.scene.player):
                return
            self.scene.do("end")
        raise AssertionError(f"{where}: play never came to it")

    @property
    def _phase(self) -> str:
        return self.scene.phase.name.lower().replace("_", " ")

    def _way(self, words: list[str]) -> None:
        """The price of a way; `move` by it costs no more."""
        at, (name, hexes) = self.scene.at, words
        labels = hexes.split("-")
        numbers = [ask.find_hex(at, label) for label in labels]
        way = movement.walk(at, ask.find_unit(at, name), numbers)
        self.found = way[-1].spent / 2
        if numbers[-1] not in at.board.at:
            assert self.scene.reach(name)[labels[-1]] <= self.found, "reach and way disagree"

    def _reach(self, words: list[str]) -> None:
        name, hex = words
        self.found = self.scene.reach(name).get(hex)

    def _retreats(self, words: list[str]) -> None:
        name, length, *enemies = words
        foes = [each.strip(",") for each in enemies[1:]] if enemies else None
        self.found = len(ask.retreats(self.scene.at, name, int(length), foes))

    # What is looked at

    def _look(self, expected: str, step: str) -> None:
        what, _, rest = expected.partition(" ")
        looks: dict[str, Callable[[str], Any]] = {
            "spends": lambda _: f"{self.found:g}",
            "ways": lambda _: str(self.found),
            "out": lambda _: "of reach" if self.found is None else f"{self.found:g}",
            "asks": lambda _: self._asks(),
            "phase": lambda _: f"{self.scene.player} {self._phase}",
            "turn": lambda _: str(self.scene.state.turn),
            "over": lambda _: self._over(),
            "differential": lambda _: str(self._view["combat"]["differential"]),
            "row": lambda _: self._view["combat"]["row"],
            "column": lambda _: str(self._view["combat"]["column"]),
            "result": lambda _: self._result(),
            "offers": self._offers,
            "markers": lambda side: " ".join([side.split()[0], *self.scene.free(side.split()[0])]),
        }
        if what == "shown":
            found = self._shown(rest)
        elif what in ("retreat", "displace", "advance"):
            found = self._open(what, rest.split()[0])
        elif what in looks:
            found = looks[what](rest)
        else:
            self._unit(expected, step)
            return
        assert found == rest, f"{step}: {what} {found}"

    @property
    def _view(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.scene.game.view(self.scene.state, None)
        return seen

    def _asks(self) -> str:
        decision = self._view["decision"]
        what = decision.get("slot", decision["kind"]).replace("_", " ")
        return f"{self._view['to_act']} {what}"

    def _over(self) -> str:
        outcome = self.scene.game.outcome(self.scene.state)
        if outcome is None:
            return "not yet"
        return " ".join(outcome.winners) or "nobody"

    def _result(self) -> str:
        rolls = [e.data["result"] for e in self.scene.events if e.data.get("what") == "rolled"]
        return str(rolls[-1])

    def _offers(self, action: str) -> str:
        there = action.removeprefix("no ") in self.scene.legal()
        return action.removeprefix("no ") if there else f"no {action.removeprefix('no ')}"

    def _shown(self, wanted: str) -> str:
        """`red to blue: +5`: what blue sees of red's markers, or how many if they are hidden."""
        head, _, _ = wanted.partition(": ")
        side, _, seat = head.split()
        seen = self.scene.game.view(self.scene.state, seat)["markers"][side]
        if isinstance(seen, int):
            return f"{head}: {seen}"
        return head + ": " + " ".join(f"+{marker['plus']}" for marker in seen)

    def _open(self, verb: str, name: str) -> str:
        """The hexes that are open to a unit, in order; `-` if none is."""
        legal = [line.split() for line in self.scene.legal()]
        hexes = sorted(line[2] for line in legal if line[:2] == [verb, name] and len(line) == 3)
        return " ".join([name, "to", *(hexes or ["-"])])

    def _unit(self, expected: str, step: str) -> None:
        name, *words = expected.split()
        shown = next(each for each in self._view["units"] if each["id"] == name)
        status = {"eliminated": "gone"}.get(shown["status"], shown["status"])
        is_now = {shown["hex"], status, "reduced" if shown["reduced"] else "full"}
        assert words and set(words) <= is_now, f"{step}: {is_now}"
