"""`hexfire folio …` as a person meets it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import calling
import pytest

from hexfire.folio import builtin

HERE = Path(__file__).parent


def call(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return calling.call(capfd, "folio", *arguments)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEXFIRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def position(tmp_path: Path) -> str:
    file = tmp_path / "position.toml"
    file.write_text(
        """
scenario = "tutorial"
phase = "combat"
[at]
"1/7" = "0504"
"5" = "0605"
"A" = "0604"
"B" = "0703 reduced"
"F" = "1104"
""",
        "utf-8",
    )
    return str(file)


def test_the_list_and_the_map(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capfd, "list")
    assert code == 0 and out.startswith("tutorial") and "Sidi Rezegh 1941" in out
    code, out, _ = call(capfd, "list", "--lang", "ja")
    assert "シディ・レゼグ 1941" in out
    code, out, _ = call(capfd, "show", "tutorial")
    assert code == 0 and "1/7" in out and "≤-3" in out and "0303/0305" in out
    code, out, _ = call(capfd, "show", "tutorial", "--json")
    assert json.loads(out)["view"]["turn"] == 0


def test_a_position_is_shown_and_a_scenario_of_ones_own_is_asked(
    capfd: pytest.CaptureFixture[str], position: str, tmp_path: Path
) -> None:
    code, out, _ = call(capfd, "show", position)
    assert code == 0 and "1/7" in out and "≤-3" not in out
    own = tmp_path / "own.toml"
    own.write_text(builtin("tutorial")["toml"], "utf-8")
    own.with_suffix(".map").write_text(builtin("tutorial")["map"], "utf-8")
    code, out, _ = call(capfd, "ask", str(own), "markers", "2")
    assert code == 0 and "b3 +2" in out
    code, out, _ = call(capfd, "show", str(own))
    assert code == 0 and "≤-3" in out


def test_odds_come_first_with_every_reason(
    capfd: pytest.CaptureFixture[str], position: str
) -> None:
    code, out, _ = call(capfd, "odds", position, "attack", "0604", "with", "1/7,", "5")
    assert code == 0
    assert out.splitlines()[0].startswith("D3 16.7 % (1/6)  D2 33.3 % (1/3)")
    assert "Differential +6: 10 against 4" in out and "F7.1e" in out and "F2.3.2b" in out
    more = ("--support", "b1", "--support", "b2", "--against", "r1", "--json")
    code, out, _ = call(capfd, "odds", position, "attack", "0604", "with", "1/7", *more)
    answer = json.loads(out)
    assert (answer["attack"], answer["defence"], answer["row"]) == (7, 5, "town")
    assert answer["odds"]["D2"] == "1/3"


def test_questions_of_a_position(capfd: pytest.CaptureFixture[str], position: str) -> None:
    def ask(*words: str) -> object:
        code, out, _ = call(capfd, "ask", position, *words, "--json")
        assert code == 0, words
        return json.loads(out)

    reach = ask("reach", "5")
    assert isinstance(reach, dict) and reach["hexes"]["0506"] == 1
    path = ask("path", "5", "0506")
    assert isinstance(path, dict) and path["path"][-1] == {"hex": "0506", "spent": 1}
    assert ask("markers") == {
        "blue": [{"id": "b1", "plus": 1}, {"id": "b2", "plus": 2}, {"id": "b3", "plus": 2}],
        "red": [{"id": "r1", "plus": 1}, {"id": "r2", "plus": 2}],
    }
    retreats = ask("retreats", "A", "2", "from", "5")
    assert isinstance(retreats, list) and all(len(way["hexes"]) == 2 for way in retreats)
    assert ask("retreats", "A", "2")
    differential = ask("differential", "0604", "with", "1/7,5")
    assert isinstance(differential, dict) and differential["differential"] == 6
    barrage = ask("barrage", "1104", "with", "b3", "--against", "r1")
    assert isinstance(barrage, dict) and barrage["differential"] == 1 - 1 - 6
    assert ask("advances", "0604-0603", "with", "1/7,", "5") == {
        "1/7": ["0604", "0603"],
        "5": ["0604", "0603"],
    }
    for question in (("reach", "5"), ("markers",), ("retreats", "A", "2", "from", "5")):
        code, out, _ = call(capfd, "ask", position, *question, "--lang", "ja")
        assert code == 0 and out


def test_positions_with_units_of_their_own(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    toml, other = tmp_path / "own.toml", tmp_path / "own.json"
    toml.write_text(
        '''
ground = """
[terrain]
....
....
....
....
"""
[[units]]
id = "x"
side = "blue"
front = "3-3-2"
hex = "0202"
[[units]]
id = "y"
side = "red"
front = "3-3-2"
hex = "0404"
reduced = true
''',
        "utf-8",
    )
    code, out, _ = call(capfd, "ask", str(toml), "reach", "x", "--json")
    assert code == 0 and json.loads(out)["hexes"]["0201"] == 1
    other.write_text('{"scenario": "tutorial", "at": {"A": "0604", "F": "0605", "1/7": "0603"}}')
    code, out, _ = call(
        capfd, "ask", str(other), "displacements", "A", "0605", "from", "1/7", "--json"
    )
    assert code == 0 and [{"unit": "F", "to": "0606"}] in json.loads(out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "nowhere"), "nowhere"),
        (("play", "nowhere"), "There is no scenario"),
        (("ask", "tutorial", "fly", "A"), "cannot be asked"),
        (("ask", "tutorial", "reach"), "reach UNIT"),
        (("ask", "tutorial", "reach", "Z"), "no unit"),
        (("ask", "tutorial", "reach", "6"), "not on the map"),
        (("ask", "tutorial", "path", "A", "9999"), "9999"),
        (("ask", "tutorial", "retreats", "A", "two"), "two"),
        (("ask", "tutorial", "markers", "9"), "9"),
        (("odds", "tutorial", "end"), "Odds are of"),
        (("odds", "tutorial", "attack", "0604"), "attack HEX with"),
        (("odds", "tutorial", "attack", "0101", "with", "1/7"), "no unit in 0101"),
        (("play", "tutorial", "--bot", "green"), "green"),
        (("play", "tutorial", "--bot", "red=genius"), "genius"),
        (("play", "tutorial", "--option", "luck"), "NAME=VALUE"),
        (("play", "tutorial", "--option", "luck=true"), "luck"),
    ],
)
def test_mistakes_get_one_clear_sentence(
    capfd: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    code, out, err = call(capfd, *words)
    assert code == 2 and said in err and not out
    code, out, _ = call(capfd, *words, "--json")
    assert code == 2 and said in json.loads(out)["error"]
    code, _, err = call(capfd, *words, "--lang", "ja")
    assert code == 2 and err


@pytest.mark.parametrize(
    "text",
    [
        "turn = 99",
        'phase = "tea"',
        'player = "green"',
        'wind = "west"',
        "scenario = 3",
        '[at]\n"A" = "9999"',
        '[at]\n"Z" = "0101"',
        '[at]\n"A" = "0101 tired"',
        '[at]\n"A" = "0101"\n"B" = "0101"',
        'moved = "A"',
        '[available]\nblue = ["r1"]',
        "{not json",
        '[[units]]\nid = "x"\nside = "blue"\nfront = "3"\nhex = "0101"',
    ],
)
def test_bad_positions_are_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    code, _, err = call(capfd, "ask", str(file), "markers")
    assert code == 2 and err


def test_check_names_every_mistake(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = builtin("tutorial")
    toml, map_file = tmp_path / "mine.toml", tmp_path / "mine.map"
    toml.write_text(source["toml"], "utf-8")
    map_file.write_text(source["map"], "utf-8")
    code, out, _ = call(capfd, "check", str(toml))
    assert code == 0 and "No mistakes" in out
    toml.write_text(source["toml"].replace('"6-4-8"', '"6-4"'), "utf-8")
    map_file.write_text(source["map"].replace("0701: SW", "0701: N"), "utf-8")
    code, out, _ = call(capfd, "check", str(toml))
    lines = out.splitlines()
    assert code == 2 and len(lines) == 2
    assert lines[0].startswith("mine.toml:") and "5-6-8" in lines[0]
    assert lines[1].startswith("mine.map:19:") and "map ends" in lines[1]
    code, out, _ = call(capfd, "check", str(toml), "--json")
    assert [p["key"] for p in json.loads(out)["problems"]] == [
        "folio.scenario.strength",
        "folio.scenario.map_edge",
    ]
    code, out, err = call(capfd, "play", str(toml))
    assert code == 2 and "mistake" in err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


def test_a_game_at_the_terminal(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "game.jsonl"
    typed(
        monkeypatch,
        "0",
        "help",
        "nonsense",
        "0",
        "place 2/7 0303",
        "0",
        "0",
        "1",
        "reach 5",
        "move 1/7 0504",
        "move 5 0605",
        "map",
        "units",
        "odds attack 0604 with 1/7",
        "end",
        "attack 0604 with 1/7, 5",
        "decline",
        "decline",
        "decline",
        "roll",
        "7",
        "2",
        "undo",
        "quit",
    )
    options = ("--typed", "blue", "--save", str(save))
    code, out, _ = call(capfd, "play", "tutorial", *options)
    assert code == 0
    assert "“nonsense” is not an action" in out and "7 cannot be rolled here" in out
    assert "roll 2: D2" in out and "Attack on A in 0604 with 1/7, 5." in out
    assert save.is_file()
    typed(monkeypatch, "hold A", "quit")
    code, out, _ = call(capfd, "play", "tutorial", *options)
    assert code == 0 and "A holds its ground" in out
    code, out, _ = call(capfd, "show", str(save))
    assert code == 0 and "reduced" in out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_bots_play_a_whole_game(
    capfd: pytest.CaptureFixture[str], language: str, tmp_path: Path
) -> None:
    save = tmp_path / "bots.jsonl"
    bots = ("--bot", "blue=random", "--bot", "red=easy", "--seed", "3", "--save", str(save))
    code, out, _ = call(capfd, "play", "tutorial", *bots, "--lang", language)
    assert code == 0
    assert (
        ("wins" in out or "draw" in out)
        if language == "en"
        else ("勝利" in out or "引き分け" in out)
    )
    calling.call(capfd, "verify", save, code=0)


def test_the_terminal_tells_what_is_decided_and_about_whom(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    typed(
        monkeypatch,
        *("0",) * 5,
        "help",
        "move 1/7 0504",
        "move 5 0605",
        "undo",
        "move 5 0605",
        "end",
        "odds attack 0604 with 1/7, 5 support b2, b3 against r1",
        "attack 0604 with 1/7, 5",
        "support b1",
        *("decline",) * 3,
        "roll",
        "2",
        "quit",
    )
    code, out, _ = call(capfd, "play", "tutorial", "--typed", "blue")
    assert code == 0
    assert "where to set a unit up" in out.split("Red >")[0]
    assert "counter MARKER" in out and "support MARKER, MARKER" in out  # help
    assert "0604 Kestrel (2): Red" in out
    # The defender sees the map and the attack before he answers.
    asked = out.split("commits +1")[1].split("Red >")[0]
    assert "1/7, 5 against A in 0604" in asked and "support +1" in asked
    assert "11   12" in asked, "the map"
    assert "A, hexes to go: 2" in out
    differential = next(line for line in out.splitlines() if line.startswith("Differential +9"))
    assert "14 against 5" in differential  # 4 + 6 + 2 + 2 against 4 + 1


def test_a_retreat_to_nowhere_says_what_it_means(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(
        monkeypatch,
        *("0",) * 5,
        "move 5 0603",
        "move 1/7 0605",
        "end",
        "attack 0604 with 1/7, 5",
        *("decline",) * 3,
        "roll",
        "2",
        "retreat A",
        "quit",
    )
    code, out, _ = call(capfd, "play", "tutorial", "--typed", "blue")
    assert code == 0
    assert "no hex is open: the unit is lost" in out
    assert "A has no hex to retreat to" in out and "A is eliminated" in out


def test_a_list_of_units_may_stand_in_one_word(
    capfd: pytest.CaptureFixture[str], position: str
) -> None:
    code, out, _ = call(capfd, "ask", position, "retreats", "A", "2", "from", "1/7, 5")
    assert code == 0 and out.startswith("Legal ways to retreat:")
