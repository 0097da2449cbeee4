"""The help pages and the answers to wrong calls, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from rich.cells import cell_len

from hexfire.cli import help as help_pages
from hexfire.cli import screen as screens
from hexfire.cli.main import COMMANDS, program, run

LETTER = "[぀-ヿ一-鿿]"


def everything(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from everything(below, (*path, name))


def paths() -> list[tuple[str, ...]]:
    found = [()]
    for name in COMMANDS:
        command = typer.main.get_command(program([name]))
        found += [path for path in everything(command) if path]
    return found


def call(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        run([*arguments, "--lang", "ja"])
    out, err = capfd.readouterr()
    return int(left.value.code or 0), out, err


@pytest.fixture(autouse=True)
def japanese() -> Iterator[None]:
    """Modules keep the texts of their options from when they are loaded."""
    yield
    screens._screen = None


@pytest.mark.parametrize("path", paths(), ids=" ".join)
def test_a_help_page_has_no_word_of_the_library(
    path: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = call(capfd, *path, "--help")
    assert code == 0
    assert out.startswith("使い方：hexfire") and "この説明を表示して終わる" in out
    english = re.compile(
        r"Usage|Options|Commands|Arguments|Show this|default|required|list\[|<str>"
    )
    assert english.search(out) is None
    if path:  # the first page ends with a word to the reader; the others tell in plain form
        assert re.search(r"(ます|です)。", out) is None
    assert all(cell_len(line) <= 100 for line in out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("shto",), "hexfireに「shto」という命令はありません。もしかして：shot、sight\n"),
        (("qqqq",), "hexfireに「qqqq」という命令はありません。hexfire --helpを見てください。\n"),
        (("oba", "stp"), "hexfire obaに「stp」という命令はありません。もしかして：step\n"),
        (
            ("shot", "--seed", "x", "a"),
            "--seed：整数を指定する。hexfire shot --helpを見てください。\n",
        ),
        (
            ("shot", "--zz"),
            "hexfire shotにオプション--zzはありません。hexfire shot --helpを見てください。\n",
        ),
        (
            ("folio", "play"),
            "hexfire folio playにはSCENARIOが要ります。hexfire folio play --helpを見てください。\n",
        ),
        (
            ("sight", "a", "b", "c", "d"),
            "余分な語があります：d。hexfire sight --helpを見てください。\n",
        ),
        (
            ("gun", "x", "--labor", "9"),
            "--labor：2以下の数を指定する。hexfire gun --helpを見てください。\n",
        ),
    ],
)
def test_a_wrong_call_is_answered_in_japanese(
    arguments: tuple[str, ...], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capfd, *arguments)
    assert (code, err) == (2, sentence)


def test_an_option_without_its_value(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--lang", "ja", "shot", "--seed"])
    assert capfd.readouterr().err == "--seedには値が要ります。hexfire shot --helpを見てください。\n"


@pytest.mark.parametrize("width", range(20, 60))
def test_a_paragraph_leaves_no_single_sign_behind(width: int) -> None:
    said = (
        "移動中の車両が射撃されたとき、どちらが先に射撃するかを示す（C2.2401）。「C1.331」も同じ。"
    )
    lines = help_pages._broken(said, width)
    assert "".join(lines) == said
    assert all(cell_len(line) <= width for line in lines)
    assert all(line[0] not in "、。」）" for line in lines)
    assert all(cell_len(line) > 8 for line in lines)
    assert any("C1.331" in line for line in lines) and any("C2.2401" in line for line in lines)
