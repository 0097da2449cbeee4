"""What a machine can hold of our Japanese (docs/japanese.md): words, signs, titles, keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfire.lang import words
from hexfire.rulebook import ledger

LETTER = "぀-ヿ一-鿿々ー"
ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web/src"

# A word that two rooms said differently, and the one that both say now.
REPLACED = {
    "サイコロ": "ダイス",
    "(?<!キー)(?<!クリップ)ボード": "地図盤",
    "テーブル": "卓",
    "射線": "LOS",
    "砲兵隊": "砲兵中隊",
    "盤外砲兵": "盤外砲",
    "射撃任務": "砲撃任務",
    "擾乱": "攪乱砲撃",
    "範囲射撃": "地域射撃",
    "突撃移動": "警戒移動",
    "キャニスター": "散弾",
    "スパイン": "ヘクスの足",
    "無作為抽出": "無作為選択",
    "半個分隊": "HS",
    "MPH|APH": "MPh、APh",
    "独軍|(?<!リ)英軍|(?<!リ)米軍": "ドイツ軍、イギリス軍、アメリカ軍",
    "ブラウザー": "ブラウザ",
    "ひな形": "ひな型",
    "本書": "収録ルール",
    "〜": "～",
    "最終DR": "修正後DR",
    "フォルダー": "フォルダ",
    "一覧表": "数値表",
    "いま(?=[決選登退の])": "今",
    "ロケーション": "区域",
    "臨時射撃": "待機射撃",
    "ボグチェック": "ボグ判定",
    "消費値": "コスト",
    "朦朧": "麻痺",
    "ショック": "衝撃",
    "モーション": "機動状態",
    "牽引準備": "着架",
    "大火災": "火災",
    "石積み陣地|土塁": "サンガ",
    "準備砲撃": "事前砲撃",
    "お手元": "手元のルールブック",
    "移動力で到達": "MP",
    "[二三四五六七八九]つ(?!目)": "2つ、3つ …",
    "(?<!近)小道": "小径",
}


def texts() -> Iterator[tuple[str, str]]:
    """Every Japanese text with its key, the ledger's titles and summaries included."""
    yield from words("ja").texts.items()
    for rule in ledger().values():
        yield f"{rule.id} title", rule.title_ja
        yield f"{rule.id} summary", rule.summary_ja


def documents() -> Iterator[tuple[str, str]]:
    """The players' pages, by path."""
    for page in [ROOT / "README.ja.md", *sorted(ROOT.glob("docs/ja/**/*.md"))]:
        yield page.relative_to(ROOT).as_posix(), page.read_text("utf-8")


@pytest.mark.parametrize("word", REPLACED)
def test_one_word_for_one_thing(word: str) -> None:
    pattern, said = re.compile(word), [*texts(), *documents()]
    assert [where for where, text in said if pattern.search(text)] == [], REPLACED[word]


def test_brackets_colons_and_question_marks_are_full_width_behind_japanese() -> None:
    half = re.compile(
        rf"[{LETTER}」）』][(?]|[{LETTER}」）』]:(?!//)|[{LETTER}] ?~"
        rf"|[A-Za-z0-9}}][:(] ?[{LETTER}「]|[A-Za-z0-9][:(]\{{|[{LETTER}]\)|[{LETTER}]?, [{LETTER}]"
    )
    found = [f"{key}: {text}" for key, text in texts() if half.search(_without_orders(text))]
    assert found == []


def _without_orders(text: str) -> str:
    """The text without what is to be typed, which stands in 「…」."""
    return re.sub(r"「[^」]*」", "「」", text)


def test_no_blank_between_japanese_and_a_value() -> None:
    """Outside of 「…」, where an order to be typed may stand."""
    spaced = re.compile(rf"[{LETTER}、。] \{{|\}} [{LETTER}]")
    found = [f"{key}: {text}" for key, text in texts() if spaced.search(_without_orders(text))]
    assert [line for line in found if not line.startswith("purchase.wizard.help")] == []


def test_every_rule_has_a_title_of_its_own() -> None:
    titles = Counter(rule.title_ja for rule in ledger().values())
    assert [title for title, count in titles.items() if count > 1] == []


def test_a_title_says_something_in_japanese() -> None:
    bare = [r.id for r in ledger().values() if not re.search(f"[{LETTER}]", r.title_ja)]
    assert bare == []


def test_every_key_of_the_page_is_in_the_catalogues() -> None:
    """Keys that the page's sources name as a whole; those it puts together cannot be read off."""
    if not WEB.is_dir():
        pytest.skip("the page's sources are not beside the tests")
    rooms = "|".join(sorted({key.split(".")[0] for key in words("ja").texts}))
    named = re.compile(rf'\bt\(\s*"((?:{rooms})(?:\.[A-Za-z0-9_]+)+)"')
    missing = {
        key
        for file in WEB.rglob("*.ts*")
        for key in named.findall(file.read_text("utf-8"))
        if key not in words("ja").texts
    }
    assert missing == set()


def test_a_button_has_at_most_eight_characters() -> None:
    """What is filled in does not count, nor a whole sentence, which tells what was done."""
    if not WEB.is_dir():
        pytest.skip("the page's sources are not beside the tests")
    button = re.compile(r"<button\b(?:[^>]|=>)*?>(.*?)</button>", re.DOTALL)
    named = re.compile(r"[(?:]\s*\"([a-z]+(?:\.\w+)+)\"")
    said = words("ja").texts
    found = {
        key: said[key]
        for file in WEB.rglob("*.tsx")
        for inside in button.findall(file.read_text("utf-8"))
        for key in named.findall(inside)
        if key in said
        and not said[key].endswith("。")
        and len(re.sub(r"\{\w+\}", "", said[key])) > 8
    }
    assert found == {}, "say it in fewer characters (docs/japanese.md), or make it a link"
