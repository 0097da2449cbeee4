"""The players' documents in Japanese: none is missing, none is behind, all are in our words."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
JAPANESE = DOCS / "ja"
PAGES = sorted(JAPANESE.rglob("*.md"))
LETTER = "぀-ヿ一-鿿々ー"
ENGLISH_ONLY = {
    "architecture",
    "battle-engine",
    "bots-measured",
    "library",
    "performance",
    "japanese",
}
"""For those who build Hexfire (docs/ja/README.md tells so); how we write Japanese is Japanese."""


def follows() -> ModuleType:
    spec = importlib.util.spec_from_file_location("follows", JAPANESE / "follows.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def name(path: Path) -> str:
    return path.relative_to(JAPANESE).as_posix()


def prose(path: Path) -> Iterator[str]:
    """The lines of a page without what is to be typed, named or drawn exactly so."""
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    for line in text.splitlines()[1:]:
        if not line.startswith("    "):
            yield re.sub(r"`[^`]*`|\]\([^)]*\)", "`", line)


def test_no_page_is_behind_the_english_one() -> None:
    tool = follows()
    late = [tool.advice(page) for page in tool.pages() if page.behind and not page.loosely]
    assert late == [], "\n".join(late)


def test_every_page_for_players_is_there_in_japanese() -> None:
    followed = {page.english for page in follows().pages()}
    pages = {*DOCS.glob("*.md"), *DOCS.glob("rulings/*.md")}
    missing = {page.relative_to(DOCS).with_suffix("").as_posix() for page in pages - followed}
    assert missing <= ENGLISH_ONLY, (
        "a page for players needs docs/ja/…; one for builders goes into ENGLISH_ONLY and is named "
        "in docs/ja/README.md"
    )


def test_every_ruling_stands_once() -> None:
    pages = (page.read_text("utf-8") for page in DOCS.glob("rulings/*.md"))
    ids = Counter(
        id for page in pages for id in re.findall(r"^\| ([QR]-\S+) \|", page, re.MULTILINE)
    )
    assert [id for id, times in ids.items() if times > 1] == []


@pytest.mark.parametrize("page", [p for p in PAGES if p.parent.name == "rulings"], ids=name)
def test_both_languages_have_the_same_rulings(page: Path) -> None:
    rulings = re.compile(r"^\| ([QR]-\S+) \|", re.MULTILINE)
    japanese, english = (
        rulings.findall(path.read_text("utf-8")) for path in (page, DOCS / "rulings" / page.name)
    )
    if follows().read(page).loosely:
        assert set(japanese) <= set(english)
    else:
        assert japanese == english


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.ja.md"], ids=lambda p: p.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    gone = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert gone == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.ja.md"], ids=lambda p: p.name)
def test_signs_are_full_width_behind_japanese(page: Path) -> None:
    half = re.compile(rf"[{LETTER}」）』][(?]|[{LETTER}」）』]:(?!//)|[{LETTER}][,;]|[{LETTER}] ?~")
    assert [line for line in prose(page) if half.search(line)] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_shown_are_those_of_the_english_page(page: Path) -> None:
    """A Japanese page names no command and no option that the English one does not know."""
    english = follows().read(page).english.read_text("utf-8")
    english += (DOCS / "hosting.md").read_text("utf-8") + (DOCS / "web.md").read_text("utf-8")
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page.read_text("utf-8")))
    assert {option for option in options if option not in english} <= {"--lang", "--help"}
