"""Situations and the eyes on them: smoke, wrecks, vehicles, fire for effect, who is Known."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.sight import Reason, Sight
from hexfire.asl.situation import Scene, read_situation, situation_from
from hexfire.boards import read_text_board
from hexfire.rulebook import BadInput


@cache
def ground() -> Sight:
    return Sight(read_text_board("size 17 8\nwoods: K2..K5\ngrain: E4", "plain"))


def eyes(*markers: dict[str, Any], **units: Any) -> Lookout:
    base = [
        {"id": "v", "side": "german", "hex": "A4"},
        {"id": "t", "side": "us", "hex": "I4", **units},
    ]
    return Lookout.of(
        Scene(situation_from({"board": "plain", "units": base, "markers": markers}), ground())
    )


def hindrance(table: Lookout) -> int:
    return table.sees(table.scene.unit("v"), table.scene.unit("t")).hindrance


@pytest.mark.rule("A6.7")
def test_counters_hinder() -> None:
    assert hindrance(eyes()) == 1  # the grain in E4
    assert hindrance(eyes({"kind": "wreck", "hex": "C4"})) == 2
    assert hindrance(eyes({"kind": "wreck", "hex": "E4"})) == 1  # not beside terrain that hinders
    assert hindrance(eyes({"kind": "wreck", "hex": "I4"})) == 1  # not at an end
    assert hindrance(eyes({"kind": "smoke", "hex": "G4"})) == 4
    assert hindrance(eyes({"kind": "smoke", "hex": "I4", "drm": 2})) == 3  # SMOKE at an end counts
    assert hindrance(eyes({"kind": "wp", "hex": "E4"})) == 3  # and adds to terrain
    # One FFE counts once, however many of its hexes are crossed (C1.57).
    blast = [{"kind": "ffe", "hex": h, "id": "1"} for h in ("G4", "F3", "F4")]
    assert hindrance(eyes(*blast)) == 2
    two = eyes({"kind": "smoke", "hex": "G4"}, {"kind": "smoke", "hex": "C4"})
    answer = two.sees(two.scene.unit("v"), two.scene.unit("t"))
    assert (answer.blocked, answer.reason) == (True, Reason.HINDRANCES)


@pytest.mark.rule("C5.5", "C5.5#5")
def test_within_one_hex_others_hinder_and_the_ends_do_not() -> None:
    def within(*markers: dict[str, Any], third: str = "") -> int:
        units = [
            {"id": "v", "side": "german", "hex": "A4", "kind": "vehicle"},
            {"id": "t", "side": "us", "hex": "A4", "kind": "vehicle"},
        ]
        if third:
            units.append({"id": "x", "side": "us", "hex": third, "kind": "vehicle"})
        data = {"board": "plain", "units": units, "markers": list(markers)}
        return hindrance(Lookout.of(Scene(situation_from(data), ground())))

    assert within() == 0
    assert within(third="A4") == 1
    assert within(third="B4") == 0
    assert within({"kind": "wreck", "hex": "A4"}) == 1
    assert within({"kind": "wreck", "hex": "A4"}, third="A4") == 1
    assert within({"kind": "smoke", "hex": "A4", "drm": 2}, third="A4") == 3


def test_counters_have_a_height() -> None:
    """Smoke is two levels high: two ends above it look over it."""
    table = eyes({"kind": "smoke", "hex": "G4"})
    high = table.scene.unit("v").__class__(id="x", side="german", hex="A4", level=3)
    assert table.sees_hex(high, "I4", 3).hindrance == 0
    assert table.sees_hex(high, "I4", 0).hindrance == 3


def test_who_is_known() -> None:
    table = eyes()
    v, t = table.scene.unit("v"), table.scene.unit("t")
    assert table.knows(v, t)
    for hidden in ({"concealed": True}, {"hidden": True}, {"kind": "dummy", "concealed": True}):
        other = eyes(**hidden)
        assert not other.knows(other.scene.unit("v"), other.scene.unit("t"))
    behind = eyes(hex="M4")
    assert not behind.knows(behind.scene.unit("v"), behind.scene.unit("t"))


UNIT = '[[units]]\nid = "a"\nside = "g"\nhex = "A1"\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("board = ", "sight.situation.unreadable"),
        ("ssr = []", "sight.situation.wrong"),
        ('board = "x"\n' + UNIT + 'weather = "fine"', "sight.situation.wrong"),
        ('board = "x"\n' + UNIT + UNIT, "sight.situation.doubled"),
        ('board = "x"\nwall_advantage = ["q"]', "sight.situation.nobody"),
        ('board = "x"\n' + UNIT + "bogged = true", "sight.situation.not_bogged"),
        ('board = "x"\nmarkers = [{kind = "breach", hex = "A1"}]', "sight.situation.breach"),
    ],
)
def test_mistakes_in_a_file_are_told(tmp_path: Path, text: str, key: str) -> None:
    file = tmp_path / "s.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_situation(file)
    assert caught.value.message.key == key


def test_a_bypass_that_cannot_be() -> None:
    with pytest.raises(BadInput) as caught:
        eyes(bypass="A1")
    assert caught.value.message.key == "sight.situation.bypass"
