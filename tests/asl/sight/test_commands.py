"""`hexfire board`, `hexfire sight`, `hexfire wall` as a player types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import call


def test_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "sight", "millbrook", "B1", "K6")
    assert code == 0 and out.startswith("✗ Blocked  B1 – K6, range 9") and "(A6" in out
    code, out, _ = call(capsys, "sight", "millbrook", "K6", "L5", "--lang", "ja")
    assert code == 0 and out.startswith("✓ 通る")
    code, out, _ = call(capsys, "sight", "millbrook", "J4", "L6", "--from-level", "1", "--json")
    data = json.loads(out)
    assert code == 0 and set(data) >= {
        "range",
        "blocked",
        "hindrance",
        "reason",
        "rule",
        "point",
        "items",
    }


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("sight", "nowhere", "A1", "A2"), "nowhere"),
        (("sight", "millbrook", "A1", "ZZ9"), "ZZ9"),
        (("sight", "millbrook", "A1", "A2", "--to-level", "7"), "no level 7"),
        (("sight", "millbrook", "A1"), "FROM TO"),
        (("sight", "millbrook", "A1", "A2", "--ssr", "Nonsense"), "Nonsense"),
        (("board", "show", "nowhere"), "nowhere"),
        (("board", "list", "no/such/folder"), "not a folder"),
        (("wall", "no-such-file.toml"), "no-such-file"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], part: str
) -> None:
    code, out, err = call(capsys, *words)
    assert code == 2 and part in err and "Traceback" not in out + err


def test_pairs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    asked = [
        {"id": i, "from": {"hex": a, "level": 0}, "to": {"hex": b, "level": 0}, "kind": "ignored"}
        for i, (a, b) in enumerate([("B1", "K6"), ("K6", "L5"), ("K6", "K6")])
    ]
    file.write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    code, out, _ = call(capsys, "sight", "millbrook", "--pairs", str(file))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [a["id"] for a in answers] == [0, 1, 2]
    assert [a["blocked"] for a in answers] == [True, False, False]
    assert answers[0]["hindrance"] is None and len(answers[0]["point"]) == 2
    assert set(answers[0]) == {"id", "range", "blocked", "hindrance", "reason", "rule", "point"}
    file.write_text('{"id": 1}', encoding="utf-8")
    code, _, err = call(capsys, "sight", "millbrook", "--pairs", str(file))
    assert code == 2 and "line 1" in err


def test_field_of_view_and_its_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    picture = tmp_path / "view.png"
    code, out, _ = call(capsys, "sight", "hedgerows", "--from", "I6", "--png", str(picture))
    assert code == 0 and out.startswith("From I6: ") and picture.read_bytes()[:4] == b"\x89PNG"
    code, out, _ = call(capsys, "sight", "hedgerows", "--from", "I6", "--json")
    hexes = json.loads(out)["hexes"]
    assert len(hexes) == 178 and sum(not h["blocked"] for h in hexes) > 3


def test_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bdBad").write_bytes(b"no archive")
    code, out, _ = call(capsys, "board", "list", str(tmp_path))
    assert code == 0 and "millbrook" in out and "not a board archive" in out
    svg = tmp_path / "m.svg"
    code, out, _ = call(capsys, "board", "show", "millbrook", "--svg", str(svg))
    assert code == 0 and "178 hexes" in out and svg.read_text("utf-8").startswith("<svg")
    code, out, _ = call(capsys, "board", "show", "millbrook", "--hex", "J4", "--json")
    assert json.loads(out)["locations"][-1] == {"level": 3, "kind": "rooftop"}


SITUATION = """
board = "hedgerows"
phase = "RPh"
phasing = "german"

[[units]]
id = "a"
side = "german"
hex = "C5"

[[units]]
id = "b"
side = "us"
hex = "C6"

[[markers]]
kind = "smoke"
hex = "C6"
"""


def test_walls(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(SITUATION, encoding="utf-8")
    code, out, _ = call(capsys, "wall", str(file), "--json")
    data = json.loads(out)
    assert code == 0
    assert [bool(u["wall_advantage"]) for u in data["units"]] == [True, False]
    assert {(row["firer"], row["target"]) for row in data["between"]} == {("a", "b"), ("b", "a")}
    code, out, _ = call(capsys, "wall", str(file), "--event", "breaks unit=a")
    assert code == 0 and "a loses Wall Advantage" in out and "b gains Wall Advantage" in out
    for bad in ("dances unit=a", "breaks", "breaks unit=zz", "forfeits unit=a"):
        code, _, err = call(capsys, "wall", str(file), "--event", bad)
        assert code == 2 and err
    code, out, _ = call(capsys, "sight", "hedgerows", "a", "b", "--situation", str(file))
    assert code == 0 and "Smoke" in out
    code, _, err = call(capsys, "sight", "hedgerows", "a", "nobody", "--situation", str(file))
    assert code == 2 and "nobody" in err
