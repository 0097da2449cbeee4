"""The lines of a journal, and the chain of hashes that ties each to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from hexfire.dice import Commitment
from hexfire.rulebook import BadInput

FORMAT = 1

Seconds = Annotated[int, msgspec.Meta(ge=0)]


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="kind"):
    """The first line: which game, which rules, which scenario, who sits where, whose dice."""

    game: str
    rules: str
    scenario: Any
    options: Mapping[str, Any]
    seats: Mapping[str, str]
    commitment: Commitment | None = None
    typed: tuple[str, ...] = ()
    format: int = FORMAT
    apart: bool = False
    """Whether the seats act apart, each with its own rolls, undo and stream of dice."""
    claim_after: Seconds = 0
    """Seconds that a seat may let the others wait before they may claim the game; 0: no limit."""


class Acted(msgspec.Struct, frozen=True, tag="act", tag_field="kind", omit_defaults=True):
    """An action that was played. `after` is the position it was played on, `n` its own number."""

    n: int
    after: int
    seat: str
    action: msgspec.Raw
    state: str
    """The first characters of the SHA-256 of the position reached."""
    faces: tuple[int, ...] = ()
    fair: bool = False
    """Whether the rolled faces follow from the committed secret; else they were typed or seeded."""


class Rolling(msgspec.Struct, frozen=True, tag="rolling", tag_field="kind", omit_defaults=True):
    """An action under way that waits for typed dice: the faces given so far."""

    after: int
    seat: str
    action: msgspec.Raw
    faces: tuple[int, ...] = ()


class UndoAsked(msgspec.Struct, frozen=True, tag="undo?", tag_field="kind"):
    """A seat asks to go back to position `to`."""

    seat: str
    to: int


class UndoRefused(msgspec.Struct, frozen=True, tag="undo-no", tag_field="kind"):
    """A seat does not agree."""

    seat: str


class UndoAgreed(msgspec.Struct, frozen=True, tag="undo-yes", tag_field="kind"):
    """A seat agrees; the table goes back once all have."""

    seat: str


class Undone(msgspec.Struct, frozen=True, tag="undo", tag_field="kind"):
    """The table went back to position `to`; what was played since stays as a branch."""

    to: int
    seat: str
    agreed: tuple[str, ...] = ()


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back", tag_field="kind"):
    """Where seats act apart: a seat took action `n` back; what the others did since stands."""

    n: int
    seat: str


class Noted(msgspec.Struct, frozen=True, tag="note", tag_field="kind"):
    """A remark; it changes nothing."""

    seat: str
    text: str


class Revealed(msgspec.Struct, frozen=True, tag="secret", tag_field="kind"):
    """The secret behind the fair dice, when the game is over."""

    secret: str


class Worded(msgspec.Struct, frozen=True, tag="word", tag_field="kind"):
    """A player's own part of the fair dice, given after the commitment was published."""

    seat: str
    word: str


class Resigned(msgspec.Struct, frozen=True, tag="resign", tag_field="kind"):
    """A seat gives the game up."""

    seat: str


class DrawOffered(msgspec.Struct, frozen=True, tag="draw?", tag_field="kind"):
    """A seat offers a draw."""

    seat: str


class DrawRefused(msgspec.Struct, frozen=True, tag="draw-no", tag_field="kind"):
    """A seat refuses the draw that was offered, or takes its own offer back."""

    seat: str


class DrawAgreed(msgspec.Struct, frozen=True, tag="draw", tag_field="kind"):
    """A seat accepts the draw; the game is drawn once all have."""

    seat: str


class Left(msgspec.Struct, frozen=True, tag="left", tag_field="kind"):
    """A seat leaves the table: somebody else may take it, or the others may claim the game."""

    seat: str


class SeatTaken(msgspec.Struct, frozen=True, tag="taken", tag_field="kind"):
    """Somebody took a seat that had been left."""

    seat: str
    name: str


class Claimed(msgspec.Struct, frozen=True, tag="claim", tag_field="kind"):
    """A seat claims the game after the others let it wait for so many seconds."""

    seat: str
    waited: Seconds = 0


EndLine = Resigned | DrawOffered | DrawRefused | DrawAgreed | Left | SeatTaken | Claimed

Line = (
    Header
    | Acted
    | Rolling
    | UndoAsked
    | UndoAgreed
    | UndoRefused
    | Undone
    | TakenBack
    | Noted
    | Worded
    | Revealed
    | EndLine
)

_decode_line = msgspec.json.Decoder(Line)


class _Link(msgspec.Struct):
    hash: str
    line: msgspec.Raw


_decode_link = msgspec.json.Decoder(_Link)


class Chain:
    """Turns lines into text and back; each hash covers the line and the hash before it."""

    def __init__(self, last: str = "") -> None:
        self.last = last

    def write(self, line: Line) -> bytes:
        """The line as one line of text, linked to the last one."""
        body = msgspec.json.encode(line)
        self.last = _digest(self.last, body)
        return _linked(self.last, body) + b"\n"

    def read(self, text: bytes, number: int) -> Line:
        """A line of text as it was written; refused if it does not follow from the last one."""
        try:
            link = _decode_link.decode(text)
            line: Line = _decode_line.decode(link.line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInput("core.journal.line", line=number, why=str(error)) from None
        except RecursionError:
            raise BadInput("core.journal.line", line=number, why="@core.foreign.too_deep") from None
        body = bytes(link.line)
        # Every byte counts: what stands beside hash and line would be covered by no hash.
        if _digest(self.last, body) != link.hash or text.rstrip() != _linked(link.hash, body):
            raise BadInput("core.journal.chain", line=number)
        self.last = link.hash
        return line


def _linked(digest: str, body: bytes) -> bytes:
    return b'{"hash":"' + digest.encode() + b'","line":' + body + b"}"


def _digest(last: str, body: bytes) -> str:
    return hashlib.sha256(last.encode() + body).hexdigest()


def fingerprint(state: Any) -> str:
    """A short hash of a position: the same on any machine."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def read_lines(text: bytes) -> tuple[tuple[Line, ...], Chain, int | None]:
    """All whole lines of a journal, the chain at their end, and the number of a cut last line."""
    chain = Chain()
    whole, newline, tail = text.rpartition(b"\n")
    pieces: Iterable[bytes] = whole.split(b"\n") if newline else ()
    lines = [chain.read(piece, number) for number, piece in enumerate(pieces, start=1)]
    cut = len(lines) + 1 if tail else None
    if not lines:
        if tail:
            raise BadInput("core.journal.header", why=tail[:40].decode("utf-8", "replace"))
        raise BadInput("core.journal.empty")
    if not isinstance(lines[0], Header):
        raise BadInput("core.journal.header", why=type(lines[0]).__name__)
    return tuple(lines), chain, cut
