"""What leaves a table: the frame of a seat, now or at an earlier position, and nothing else.

Positions carry the numbers that the seat itself counts (`Table.number`), in frames, in requests and
in refusals: where seats act apart, what one does in secret leaves no gap in the other's numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from hexfire.assist.frames import EndingNow, Frame, LogEntry, Told, UndoNow
from hexfire.dice import Commitment, commit
from hexfire.play import MOST_LISTED, Event, Seat, Step, Table, shown
from hexfire.rulebook import Refusal

if TYPE_CHECKING:
    from hexfire.server.tables.live import Live

_encode = msgspec.json.Encoder().encode

LOG_LENGTH = 400
"""How many of the latest events a fresh listener gets at once."""


def looking_through(live: Live, held: frozenset[Seat]) -> Seat | None:
    """Whose view a person gets: his seat's; with several (hot seat), the one that is to act."""
    if len(held) <= 1 or live.table is None:
        return next(iter(held), None)
    acting = [seat for seat in live.table.to_act() if seat in held]
    return acting[0] if acting else sorted(held)[0]


class Moment:
    """A table as it stands: what the frames of all seats have in common is worked out once."""

    __slots__ = ("_log", "_standing", "around", "live", "new", "outcome", "since", "to_act")

    def __init__(self, live: Live, since: int | None = None) -> None:
        table = live.table
        self.live, self.since = live, since
        """`since` leaves out what a listener at that position has."""
        self.around = live.around
        self.to_act: tuple[Seat, ...] = () if table is None else table.to_act()
        self.outcome = None if table is None else table.outcome()
        self.new: tuple[Step, ...] | None = None
        """The actions since then; None where seats count each by itself, or hear remarks too."""
        if table is not None and since and not table.header.apart:
            self.new = table.path(since)
        self._log: msgspec.Raw | None = None
        self._standing: tuple[bytes, bytes] | None = None

    def standing(self, table: Table[Any, Any], seat: Seat | None) -> bytes:
        """How the table stands for a seat; encoded once for all who see and hear the same."""
        view = shown(table.game, table.state, seat)
        if self._standing is not None and self._standing[0] == view:
            return self._standing[1]
        now, whole = table.now_for(seat), self.since is None
        standing = _beside_seat(
            Told(
                seat=seat,
                now=now,
                last=now,
                view=_written(view),
                to_act=self.to_act,
                outcome=self.outcome,
                since=self.since,
                log=self.log(table, seat, table.now),
                path=self.path(table, seat),
                commitment=_commitment(table) if whole else UNSET,
                taken_back=_taken_back(table, seat) if whole else UNSET,
            )
        )
        if self._log is not None:  # all count alike, and nothing that happened is a secret
            self._standing = view, standing
        return standing

    def log(self, table: Table[Any, Any], seat: Seat | None, until: int) -> Any:
        """What happened, as far as a seat may know; encoded already."""
        if self.new is None:
            return msgspec.Raw(_encode(_log(table, seat, self.since, until)))
        if self._log is not None:
            return self._log
        told = msgspec.Raw(_encode(_lines(self.new, seat)))
        if all(event.seats is None for step in self.new for event in step.events):
            self._log = told  # nothing of it is anybody's secret
        return told

    def path(self, table: Table[Any, Any], seat: Seat | None) -> Sequence[int]:
        """The numbers of the positions since then, as a seat counts them."""
        if self.new is not None:
            return [step.n for step in self.new]
        if self.since is None:
            return table.path_for(seat)[1:]
        start = table.position(seat, self.since) or 0
        return [table.number(seat, step.n) for step in table.path(start) if step.known_to(seat)]


def frame(
    live: Live,
    seat: Seat | None,
    *,
    at: int | None = None,
    since: int | None = None,
    moment: Moment | None = None,
) -> bytes:
    """All that a seat may know of the table: nothing else leaves.

    `at` asks for an earlier position; `since` leaves out what a listener at that position has.
    `moment` is what frames of the same moment have in common, `since` among it.
    """
    moment = moment or Moment(live, since)
    stands, may = _parts(live, seat, at, moment)
    return b"".join((moment.around, b",", _seated(seat), stands, may, b"}"))


def around(live: Live) -> bytes:
    """What a frame tells of the table itself, as JSON that goes on with what is new."""
    told = {
        "type": Frame.__struct_config__.tag,
        "table": live.id,
        "game": live.row.game,
        "title": live.row.title,
        "scenario": live.row.scenario_name,
        "status": live.status(),
        "seats": live.people,
        "hints": live.hints,
        "brought": bool(live.row.setup.get("brought")),
    }
    return _encode(told)[:-1]


def all_frames(live: Live, held: frozenset[Seat]) -> bytes:
    """All that somebody may know through the seats he holds; a spectator holds none."""
    seats: list[Seat | None] = [*sorted(held)] or [None]
    return b"\n".join(frame(live, seat) for seat in seats)


def known_since(live: Live, seat: Seat | None, since: int | None) -> int | None:
    """`since`, if a listener who has that position can go on from it; else he needs all."""
    table = live.table
    if table is None or since is None:
        return None
    at = place(table, seat, since)
    return None if at is None or table.remarked_since(at) else since


def position(live: Live, seat: Seat | None, at: int | None) -> Any:
    """The position that a seat calls `at`; None is the present one."""
    table = live.playing
    if at is None:
        return table.state
    return table.at(_on_the_way(table, seat, at))


