"""What goes over the wire: request bodies (pydantic checks them) and answers (msgspec)."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema
from starlette.responses import Response

from hexfire.assist.requests import Written
from hexfire.bots.levels import LEAST_SECONDS, MOST_SECONDS
from hexfire.rulebook import BadInput

T = TypeVar("T")

ASKED = "x-asked"
"""Marks, until the description of the interface is whole, where the schema of a struct belongs."""


def asked(kind: Any) -> WithJsonSchema:
    """Plain data that a service reads into a struct of `assist.requests`: described by it."""
    return WithJsonSchema({"type": "object", ASKED: repr(kind)})


def reads(kind: Any) -> dict[str, Any]:
    """For `openapi_extra=` of a route that decodes its body by itself: what it reads."""
    schema = {"type": "object", ASKED: repr(kind)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def read(data: bytes, kind: type[T], where: str) -> T:
    """A message as the struct it is meant for; a sentence about whatever is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput("server.bad_body", where=where, why=str(error)) from None
    except RecursionError:
        raise BadInput("server.bad_body", where=where, why="@core.foreign.too_deep") from None


def decoded(plain: dict[str, Any], kind: type[T], where: str = "body") -> T:
    """Plain data as the struct it is meant for."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise BadInput("server.bad_body", where=where, why=str(error)) from None


def _printable(text: str) -> str:
    if any(ord(c) < 32 for c in text):
        raise ValueError("control characters")
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise ValueError("halves of signs")
    return text


def _storable(data: dict[str, Any]) -> dict[str, Any]:
    if b"\\u0000" in msgspec.json.encode(data):
        raise ValueError("control characters")
    return data


# Text without control characters: databases choke on some of them.
Plain = AfterValidator(_printable)
Name = Annotated[str, Field(min_length=1, max_length=40), Plain]
Key = Annotated[str, Field(max_length=40), Plain]
Word = Annotated[str, Field(max_length=80), Plain]
LONGEST_ORDER = 2_000
Command = Annotated[str, Field(min_length=1, max_length=LONGEST_ORDER), Plain]
WrittenPlain = Annotated[
    dict[str, Any], Field(max_length=40), AfterValidator(_storable), asked(Written)
]
Question = Annotated[
    dict[str, Any],
    AfterValidator(_storable),
    Field(json_schema_extra={"minProperties": 1, "maxProperties": 1}),
]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewAccount(Body):
    """Name and password (ten characters or more)."""

    name: Name
    password: Annotated[str, Field(min_length=10, max_length=200)]


class SignIn(Body):
    name: Name
    password: Annotated[str, Field(max_length=200)]


class SeatWish(Body):
    """Who shall sit there: oneself (also for hot seat), anybody who comes, or a bot.

    `typed`: this player's dice are real ones that he types; who comes may still leave them to the
    server.
    """

    who: Literal["me", "open", "bot"]
    name: Key = ""
    level: Key = "normal"
    typed: bool = False


class NewTable(Body):
    """A scenario by its name, or what the players wrote (an agreement, two texts)."""

    game: Key
    scenario: Annotated[str, Field(max_length=400), Plain] = ""
    written: WrittenPlain | None = None
    seats: Annotated[dict[Key, SeatWish], Field(max_length=8)]
    name: Name
    title: Word = ""
    open: bool = False
    claim_after: Annotated[int, Field(ge=0, le=31_536_000)] = 604_800
    """Seconds without an action after which the waiting side may claim the game; 0: never."""
    telling: bool = False
    """Whether bots say in a sentence what they are after."""
    thinking: Annotated[int, Field(ge=LEAST_SECONDS, le=MOST_SECONDS)] | None = None
    """Seconds that a bot may think in a player turn; without them what its level is used to."""
    hints: bool = False
    """Whether who plays against another person may ask the bot for hints; alone one always may."""
    options: Annotated[dict[Key, bool | int | Word], Field(max_length=40)] = {}


class Join(Body):
    """Take a free seat. `typed`: real dice, if the table agreed to them for this seat."""

    name: Name
    seat: Key | None = None
    word: Word = ""
    typed: bool | None = None


class GiveWord(Body):
    """A player's own part of the fair dice, after he was shown the commitment."""

    seat: Key
    word: Word


EndWord = Literal["resign", "offer-draw", "accept-draw", "refuse-draw", "leave", "claim"]


class End(Body):
    """Resign; offer, accept or refuse a draw; leave the table; claim a game that was left."""

    seat: Key
    end: EndWord


class Act(Body):
    """An action in its typed form, on the position the player saw."""

    seat: Key
    action: Command
    on: int | None = None


class Ask(Body):
    """A question about the position: its name, and what it is about (`{"reach": "4/47"}`)."""

    seat: Key | None = None
    question: Question
    at: int | None = None


class Answer(Response):
    """A JSON answer, encoded by msgspec (structs, fractions as text)."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        if isinstance(content, bytes):
            return content
        try:
            return msgspec.json.encode(content, enc_hook=str)
        except UnicodeEncodeError:  # halves of signs that somebody sent: told back as they came
            plain = msgspec.to_builtins(content, enc_hook=str, str_keys=True)
            return json.dumps(plain, ensure_ascii=True).encode()
