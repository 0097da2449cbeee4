"""Mistakes that other readers find (JSON, TOML, forms, files), said in the reader's language."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from pydantic import BaseModel, Field, ValidationError

from hexfire.lang import LANGUAGES, words


class Order(msgspec.Struct, forbid_unknown_fields=True):
    range: int
    kind: Literal["a", "b"] = "a"
    level: Annotated[int, msgspec.Meta(ge=0)] = 0
    hexes: tuple[int, ...] = ()


class Form(BaseModel, extra="forbid"):
    count: int
    name: Annotated[str, Field(min_length=2, max_length=4)] = "xx"
    who: Literal["me", "bot"] = "me"
    facts: dict[str, int] = {}
    many: list[int] = []
    sure: bool = False
    level: Annotated[int, Field(ge=0, le=9)] = 0


def from_json(text: bytes) -> str:
    with pytest.raises(msgspec.DecodeError) as error:
        msgspec.json.decode(text, type=Order)
    return str(error.value)


def from_toml(text: str) -> str:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(text)
    return str(error.value)


def from_form(**values: Any) -> str:
    with pytest.raises(ValidationError) as error:
        Form.model_validate(values)
    return str(error.value.errors()[0]["msg"])


def from_file(path: Path) -> str:
    with pytest.raises((OSError, UnicodeError)) as error:
        path.read_text("utf-8")
    return str(error.value)


def from_stdlib(text: str) -> str:
    with pytest.raises(json.JSONDecodeError) as error:
        json.loads(text)
    return str(error.value)


SAID = [
    (from_json(b'{"range": "x"}'), "整数を書くところに文字列がある（range）"),
    (from_json(b'{"range": 1, "hexes": [1, "x"]}'), "整数を書くところに文字列がある（hexes[1]）"),
    (from_json(b"{}"), "項目「range」がない"),
    (from_json(b'{"range": 1, "q": 2}'), "項目「q」は知らない"),
    (from_json(b'{"range": 1, "kind": "z"}'), "「z」は使えない（kind）"),
    (from_json(b'{"range": 1, "level": -1}'), "0以上の数を指定する（level）"),
    (from_json(b"{"), "途中で終わっている"),
    (from_json(b"{1: 2}"), "JSONの書き方に誤りがある"),
    (from_stdlib("{'a': 1}"), "JSONの書き方に誤りがある（1行2文字目）"),
    (from_toml("a = [1"), "途中で終わっている"),
    (from_toml("[a]\n[a]"), "同じものが2度書かれている（2行3文字目）"),
    (from_toml("a = 1 b"), "書き方に誤りがある（1行7文字目）"),
    (from_form(), "必須の項目がない"),
    (from_form(count="x"), "整数を指定する"),
    (from_form(count=1, name="x"), "短すぎる（2以上）"),
    (from_form(count=1, name="xxxxx"), "長すぎる（4まで）"),
    (from_form(count=1, name=3), "文字列を指定する"),
    (from_form(count=1, who="you"), "使えるもの：me、bot"),
    (from_form(count=1, facts=[]), "名前と値の組を指定する"),
    (from_form(count=1, many=1), "一覧を指定する"),
    (from_form(count=1, sure="q"), "真偽値（true/false）を指定する"),
    (from_form(count=1, level=-1), "0以上の数を指定する"),
    (from_form(count=1, level=10), "9以下の数を指定する"),
    (from_form(count=1, zz=1), "この項目は使えない"),
    (from_file(Path("no-such-file")), "そのようなファイルはない"),
    (from_file(Path(__file__).parent), "ファイルではなくフォルダである"),
]


@pytest.mark.parametrize(("why", "said"), SAID)
def test_what_others_say_is_said_in_japanese(why: str, said: str) -> None:
    assert words("ja").say("core.bad_json", path="x", why=why).endswith(f"：{said}。")


@pytest.mark.parametrize("why", [why for why, _ in SAID])
def test_and_in_our_own_english(why: str) -> None:
    said = words("en").say("core.bad_json", path="x", why=why)
    assert why not in said and not re.search(r"Expected|Input should|Errno|char \d", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_knows_is_passed_on(language: str) -> None:
    assert "zork 7" in words(language).say("core.bad_json", path="x", why="zork 7")


def test_a_programmers_kinds_are_named_in_words() -> None:
    said = words("ja").say("gunnery.order_type", field="range", want="int", got="str")
    assert said == "range：整数を指定してください（文字列が指定されています）。"
