"""What all commands share: the reader's language, plain or JSON output, and the common options."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.console import Console

from hexfire.assist.wording import Said, encode
from hexfire.lang import LANGUAGES, Words, pick_language, words
from hexfire.rulebook import BadInput


def _wanted(arguments: list[str]) -> str | None:
    """The value of --lang, wherever it stands, so that even `--help` speaks the right language."""
    for at, argument in enumerate(arguments):
        if argument == "--lang":
            return arguments[at + 1] if at + 1 < len(arguments) else ""
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def without_language(arguments: list[str]) -> list[str]:
    """The call without its --lang, which every command takes and none has to know."""
    if "--lang" in arguments:
        at = arguments.index("--lang")
        return arguments[:at] + arguments[at + 2 :]
    return [argument for argument in arguments if not argument.startswith("--lang=")]


class Screen:
    """Where a command prints: in one language, for people or (as JSON) for programs."""

    def __init__(self, words: Words, json: bool) -> None:
        self.words = words
        self.json = json
        # A pipe gets full lines: whoever reads them wraps for himself.
        width = None if sys.stdout.isatty() else 200
        self.console = Console(highlight=False, width=width)
        self.errors = Console(stderr=True, highlight=False)

    def say(self, key: str, **params: Any) -> str:
        return self.words.say(key, **params)

    def tell(self, text: Said) -> str:
        """What a service has for people, in this reader's language."""
        return self.words.tell(text.what)

    def pair(self, label: str, value: str) -> str:
        """A label and what belongs to it."""
        return self.say("core.pair", label=label, value=value)

    def listed(self, items: Iterable[str]) -> str:
        return self.say("core.list_comma").join(items)

    def army(self, name: str) -> str:
        """A nation or side by its army's name; what is no nation stays as it was typed."""
        return self.words.army(name)

    def print(self, *things: Any, **style: Any) -> None:
        self.console.print(*things, **style)

    def ask(self, prompt: str) -> str | None:
        """One line of input; None at its end."""
        self.print(prompt, end="", markup=False)
        try:
            return input()
        except EOFError:
            self.print()
            return None

    def data(self, value: Any) -> None:
        """The one JSON document a `--json` call answers with."""
        sys.stdout.buffer.write(encode(value, self.tell) + b"\n")
        sys.stdout.buffer.flush()

    def fail(self, sentence: str, rule: str = "") -> None:
        if self.json:
            self.data({"error": sentence, "refused": rule or None})
        else:
            self.errors.print(sentence, style="bold", markup=False, soft_wrap=True)


def _make(arguments: list[str]) -> Screen:
    language = pick_language(
        _wanted(arguments),
        os.environ.get("HEXFIRE_LANG"),
        *(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")),
    )
    return Screen(words(language), "--json" in arguments)


def begin(arguments: list[str]) -> Screen:
    """The screen for a call with these arguments."""
    global _screen
    _screen = _make(arguments)
    wish = _wanted(arguments)
    if wish is not None and wish not in LANGUAGES:
        raise BadInput("core.unknown_language", text=wish)
    return _screen


# The command line is one call for one person: the screen is its only state.
_screen: Screen | None = None


def screen() -> Screen:
    """The screen of this call."""
    global _screen
    if _screen is None:
        _screen = _make(sys.argv[1:])
    return _screen


def text(key: str, **params: Any) -> str:
    """A text for `--help`, in the language of this call."""
    return screen().say(key, **params)


def percent(chance: Fraction) -> str:
    """A chance for the eye: one decimal."""
    return text("core.percent", value=f"{float(chance) * 100:.1f}")


Json = Annotated[bool, typer.Option("--json", help=text("core.cli.json"))]
Lang = Annotated[str | None, typer.Option("--lang", metavar="ja|en", help=text("core.cli.lang"))]
