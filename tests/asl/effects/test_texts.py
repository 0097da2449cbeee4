"""Every key that the effects say exists in both languages, with the same blanks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hexfire
from hexfire.asl.counters import catalogue
from hexfire.asl.shots.targets import CrewFate, Effect, GunState
from hexfire.lang import words

PACKAGE = Path(hexfire.__file__).parent
KEY = re.compile(r"^(?:effects)\.[a-z_]+(?:\.[\w /]+)*$")
FILES = [
    *(PACKAGE / "asl" / "effects").glob("*.py"),
    *(PACKAGE / "asl" / "counters").glob("*.py"),
    PACKAGE / "cli" / "unit.py",
]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_key_in_the_code_has_a_text(language: str) -> None:
    said = words(language)
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and KEY.match(value) and not value.endswith("_"):
                assert said.has(value), (file.name, value)


def test_both_languages_have_the_same_keys_and_blanks() -> None:
    ours = {}
    for language in ("en", "ja"):
        texts = words(language).texts
        ours[language] = {
            key: set(re.findall(r"\{(\w+)\}", text))
            for key, text in texts.items()
            if key.startswith("effects.")
        }
    assert ours["en"] == ours["ja"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_results_have_names(language: str) -> None:
    said = words(language)
    for effect in Effect:
        assert said.say(f"effects.result.{effect.value}")
    for fate in CrewFate:
        assert said.say(f"effects.crew.{fate.value}")
    for state in GunState:
        assert said.say(f"effects.gun.{state.value}")
    for counter in catalogue():
        kind = getattr(counter, "gun_type", "") or getattr(counter, "kind", "")
        kind = kind or getattr(counter, "type", "")
        assert not kind or said.has(f"effects.type.{kind}"), counter.id
