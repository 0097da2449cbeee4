"""The command line as a person meets it: answers, languages, and every mistake in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from calling import call

from hexfire.cli.main import COMMANDS, program


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEXFIRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def test_a_rule_is_shown_with_its_code_and_tests(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capfd, "rules", "c3.2")
    assert code == 0
    assert out.startswith("C3.2  Covered Arc")
    assert "hexes/arcs.py" in out and "tests" not in out.splitlines()[0]
    code, out, _ = call(capfd, "rules", "C3.2", "--lang", "ja")
    assert out.startswith("C3.2  射界")


def test_words_are_searched_in_both_languages(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capfd, "rules", "covered", "arc")
    assert code == 0 and "C3.2 " in out
    code, out, _ = call(capfd, "rules", "射界", "--json")
    assert "C3.2" in {rule["id"] for rule in json.loads(out)}


def test_json_of_a_rule(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capfd, "rules", "C3.2", "--json")
    answer = json.loads(out)
    assert answer["rule"]["id"] == "C3.2"
    assert any("arcs.py" in place for place in answer["implemented_by"])


def test_coverage_counts_every_part(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capfd, "rules", "--coverage", "--json")
    parts = {row["name"]: row for row in json.loads(out)["parts"]}
    assert {"folio", "gunnery", "artillery", "fieldguns", "walls", "purchase"} <= parts.keys()
    assert all(row["tested"] + len(row["untested"]) == row["clauses"] for row in parts.values())
    assert all(row["reached"] <= row["clauses"] for row in parts.values())
    code, out, _ = call(capfd, "rules", "--coverage", "--part", "folio")
    lines = out.splitlines()
    assert code == 0 and lines[1].startswith("F1 ") and lines[-1].startswith("all ")


def test_a_rule_lists_its_clauses_and_how_a_player_reaches_them(
    capfd: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = call(capfd, "rules", "C4.1#1")
    assert code == 0 and "C4.1#1" in out and "C4.1#2" in out
    assert "clauses/shots.toml" in out and "hexfire shot" in out
    _, out, _ = call(capfd, "rules", "C4.1", "--json")
    first = json.loads(out)["clauses"][0]
    assert first["in_reach"] and "shot" in first["page"] and first["proven_by"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rules", "zzzz"), "«zzzz»"),
        (("rules", "--part", "nix"), "«nix»"),
        (("rules", "--foo"), "--foo"),
        (("--lang", "xx", "rules"), "«xx»"),
        (("rules", "--lang"), "language"),
        (("nix",), "nix"),
        (("verify",), "JOURNAL"),
        (("verify", "no/such/file"), "no/such/file"),
        (("verify", "."), "folder"),
    ],
)
def test_a_mistake_is_one_clear_sentence(
    capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: str
) -> None:
    code, out, err = call(capfd, *arguments)
    assert code == 2
    assert out == ""
    assert expected in err and err.count("\n") == 1


def test_a_mistake_in_japanese(capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capfd, "verify", "none", "--lang", "ja")
    assert code == 2 and err == "ファイルnoneがありません。\n"


def test_a_mistake_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capfd, "rules", "zzzz", "--json")
    assert code == 2 and "zzzz" in json.loads(out)["error"]


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"{}", b"", b'{"hash":"","line":{}}\n'])
def test_garbage_journals(capfd: pytest.CaptureFixture[str], tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text)
    code, _, err = call(capfd, "verify", str(path))
    assert code == 2 and err.count("\n") == 1
    assert path.read_bytes() == text


def test_every_command_answers_help_and_json(capfd: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        code, out, _ = call(capfd, name, "--help")
        assert code == 0 and "--help" in out
    code, out, _ = call(capfd, "--help")
    assert code == 0 and all(name in out for name in COMMANDS)


def test_no_command_at_all_shows_help(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capfd)
    assert "rules" in out and "verify" in out


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "--version")[:2] == (0, "hexfire 0.1.0\n")


def test_only_the_called_command_is_loaded() -> None:
    assert len(program(["rules"]).registered_commands) == 1


def test_the_list_of_commands_says_what_each_says_of_itself() -> None:
    listed = typer.main.get_command(program([])).commands  # type: ignore[attr-defined]
    for name in COMMANDS:
        own = typer.main.get_command(program([name])).commands[name]  # type: ignore[attr-defined]
        assert listed[name].help == own.help, name


def test_help_and_version_load_no_command() -> None:
    script = (
        "import sys\nfrom hexfire.cli.main import run\n"
        "try: run(['--help'])\nexcept SystemExit: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert "hexfire.cli.main" in loaded
    assert not [name for name in loaded if name.startswith(("hexfire.asl", "hexfire.folio"))]


@pytest.mark.parametrize(
    "words", [("shot",), ("duel",), ("wall",), ("oba", "options"), ("vasl", "show")], ids="-".join
)
def test_a_file_nested_without_end_is_answered_in_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000, encoding="utf-8")
    _, out, err = call(capsys, *words, file, code=2)
    assert out == "" and len(err.splitlines()) == 1


def test_a_name_that_is_no_file_s_is_answered_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, err = call(capsys, "sight", "x" * 300, "A1", "B2", "--lang", "en", code=2)
    assert out == "" and len(err.splitlines()) == 1 and "x" * 60 in err
