"""Fire missions in a table: the rows `[[mission]]` of `tests/clauses/*.toml`, as they are played.

    [[mission]]
    clauses = ["C1.2#7"]
    battery = { nation = "german", caliber = 100 }
    steps = ["phase", "radio / 4 4", "=> state.contact true"]

- `battery` changes the usual one (German, 100 mm, named A, Observer 9-1, 1943-07); `others` adds
  batteries, `setup` changes the rest of the setup, `facts` what the table shows (all seen).
- `each` works as for the other rows.
- `situation`: a situation file; then the board answers. `units`: who is in the Blast Area.
- A step is an option with its argument and, after ` / `, the dice and chits; `B: radio` is battery
  B's. `phase`: on to the next fire phase; `next`: one phase; `fact NAME VALUE`: from now on;
  `shells / dice`: the FFE is resolved; `enter PHASE UNIT… / dice`: who enters is attacked (add
  `assault`); `undo`.
- `=> refused RULE`, `=> wants RULE` (a roll), `=> asks FACT`; or a field of the answer and its
  value: `=> state.hex U3`, `=> options ["hold", "cancel"]`, `=> roll.needs 8`; of the shells:
  `=> fate.NAME broken`, `=> units.0.drm 2`; of the odds: `=> odds.NAME {"none": "1"}`.
  `=> told KEY` looks for an event of the step, `=> can.OPTION true` for an option.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.facts import Given, Typed
from hexfire.asl.artillery.record import Record, record_of, standing
from hexfire.asl.eyes import NeedFact
from hexfire.asl.situation import Scene
from hexfire.asl.walls import State, start
from hexfire.assist.artillery import mission, shelling
from hexfire.assist.artillery.looking import Looking, looking
from hexfire.assist.artillery.shelling import DiceWanted, Entering
from hexfire.assist.artillery.standing import next_of
from hexfire.assist.situations import situation_of_text
from hexfire.assist.wording import encode
from hexfire.boards import open_board
from hexfire.dice import NeedAnswer
from hexfire.rulebook import Refusal

USUAL = {
    "name": "A",
    "side": "german",
    "nation": "german",
    "caliber": 100,
    "observer": "9-1",
    "date": "1943-07",
}
SEEN: dict[str, bool | int] = {
    "observer_able": True,
    "sees_blast_height": True,
    "sees_base": True,
    "sees_ar": True,
    "known_near": True,
    "hindrance": 0,
    "rain_or_heavy_winds": False,
}


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fire mission, step by step."""

    clauses: tuple[str, ...]
    steps: tuple[str, ...]
    battery: dict[str, Any] = {}
    others: tuple[dict[str, Any], ...] = ()
    setup: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    situation: str = ""
    units: tuple[dict[str, Any], ...] = ()
    each: tuple[tuple[Any, ...], ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if not self.clauses or not any("=>" in step for step in self.steps):
            raise ValueError(f"{self.steps}: a row names clauses and expects something")

    @property
    def name(self) -> str:
        return " ".join(self.clauses)


def carry_out_mission(row: Mission) -> None:
    """Play the mission, and look where a step says so."""
    Play(row).run()


class Play:
    """A mission under way: the record, and the answer to the last step."""

    def __init__(self, row: Mission) -> None:
        self.row = row
        self.facts = {**SEEN, **row.facts}
        self.state: State | None = None
        if row.situation:
            situation = situation_of_text(row.situation)
            board = open_board(situation.board, situation.ssr)
            self.state = start(Scene.of(situation, board))
            self.facts = dict(row.facts)
        self.answer: dict[str, Any] = {}
        self.record: Record | None = None
        self.refused: str | None = None

    def begin(self) -> None:
        nation = self.row.battery.get("nation", "german")
        own = {**USUAL, "side": nation, **self.row.battery}
        batteries = [own, *({**USUAL, "side": nation, **more} for more in self.row.others)]
        enemy = "german" if nation == "russian" else "russian"
        setup = {"sides": [nation, enemy], "batteries": batteries, **self.row.setup}
        self.record = Record.new(mission.setup_of(setup))

    def run(self) -> None:
        self.begun()
        for step in self.row.steps:
            action, _, expected = (part.strip() for part in step.partition("=>"))
            what, _, value = expected.partition(" ")
            if action:
                self.refused = None
                try:
                    self.do(action)
                except Refusal as refusal:
                    if what != "refused":
                        raise
                    self.refused = refusal.rule
            if what == "refused":
                assert self.refused == value, f"{step}: {self.refused or 'not refused'}"
            elif expected:
                self.look(step, what, value)

    def begun(self) -> None:
        """A setup may be refused: the first step of the row then says so."""
        try:
            self.begin()
        except Refusal as refusal:
            if not self.row.steps[0].startswith("=> refused"):
                raise
            self.refused = refusal.rule

    def do(self, action: str) -> None:
        assert self.record is not None
        name, _, rest = action.partition(": ")
        name, action = (name, rest) if rest else ("A", action)
        action, _, dice = (part.strip() for part in action.partition(" / "))
        word, _, argument = action.partition(" ")
        match word:
            case "phase":
                events: list[Any] = []
                for _ in range(8):
                    moved = mission.next_phase(self.record, to_fire=True)
                    self.record, events = moved.record, [*events, *moved.events]
                    if standing(self.record, name) != IDLE:
                        break
                self.show(name, events, ahead=True)
            case "next":
                moved = mission.next_phase(self.record)
                self.record = moved.record
                self.show(name, moved.events)
            case "fact":
                fact, _, value = argument.partition(" ")
                self.facts[fact] = json.loads(value)
            case "shells" | "enter" | "odds":
                self.shell(name, word, argument, dice)
            case "undo":
                self.record = mission.undo(self.record)
                self.show(name)
            case _:
                source = Typed(dice)
                done = mission.go(self.record, name, self.eyes(name), source, word, argument)
                self.record = record_of(msgspec.to_builtins(done.record))
                self.show(name, done.events, done.need)

    def eyes(self, name: str) -> Looking:
        assert self.record is not None
        return looking(self.record, name, Given(self.facts), self.state)

    def show(
        self,
        name: str,
        events: Any = (),
        need: NeedFact | NeedAnswer | None = None,
        ahead: bool = False,
    ) -> None:
        assert self.record is not None
        if ahead:
            moved = mission.ahead(self.record, name, self.eyes(name))
            self.record, need = moved.record, moved.need
            events = (*events, *moved.events)
        found = next_of(self.record, name, self.eyes(name), need, events)
        self.answer = _plain(found)
        self.answer["options"] = [option["name"] for option in self.answer["options"]]
        self.answer["refused"] = {no["name"]: no["rule"] for no in self.answer["refused"]}

    def shell(self, name: str, word: str, argument: str, dice: str) -> None:
        assert self.record is not None
        there = self.state if self.state is not None else list(self.row.units)
        coming = None
        words = argument.split()
        if words:
            who = tuple(w for w in words[1:] if w != "assault")
            coming = Entering(phase=words[0], units=who, assault="assault" in words)
        phase = coming.phase if coming else ""
        fire = shelling.the_fire(self.record, name, there, coming)
        if word == "odds":
            odds = _plain(shelling.ffe_odds(self.record, fire, phase))
            odds["odds"] = {unit["id"] or unit["unit"]: unit["odds"] for unit in odds["units"]}
            self.answer = odds
            return
        done = shelling.roll_ffe(self.record, fire, Typed(dice), phase)
        if isinstance(done, DiceWanted):
            self.answer = _plain(done)
            return
        self.record, result = done
        self.answer = _plain(result)
        units = self.answer["units"]
        self.answer["fate"] = {u["id"] or u["unit"]: " ".join(u["fate"]) for u in units}
        record_of(msgspec.to_builtins(self.record))  # it follows from its steps

    def look(self, step: str, what: str, value: str) -> None:
        if what == "told":
            keys = [event["key"].rpartition(".")[2] for event in self.answer["events"]]
            assert value in keys, f"{step}: {keys}"
            return
        if what == "wants":
            found = (self.answer.get("roll") or self.answer).get("rule")
        elif what == "asks":
            found = [question["fact"] for question in self.answer["questions"]]
            assert value in found, f"{step}: {found}"
            return
        elif what.startswith("can."):
            found = what.removeprefix("can.") in self.answer["options"]
        else:
            found = _find(self.answer, what)
        wanted = _value(value)
        if isinstance(wanted, list) and isinstance(found, list):
            found, wanted = sorted(map(str, found)), sorted(map(str, wanted))
        assert found == wanted, f"{step}: {found!r}"


def _plain(value: Any) -> Any:
    """An answer as JSON has it."""
    return json.loads(encode(value, lambda said: str(said.what)))


def _find(answer: Any, path: str) -> Any:
    for key in path.split("."):
        if isinstance(answer, list):
            answer = answer[int(key)] if int(key) < len(answer) else None
        else:
            answer = answer.get(key) if answer is not None else None
    return answer


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
