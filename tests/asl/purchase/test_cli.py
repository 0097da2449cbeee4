"""`hexfire dyo` as a player calls it, in both languages."""

from __future__ import annotations

import json
import re
import tomllib
from functools import partial
from pathlib import Path

import calling
import pytest

from hexfire.asl.purchase import DesignYourOwn, roster, skeleton
from hexfire.asl.purchase.fortifications import KINDS
from hexfire.asl.purchase.nations import NATIONS
from hexfire.asl.purchase.spelling import VERBS
from hexfire.asl.purchase.state import STEPS
from hexfire.asl.purchase.vehicles import ITEMS
from hexfire.lang import words
from hexfire.play import Table
from hexfire.server.files import roster_page

GOLDEN = Path(__file__).parents[2] / "golden" / "dyo-german-1944.jsonl"


@pytest.fixture
def call(capfd):
    """Run one call: its exit code, what it printed, what it complained."""
    return partial(calling.call, capfd)


@pytest.fixture
def game(call, tmp_path):
    path = tmp_path / "a.jsonl"
    code, _, err = call(
        "dyo", "new", path, "--date", "9/44", "--side", "German:1000", "--side", "Soviet:300+300",
        "--board", "4",
    )  # fmt: skip
    assert code == 0, err
    return path


def test_a_purchase_from_the_command_line(call, game):
    assert call("dyo", "buy", game, "german", "squads", "4-6-8", "x4", "sapper")[1].startswith(
        "H1.2: 4 × 4-6-8 for 88 points.\n912 points left."
    )
    code, out, _ = call("dyo", "status", game, "german", "--json")
    status = json.loads(out)
    assert code == 0
    assert status["view"]["sides"]["german"]["left"] == 912
    assert status["view"]["sides"]["soviet"] == {
        "seat": "soviet",
        "nation": "Soviet",
        "points": 600,
        "stage": "buying",
        "roster": "sealed",
        "announced": None,
    }
    assert "squads 4-6-7 sapper" in status["legal"]
    assert call("dyo", "undo", game, "german")[1] == "Taken back.\n"
    call("dyo", "buy", game, "german", "close")
    code, out, _ = call("dyo", "roll", game, "german", "--dice", "5 5")
    assert "DR 10: RF up to 0.9" in out
    assert call("dyo", "undo", game, "german")[0] == 2
    assert call("dyo", "verify", game)[0] == 0


def test_a_purchase_typed_in_japanese(call, game):
    for step in (
        "分隊 4-6-8 x2 工兵",
        "終了",
        "終了",
        "輸送 ワゴン x2",
        "終了",
        "終了",
        "構築物 鉄条網 x3",
    ):
        code, out, err = call("dyo", "buy", game, "german", step, "--lang", "ja")
        assert code == 0, err
    assert out.startswith("H1.6T：鉄条網 ×3を15ポイントで購入。")


