"""Agreement with the engine that players trust today, on the lines it has answered.

Every remaining difference is explained in docs/los-differences.md.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from hexfire.asl.sight import Judgement, Sight
from hexfire.boards import read_board
from hexfire.boards.ssr import change

PLAIN, BOCAGE = "los-vasl-dev.jsonl.gz", "los-vasl-bocage-dev.jsonl.gz"


@cache
def sight(folder: Path, board: str, ssr: tuple[str, ...]) -> Sight:
    return Sight(change(read_board(folder / f"bd{board}"), ssr))


def lines(shared: Path, file: str, every: int) -> list[dict]:
    with gzip.open(shared / "examples" / file) as text:
        return [json.loads(line) for line in text][::every]


def score(shared: Path, boards: Path, file: str, every: int) -> Counter[str]:
    """Ask all lines of a board at once, as `--pairs` does."""
    count: Counter[str] = Counter()
    by_board: dict[tuple[str, tuple[str, ...]], list[dict]] = {}
    for line in lines(shared, file, every):
        by_board.setdefault((line["board"], tuple(line.get("ssr", ()))), []).append(line)
    for (board, ssr), asked in by_board.items():
        places = [
            tuple((line[end]["hex"], line[end]["level"]) for end in ("from", "to"))
            for line in asked
        ]
        for line, answer in zip(asked, sight(boards, board, ssr).pairs(places), strict=True):
            compare(count, line, answer)
    return count


def compare(count: Counter[str], line: dict, answer: Judgement) -> None:
    assert answer.range == line["range"]
    if line.get("along_bocage"):
        count["along"] += 1
        count["along blocked"] += answer.blocked
        return
    side = "blocked" if line["blocked"] else "clear"
    count[side] += 1
    count[f"{side} agreed"] += answer.blocked == line["blocked"]
    if not line["blocked"] and not answer.blocked:
        count["hindrance"] += 1
        count["hindrance agreed"] += answer.hindrance == line["hindrance"]


def enough(count: Counter[str]) -> None:
    for kind, least in (("clear", 0.995), ("blocked", 0.995), ("hindrance", 0.99)):
        assert count[f"{kind} agreed"] >= least * count[kind], (kind, count)


def test_a_sample_of_the_plain_boards(shared: Path, vasl_boards: Path) -> None:
    enough(score(shared, vasl_boards, PLAIN, 7))


@pytest.mark.rule("B9.52d")
def test_a_sample_of_the_bocage_boards(shared: Path, vasl_boards: Path) -> None:
    count = score(shared, vasl_boards, BOCAGE, 4)
    enough(count)
    assert count["along blocked"] == count["along"] > 10


@pytest.mark.slow
def test_all_plain_lines(shared: Path, vasl_boards: Path) -> None:
    enough(score(shared, vasl_boards, PLAIN, 1))


@pytest.mark.slow
def test_all_bocage_lines(shared: Path, vasl_boards: Path) -> None:
    count = score(shared, vasl_boards, BOCAGE, 1)
    enough(count)
    assert count["along blocked"] >= count["along"] - 1