def place(table: Table[Any, Any], seat: Seat | None, number: int) -> int | None:
    """The place in the journal of a position on the way to now; None if it is not on it."""
    n = table.position(seat, number)
    return n if n is not None and n in {0, *(step.n for step in table.path())} else None


def _on_the_way(table: Table[Any, Any], seat: Seat | None, number: int) -> int:
    n = place(table, seat, number)
    if n is None:
        raise Refusal("", "server.no_position", at=number)
    return n


def _parts(live: Live, seat: Seat | None, at: int | None, moment: Moment) -> tuple[bytes, bytes]:
    """How the table stands for a seat, and what the seat can do about it."""
    table = live.table
    if table is None:
        # Shown before any player's word is taken: the secret was drawn without knowing them.
        return _beside_seat(Told(seat=seat, commitment=commit(live.row.secret))), b""
    if at is None:
        return moment.standing(table, seat), _beside_seat(_present(live, table, seat, moment))
    return _beside_seat(_stood(table, seat, at, moment)), b""


@lru_cache(256)
def _seated(seat: Seat | None) -> bytes:
    """Whose frame it is: the first that is told anew, as JSON that goes on."""
    return _encode(Told(seat=seat))[1:-1]


def _beside_seat(told: Told) -> bytes:
    """What is told besides whose frame it is, as JSON that goes on."""
    return _encode(told)[1 + len(_seated(told.seat)) : -1]


def _stood(table: Table[Any, Any], seat: Seat | None, at: int, moment: Moment) -> Told:
    """How the table stood at an earlier position."""
    until = _on_the_way(table, seat, at)
    state, whole = table.at(until), moment.since is None
    return Told(
        seat=seat,
        now=at,
        last=table.now_for(seat),
        view=_written(shown(table.game, state, seat)),
        to_act=table.game.to_act(state),
        outcome=table.game.outcome(state),
        since=moment.since,
        log=moment.log(table, seat, until),
        path=moment.path(table, seat),
        commitment=_commitment(table) if whole else UNSET,
        taken_back=_taken_back(table, seat) if whole else UNSET,
    )


def _written(view: bytes) -> Any:
    """What a seat sees, encoded already: it stands in the frame for the data itself."""
    return msgspec.Raw(view)


def _commitment(table: Table[Any, Any]) -> Commitment | None:
    """The hash of the secret, and after it the words: in the order in which they were given."""
    commitment = table.header.commitment
    return None if commitment is None else Commitment(commitment.sha256, table.words)


def _log(
    table: Table[Any, Any], seat: Seat | None, since: int | None, until: int
) -> list[LogEntry]:
    """What happened, as far as a seat may know; the longest log is cut at its beginning."""
    start = table.position(seat, since or 0) or 0
    return [
        _line(table.number(seat, told.n), told.seat, told.event)
        for told in table.story(seat, start)[-LOG_LENGTH:]
        if told.n <= until
    ]


def _taken_back(table: Table[Any, Any], seat: Seat | None) -> list[LogEntry]:
    """What was played and taken back: it stays to be read. Apart, that would tell too much."""
    if table.header.apart:
        return []
    return _lines(table.branches(), seat)


def _lines(steps: Iterable[Step], seat: Seat | None) -> list[LogEntry]:
    """What actions told a seat, the latest of it; where all count alike."""
    lines = [
        _line(step.n, step.seat, seen)
        for step in steps
        for event in step.events
        if (seen := event.seen_by(seat)) is not None
    ]
    return lines[-LOG_LENGTH:]


def _line(number: int, actor: Seat, event: Event) -> LogEntry:
    return LogEntry(number, actor, event.rule, event.message, event.data)


_NOTHING: Any = msgspec.Raw(b"[]")


def _listed(table: Table[Any, Any], seat: Seat) -> Any:
    return msgspec.Raw(table.legal(seat).encoded(table.game.write, MOST_LISTED))


def _present(live: Live, table: Table[Any, Any], seat: Seat | None, moment: Moment) -> Told:
    """What can be done now: legal actions, an open roll, taking back."""
    rolling = table.rolling_for(seat)
    request = table.request(seat) if rolling is not None else None
    may = seat is not None and seat in moment.to_act and request is None
    floor = table.undo_floor(seat) if seat is not None else table.now
    asked = table.undo_asked
    if asked is not None:
        asked = msgspec.structs.replace(asked, to=table.number(seat, asked.to))
    return Told(
        seat=seat,
        legal=_listed(table, seat) if may and seat else _NOTHING,
        roll=request.request if request is not None else None,
        rolling=rolling.seat if rolling is not None and request is not None else None,
        undo=UndoNow(table.number(seat, floor), floor < table.now, asked),
        ending=_ending(live, table, seat, moment),
        word_wanted=_word_wanted(table, seat),
    )


def _ending(live: Live, table: Table[Any, Any], seat: Seat | None, moment: Moment) -> EndingNow:
    """How far the players have come in ending the game, and whether a seat may claim it."""
    ending, acting, after = table.ending, moment.to_act, table.header.claim_after
    claim_from: int | None = None
    if seat is not None and moment.outcome is None:
        if not table.header.seats.keys() - {seat, *ending.left}:
            claim_from = 0
        elif after and acting and seat not in acting and not table.header.apart:
            claim_from = live.updated + after
    return EndingNow(
        draw_offered=ending.draw_offered,
        draw_agreed=ending.draw_agreed,
        left=ending.left,
        claim_after=after,
        claim_from=claim_from,
    )


def _word_wanted(table: Table[Any, Any], seat: Seat | None) -> bool:
    """Whether this seat may still give its word for the fair dice."""
    return seat is not None and table.may_give_word(seat)
