"""`hexfire oba` as a player and as a program use it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import calling
import pytest

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def oba(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEXFIRE_LANG", raising=False)
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setenv("LC_ALL", "C")

    def call(line: str, said: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        return calling.call(capsys, "oba", *line.split())

    return call


def answer(result: tuple[int, str, str]) -> Any:
    assert result[0] == 0, result
    return json.loads(result[1])


@pytest.fixture
def begun(oba: Call) -> Call:
    assert oba("new o.json --nation german --caliber 70 --observer 9-1 --name A")[0] == 0
    assert oba("next o.json")[0] == 0
    return oba


FACTS = "-f observer_able -f sees_ar -f known_near -f hindrance=0"


def test_a_mission_call_by_call(begun: Call) -> None:
    told = answer(begun("options o.json --json"))
    assert [q["fact"] for q in told["questions"]] == ["observer_able"]
    assert told["questions"][0]["rule"] == "C1.2"
    told = answer(begun("options o.json -f observer_able --json"))
    assert [o["name"] for o in told["options"]] == ["radio", "silent"]
    assert "C1.22" in told["options"][0]["rules"]
    told = answer(begun("step o.json radio -f observer_able --dice 3,4 --json"))
    assert told["roll"]["rule"] == "C1.21"
    told = answer(begun("step o.json --dice black --json"))
    assert told["state"]["access"] is True
    assert told["state"]["pile"] == {"black": 7, "red": 3}
    told = answer(begun(f"step o.json place U3 {FACTS} --dice 5,3,2 --json"))
    assert (told["state"]["counter"], told["state"]["hex"]) == ("sr", "W4")
    assert next(e["rule"] for e in told["events"]) == "C1.3"


def test_facts_from_a_file(begun: Call, tmp_path: Path) -> None:
    (tmp_path / "f.json").write_text('{"battery": "A", "observer": {"in_afv": true}}')
    told = answer(begun("options o.json --facts f.json --json"))
    assert told["node"] == "attempt"
    (tmp_path / "f.json").write_text('{"observer": {"rider": true}}')
    code, _, error = begun("step o.json radio --facts f.json --dice 3,4")
    assert code == 2
    assert error.startswith("C1.2: A Rider")
    (tmp_path / "f.json").write_text('{"battery": "B"}')
    assert begun("options o.json --facts f.json")[0] == 2
    (tmp_path / "f.json").write_text("{")
    assert begun("options o.json --facts f.json")[0] == 2


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("step o.json radio -f observer_able --dice 7,1", "7"),
        ("step o.json radio -f observer_able --dice 3,4,blue", "blue"),
        ("step o.json radio -f observer_able --dice 6,6,1", "left over"),
        ("step o.json radoi -f observer_able", "radoi"),
        ("step o.json radio", "observer_able"),
        ("step o.json -b B", "no battery"),
        ("options o.json -f sees_bass", "sees_bass"),
        ("show nowhere.json", "nowhere.json"),
        ("new o.json", "exists"),
        ("new p.json --nation martian", "martian"),
        ("new p.json --nation russian", "date"),
        ("odds o.json ZZ99", "ZZ99"),
        ("odds o.json U3 --phases 99", "99"),
        ("ffe o.json units.json", "no FFE"),
        ("undo o.json --steps 50", "undo"),
    ],
)
def test_bad_input_gets_one_sentence_and_changes_nothing(
    begun: Call, tmp_path: Path, line: str, part: str
) -> None:
    before = (tmp_path / "o.json").read_bytes()
    code, _out, error = begun(line)
    assert code == 2
    assert part in error
    assert "Traceback" not in error
    assert len(error.strip().splitlines()) == 1
    assert (tmp_path / "o.json").read_bytes() == before
    assert not (tmp_path / "p.json").exists()


def test_a_cut_file_is_refused(begun: Call, tmp_path: Path) -> None:
    file = tmp_path / "o.json"
    file.write_bytes(file.read_bytes()[:100])
    for command in ("show", "options", "log", "next", "undo"):
        assert begun(f"{command} o.json")[0] == 2


def test_undo_and_log(begun: Call) -> None:
    begun("step o.json radio -f observer_able --dice 3,4,red")
    code, out, _ = begun("log o.json")
    assert code == 0
    assert "C1.21" in out and "red" in out
    assert begun("undo o.json")[0] == 0
    told = answer(begun("step o.json --dice black --json"))
    assert told["state"]["access"] is True
    log = answer(begun("log o.json --json"))
    assert [entry["way"] for entry in log][-1] == "black"


def test_the_dialogue(begun: Call) -> None:
    # able? yes; radio; DR; chit; AR in U3; seen; Known; no Hindrance; dr 5, undo, 1; leave
    said = "y\n1\n3 4\nblack\nplace U3\ny\ny\n0\n5\nundo\n3 2\n"
    code, out, _ = begun("run o.json", said)
    assert code == 0
    assert "Does 9-1 see any non-aerial Location of U3?" in out
    told = answer(begun("show o.json --json"))
    assert told["batteries"]["A"]["node"] in ("scatter", "accuracy", "idle")


def test_undo_in_the_middle_of_a_node(begun: Call) -> None:
    # radio, DR, chit, AR; seen; Known? no; undo: Known? yes; no Hindrance; dr 1: an SR in U3
    said = "y\n1\n3 4\nblack\nplace U3\ny\nn\nundo\ny\n0\n1\nquit\n"
    code, out, error = begun("run o.json", said)
    assert (code, error) == (0, "")
    assert out.count("Does 9-1 see any non-aerial Location of U3?") == 1
    told = answer(begun("show o.json --json"))["batteries"]["A"]
    assert (told["counter"], told["hex"]) == ("sr", "U3")


def test_the_dialogue_survives_nonsense(begun: Call) -> None:
    code, _out, error = begun("run o.json", "perhaps\ny\nfly\n9\nradio\n7 7\nquit\n")
    assert code == 0
    assert "perhaps" in error
    assert "fly" in error
    assert "7" in error
    assert answer(begun("show o.json --json"))["batteries"]["A"]["node"] == "contact"


def test_the_dialogue_without_a_file(oba: Call) -> None:
    code, _, error = oba("")
    assert code == 2
    assert "oba new" in error


def test_japanese(begun: Call) -> None:
    _, out, _ = begun("options o.json -f observer_able --lang ja")
    assert "無線接触" in out or "接触" in out
    code, _, error = begun("step o.json radoi -f observer_able --lang ja")
    assert code == 2
    assert "選択肢" in error


def test_odds_side_by_side(begun: Call) -> None:
    begun("step o.json radio -f observer_able --dice 3,4,black")
    begun(f"step o.json place U3 {FACTS} --dice 5,3,2")
    for _ in range(11):
        begun("next o.json")
    begun("step o.json radio -f observer_able --dice 3,4")
    told = answer(begun("odds o.json U4 --phases 2 --json"))
    assert set(told["alternatives"]) >= {"hold", "correct_and_convert", "convert", "cancel"}
    assert told["expected_error"] == "2/3"
    code, out, _ = begun("odds o.json U4 --phases 2")
    assert code == 0
    assert "Convert to FFE:1 in place" in out


def test_shells_on_units(begun: Call, tmp_path: Path) -> None:
    begun("step o.json radio -f observer_able --dice 3,4,black")
    begun(f"step o.json place U3 {FACTS} --dice 1")
    for _ in range(11):
        begun("next o.json")
    begun("step o.json radio -f observer_able --dice 3,4")
    seen = "-f sees_base -f sees_blast_height -f known_near -f rain_or_heavy_winds=no"
    begun(f"step o.json convert {seen}")
    told = answer(begun(f"step o.json he {seen} --json"))
    assert told["state"]["counter"] == "ffe2"
    units = [
        {"hex": "U4", "name": "4-4-7", "nation": "russian", "hexside": "wall"},
        {"hex": "V3", "name": "T-34 M41", "nation": "russian"},
        {"hex": "A1", "name": "4-4-7", "nation": "russian"},
        {"hex": "U3", "name": "9-1", "nation": "german", "friendly": True},
    ]
    (tmp_path / "u.json").write_text(json.dumps(units))
    odds = answer(begun("ffe o.json u.json --json"))
    assert {row["hex"] for row in odds} == {"U4", "V3", "U3"}, "A1 is not in the Blast Area"
    from fractions import Fraction

    for row in odds:
        assert sum(Fraction(p) for p in row["odds"].values()) == 1
    told = answer(begun("ffe o.json u.json --seed 5 --json"))
    assert [row["drm"] for row in told["units"] if row["hex"] == "U4"] == [1]
    log = answer(begun("log o.json --json"))
    notes = [row for row in log if row["way"] == "note"]
    assert len(notes) >= len(told["units"]), "what fell is in the log"
    assert {note["events"][0]["rule"] for note in notes} >= {"C1.5", "B25", "B24", "B2"}
    (tmp_path / "u.json").write_text('[{"hex": "U4"}]')
    assert begun("ffe o.json u.json")[0] == 2


def test_the_chart(begun: Call, tmp_path: Path) -> None:
    begun("step o.json -f observer_able")
    assert begun("flow --svg c.svg --state o.json")[0] == 0
    drawn = (tmp_path / "c.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("#ffd54d") == 2, "the card, and the legend"
    code, out, _ = begun("flow --lang ja")
    assert code == 0
    assert "砲撃任務" in out


def test_several_batteries_in_one_file(oba: Call, tmp_path: Path) -> None:
    setup = {
        "sides": ["German", "Russian"],
        "map": [["3", "-4"]],
        "batteries": [
            {"name": "A", "side": "German", "nation": "german", "caliber": 100, "observer": "x"},
            {"name": "R", "side": "Russian", "nation": "russian", "caliber": 120,
             "observer": "y", "date": "1943-08", "link": "phone"},
        ],
    }  # fmt: skip
    (tmp_path / "s.json").write_text(json.dumps(setup))
    assert oba("new o.json --setup s.json")[0] == 0
    assert oba("options o.json")[0] == 2, "which one?"
    for _ in range(3):
        oba("next o.json")
    told = answer(oba("options o.json -f observer_able --json"))
    assert told["battery"] == "R", "it is the Russian DFPh"
    (tmp_path / "s.json").write_text('{"sides": ["a", "b"], "batteries": [{}]}')
    assert oba("new p.json --setup s.json")[0] == 2


def test_units_that_enter(begun: Call, tmp_path: Path) -> None:
    begun("step o.json radio -f observer_able --dice 3,4,black")
    begun(f"step o.json place U3 {FACTS} --dice 1")
    begun("next o.json --fire")
    begun("step o.json radio -f observer_able --dice 3,4")
    seen = "-f sees_base -f sees_blast_height -f known_near -f rain_or_heavy_winds=no"
    begun(f"step o.json convert {seen}")
    begun(f"step o.json he {seen}")
    unit = {"hex": "U4", "name": "4-4-7", "nation": "russian", "moving_in_open": True}
    (tmp_path / "u.json").write_text(json.dumps([unit]))
    (entered,) = answer(begun("ffe o.json u.json --entering MPh --dice 6,6 --json"))["units"]
    assert entered["drm"] == -1
    told = answer(begun("ffe o.json u.json --entering RtPh --dice 6,6 --json"))
    assert [row["drm"] for row in told["units"]] == [0]
    assert told["aftermath"] == [], "neither terrain nor fortifications are touched (C1.51)"
    code, _, error = begun("ffe o.json u.json --entering DFPh")
    assert code == 2
    assert error.startswith("C1.51")


def test_bombardment_of_a_list(oba: Call, tmp_path: Path) -> None:
    units = [
        {"hex": "U4", "name": "4-4-7", "nation": "russian"},
        {"hex": "U3", "name": "4-4-7", "nation": "russian"},
        {"hex": "V2", "name": "T-34 M41", "nation": "russian"},
    ]
    (tmp_path / "u.json").write_text(json.dumps(units))
    # spared 0 1 3 8 10; the squad in U4 rolls 12 and then a 3; the tank fails by 2
    # and the crew survives with a 2
    told = answer(oba("bombard u.json --dice 3,1,3,4,5,2,6,6,3,5,6,1,1 --json"))
    assert told["spared"] == [0, 1, 3, 8, 10]
    assert {ruin["hex"]: ruin["suffered"][0]["fate"] for ruin in told["hexes"]} == {
        "U4": ["reduced", "broken"],
        "V2": ["eliminated", "crew_survived"],
    }
    assert [(r["shellhole"], r["flame"]) for r in told["hexes"]] == [(True, True), (False, False)]
    odds = answer(oba("bombard u.json --json"))
    assert odds["spared"] == "91/216"
    assert {row["hex"] for row in odds["units"]} == {"U3", "U4", "V2"}
    code, out, _ = oba("bombard u.json --seed 1 --lang ja")
    assert code == 0
    assert "免れる" in out
    assert oba("bombard u.json --dice 1,2")[0] == 2


def test_facts_from_a_situation(begun: Call, tmp_path: Path, vasl_boards: Path) -> None:
    lines = [f'board = "{vasl_boards / "bd03"}"']
    units = {"9-1": ("German", "W6", "leader", "9-1"), "a": ("Russian", "U3", "squad", "4-4-7")}
    for id, (side, hex, kind, name) in units.items():
        lines += ["[[units]]", f'id = "{id}"', f'side = "{side}"', f'hex = "{hex}"']
        lines += [f'kind = "{kind}"', f'name = "{name}"']
    (tmp_path / "s.toml").write_text("\n".join(lines))
    # The dialogue asks for dice only: the board knows who is able and who sees what.
    code, out, _ = begun("run o.json --situation s.toml", "1\n4 4\nblack\nquit\n")
    assert code == 0
    assert "May 9-1" not in out and "Does 9-1" not in out
    assert answer(begun("show o.json --json"))["batteries"]["A"]["node"] == "place_ar"
    told = answer(begun("step o.json place U3 --situation s.toml --dice 1 --json"))
    assert (told["state"]["counter"], told["state"]["hex"]) == ("sr", "U3")
    assert told["questions"] == []
    (tmp_path / "s.toml").write_text('board = "nowhere"')
    code, _, error = begun("options o.json --situation s.toml")
    assert code == 2
    assert "nowhere" in error


def test_a_wire_in_the_blast_area_has_its_dr(oba: Call, tmp_path: Path) -> None:
    setup = {
        "sides": ["German", "Russian"],
        "batteries": [
            {"name": "A", "side": "German", "nation": "german", "caliber": 100, "observer": "x"},
            {"name": "R", "side": "Russian", "nation": "russian", "caliber": 120, "observer": "y",
             "link": "phone", "security_area": ["U4", "U5"]},
        ],
    }  # fmt: skip
    (tmp_path / "s.json").write_text(json.dumps(setup))
    oba("new o.json --setup s.json")
    oba("next o.json --fire")
    oba("step o.json radio -f observer_able --dice 3,4,black -b A")
    oba(f"step o.json place U3 {FACTS} --dice 1 -b A")
    while answer(oba("show o.json --json"))["batteries"]["A"]["node"] == "idle":
        oba("next o.json")
    oba("step o.json radio -f observer_able --dice 3,4 -b A")
    seen = "-f sees_base -f sees_blast_height -f known_near -f rain_or_heavy_winds=no"
    oba(f"step o.json convert {seen} -b A")
    oba(f"step o.json he {seen} -b A")
    (tmp_path / "u.json").write_text("[]")
    code, out, error = oba("ffe o.json u.json -b A --dice 1,2")
    assert (code, error) == (0, "")
    assert "the wire of R is cut in U4" in out
    assert answer(oba("show o.json --json"))["batteries"]["R"]["radio"] == "lost"
    oba("undo o.json")
    assert answer(oba("show o.json --json"))["batteries"]["R"]["radio"] == "works"
    code, out, _ = oba("ffe o.json u.json -b A --dice 2,2")
    assert "wire" not in out
    assert answer(oba("show o.json --json"))["batteries"]["R"]["radio"] == "works"


def test_a_situation_is_bombarded_and_written_back(oba: Call, tmp_path: Path) -> None:
    lines = ['board = "millbrook"']
    for id, hex in (("a", "E5"), ("b", "E6")):
        lines += ["[[units]]", f'id = "{id}"', 'side = "Russian"', f'hex = "{hex}"']
        lines += ['name = "4-4-7"', "concealed = true"]
    lines += ["[[markers]]", 'kind = "wire"', 'hex = "E6"']
    (tmp_path / "s.toml").write_text("\n".join(lines))
    lines += ["[[units]]", 'id = "g"', 'side = "German"', 'hex = "A1"', 'name = "4-6-7"']
    (tmp_path / "t.toml").write_text("\n".join(lines))
    odds = answer(oba("bombard --situation s.toml --json --side German"))  # not set up yet
    assert {"a", "b"} <= {row["unit"] for row in odds["units"]}
    told = answer(oba("bombard --situation s.toml --seed 7 --into after.json --json"))
    after = json.loads((tmp_path / "after.json").read_text("utf-8"))
    fates = {s["who"]: s for ruin in told["hexes"] for s in ruin["suffered"]}
    spared = set(told["spared"])
    for unit in after["units"]:
        number = int(unit["hex"][1:])
        assert (unit["id"] in fates) is (number not in spared)
        if unit["id"] in fates:
            assert unit["broken"] is ("broken" in fates[unit["id"]]["fate"])
            assert unit["concealed"] is not fates[unit["id"]]["shown"]
    for line, part in (
        ("bombard", "--situation"),
        ("bombard --situation s.toml --area 3", "3"),
        ("bombard --situation s.toml --area :left", "half"),
        ("bombard --situation s.toml --area :middle", "middle"),
        ("bombard --situation t.toml --side Martian", "Martian"),
    ):
        code, _, error = oba(line)
        assert code == 2
        assert part in error
    oba("bombard --situation s.toml --area :left --area :right --seed 1")


def test_what_the_shells_leave_is_asked_and_kept(oba: Call, tmp_path: Path) -> None:
    oba("new o.json --nation german --caliber 100 --observer 9-1")
    oba("next o.json --fire")
    oba("step o.json radio -f observer_able --dice 3,4,black")
    oba(f"step o.json place U3 {FACTS} --dice 1")
    oba("next o.json --fire")
    oba("step o.json radio -f observer_able --dice 3,4")
    seen = "-f sees_base -f sees_blast_height -f known_near -f rain_or_heavy_winds=no"
    oba(f"step o.json convert {seen}")
    oba(f"step o.json he {seen}")
    (tmp_path / "u.json").write_text("[]")
    told = answer(oba("ffe o.json u.json --every-hex --seed 1 --json"))
    assert len(told["drs"]) == 7
    assert {row["trace"] for row in told["aftermath"]} == {
        "flame", "rubble", "shellholes", "removed",
    }  # fmt: skip
    again = len(answer(oba("log o.json --json")))
    oba("ffe o.json u.json --every-hex --seed 2")
    assert len(answer(oba("log o.json --json"))) == again, "told anew, not twice"
    waiting = answer(oba("aftermath o.json --json"))
    assert len(waiting) == 4
    code, _, error = oba("aftermath o.json flame=A1")
    assert code == 2
    assert "A1" in error
    assert oba("aftermath o.json smoke=U3")[0] == 2
    left = answer(oba("aftermath o.json flame=u3,U4 rubble= --json"))
    assert {row["trace"] for row in left} == {"shellholes", "removed"}
    code, out, _ = oba("log o.json")
    assert "Flame: U3, U4." in out
    code, _, error = oba("aftermath o.json flame=U3")
    assert code == 2, "answered already"
    oba("undo o.json")
    assert answer(oba("aftermath o.json --json")) == [], "with the FFE its questions are undone"


def test_the_figures_of_a_barrage_are_the_players(oba: Call, tmp_path: Path) -> None:
    setup = {
        "sides": ["German", "Russian"],
        "batteries": [
            {"name": "A", "side": "German", "nation": "german", "caliber": 100, "observer": "x",
             "missions": ["he", "barrage"]},
        ],
    }  # fmt: skip
    (tmp_path / "s.json").write_text(json.dumps(setup))
    oba("new o.json --setup s.json")
    oba("next o.json --fire")
    oba("step o.json radio -f observer_able --dice 3,4,black")
    oba(f"step o.json place U3 {FACTS} --dice 1")
    oba("next o.json --fire")
    oba("step o.json radio -f observer_able --dice 3,4")
    seen = "-f sees_base -f sees_blast_height -f known_near -f rain_or_heavy_winds=no"
    oba(f"step o.json convert {seen}")
    code, out, _ = oba(f"step o.json barrage {seen}")
    assert "chapter E" in out
    (tmp_path / "u.json").write_text('[{"hex": "T3", "name": "4-4-7", "nation": "russian"}]')
    code, _, error = oba("ffe o.json u.json --seed 1")
    assert code == 2
    assert "--area" in error
    code, _, error = oba("ffe o.json u.json --area S3,T3,U3 --seed 1")
    assert code == 2
    assert "--fp" in error
    told = answer(oba("ffe o.json u.json --area S3,T3,U3 --fp 8 --dice 6,6 --json"))
    assert told["drs"] == {"T3": 12}
