"""Both languages are whole: the same keys, the same blanks, and every key the code uses."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hexfire
from hexfire.dice import BadFace, Choice, Dice, Die, Draw, NeedAnswer, Pick, Selection, TwoDice
from hexfire.hexes import BadLabel, Grid
from hexfire.lang import LANGUAGES, pick_language, words
from hexfire.lang.catalogue import read_po
from hexfire.rulebook import Message, Modifier, Refusal

PACKAGE = Path(hexfire.__file__).parent
ROOMS = sorted({path.stem for path in PACKAGE.glob("lang/*/*.po")})


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def keys_in_code() -> dict[str, str]:
    """Every string of the sources that looks like `room.key`, with where it stands."""
    looks_like_key = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.[a-z0-9_]+)+")
    found: dict[str, str] = {}
    for file in PACKAGE.rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        parts = {
            id(part) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for part in n.values
        }
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if is_text and id(node) not in parts and looks_like_key.fullmatch(node.value):
                found[node.value] = f"{file.relative_to(PACKAGE)}:{node.lineno}"
    return found


def test_no_key_is_missing_in_either_language() -> None:
    japanese, english = words("ja").texts, words("en").texts
    assert sorted(japanese.keys() ^ english.keys()) == []
    assert [key for key in english if not english[key] or not japanese[key]] == []


def test_a_key_stands_in_one_file_only() -> None:
    for language in LANGUAGES:
        seen: dict[str, str] = {}
        for file in sorted(PACKAGE.glob(f"lang/{language}/*.po")):
            for key in re.findall(r'^msgid "(.+)"$', file.read_text("utf-8"), re.MULTILINE):
                assert key not in seen, f"{key} stands in {seen[key]} and {file.name}"
                seen[key] = file.name


def test_both_languages_fill_the_same_blanks() -> None:
    japanese, english = words("ja").texts, words("en").texts
    assert [key for key in english if blanks(english[key]) != blanks(japanese[key])] == []


def test_every_key_in_the_code_is_in_the_catalogues() -> None:
    texts = words("en").texts
    missing = {key: place for key, place in keys_in_code().items() if key not in texts}
    assert missing == {}


def test_no_key_is_left_that_nobody_says() -> None:
    """A key is said if it stands in a source, whole, by its last part, or by its beginning."""
    web = PACKAGE.parents[1] / "web/src"
    if not web.is_dir():
        pytest.skip("the page's sources are not beside the tests")
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml"), *web.rglob("*.ts*")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    named = set(re.findall(r"""["'`@]([\w.?/() +-]+)(?=["'`])""", source))
    begun = tuple(set(re.findall(r'["`@]([a-z_]+\.[\w.-]*)\$?\{', source)))
    unsaid = [
        key
        for key in words("en").texts
        if not named & {key, key.partition(".")[2], key.rpartition(".")[2]}
        and not key.startswith(begun)
    ]
    assert unsaid == []


def test_japanese_texts_are_japanese() -> None:
    """A Japanese text without any Japanese letter is a forgotten translation, or a mere sign."""
    letters = re.compile(r"[぀-ヿ一-鿿]")
    english = words("en").texts
    same = [
        key
        for key, text in words("ja").texts.items()
        if text == english[key]
        and re.search(r"[a-z]{4,}", re.sub(r"\{\w+\}", "", text))
        and not letters.search(text)
    ]
    assert same == []


def test_say_fills_blanks_and_translates_terms() -> None:
    ja = words("ja")
    assert ja.say("core.no_file", path="x.json") == "ファイルx.jsonがありません。"
    assert ja.say(Message.of("core.unknown_part", text="q", parts=("a", "b"))).count("a、b") == 1
    assert ja.say("core.cannot_read", path="x", why="@core.yes") == "xを読めません：はい。"
    with pytest.raises(KeyError):
        ja.say("core.nobody_wrote_this")


def test_a_blank_in_a_value_is_left_alone() -> None:
    assert "{path}" in words("en").say("core.no_file", path="{path}{why}")


def test_every_request_can_be_said_in_both_languages() -> None:
    requests = [
        Die("C3.1"),
        TwoDice("C3.1"),
        Selection("A.9", 3),
        Pick("C3.1", 4),
        Draw("C1.21", (("black", 8), ("red", 3))),
        Choice("F7.8", "german", ("hold", "run")),
    ]
    for language in LANGUAGES:
        for request in requests:
            sentence = words(language).request(NeedAnswer(request))
            assert request.rule in sentence and "{" not in sentence
    assert "black ×8" in words("en").request(NeedAnswer(requests[4]))


def test_what_is_certain_is_said_before_the_roll_that_follows() -> None:
    crew = NeedAnswer(TwoDice("D5.6"))
    assert words("en").request(crew).startswith("The vehicle is destroyed. D5.6 (")
    assert words("ja").request(crew).startswith("車両は破壊されました。D5.6（")


@pytest.mark.parametrize(
    ("hex", "english", "japanese"),
    [
        ("F0+1,-1", "the off-board hex 1 north-east of F0", "盤外（F0の北東1ヘクス）"),
        ("A5-2,+1", "the off-board hex 2 west of A5", "盤外（A5の西2ヘクス）"),
        ("C10+0,+3", "the off-board hex 3 south of C10", "盤外（C10の南3ヘクス）"),
        ("F0", "F0", "F0"),
    ],
)
def test_a_hex_off_the_board_is_told_in_words(hex: str, english: str, japanese: str) -> None:
    message = Message.of("artillery.event.sr_placed", battery="A", hex=hex)
    assert words("en").say(message) == f"A: SR in {english}."
    assert words("ja").say(message) == f"A：{japanese}にSR。"


def test_an_impossible_face_is_answered_with_value_and_range() -> None:
    with pytest.raises(BadFace) as error:
        Dice([7]).dr("C3.1")
    sentence = words("ja").bad_face(error.value)
    assert all(part in sentence for part in ("7", "1から6", "C3.1"))


def test_a_wrong_label_is_answered_in_the_readers_language() -> None:
    with pytest.raises(BadLabel) as error:
        Grid.asl().hex("ZZ99")
    for language, word in (("ja", "ヘクス"), ("en", "hex")):
        sentence = words(language).bad_label(error.value)
        assert all(part in sentence for part in ("ZZ99", "A1", "GG10", word))


def test_rules_and_modifiers_have_names() -> None:
    en, ja = words("en"), words("ja")
    assert en.title("C6.11") == "Case J1: Restricted Aim"
    assert ja.title("C6.11") != en.title("C6.11")
    assert en.title("Z99") == "Z99" and en.summary("Z99") == ""
    assert en.name(Modifier("whatever", "C6.11", 1)) == en.title("C6.11")
    assert en.summary("C6.11").startswith("Defensive First Fire")


def test_a_refusal_begins_with_its_rule() -> None:
    refusal = Refusal("F5.3a", "core.play.over")
    assert words("en").refusal(refusal) == "F5.3a: The game is over."
    assert words("ja").refusal(refusal).startswith("F5.3a：")


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("ja_JP.UTF-8",), "ja"),
        (("en_GB.UTF-8", "ja"), "en"),
        ((None, "de_DE", "ja-JP"), "ja"),
        (("C", None), "en"),
        ((), "en"),
        (("JA",), "ja"),
    ],
)
def test_the_language_is_picked_from_the_wishes(
    wishes: tuple[str | None, ...], language: str
) -> None:
    assert pick_language(*wishes) == language


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="'de'"):
        words("de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_quick_reader_reads_what_babel_reads(language: str) -> None:
    read = pytest.importorskip("babel.messages.pofile").read_po
    for file in sorted((PACKAGE / "lang" / language).glob("*.po")):
        with file.open("rb") as source:
            theirs = {entry.id: entry.string for entry in read(source) if entry.id and entry.string}
        assert read_po(file.read_text("utf-8")) == theirs, file.name


def test_escapes_and_lines_of_a_catalogue() -> None:
    source = 'msgid "a"\nmsgstr "one "\n"two \\"x\\" \\\\ \\n"\n\nmsgid "b"\nmsgstr ""\n'
    assert read_po(source) == {"a": 'one two "x" \\ \n'}
