"""A table: one game under way. Its journal is the game; everything else is derived from it.

The table keeps the journal, asks the dice, and knows who may take back what; its positions are a
`History`. It never writes by itself: every new line goes to `keep` (a file, a database) before the
table believes it.
"""

from __future__ import annotations

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
from hexfire.play.game import Event, Game, Legal, Outcome, Seat, acts_apart
from hexfire.play.history import A, History, S
from hexfire.play.lines import (
    Acted,
    Chain,
    Header,
    Line,
    Noted,
    Revealed,
    Rolling,
    TakenBack,
    UndoAsked,
    Undone,
    UndoRefused,
    fingerprint,
    read_lines,
)
from hexfire.play.steps import Step
from hexfire.rulebook import BadInput, Refusal

Keep = Callable[[bytes], None]


class Table(History[S, A]):
    """A game, its journal and the people around it."""

    def __init__(self, game: Game[S, A], header: Header, keep: Keep | None = None) -> None:
        super().__init__(game, header)
        self._rolls: dict[Seat, Rolling] = {}
        self.undo_asked: UndoAsked | None = None
        self.cut_line: int | None = None
        self._agreed: tuple[Seat, ...] = ()
        self._secret: str | None = None
        self._revealed: str | None = None
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
            apart=acts_apart(game, start),
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
        return self.game.legal(self.state, self._known(seat))

    def log(self, seat: Seat | None, since: int = 0) -> tuple[tuple[int, Event], ...]:
        """What happened, as far as a seat may know: the number of the action, and the event."""
        return tuple(
            (step.n, seen)
            for step in self.path(since)
            for event in step.events
            if (seen := event.seen_by(seat)) is not None
        )

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    # -- playing ------------------------------------------------------------------------------

    def do(self, seat: Seat, action: A, on: int | None = None) -> tuple[Event, ...]:
        """Play an action. `on` is the position the player saw: another one is refused."""
        self._known(seat)
        now = self.now_for(seat)
        if on is not None and on != now:
            raise Refusal("", "core.play.moved_on", yours=on, now=now)
        if (need := self.request(seat)) is not None:
            raise Refusal("", "core.play.roll_open", rule=need.request.rule)
        if self.outcome() is not None:
            raise Refusal("", "core.play.over")
        return self._run(seat, action, ())

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
        try:
            state, events = self.game.apply(self.state, seat, action, dice)
        except NeedAnswer:
            # Nothing is suspended: the action and the faces so far are all there is to keep.
            so_far = (*dice.faces, *dice.left_over)
            raw = msgspec.Raw(msgspec.json.encode(action))
            opened = Rolling(self.now, seat, raw, so_far)
            before = self._rolls.get(seat)
            if before is None or (before.action, before.faces) != (raw, so_far):
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
            return FairStream(self._secret, self.header.commitment.words, number)
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
        if to == self.now or to not in {0, *(step.n for step in self.path())}:
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
        self._agreed = tuple(sorted({*self._agreed, seat}))
        if set(self._agreed) | {asked.seat} != set(self.seats):
            return False
        self._undo(Undone(asked.to, asked.seat, self._agreed))
        return True

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
        self._go_back(undone.to)
        self.undo_asked, self._agreed, self._rolls = None, (), {}

    def _adopt(self, step: Step, state: S) -> None:
        self._go_on(step, state)
        if self.header.apart:
            self._rolls.pop(step.seat, None)
            return  # whether somebody acted shall not show in what was asked before
        self._rolls = {}
        self.undo_asked, self._agreed = None, ()

    def _replay(self, line: Line, number: int) -> None:
        match line:
            case Acted():
                self._replay_action(line, number)
            case Undone():
                self._undone(line)
            case UndoAsked():
                self.undo_asked, self._agreed = line, ()
            case UndoRefused():
                self.undo_asked = None
            case Rolling():
                self._rolls[line.seat] = line
            case TakenBack():
                self._took_back(line)
            case Revealed():
                self._revealed = line.secret
            case Header():
                raise BadInput("core.journal.line", line=number, why="header")
            case Noted():
                pass

    def _replay_action(self, line: Acted, number: int) -> None:
        try:
            action = msgspec.json.decode(line.action, type=self.game.action_type)
        except msgspec.DecodeError as error:
            raise BadInput("core.journal.line", line=number, why=str(error)) from None
        if line.n != len(self.steps) + 1 or line.after != self.now:
            raise BadInput("core.journal.chain", line=number)
        dice = Dice(line.faces)
        try:
            state, events = self.game.apply(self.state, line.seat, action, dice)
        except (NeedAnswer, BadFace):
            raise BadInput("core.journal.faces", line=number, faces=_join(line.faces)) from None
        if dice.left_over:
            raise BadInput("core.journal.faces", line=number, faces=_join(line.faces))
        if fingerprint(state) != line.state:
            raise BadInput("core.journal.state", line=number)
        step = self._next_step(line.seat, action, line.faces, events, state, line.fair)
        self._adopt(step, state)


def _join(faces: Iterable[int]) -> str:
    return " ".join(str(face) for face in faces)
