"""TOML of strangers: whatever is nested without end is refused before it is read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from hexfire.asl.purchase.listing import read_listing
from hexfire.folio.reader import load
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

DEEP = ".".join(["a"] * 50_000)


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was handed to the reader itself."""
    seen: list[str] = []
    real: Callable[..., Any] = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: (seen.append(text), real(text))[1])
    return seen


@pytest.mark.parametrize(
    "text",
    [
        f"{DEEP} = 1",
        f"x = 1\n[{DEEP}]",
        f"[[{DEEP}]]",
        f"x = {{ {DEEP} = 1 }}",
        f"x = {{ y = 1, {DEEP} = 1 }}",
        " . ".join(['"a"'] * 5_000) + " = 1",
    ],
)
def test_a_key_without_end_is_refused_unread(text: str, unread: list[str]) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match="more than 16 parts"):
        read_toml(text)
    assert unread == []


def test_the_line_is_named() -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match="line 3"):
        read_toml(f"x = 1\ny = 2\n{DEEP} = 3")


def test_values_within_values_are_a_mistake_like_any_other() -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        read_toml("x = " + "[" * 50_000)


def test_what_only_looks_like_a_key_is_read() -> None:
    row = ".".join("abcdefghijklmnopqrstuvwxyz")
    text = f'map = """\n{row}\n. . . . . . . . . . . . . . . . . . . . .\n"""\na.b.c = "{row}"'
    assert read_toml(text)["a"]["b"]["c"] == row


def test_the_readers_tell_it_in_a_sentence() -> None:
    with pytest.raises(BadInput) as refused:
        read_listing(f"{DEEP} = 1", "toml")
    assert refused.value.message.key == "purchase.bad_toml"
    with pytest.raises(BadInput):
        load({"toml": f"{DEEP} = 1", "map": "x"})
