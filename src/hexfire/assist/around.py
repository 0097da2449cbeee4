"""What is told around tables: open tables, seats that are taken, accounts, chat, files read.

These are answers of the server itself. They stand here so that everything that leaves the house is
listed in one place (`assist.published`).
"""

from __future__ import annotations

import msgspec

from hexfire.assist.folio.board import FolioBoard
from hexfire.assist.frames import SeatKind, Status
from hexfire.assist.scenarios import ScenarioCard
from hexfire.play import Seat
from hexfire.rulebook import Message
from hexfire.rulebook.coverage import SourcePlace
from hexfire.rulebook.ledger import Part, Rule


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there."""

    kind: SeatKind
    name: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list; `updated` in seconds since 1970."""

    id: str
    game: str
    scenario_name: str
    title: str
    status: Status
    updated: int
    seats: dict[Seat, SeatInfo]


class TableListing(msgspec.Struct, frozen=True):
    """Tables that anybody may join or watch, and one's own."""

    open: tuple[TableRow, ...]
    mine: tuple[TableRow, ...]


class TableBegun(msgspec.Struct, frozen=True):
    """A new table: its private tokens by seat, and the hash of the secret of its dice."""

    id: str
    tokens: dict[Seat, str]
    commitment: str


class TableBrought(msgspec.Struct, frozen=True):
    """The table of a finished game that came as a file."""

    id: str


class SeatJoined(msgspec.Struct, frozen=True):
    """A seat that was taken, and its private token."""

    seat: Seat
    token: str


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat; `at` in seconds since 1970."""

    n: int
    at: int
    name: str
    text: str


class JournalVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the dice of a finished game were fair, in the reader's language."""

    ok: bool
    faces_checked: int
    faces_typed: int
    messages: tuple[Message, ...]
    sentences: tuple[str, ...]
    unverified: tuple[str, ...]


class Account(msgspec.Struct, frozen=True):
    """Who is signed in."""

    id: str
    name: str


class SignedInAs(msgspec.Struct, frozen=True):
    """The name of the account that one has just signed in with."""

    name: str


class MailStanding(msgspec.Struct, frozen=True):
    """Whether this server sends mail, and what a seat has asked for."""

    offered: bool
    address: str | None
    confirmed: bool


class RuleBook(msgspec.Struct, frozen=True):
    """Rules of the ledger, and the parts that they stand in."""

    parts: tuple[Part, ...]
    rules: tuple[Rule, ...]


class RuleUses(msgspec.Struct, frozen=True):
    """Where in the program a rule is at work, and which tests prove it."""

    code: tuple[SourcePlace, ...]
    tests: tuple[SourcePlace, ...]


class ProblemTold(msgspec.Struct, frozen=True):
    """A mistake in a scenario's file: `toml` or `map`, its line, and the sentence."""

    file: str
    line: int
    message: Message
    text: str


class ScenarioVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario looked through: its card and (of a Folio one) its map, or its first mistakes."""

    ok: bool
    count: int
    problems: tuple[ProblemTold, ...]
    card: ScenarioCard | None
    board: FolioBoard | None


class AgreementTold(msgspec.Struct, frozen=True):
    """The seats of an agreement, and the line by which its table will be listed."""

    seats: tuple[Seat, ...]
    scenario: str


class ListingRead(msgspec.Struct, frozen=True):
    """The figures of a listing."""

    figures: dict[str, str]


class BoardAdded(msgspec.Struct, frozen=True):
    """A board that somebody sent: the name it goes by here, and its own."""

    board: str
    name: str
