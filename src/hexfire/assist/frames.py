"""The frame of a seat: all that it may know of a table. Nothing else leaves a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hexfire.dice import Choice, Commitment, Die, Draw, Pick, Selection, TwoDice
from hexfire.play import Outcome, Seat
from hexfire.play.lines import UndoAsked
from hexfire.rulebook import Message

Roll = Die | TwoDice | Selection | Pick | Draw | Choice
"""Dice, a pile or a decision that is waited for."""


Status = Literal["waiting", "playing", "over"]
SeatKind = Literal["person", "open", "bot"]


class View:
    """What `Game.view` gives: published as one of the views of our games (`assist.published`)."""


class SeatedPerson(msgspec.Struct, frozen=True):
    """Who sits there; `typed`: he throws dice of his own."""

    name: str
    kind: SeatKind
    level: str | None
    typed: bool


class LogEntry(msgspec.Struct, frozen=True):
    """Something that happened: with which position, who acted, the rule, the sentence."""

    n: int
    seat: Seat
    rule: str
    message: Message
    data: dict[str, Any]


class UndoNow(msgspec.Struct, frozen=True):
    """How far back one may go by oneself, and what somebody has asked for."""

    floor: int
    free: bool
    asked: UndoAsked | None


class EndingNow(msgspec.Struct, frozen=True, kw_only=True):
    """Who offers a draw, which seats were left, and from when on (seconds since 1970) a seat may
    claim the game; null if it may not."""

    draw_offered: Seat | None
    draw_agreed: tuple[Seat, ...]
    left: tuple[Seat, ...]
    claim_after: int
    claim_from: int | None


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a frame that is told anew with every action."""

    seat: Seat | None
    now: int | UnsetType = UNSET
    last: int | UnsetType = UNSET
    view: View | UnsetType = UNSET
    to_act: tuple[Seat, ...] | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    since: int | UnsetType | None = UNSET
    log: list[LogEntry] | UnsetType = UNSET
    path: Sequence[int] | UnsetType = UNSET
    commitment: Commitment | UnsetType | None = UNSET
    taken_back: list[LogEntry] | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    roll: Roll | UnsetType | None = UNSET
    rolling: Seat | UnsetType | None = UNSET
    undo: UndoNow | UnsetType = UNSET
    ending: EndingNow | UnsetType = UNSET
    word_wanted: bool | UnsetType = UNSET


class Frame(Told, frozen=True, kw_only=True, tag="frame"):
    """A table as a seat (null: a spectator) may know it.

    A table that still waits has neither position nor log. `since`: the log and the path go on from
    that position; the frame is whole where it is null. What can be done (`legal`, `roll`, `undo`,
    `ending`) is told of the present position only.
    """

    table: str
    game: str
    title: str
    scenario: str
    status: Status
    seats: dict[Seat, SeatedPerson]
    hints: bool
    """Whether players may ask the bot for hints."""
    brought: bool
    """Whether somebody brought the finished game as a file: nobody here saw it played."""
