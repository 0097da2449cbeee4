"""Which Japanese pages are behind the English ones they follow.

    python docs/ja/follows.py                     lists them
    python docs/ja/follows.py docs/ja/shot.md     says that this page was read beside its English

The first line of a page names its English page and that page's state, as it was when the two were
last read side by side. A page that follows «loosely» is listed here too, but fails no test: its
English page changes every day, or tells more than a player needs.
"""

from __future__ import annotations

import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
HEAD = re.compile(
    r"<!-- follows (?P<english>\S+) (?P<state>[0-9a-f]{12})(?P<loosely> loosely)? -->\n"
)


class Page(NamedTuple):
    """A Japanese page and the English one it follows."""

    path: Path
    english: Path
    state: str
    loosely: bool

    @property
    def behind(self) -> bool:
        return self.state != state_of(self.english)


def state_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


def read(path: Path) -> Page:
    head = HEAD.match(path.read_text("utf-8"))
    if not head:
        raise SystemExit(f"{path}: the first line is not <!-- follows ENGLISH STATE -->")
    english = (path.parent / head["english"]).resolve()
    return Page(path, english, head["state"], bool(head["loosely"]))


def pages() -> list[Page]:
    return [read(path) for path in sorted(HERE.rglob("*.md"))]


def accept(path: Path) -> None:
    """Writes the English page's present state into the Japanese page."""
    page, text = read(path), path.read_text("utf-8")
    path.write_text(text.replace(page.state, state_of(page.english), 1), "utf-8")


def advice(page: Page) -> str:
    """What to do about a page that is behind."""
    root = HERE.parents[1]
    here, there = page.path.relative_to(root), page.english.relative_to(root)
    return (
        f"{there} was changed: bring {here} up to date, then run  python docs/ja/follows.py {here}"
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        accept(Path(name).resolve())
    for page in pages():
        if page.behind:
            print(advice(page) + (" (loosely)" if page.loosely else ""))
