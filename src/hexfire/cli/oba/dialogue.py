"""`hexfire oba run`: one question at a time, beside a real table. Every answer is saved at once."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from hexfire.assist.artillery import mission, shelling
from hexfire.assist.artillery.looking import Looking
from hexfire.assist.artillery.records import (
    Asking,
    Eyes,
    Given,
    Question,
    Record,
    Typed,
    Wants,
    load,
    save,
    waiting,
    waits_for_player,
)
from hexfire.assist.artillery.standing import Next, clock_now, happened, next_of, wanted
from hexfire.cli.oba.given import Board, File, looking_of, state_of
from hexfire.cli.oba.saying import (
    clock_line,
    request_line,
    say_options,
    say_question,
    state_line,
    tell,
)
from hexfire.cli.oba.shells import say_result
from hexfire.cli.screen import Lang, Screen, screen
from hexfire.dice import AnyRequest, BadFace, Dice, Draw, NeedAnswer, secure
from hexfire.hexes import BadLabel
from hexfire.rulebook import Refusal, read_whole

_YES, _NO = ("y", "yes", "j", "はい", "1"), ("n", "no", "いいえ", "0")


class Undo(Exception):
    """The player takes back his last answer."""


class Leave(Exception):
    """The player goes; everything is saved."""


def run(file: File, situation: Board = None, lang: Lang = None) -> None:
    talk(screen(), file, situation)


def talk(out: Screen, file: Path, situation: Path | None = None) -> None:
    record = load(file)
    out.print(out.say("artillery.cli.hello"), markup=False)
    try:
        while True:
            record = _Turn(out, record, file, situation).go()
    except (Leave, EOFError):
        out.print(out.say("artillery.cli.saved", path=str(file)), markup=False)


class _Turn:
    """One pass over all batteries that have something to do now."""

    def __init__(
        self, out: Screen, record: Record, file: Path, situation: Path | None = None
    ) -> None:
        self.out, self.record, self.file, self.situation = out, record, file, situation
        # What was answered at each step: a fact is not asked again in the same phase. `pending`
        # are the answers of the node at hand, which is not yet gone through.
        self.answered: dict[int, tuple[str, dict[str, bool | int]]] = {}
        self.pending: dict[str, bool | int] = {}
        self.shelled: list[str] = []
        # Whether it has been said that the board cannot answer for the Observer.
        self.silent = False

    def go(self) -> Record:
        self.out.print(Text(clock_line(self.out, clock_now(self.record)), style="bold"))
        clock = self.record.table.clock
        while self.record.table.clock == clock:
            try:
                self._one_answer()
            except Undo:
                self._undo()
                if self.record.table.clock != clock:
                    return self.record
            except Refusal as refusal:
                self.out.fail(self.out.words.refusal(refusal), refusal.rule)
            except BadFace as error:
                self.out.fail(self.out.words.bad_face(error), error.request.rule)
            except BadLabel as error:
                self.out.fail(
                    self.out.say(
                        "core.bad_label",
                        text=error.text,
                        form=error.form,
                        first=error.first,
                        last=error.last,
                    )
                )
        return self.record

    def _undo(self) -> None:
        """Take back the last answer of this node, or the last node gone through.

        The facts of a node that is taken back stay answered, so that the choice comes up again at
        once; a further `undo` takes them back one by one.
        """
        if self.pending:
            self.pending.popitem()
        elif self.record.steps:
            self._keep(self.record.undo_answer())
            at = len(self.record.steps)
            battery, facts = self.answered.get(at, ("", {}))
            if battery == waiting(self.record):
                self.pending = dict(facts)
            self.answered = {n: answer for n, answer in self.answered.items() if n < at}
        self.out.print(self.out.say("artillery.cli.undone"), markup=False)

    def _keep(self, record: Record) -> None:
        save(self.file, record)
        self.record = record

    def _one_answer(self) -> None:
        """The next battery that waits, then the phase."""
        battery = waiting(self.record)
        if battery is not None:
            self._battery(battery)
        else:
            self._between()

    def _eyes(self, name: str) -> Eyes:
        """A person answers; with a situation file the board does, as it stands now."""
        known: dict[str, bool | int] = {}
        for battery, facts in self.answered.values():
            known |= facts if battery == name else {}
        known |= self.pending
        if self.situation is None:
            return Asking(self._ask, known)
        seen = looking_of(self.record, name, Given(known), self.situation)
        if seen.board:
            return seen.eyes
        if seen.why is not None and not self.silent:
            self.out.print(Text(self.out.words.refusal(seen.why), style="yellow"))
            self.silent = True
        return Asking(self._ask, known)

    def _battery(self, name: str) -> None:
        eyes = self._eyes(name)
        if not waits_for_player(self.record, name):
            record, walked = self.record.take(name, eyes, self._dice())
        else:
            coming = next_of(self.record, name, Looking(eyes))
            self.out.print(Text(state_line(self.out, coming.state), style="bold"))
            option, argument = self._choose(coming)
            record, walked = self.record.take(name, eyes, Dice(), option, argument)
        self.answered[len(self.record.steps)] = name, self.pending
        self.pending = {}
        self._keep(record)
        tell(self.out, happened(walked.events))
        if walked.node == "resolve" and self.situation is not None:
            self._shells(name, self.situation)

    def _shells(self, name: str, situation: Path) -> None:
        """C1.5: on a board the FFE is resolved at once, a DR for each hex."""
        state = state_of(situation)
        assert state is not None
        fire = shelling.the_fire(self.record, name, state)
        self.shelled = list(fire.with_dr())
        try:
            record, result = shelling.carry_out(self.record, fire, self._dice())
        except (Leave, EOFError):
            how = {"file": str(self.file), "situation": str(situation)}
            self.out.print(Text(self.out.say("artillery.cli.not_resolved", **how)))
            raise
        finally:
            self.shelled = []
        told = shelling.head(self.record, fire)
        self._keep(record)
        say_result(self.out, told, result)
        if shelling.open_traces(record):
            sentence = self.out.say("artillery.cli.answer_how", file=str(self.file))
            self.out.print(Text(sentence, style="dim"))

    def _between(self) -> None:
        """Nothing waits: the next phase, or something that happened to an Observer or radio."""
        line = self._input(self.out.say("artillery.cli.between"))
        words = line.split(maxsplit=2)
        if not words or words[0] in ("next", "n"):
            self._on(to_fire=not words)
            return
        if len(words) >= 2:
            name, option = words[0], words[1]
            argument = words[2] if len(words) > 2 else ""
            eyes = self._eyes(name)
            record, walked = self.record.take(name, eyes, Dice(), option, argument)
        else:
            name = self.record.setup.battery(words[0]).name
            say_options(self.out, next_of(self.record, name, Looking(self._eyes(name))))
            return
        self._keep(record)
        tell(self.out, happened(walked.events))

    def _on(self, to_fire: bool) -> None:
        """One phase on, or on to the next in which somebody has something to do."""
        moved = mission.next_phase(self.record, to_fire)
        self._keep(moved.record)
        tell(self.out, happened(moved.events))

    # -- asking a person --------------------------------------------------------------------------

    def _input(self, prompt: str) -> str:
        self.out.print(Text(f"{prompt} > "), end="")
        line = input().strip()
        if line in ("undo", "u"):
            raise Undo
        if line in ("quit", "q"):
            raise Leave
        return line

    def _ask(self, question: Question) -> bool | int:
        say_question(self.out, wanted(question))
        while True:
            line = self._input(
                self.out.say(
                    "artillery.cli.yes_no"
                    if question.wants is Wants.YES_NO
                    else "artillery.cli.number"
                )
            ).lower()
            number = read_whole(line)
            if question.wants is Wants.NUMBER and number is not None:
                self.pending[question.name] = number
                return number
            if question.wants is Wants.YES_NO and line in _YES + _NO:
                self.pending[question.name] = line in _YES
                return line in _YES
            self.out.fail(self.out.say("artillery.cli.again", text=line))

    def _choose(self, seen: Next) -> tuple[str, str]:
        """An option by its number, its name, or (where one takes a hex) the hex alone."""
        say_options(self.out, seen)
        by_name = {option.name: option for option in seen.options}
        while True:
            line = self._input(self.out.say("artillery.cli.your_choice"))
            word, _, argument = line.partition(" ")
            number = read_whole(word) or 0
            if 1 <= number <= len(seen.options):
                word = seen.options[number - 1].name
            if word not in by_name and self._is_hex(line):
                placing = [option.name for option in seen.options if option.takes == "hex"]
                word, argument = (placing[0], line) if placing else (word, argument)
            if word in by_name:
                break
            self.out.fail(self.out.say("artillery.cli.not_here", text=line, options=(*by_name,)))
        if by_name[word].takes == "hex" and not argument:
            argument = self._input(self.out.say("artillery.cli.which_hex"))
        return word, argument.strip()

    def _is_hex(self, text: str) -> bool:
        try:
            self.record.setup.hex(text)
        except BadLabel:
            return False
        return True

    def _dice(self) -> Dice:
        return Dice(source=_Prompted(self))

    def roll(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        """What fell on the table; an empty line lets the program roll."""
        if self.shelled and shelling.is_dr_of_a_hex(request):
            self.out.print(Text(self.shelled.pop(0), style="bold"), end="  ")
        self.out.print(Text(request_line(self.out, NeedAnswer(request))))
        line = self._input(self.out.say("artillery.cli.roll_prompt"))
        if line:
            return Typed(line).faces(request, at)
        faces = secure().faces(request, at)
        shown = ", ".join(map(str, faces))
        if isinstance(request, Draw):
            shown = self.out.say(f"artillery.chit.{request.pile[faces[0]][0]}")
        self.out.print(Text(self.out.say("artillery.cli.rolled", faces=shown)))
        return faces


class _Prompted:
    """A source of faces that asks."""

    def __init__(self, turn: _Turn) -> None:
        self._turn = turn

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        return self._turn.roll(request, at)
