"""Break rules on purpose and see whether a test notices.

    python tests/break_rules.py tests/breaks/purchase.toml [more.toml …] [-k WORD]

Each `[[break]]` of a list says what to spoil and which tests must fail then:

    [[break]]
    clauses = ["H1.43#2"]
    file = "asl/purchase/vehicles.py"     # within src/hexfire
    old = "return 2 * full + half"        # stands there exactly once
    new = "return 2 * full + 2 * half"    # the plausible wrong version
    tests = "tests/clauses -k H1.43"      # as for pytest

The sources are copied, spoilt and tested elsewhere: the working tree is never touched. Leaves with
1 if a break went unnoticed or its `old` is not there (any more) exactly once.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Break(NamedTuple):
    """One wrong version of a rule, and the tests that should fail with it."""

    clauses: tuple[str, ...]
    file: str
    old: str
    new: str
    tests: str

    @property
    def name(self) -> str:
        return f"{' '.join(self.clauses)}  {self.file}: {self.old.strip()!r} → {self.new.strip()!r}"


def read_breaks(file: Path) -> list[Break]:
    """The breaks of one list."""
    with file.open("rb") as opened:
        rows = tomllib.load(opened)["break"]
    return [Break(**{**row, "clauses": tuple(row["clauses"])}) for row in rows]


def outcome(each: Break, sources: Path) -> str:
    """`noticed`, `NOT NOTICED`, or `STALE` when there is nothing to break."""
    file = sources / "hexfire" / each.file
    whole = file.read_text("utf-8") if file.is_file() else ""
    if whole.count(each.old) != 1:
        return "STALE"
    file.write_text(whole.replace(each.old, each.new), "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header"]
        environment = os.environ | {"PYTHONPATH": str(sources)}
        done = subprocess.run(
            [*command, *shlex.split(each.tests)],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        file.write_text(whole, "utf-8")
    if done.returncode == 1:
        return "noticed"
    return "NOT NOTICED" if done.returncode == 0 else "NO TESTS"


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules and see whether a test notices.")
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("-k", default="", help="only breaks whose clauses or file hold this word")
    wanted = parser.parse_args()
    breaks = [b for file in wanted.lists for b in read_breaks(file) if wanted.k in b.name]
    unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
        for each in breaks:
            found = outcome(each, sources)
            unnoticed += found != "noticed"
            print(f"{found:12}{each.name}", flush=True)
    print(f"{len(breaks) - unnoticed} of {len(breaks)} breaks were noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
