"""A table: one game under way. Its journal is the game; everything else is derived from it.

The table keeps the journal, asks the dice, and knows who may take back what; its positions are a
`History`. It never writes by itself: every new line goes to `keep` (a file, a database) before the
table believes it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from hexfire.dice import (
    BadFace,
    Choice,
    Commitment,
    Dice,
    FairStream,
    NeedAnswer,
    Source,
    opens,
)
from hexfire.play import doubts
from hexfire.play.ending import Ending, Situation
from hexfire.play.game import Event, Game, Legal, Outcome, Seat
from hexfire.play.history import A, History, S
from hexfire.play.lines import (
    Acted,
    Chain,
    EndLine,
    Header,
    Line,
    Noted,
    Revealed,
    Rolling,
    TakenBack,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
    Worded,
    fingerprint,
    read_lines,
)
from hexfire.play.steps import Step
from hexfire.play.story import Told, about_ending, about_undo
from hexfire.rulebook import BadInput, Message, Refusal

Keep = Callable[[bytes], None]


class Table(History[S, A]):
    """A game, its journal and the people around it."""

    def __init__(self, game: Game[S, A], header: Header, keep: Keep | None = None) -> None:
        super().__init__(game, header)
        self._rolls: dict[Seat, Rolling] = {}
        self._rolled: set[Seat] = set()
        """The seats for which dice fell, in whatever was played, taken back or not."""
        self.undo_asked: UndoAsked | None = None
        self.cut_line: int | None = None
        self._agreed: tuple[Seat, ...] = ()
        self._secret: str | None = None
        self._revealed: str | None = None
        self._words: dict[Seat, str] = {}
        self.ending = Ending()
        self.remarks: list[tuple[int, Told]] = []
        """What the log tells besides actions, each with the number of actions played before."""
        self.doubts: list[Message] = []
        """What a journal tells that honest play could not have led to."""
        self._judgement: tuple[S, Outcome | None, tuple[Seat, ...]] | None = None
        self._listed: tuple[S, Seat, Legal[A]] | None = None
        self._chain = Chain()
        self._keep = keep
        self._source: Source | None = None

    # -- beginning and opening ----------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Game[S, A],
        scenario: Any,
        *,
        options: Mapping[str, Any] | None = None,
        names: Mapping[Seat, str] | None = None,
        commitment: Commitment | None = None,
        secret: str | None = None,
        typed: Iterable[Seat] = (),
        claim_after: int = 0,
        source: Source | None = None,
        keep: Keep | None = None,
    ) -> Table[S, A]:
        """A new game. Faces come from the secret or `source`; `typed` seats type their own."""
        start = game.setup(scenario, options or {})
        seats = game.seats(start)
        header = Header(
            game=game.name,
            rules=game.version,
            scenario=scenario,
            options=dict(options or {}),
            seats={seat: (names or {}).get(seat, seat) for seat in seats},
            commitment=commitment,
            typed=tuple(typed),
            apart=game.apart(start),
            claim_after=claim_after,
        )
        table = cls(game, header, keep)
        table.deal_with(secret=secret, source=source)
        table._write(header)
        return table

    @classmethod
    def open(
        cls,
        games: Mapping[str, Game[Any, Any]],
        text: bytes,
        *,
        secret: str | None = None,
        source: Source | None = None,
        keep: Keep | None = None,
    ) -> Table[Any, Any]:
        """A game from its journal, replayed action by action to where it stood."""
        lines, chain, cut = read_lines(text)
        header = lines[0]
        assert isinstance(header, Header)
        if header.game not in games:
            raise BadInput("core.journal.game", game=header.game)
        game = games[header.game]
        if header.rules != game.version:
            if header.rules not in game.reads:
                raise BadInput("core.journal.version", theirs=header.rules, ours=game.version)
            game = game.under(header.rules)
        table: Table[Any, Any] = cls(game, header)
        table.doubts += doubts.about_header(table)
        for number, line in enumerate(lines[1:], start=2):
            table._replay(line, number)
        table._chain = chain
        table._keep = keep
        table.cut_line = cut
        table.deal_with(secret=secret or table._revealed, source=source)
        return table

    def deal_with(self, *, secret: str | None = None, source: Source | None = None) -> None:
        """Where faces come from: the committed secret, or another source."""
        if secret is not None and self.header.commitment is not None:
            if not opens(secret, self.header.commitment):
                raise BadInput("core.verify.wrong_secret")
            self._secret = secret
        self._source = source

    # -- looking ------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> Legal[A]:
        """All that a seat may do now. The latest is kept: what is done next was mostly listed."""
        state, listed = self.state, self._listed
        if listed is None or listed[0] is not state or listed[1] != seat:
            listed = state, seat, self.game.legal(state, self._known(seat))
            self._listed = listed
        return listed[2]

    def rest(self) -> None:
        """Keep nothing that can be worked out again: nobody looks at the table for a while."""
        self._listed = None

    def read(self, seat: Seat, typed: str) -> A:
        """An action that somebody typed; a Refusal tells what cannot be understood."""
        state = self.state
        self._recall(state, seat)
        return self.game.read(typed, state, seat)

    def _recall(self, state: S, seat: Seat) -> None:
        """Other tables were asked meanwhile: the game gets back what it had worked out here."""
        listed = self._listed
        if listed is not None and listed[0] is state and listed[1] == seat:
            self.game.recall(*listed)

    def story(self, seat: Seat | None, since: int = 0) -> tuple[Told, ...]:
        """What happened, as far as a seat may know.

        The whole story also tells what was taken back and said about ending; what is new since an
        action does not (`remarked_since`).
        """
        told = [
            (step.n, Told(step.n, step.seat, event))
            for step in self.path(since)
            for event in step.events
        ]
        if not since:
            told += self.remarks
            told.sort(key=lambda entry: entry[0])
        return tuple(seen for _, one in told if (seen := one.seen_by(seat)) is not None)

    def log(self, seat: Seat | None, since: int = 0) -> tuple[tuple[int, Event], ...]:
        """The story as numbers of positions and events."""
        return tuple((told.n, told.event) for told in self.story(seat, since))

    def remarked_since(self, n: int) -> bool:
        """Whether the log tells anything besides actions since position `n` was reached."""
        return any(after >= n for after, _ in self.remarks)

    def outcome(self) -> Outcome | None:
        """How it ended, by what the players said or by the game's own rules."""
        return self.ending.outcome or self._judged()[1]

    def to_act(self) -> tuple[Seat, ...]:
        """Who has something to decide now; nobody when it is over."""
        return () if self.ending.outcome is not None else self._judged()[2]

    def _judged(self) -> tuple[S, Outcome | None, tuple[Seat, ...]]:
        """The game's own word on the present position: asked many times, given once."""
        state, judged = self.state, self._judgement
        if judged is None or judged[0] is not state:
            judged = state, self.game.outcome(state), self.game.to_act(state)
            self._judgement = judged
        return judged

    @property
    def words(self) -> tuple[str, ...]:
        """The players' part of the fair dice, in the order in which it was given."""
        given = self.header.commitment.words if self.header.commitment is not None else ()
        return (*given, *self._words.values())

    @property
    def worded(self) -> tuple[Seat, ...]:
        """The seats that gave a word of their own after the commitment."""
        return tuple(self._words)

    def words_for(self, seat: Seat) -> tuple[str, ...]:
        """The words that a seat's dice follow from: all; apart, of later ones its own alone."""
        if not self.header.apart:
            return self.words
        given = self.header.commitment.words if self.header.commitment is not None else ()
        return (*given, *(word for one, word in self._words.items() if one == seat))

    # -- playing ------------------------------------------------------------------------------

    def do(self, seat: Seat, action: A, on: int | None = None) -> tuple[Event, ...]:
        """Play an action. `on` is the position the player saw: another one is refused, unless the
        action is still meant."""
        self._known(seat)
        now = self.now_for(seat)
        if on is not None and on != now and not self._still_meant(seat, action, on):
            raise Refusal("", "core.play.moved_on", yours=on, now=now)
        if (need := self.request(seat)) is not None:
            raise Refusal("", "core.play.roll_open", rule=need.request.rule)
        if self.outcome() is not None:
            raise Refusal("", "core.play.over")
        return self._run(seat, action, ())

    def _still_meant(self, seat: Seat, action: A, on: int) -> bool:
        """Whether another seat was only a moment faster, with something that changes nothing.

        A game in which several act at once may have a `still_meant` that says so.
        """
        says: Callable[[S, S, Seat, A], bool] | None = getattr(self.game, "still_meant", None)
        if says is None or self.header.apart or not self.now:
            return False
        last = self.steps[self.now - 1]
        if last.after != on or last.seat == seat:
            return False
        return says(self.at(on), self.state, seat, action)

    def answer(self, seat: Seat, faces: Iterable[int]) -> tuple[Event, ...]:
        """Faces or decisions for the roll that is open. Raises NeedAnswer if more are wanted."""
        self._known(seat)
        rolling, need = self.rolling_for(seat), self.request(seat)
        if rolling is None or need is None:
            raise Refusal("", "core.play.no_roll_open")
        wanted = need.request
        if seat != (wanted.seat if isinstance(wanted, Choice) else rolling.seat):
            raise Refusal("", "core.play.not_your_roll", rule=wanted.rule)
        action = msgspec.json.decode(rolling.action, type=self.game.action_type)
        return self._run(rolling.seat, action, (*rolling.faces, *faces))

    def _run(self, seat: Seat, action: A, faces: tuple[int, ...]) -> tuple[Event, ...]:
        source = self._faces_for(seat)
        dice = Dice(faces, source)
        before = self.state
        self._recall(before, seat)
        try:
            state, events = self.game.apply(before, seat, action, dice)
        except NeedAnswer:
            # Nothing is suspended: the action and the faces so far are all there is to keep.
            so_far = (*dice.faces, *dice.left_over)
            raw = msgspec.Raw(msgspec.json.encode(action))
            opened = Rolling(self.now, seat, raw, so_far)
            rolled = self._rolls.get(seat)
            if rolled is None or (rolled.action, rolled.faces) != (raw, so_far):
                self._write(opened)
                self._rolls[seat] = opened
            raise
        if dice.left_over:
            raise BadInput("core.play.too_many_faces", faces=_join(dice.left_over))
        fair = isinstance(source, FairStream) and bool(dice.faces)
        step = self._next_step(seat, action, dice.faces, events, state, fair)
        line = Acted(
            step.n,
            step.after,
            seat,
            msgspec.Raw(msgspec.json.encode(action)),
            fingerprint(state),
            dice.faces,
            step.fair,
        )
        self._write(line)
        self._adopt(step, state)
        return events

    def _faces_for(self, seat: Seat) -> Source | None:
        if seat in self.header.typed:
            return None
        if self._secret is not None and self.header.commitment is not None:
            number = self.stream(seat, len(self.steps) + 1)
            return FairStream(self._secret, self.words_for(seat), number)
        return self._source

    def stream(self, seat: Seat, n: int) -> int | str:
        """What the fair dice of action `n` follow from; apart, from a seat's own actions alone."""
        if not self.header.apart:
            return n
        return f"{seat}/{1 + sum(step.seat == seat for step in self.steps[: n - 1])}"

    @property
    def rolling(self) -> Rolling | None:
        """The action under way that waits for dice or a decision, if there is one."""
        return next(iter(self._rolls.values()), None)

    def rolling_for(self, seat: Seat | None) -> Rolling | None:
        """The action under way that a seat has to wait for: any; apart, its own alone."""
        if self.header.apart:
            return self._rolls.get(seat) if seat is not None else None
        return self.rolling

    def request(self, seat: Seat | None = None) -> NeedAnswer | None:
        """The roll or decision that is open, if any; with a seat, as far as it concerns it."""
        rolling = self.rolling if seat is None else self.rolling_for(seat)
        if rolling is None:
            return None
        action = msgspec.json.decode(rolling.action, type=self.game.action_type)
        try:
            self.game.apply(self.state, rolling.seat, action, Dice(rolling.faces))
        except NeedAnswer as need:
            return NeedAnswer(need.request)
        except Refusal:
            if self.header.apart:
                return None  # what both agreed since has closed it
            raise
        raise AssertionError("an open roll that needs nothing")

    def cancel_roll(self, seat: Seat) -> None:
        """Give up an action whose first die has not been typed yet."""
        rolling = self.rolling_for(seat)
        if rolling is None or rolling.faces or rolling.seat != seat:
            raise Refusal("", "core.play.no_roll_open")
        self._write(TakenBack(0, seat) if self.header.apart else Undone(self.now, seat))
        del self._rolls[rolling.seat]

    # -- taking back --------------------------------------------------------------------------

    def undo(self, seat: Seat) -> None:
        """Take back one's own last action: free until a die fell or a secret came out."""
        self._known(seat)
        self._still_open()
        if self.dice_lie_open(seat):
            raise Refusal("", "core.play.undo_closed")
        if self.header.apart:
            self._take_back(seat)
            return
        if not self.now:
            raise Refusal("", "core.play.no_undo")
        last = self.steps[self.now - 1]
        if last.seat != seat:
            raise Refusal("", "core.play.undo_other")
        if last.closes_undo:
            raise Refusal("", "core.play.undo_closed")
        self._undo(Undone(last.after, seat))

    def undo_floor(self, seat: Seat) -> int:
        """How far back a seat may go by itself: the number of the last action it may not undo."""
        if self.dice_lie_open(seat):
            return self.now
        if self.header.apart:
            try:
                return self._own_last(seat).after
            except Refusal:
                return self.now
        n = self.now
        while n:
            step = self.steps[n - 1]
            if step.seat != seat or step.closes_undo:
                break
            n = step.after
        return n

    def dice_lie_open(self, seat: Seat) -> bool:
        """Whether an action that a seat has to wait for waits for more than the dice it has.

        Who takes back what came before it takes back these dice, too.
        """
        rolling = self.rolling_for(seat)
        return rolling is not None and bool(rolling.faces) and self.request(seat) is not None

    def _own_last(self, seat: Seat) -> Step:
        """Apart: a seat's last action, if it may take it back, whatever others do meanwhile.

        What others heard of stands, so that the answer never depends on what they did in secret.
        """
        last = next((step for step in reversed(self.path()) if step.seat == seat), None)
        if last is None:
            raise Refusal("", "core.play.no_undo")
        if last.closes_undo or not last.told_only_to(seat, self.seats):
            raise Refusal("", "core.play.undo_closed")
        self._without(last.n)
        return last

    def _take_back(self, seat: Seat) -> None:
        taken = TakenBack(self._own_last(seat).n, seat)
        self._write(taken)
        self._took_back(taken)

    def _took_back(self, taken: TakenBack) -> None:
        self._rolls.pop(taken.seat, None)
        if taken.n:  # else only a roll was given up
            self._take_out(taken.n)

    def ask_undo(self, seat: Seat, to: int) -> None:
        """Ask the others to go back to position `to`, whatever lies between."""
        self._known(seat)
        self._still_open()
        if to == self.now or not self._passed(to):
            raise Refusal("", "core.play.no_undo")
        asked = UndoAsked(seat, to)
        self._write(asked)
        self.undo_asked, self._agreed = asked, ()

    def answer_undo(self, seat: Seat, agree: bool) -> bool:
        """Agree or not. The table goes back once every other seat has agreed."""
        self._known(seat)
        asked = self.undo_asked
        if asked is None:
            raise Refusal("", "core.play.no_undo_asked")
        if asked.seat == seat:
            raise Refusal("", "core.play.own_consent")
        if not agree:
            self._write(UndoRefused(seat))
            self.undo_asked = None
            return False
        self._still_open()
        agreed = tuple(sorted({*self._agreed, seat}))
        if {*agreed, asked.seat} != set(self.seats):
            self._write(UndoAgreed(seat))
            self._agreed = agreed
            return False
        self._undo(Undone(asked.to, asked.seat, agreed))
        return True

    def _still_open(self) -> None:
        """Nothing is taken back once the dice are known to all or the players ended the game."""
        if self._revealed is not None or self.ending.outcome is not None:
            raise Refusal("", "core.play.over")

    # -- words and endings --------------------------------------------------------------------

    def give_word(self, seat: Seat, word: str) -> None:
        """A player's own part of the fair dice: once, before the first of them falls."""
        self._known(seat)
        if self.header.commitment is None:
            raise Refusal("", "core.play.no_commitment")
        if not self.may_give_word(seat):
            raise Refusal("", "core.play.word_late")
        self._write(Worded(seat, word))
        self._words[seat] = word

    def may_give_word(self, seat: Seat) -> bool:
        """Whether a seat's word for the fair dice is still taken; apart, its own dice count."""
        committed = self.header.commitment is not None and self.outcome() is None
        return committed and seat not in self._words and not self._dice_fell_for(seat)

    def _dice_fell_for(self, seat: Seat) -> bool:
        rolled = seat in self._rolled if self.header.apart else bool(self._rolled)
        return rolled or self.rolling_for(seat) is not None

    def end(self, line: EndLine) -> None:
        """Resign, offer, accept or refuse a draw, leave, take a left seat, claim the game."""
        ending = self._ending_after(line)
        self._write(line)
        self._ended(line, ending)

    def _ending_after(self, line: EndLine) -> Ending:
        """What a line about ending leads to; refused once the game is over, by whatever rules."""
        if self.outcome() is not None:
            raise Refusal("", "core.play.over")
        header = self.header
        now = Situation(self.seats, self.to_act(), header.claim_after, header.apart)
        return self.ending.after(line, now)

    def _ended(self, line: EndLine, ending: Ending) -> None:
        self.ending = ending
        self.remarks.append((len(self.steps), about_ending(line, self.now)))
        if ending.outcome is not None:
            self._rolls, self.undo_asked, self._agreed = {}, None, ()

    def note(self, seat: Seat, text: str) -> None:
        """Write a remark into the journal."""
        self._write(Noted(self._known(seat), text))

    def reveal_secret(self) -> str:
        """Open the commitment, once the game is over, so that all may check the dice."""
        if self.outcome() is None:
            raise Refusal("", "core.play.secret_early")
        if self._secret is None:
            raise Refusal("", "core.verify.no_secret")
        if self._revealed is None:
            self._write(Revealed(self._secret))
            self._revealed = self._secret
        return self._secret

    @property
    def revealed(self) -> str | None:
        return self._revealed

    # -- the journal --------------------------------------------------------------------------

    def _known(self, seat: Seat) -> Seat:
        if seat not in self.header.seats:
            raise Refusal("", "core.play.not_seat", seat=seat, seats=self.seats)
        return seat

    def _write(self, line: Line) -> None:
        before = self._chain.last
        text = self._chain.write(line)
        if self._keep is not None:
            try:
                self._keep(text)
            except BaseException:
                self._chain.last = before  # what could not be kept did not happen
                raise

    def _undo(self, undone: Undone) -> None:
        self._write(undone)
        self._undone(undone)

    def _undone(self, undone: Undone) -> None:
        steps = self.path(since=undone.to)
        if steps:
            self.remarks.append((len(self.steps), about_undo(undone, len(steps))))
        self._go_back(undone.to)
        self.ending = self.ending.going_on()
        self.undo_asked, self._agreed, self._rolls = None, (), {}

    def _adopt(self, step: Step, state: S) -> None:
        self._go_on(step, state)
        if step.faces:
            self._rolled.add(step.seat)
        self.ending = self.ending.going_on()
        if self.header.apart:
            self._rolls.pop(step.seat, None)
            return  # whether somebody acted shall not show in what was asked before
        self._rolls = {}
        self.undo_asked, self._agreed = None, ()

    def _replay(self, line: Line, number: int) -> None:
        """Follow a line; refused if it leads nowhere, doubted if honest play never writes it."""
        if isinstance(line, Header):
            raise BadInput("core.journal.line", line=number, why="header")
        if not isinstance(line, Revealed) and line.seat not in self.header.seats:
            raise BadInput("core.journal.seat", line=number, seat=line.seat[:40])
        known_dice = self._revealed is not None or self.ending.outcome is not None
        if known_dice and not isinstance(line, Revealed | Noted):
            self._doubt(number, "core.verify.after_the_end")
        match line:
            case Acted():
                self._replay_action(line, number)
            case Undone():
                self._replay_undo(line, number)
            case UndoAsked():
                if line.to == self.now or not self._passed(line.to):
                    raise BadInput("core.journal.position", line=number, to=line.to)
                self.undo_asked, self._agreed = line, ()
            case UndoAgreed():
                self._agreed = tuple(sorted({*self._agreed, line.seat}))
            case UndoRefused():
                self.undo_asked = None
            case Rolling():
                self._replay_roll(line, number)
            case TakenBack():
                self._replay_taking_back(line, number)
            case Worded():
                if self.header.commitment is None:
                    self._doubt(number, "core.verify.uncommitted")
                elif not self.may_give_word(line.seat):
                    self._doubt(number, "core.verify.word_late", seat=line.seat)
                self._words[line.seat] = line.word
            case Revealed():
                self._replay_secret(line, number)
            case Noted():
                pass
            case _:
                self._replay_ending(line, number)

    def _doubt(self, number: int, key: str, **params: Any) -> None:
        self.doubts.append(Message.of(key, line=number, **params))

    def _passed(self, n: int) -> bool:
        """Whether position `n` is the start, the present one or on the way to it."""
        return n in {0, *(step.n for step in self.path())}

    def _replay_secret(self, line: Revealed, number: int) -> None:
        if self.header.commitment is None:
            self._doubt(number, "core.verify.uncommitted")
        elif self._revealed is not None:
            self._doubt(number, "core.verify.secret_again")
            return
        elif self.outcome() is None:
            self._doubt(number, "core.verify.secret_early")
        self._revealed = line.secret

    def _replay_undo(self, line: Undone, number: int) -> None:
        if not self._passed(line.to):
            raise BadInput("core.journal.position", line=number, to=line.to)
        if not doubts.undo_was_allowed(line, self):
            self._doubt(number, "core.verify.no_consent", seat=line.seat, to=line.to)
        self._undone(line)

    def _replay_taking_back(self, line: TakenBack, number: int) -> None:
        step = next((step for step in self.path() if step.n == line.n), None)
        if line.n and step is None:
            raise BadInput("core.journal.position", line=number, to=line.n)
        if not doubts.taking_back_was_allowed(line, step, self):
            self._doubt(number, "core.verify.no_consent", seat=line.seat, to=line.n)
        self._took_back(line)

    def _replay_ending(self, line: EndLine, number: int) -> None:
        try:
            self._ended(line, self._ending_after(line))
        except Refusal as refusal:
            raise doubts.could_not_be_played(refusal, number) from None

    def _decode(self, action: msgspec.Raw, number: int) -> A:
        try:
            decoded: A = msgspec.json.decode(action, type=self.game.action_type)
        except msgspec.DecodeError as error:
            raise BadInput("core.journal.line", line=number, why=str(error)) from None
        return decoded

    def _replay_roll(self, line: Rolling, number: int) -> None:
        action = self._decode(line.action, number)
        if line.after != self.now:
            raise BadInput("core.journal.chain", line=number)
        try:
            self.game.apply(self.state, line.seat, action, Dice(line.faces))
        except NeedAnswer:
            if not doubts.roll_goes_on(line.seat, line.action, line.faces, self):
                self._doubt(number, "core.verify.roll_dropped", seat=line.seat)
            self._rolls[line.seat] = line
            return
        except (BadFace, Refusal):
            pass
        raise BadInput("core.journal.faces", line=number, faces=_join(line.faces))

    def _replay_action(self, line: Acted, number: int) -> None:
        action = self._decode(line.action, number)
        if line.n != len(self.steps) + 1 or line.after != self.now:
            raise BadInput("core.journal.chain", line=number)
        if not doubts.roll_goes_on(line.seat, line.action, line.faces, self):
            self._doubt(number, "core.verify.roll_dropped", seat=line.seat)
        if line.fair and self.header.commitment is None:
            self._doubt(number, "core.verify.uncommitted")
        dice = Dice(line.faces)
        try:
            state, events = self.game.apply(self.state, line.seat, action, dice)
        except (NeedAnswer, BadFace):
            raise BadInput("core.journal.faces", line=number, faces=_join(line.faces)) from None
        except Refusal as refusal:
            raise doubts.could_not_be_played(refusal, number) from None
        if dice.left_over:
            raise BadInput("core.journal.faces", line=number, faces=_join(line.faces))
        if fingerprint(state) != line.state:
            raise BadInput("core.journal.state", line=number)
        step = self._next_step(line.seat, action, line.faces, events, state, line.fair)
        self._adopt(step, state)


def _join(faces: Iterable[int]) -> str:
    return " ".join(str(face) for face in itertools.islice(faces, 40))
