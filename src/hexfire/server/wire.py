"""What goes over the wire: request bodies (pydantic checks them) and answers (msgspec)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

Name = Annotated[str, Field(min_length=1, max_length=40)]
Word = Annotated[str, Field(max_length=80)]


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
    """Who shall sit there: oneself (also for hot seat), anybody who comes, or a bot."""

    who: Literal["me", "open", "bot"]
    name: Annotated[str, Field(max_length=40)] = ""
    level: Annotated[str, Field(max_length=20)] = "normal"
    typed: bool = False


class NewTable(Body):
    game: Annotated[str, Field(max_length=40)]
    scenario: Annotated[str, Field(max_length=80)]
    seats: Annotated[dict[str, SeatWish], Field(max_length=8)]
    name: Name
    word: Word = ""
    title: Annotated[str, Field(max_length=80)] = ""
    open: bool = False
    options: Annotated[dict[str, bool | int | str], Field(max_length=40)] = {}


class Join(Body):
    name: Name
    seat: Annotated[str | None, Field(max_length=40)] = None
    word: Word = ""


class Act(Body):
    """An action in its typed form, on the position the player saw."""

    seat: Annotated[str, Field(max_length=40)]
    action: Annotated[str, Field(min_length=1, max_length=2_000)]
    on: int | None = None


class Ask(Body):
    """A question about the position."""

    seat: Annotated[str | None, Field(max_length=40)] = None
    question: dict[str, Any]
    at: int | None = None


class Answer(Response):
    """A JSON answer, encoded by msgspec (structs, fractions as text)."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content, enc_hook=str)
