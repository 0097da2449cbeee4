"""Everything Artillery says, it says in both languages, and in the same blanks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexfire
from hexfire.asl.artillery.facts import TOPICS
from hexfire.asl.artillery.flow import flow
from hexfire.lang import words

SOURCE = Path(hexfire.__file__).parent
FILES = [
    *(SOURCE / "asl" / "artillery").glob("*.py"),
    SOURCE / "asl" / "eyes" / "questions.py",
    *(SOURCE / "assist" / "artillery").glob("*.py"),
    *(SOURCE / "cli" / "oba").glob("*.py"),
]


def keys() -> set[str]:
    """Every key that the code names outright, and the events."""
    found: set[str] = set()
    for file in FILES:
        text = file.read_text("utf-8")
        found |= set(re.findall(r'"@?((?:artillery|eyes)\.[a-z_0-9.]*[a-z_0-9])"', text))
        found |= {
            f"artillery.event.{key}"
            for key in re.findall(r'\.tell\(\s*"C1[^"]*"(?: if [^,]*)?,\s*"([a-z_]+)"', text)
        }
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_key_has_a_text(language: str) -> None:
    said = words(language)
    missing = {key for key in keys() if not said.has(key)}
    assert missing == set()
    for name, node in flow().items():
        assert said.has(f"artillery.node.{name}")
        assert all(said.has(f"artillery.edge.{name}.{outcome}") for outcome in node.to)
    assert all(said.has(f"artillery.ask.{topic}") for topic in TOPICS)


def test_both_languages_have_the_same_keys_and_blanks() -> None:
    en, ja = words("en").texts, words("ja").texts
    ours = {key for key in en if key.startswith(("artillery.", "eyes."))}
    assert ours == {key for key in ja if key.startswith(("artillery.", "eyes."))}
    for key in ours:
        assert set(re.findall(r"\{\w+\}", en[key])) == set(re.findall(r"\{\w+\}", ja[key])), key


def test_no_text_lies_idle() -> None:
    """A text that nothing says is a leftover."""
    code = "\n".join(file.read_text("utf-8") for file in FILES)
    built = ("artillery.node.", "artillery.edge.", "artillery.ask.", "artillery.event.")
    built += ("artillery.mission.", "artillery.fate.", "artillery.chart.", "artillery.cli.")
    built += ("artillery.chit.", "artillery.mark.", "artillery.trace.", "artillery.smoke.")
    built += ("artillery.built.", "artillery.ask_players.")
    for key in words("en").texts:
        if key.startswith("artillery.") and not key.startswith(built):
            assert key in code or key.rpartition(".")[2] in ("sr", "ffe1", "ffe2", "ffec"), key