def test_refusals_name_their_rule_in_the_readers_language(call, game):
    code, _, err = call("dyo", "buy", game, "german", "squads", "4-6-7", "engineer")
    assert code == 2
    assert err.startswith("H1.22: 4-6-7 is not Elite")
    _, _, err = call("dyo", "buy", game, "german", "squads", "4-6-7", "engineer", "--lang", "ja")
    assert err.startswith("H1.22：4-6-7はエリート兵ではありません")
    _, _, err = call("dyo", "buy", game, "german", "squads", "4-4-7")
    assert "squad/German/4-4-7/bpv" in err
    code, out, _ = call("dyo", "buy", game, "german", "fortify", "wire", "--json")
    assert code == 2
    assert json.loads(out)["refused"] == "H1.6"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("status", "{game}", "french"), "french"),
        (("buy", "{game}", "german", "dance"), "«dance»"),
        (("roll", "{game}", "german"), "H1.3"),
        (("roll", "{game}", "german", "--dice", "x"), "«x»"),
        (("status", "nowhere.jsonl", "german"), "nowhere.jsonl"),
        (("roster", "{game}"), "H1.1"),
        (("roster", "{game}", "german", "--html", "{game}.html", "--paper", "a3"), "a3"),
        (("roster", "{game}", "german", "--ob", "{game}.toml"), "H1.1"),
        (("price", "4-6-8", "--date", "soon", "--nation", "german"), "«soon»"),
        (("price", "4-6-8", "--date", "9/44", "--nation", "elves"), "«elves»"),
        (
            ("new", "{game}", "--date", "9/44", "--side", "German:5", "--side", "Soviet:5"),
            "already",
        ),
        (("new", "b.jsonl", "--date", "9/44", "--side", "German:5"), "--side"),
        (("new", "b.jsonl", "--date", "9/44", "--side", "German", "--side", "Soviet:5"), "German"),
        (("listing", "figures.txt"), ".toml"),
    ],
)
def test_mistakes_get_one_sentence(call, game, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    code, _, err = call("dyo", *(part.replace("{game}", str(game)) for part in arguments))
    assert code == 2
    assert said in err
    assert "Traceback" not in err
    assert sorted(tmp_path.iterdir()) == before


def test_typed_dice_wait_for_their_player(call, tmp_path):
    path = tmp_path / "t.jsonl"
    sides = ("--side", "German:1000", "--side", "Soviet:1000")
    call("dyo", "new", path, "--date", "9/44", *sides, "--typed", "german")
    call("dyo", "buy", path, "german", "close")
    code, out, _ = call("dyo", "roll", path, "german")
    assert code == 3
    assert "H1.3" in out
    code, out, _ = call("dyo", "roll", path, "german", "--dice", "2,3")
    assert code == 0
    assert "RF up to 1.3" in out
    assert (
        call("dyo", "new", tmp_path / "u.jsonl", "--date", "9/44", *sides, "--typed", "x")[0] == 2
    )


def test_price_and_plan(call):
    code, out, _ = call("dyo", "price", "8-3-8 engineer sapper commando mol", "--date", "1/42",
                        "--nation", "german")  # fmt: skip
    assert code == 0
    assert out.splitlines()[0] == "8-3-8: 73 points"
    assert "H1.24" in out
    _, out, _ = call("dyo", "price", "80+M", "plentiful", "--date", "9/44", "--nation", "german",
                     "--json")  # fmt: skip
    assert json.loads(out)["total"] == 111
    _, out, _ = call("dyo", "plan", "4-6-8 x3", "80+M", "--date", "9/44", "--nation", "german",
                     "--points", 1000, "--lang", "ja")  # fmt: skip
    assert out.startswith("購入可能：1000ポイント中137、残り863。")
    _, out, _ = call("dyo", "plan", "4-6-8 x3", "--date", "9/44", "--nation", "german",
                     "--points", 10, "--json")  # fmt: skip
    assert json.loads(out)["affordable"] is False


def test_listing(call, tmp_path):
    code, out, _ = call("dyo", "listing", "--template")
    assert code == 0
    assert tomllib.loads(out) == {}
    path = tmp_path / "mine.toml"
    path.write_text('[[gun]]\nnation = "German"\nname = "X"\nbpv = 5\n', "utf-8")
    _, out, _ = call("dyo", "listing", path)
    assert "gun/German/X lacks rf, count, class, caliber" in out
    code, out, _ = call("dyo", "listing")
    assert "squad/German/4-6-8/bpv = 13" in out


# -- the Roster -----------------------------------------------------------------------------------


@pytest.fixture
def finished() -> Table:
    game = DesignYourOwn()
    return Table.open({game.name: game}, GOLDEN.read_bytes())


def test_the_golden_purchase_replays(call, finished):
    assert call("dyo", "verify", GOLDEN)[0] == 0
    german = roster(finished.state, 0)
    assert [line.left for line in german.balance if line.spent] == [551, 444, 220, 46, 1]
    assert (german.squads, german.equivalents) == (40, 41)
    assert roster(finished.state, 1).leaders == {"7-0": "1", "8-0": "1", "8-1": "1", "6+1": "1"}


def test_both_rosters_on_screen_and_on_paper(call, tmp_path):
    html = tmp_path / "r.html"
    code, out, _ = call("dyo", "roster", GOLDEN)
    assert code == 0
    for cell in ("A–D", "AAMG+Sz", "80+M", "P: B", "449", "10-2", "Pillbox 1-3-5"):
        assert cell in out
    assert call("dyo", "roster", GOLDEN, "--html", html, "--lang", "ja")[0] == 0
    page = html.read_text("utf-8")
    assert page.count("<article>") == 2
    assert "landscape" in page
    assert '<html lang="ja">' in page
    for cell in ("エリート兵", "AAMG+Sz", "トーチカ1-3-5", "R/P: ID", "使用可能ポイント"):
        assert cell in page
    assert call("dyo", "roster", GOLDEN, "german", "--html", html, "--paper", "letter")[0] == 0


def test_a_font_can_be_embedded(call, tmp_path):
    font = tmp_path / "f.woff2"
    font.write_bytes(b"not really a font")
    html = tmp_path / "r.html"
    assert call("dyo", "roster", GOLDEN, "--html", html, "--font", font)[0] == 0
    assert "font/woff2;base64,bm90IHJlYWxseSBhIGZvbnQ=" in html.read_text("utf-8")


def test_what_players_write_cannot_break_the_page(finished):
    page = roster_page.page(words("en"), [], [("squad/German/<script>/bpv", "1")])
    assert "<script>" not in page


def test_pdf_or_a_clear_sentence(call, tmp_path):
    path = tmp_path / "r.pdf"
    code, _, err = call("dyo", "roster", GOLDEN, "--pdf", path)
    if code:
        assert "WeasyPrint" in err
        assert not path.exists()
    else:
        assert path.read_bytes().startswith(b"%PDF")


def test_the_scenario_skeleton(call, tmp_path, finished):
    for name in ("ob.json", "ob.toml"):
        assert call("dyo", "roster", GOLDEN, "--ob", tmp_path / name)[0] == 0
    data = json.loads((tmp_path / "ob.json").read_text("utf-8"))
    assert data == json.loads(json.dumps(skeleton(finished.state)))
    assert tomllib.loads((tmp_path / "ob.toml").read_text("utf-8")) == data
    german, soviet = data["sides"]
    assert german["vehicles"][0]["fitted"] == ["AAMG", "Sz"]
    assert german["vehicles"][0]["leader"] == "9-1"
    assert german["oba"][1]["contact"] == "phone"
    assert soviet["equipment"] == [
        {"code": "M", "also": ["smc", "gun crews", "vehicle crews", "vehicle hs"]}
    ]
    assert soviet["fortifications"][0] == {"name": "minefield", "number": 24, "board": "4"}


# -- the wizard -----------------------------------------------------------------------------------


@pytest.fixture
def typing(monkeypatch):
    """Answers typed one after the other; the end of them is Ctrl-D."""

    def answers(*lines: str) -> list[str]:
        asked: list[str] = []
        waiting = iter(lines)

        def answer(prompt: str = "") -> str:
            asked.append(prompt)
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        return asked

    return answers


def test_the_wizard_walks_through_a_purchase(call, typing, tmp_path):
    path = tmp_path / "w.jsonl"
    asked = typing(
        "someday", "9/44", "german", "none", "1000", "soviet", "400", "y", "4", "hold", "y",
        "", "1", "squads 4-4-7", "9", "squads 4-6-7 engineer", "99", "?", "undo", "close", "n", "q",
    )  # fmt: skip
    code, out, _ = call("dyo", "--game", path)
    assert code == 0
    assert "«someday» is not a month" in out
    assert "1 × 4-6-8 for 15 points" in out
    assert "H1.211" in out
    assert "1 × 4-4-7 for 11 points" in out
    assert "H1.22: 4-6-7 is not Elite" in out
    assert "choose 1 to" in out
    assert any("closes «Infantry» for good" in prompt for prompt in asked)
    assert any("squad/German/4-4-7/bpv" in prompt for prompt in asked)
    table = Table.open({"asl-dyo": DesignYourOwn()}, path.read_bytes())
    assert table.state.sides[0].step == "infantry"
    assert table.state.agreed == {"squad/German/4-4-7/bpv": "9"}


def test_the_wizard_goes_on_where_it_stopped(call, typing, game):
    typing("", "squads 4-6-8 x2", "close", "y", "roster")
    code, out, _ = call("dyo", "--game", game, "--lang", "ja")
    assert code == 130
    assert "4-6-8 ×2を30ポイントで購入" in out
    assert "保存しました" in out
    table = Table.open({"asl-dyo": DesignYourOwn()}, game.read_bytes())
    assert table.state.sides[0].step == "ordnance"


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_has_a_name(language):
    said = words(language)
    for nation in NATIONS:
        assert said.has(f"purchase.nation.{nation}")
    for name in ITEMS:
        assert said.has(f"purchase.item.{name}")
    for name in KINDS:
        assert said.has(f"purchase.fort.{name}")
    for verb in VERBS:
        assert said.has(f"purchase.act.{verb}")
    for step in STEPS:
        assert said.has(f"purchase.step.{step}")


def test_both_languages_say_the_same_things():
    english, japanese = (
        {key: text for key, text in words(language).texts.items() if key.startswith("purchase.")}
        for language in ("en", "ja")
    )
    assert english.keys() == japanese.keys()
    source = Path(roster_page.__file__).parent.parent.parent
    used = set()
    for folder in (source / "asl" / "purchase", source / "cli" / "dyo"):
        for file in folder.glob("*.py"):
            used |= _keys(file.read_text("utf-8"))
    assert used <= english.keys()


def _keys(text: str) -> set[str]:
    return set(re.findall(r'"@?(purchase\.[a-z_]+(?:\.[a-z_]+)?)"', text))


# -- dice -----------------------------------------------------------------------------------------


def test_committed_dice_can_be_checked_when_all_is_over(call, tmp_path):
    path = tmp_path / "f.jsonl"
    sides = ("--side", "German:700", "--side", "Soviet:500")
    assert call("dyo", "new", path, "--date", "9/44", *sides, "--fair", "--word", "a b")[0] == 0
    call("dyo", "buy", path, "german", "close")
    assert call("dyo", "roll", path, "german")[0] == 0
    for seat, closes in (("german", 5), ("soviet", 6)):
        for _ in range(closes):
            assert call("dyo", "buy", path, seat, "close")[0] == 0
    for seat in ("german", "soviet"):
        assert call("dyo", "buy", path, seat, "announce")[0] == 0
    for seat in ("german", "soviet"):
        for _ in range(4):
            assert call("dyo", "buy", path, seat, "close")[0] == 0
        assert call("dyo", "buy", path, seat, "reveal")[0] == 0
    code, out, _ = call("dyo", "verify", path, "--json")
    assert code == 0
    assert json.loads(out)["faces_checked"] == 2


def test_a_decision_inside_a_roll_is_asked(call, tmp_path):
    path = tmp_path / "c.jsonl"
    sides = ("--side", "German:700", "--side", "Soviet:500")
    call("dyo", "new", path, "--date", "9/44", *sides)
    call("dyo", "buy", path, "german", "squads", "4-6-7", "x5")
    for seat in ("german", "soviet"):
        for _ in range(6):
            call("dyo", "buy", path, seat, "close")
    for seat in ("german", "soviet"):
        call("dyo", "buy", path, seat, "announce")
    assert call("dyo", "buy", path, "german", "leaders", "8-0x1", "exchange")[0] == 0
    call("dyo", "buy", path, "german", "close")
    code, out, _ = call("dyo", "buy", path, "german", "exchange", "--dice", "6 6")
    assert code == 3
    assert "0 = 7-0, 1 = 8-1" in out
    code, out, _ = call("dyo", "roll", path, "german", "--dice", "0")
    assert "7-0 becomes 6+1" in out
