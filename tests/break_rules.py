"""Break rules on purpose and see whether a test notices.

    python tests/break_rules.py [LIST.toml …] [-k WORD] [-j 2] [--quick] [--among PATH …]
    python tests/break_rules.py --rows          # which rows of the ledger nobody breaks yet

Each `[[break]]` of a list says what to spoil, and which tests must fail then:

    [[break]]
    clauses = ["H1.43#2"]
    file = "asl/purchase/vehicles.py"     # within src/hexfire
    old = "return 2 * full + half"        # stands there exactly once
    new = "return 2 * full + 2 * half"    # the plausible wrong version
    tests = "tests/asl/purchase"          # where to look besides (may be left out)

Tests marked with the clauses are tried first, then those of the same rules, then `tests`, until one
fails; what noticed another break of the same file goes before all. They are collected once; for
each break a child of this process takes the wrong code into the functions already loaded
(tests/support/spoiling.py). What only loading brings about, and what no test noticed so, is tried
again in a fresh process on a spoilt copy of the sources. The working tree is never touched. Leaves
with 1 if a break went unnoticed, or its `old` is not there exactly once.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import pkgutil
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TextIO

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
from spoiling import (  # noqa: E402
    caches_of_answers,
    exchanges,
    loaded_caches,
    loaded_functions,
    read_tables_once,
    spoil,
    spoil_text,
)

LISTS = ROOT / "tests" / "breaks"
COLLECTED = ("tests/clauses", "tests/asl", "tests/folio", "tests/assist")
"""Where marked tests are looked for."""
PATIENCE = 240
"""Seconds after which a break that makes a test run on and on counts as noticed."""


class Break(NamedTuple):
    """One wrong version of a rule, and where else than by its marks tests should fail with it."""

    clauses: tuple[str, ...]
    file: str
    old: str
    new: str
    tests: str = ""

    @property
    def name(self) -> str:
        return f"{' '.join(self.clauses)}  {self.file}: {self.old.strip()!r} → {self.new.strip()!r}"

    @property
    def room(self) -> str:
        return self.file.rpartition("/")[0]

    @property
    def source(self) -> Path:
        return ROOT / "src" / "hexfire" / self.file

    def spoilt(self) -> str:
        """The wrong version of the file; ValueError when there is nothing to break (any more)."""
        right = self.source.read_text("utf-8") if self.source.is_file() else ""
        if right.count(self.old) != 1:
            raise ValueError("STALE")
        wrong = right.replace(self.old, self.new)
        try:
            compile(wrong, self.file, "exec") if self.source.suffix == ".py" else None
        except SyntaxError:
            raise ValueError("NO PYTHON") from None
        return wrong


class Try(NamedTuple):
    """A break under way in a child."""

    at: int
    pid: int
    since: float


def read_breaks(file: Path) -> list[Break]:
    """The breaks of one list."""
    with file.open("rb") as opened:
        rows = tomllib.load(opened)["break"]
    return [Break(**{**row, "clauses": tuple(row["clauses"])}) for row in rows]


def rule_of(clause: str) -> str:
    return clause.partition("#")[0]


def marked(item: pytest.Item) -> set[str]:
    return {clause for mark in item.iter_markers("rule") for clause in mark.args}


class Spoiler:
    """Takes pytest's place once the tests are collected: each break in a child of its own."""

    def __init__(
        self, breaks: list[Break], at_once: int, out: TextIO, *, as_is: bool, quick: bool
    ) -> None:
        self.breaks = breaks
        self.at_once = at_once
        self.out = out
        self.as_is = as_is
        self.quick = quick
        self.answers: dict[int, str] = {}
        self.keen: dict[str, Counter[str]] = defaultdict(Counter)
        """By file: which tests noticed how many of its breaks."""
        self.doubtful: dict[int, list[str]] = {}
        """To be tried in a fresh process: the files whose tests were chosen."""

    def chosen(self, each: Break) -> list[pytest.Item]:
        """The tests that should notice, the likeliest first."""
        paths = tuple(each.tests.split())
        rules = {rule_of(clause) for clause in each.clauses}
        ranked = []
        for item, marks in self.items:
            if marks & set(each.clauses):
                ranked.append((0, item))
            elif {rule_of(mark) for mark in marks} & rules:
                ranked.append((1, item))
            elif paths and item.nodeid.startswith(paths):
                ranked.append((2, item))
        keen = self.keen[each.file]
        return [item for _, item in sorted(ranked, key=lambda one: (-keen[one[1].nodeid], one[0]))]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = [(item, marked(item)) for item in session.items]
        if not self.as_is:
            read_tables_once()
        self.functions, self.caches = loaded_functions(), loaded_caches()
        self.answered = caches_of_answers()
        gc.freeze()  # what is collected stays as it is: children share it
        waiting = selectors.DefaultSelector()
        left = iter(range(len(self.breaks)))
        more = True
        while more or waiting.get_map():
            while more and len(waiting.get_map()) < self.at_once:
                more = self._start(next(left, None), session, waiting)
            self._reap(waiting)
        return True

    def _start(
        self, at: int | None, session: pytest.Session, waiting: selectors.BaseSelector
    ) -> bool:
        if at is None:
            return False
        each = self.breaks[at]
        if not (items := self.chosen(each)):
            self.tell(at, "NO TESTS")
            return True
        try:
            wrong = "" if self.as_is else each.spoilt()
        except ValueError as why:
            self.tell(at, str(why))
            return True
        self.doubtful[at] = sorted({item.nodeid.partition("::")[0] for item in items})
        exchanged = {} if self.as_is else exchanges(each.source, wrong)
        if exchanged is not None or each.source.suffix != ".py":
            reading, writing = os.pipe()
            if not (pid := os.fork()):
                os.close(reading)
                if exchanged is None:
                    spoil_text(each.source, wrong, self.caches)
                elif not spoil(self.functions.get(str(each.source), []), exchanged, self.answered):
                    os._exit(1)
                self._run(session, items, writing)
            os.close(writing)
            waiting.register(reading, selectors.EVENT_READ, Try(at, pid, time.monotonic()))
        return True

    def _run(self, session: pytest.Session, items: list[pytest.Item], writing: int) -> None:
        """In the child: tests until one fails, and its name to the parent."""

        class FirstFailure:
            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                if report.failed:
                    os.write(writing, f"noticed {report.nodeid}".encode())
                    os._exit(0)

        manager = session.config.pluginmanager
        manager.unregister(name="terminalreporter")
        manager.register(FirstFailure())
        with suppress(BaseException):
            for item, after in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            os.write(writing, b"NOT NOTICED")
        os._exit(0)

    def _reap(self, waiting: selectors.BaseSelector) -> None:
        ready = {key.fd for key, _ in waiting.select(timeout=1)}
        for fd, key in list(waiting.get_map().items()):
            under_way: Try = key.data
            late = time.monotonic() - under_way.since > PATIENCE
            if fd not in ready and not late:
                continue
            if fd not in ready:
                os.kill(under_way.pid, 9)
            answer = os.read(fd, 4000).decode() if fd in ready else "noticed (runs on and on)"
            waiting.unregister(fd)
            os.close(fd)
            os.waitpid(under_way.pid, 0)
            if answer.startswith("noticed") or (self.as_is and answer):
                self.tell(under_way.at, answer)
            elif self.quick:
                self.tell(under_way.at, "DOUBTFUL")

    def tell(self, at: int, answer: str) -> None:
        self.answers[at] = answer
        self.doubtful.pop(at, None)
        said, _, test = answer.partition(" tests/")
        self.keen[self.breaks[at].file][f"tests/{test}"] += bool(test)
        print(
            f"{said:12}{self.breaks[at].name}{test and f'   [{test}]'}", file=self.out, flush=True
        )


def unbroken_rows(breaks: list[Break]) -> dict[str, list[str]]:
    """By part of the ledger: the rows that want a test and that no list breaks."""
    from hexfire.rulebook import ledger

    book = ledger()
    broken = {rule_of(clause) for each in breaks for clause in each.clauses}
    return {
        part: [rule.id for rule in book.of(part) if rule.needs_test and rule.id not in broken]
        for part in book.parts
    }


def load_all() -> None:
    """Every module that a test may load later must be there when it is spoilt."""
    hexfire = importlib.import_module("hexfire")
    for module in pkgutil.walk_packages(hexfire.__path__, "hexfire."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            with suppress(ImportError):
                importlib.import_module(module.name)


def collected_for(breaks: list[Break], among: tuple[str, ...]) -> Iterator[str]:
    yield from among
    for path in {path for each in breaks for path in each.tests.split()}:
        if not path.startswith(COLLECTED):
            yield path


def tried(spoiler: Spoiler, paths: list[str]) -> None:
    options = ["-q", "-s", "-p", "no:xdist", "-p", "no:randomly", "-W", "ignore", "-m", "not slow"]
    with open(os.devnull, "w") as nowhere:
        kept = os.dup(1)
        os.dup2(nowhere.fileno(), 1)
        try:
            ended = pytest.main([*options, "--rootdir", str(ROOT), *paths], plugins=[spoiler])
        finally:
            os.dup2(kept, 1)
            os.close(kept)
    if ended in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        raise RuntimeError(f"pytest ended with {ended!r}")


def tried_afresh(each: Break, files: list[str]) -> str:
    """What a fresh process says that loads the wrong version."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources)  # with the compiled files: they keep their times
        (sources / "hexfire" / each.file).write_text(each.spoilt(), "utf-8")
        (Path(folder) / "one.toml").write_text(
            f"[[break]]\nclauses = {list(each.clauses)}\nfile = {each.file!r}\n"
            f'old = ""\nnew = ""\ntests = {each.tests!r}\n'
        )
        environment = os.environ | {"PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, __file__, f"{folder}/one.toml", "--as-is", *files]
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run(
                command, cwd=ROOT, env=environment, timeout=2 * PATIENCE,
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            # Nothing collected: the wrong version cannot even be loaded.
            return done.stdout.partition("  ")[0] if done.returncode < 2 else "noticed"
        return "noticed (runs on and on)"


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules and see whether a test notices.")
    parser.add_argument("lists", nargs="*", type=Path, default=sorted(LISTS.glob("*.toml")))
    parser.add_argument("-k", default="", help="only breaks whose clauses or file hold this word")
    parser.add_argument("-j", type=int, default=2, help="how many children at once")
    parser.add_argument("--among", nargs="+", default=COLLECTED, help="where tests are looked for")
    parser.add_argument("--quick", action="store_true", help="try nothing in a fresh process")
    parser.add_argument("--rows", action="store_true", help="list the rows that nobody breaks")
    parser.add_argument("--as-is", nargs="*", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    out = os.fdopen(os.dup(1), "w")
    os.chdir(ROOT)
    breaks = [b for file in wanted.lists for b in read_breaks(file) if wanted.k in b.name]
    if wanted.rows:
        for part, rows in unbroken_rows(breaks).items():
            print(f"{part:12}{len(rows):4}  {' '.join(rows)}", file=out)
        return 0
    spoiler = Spoiler(breaks, wanted.j, out, as_is=wanted.as_is is not None, quick=wanted.quick)
    if spoiler.as_is:
        tried(spoiler, wanted.as_is)
        return 0 if spoiler.answers else 2
    load_all()
    tried(spoiler, list(collected_for(breaks, tuple(wanted.among))))
    for at, files in sorted(spoiler.doubtful.items()):
        spoiler.tell(at, "DOUBTFUL" if wanted.quick else tried_afresh(breaks[at], files).strip())
    noticed = {at for at, answer in spoiler.answers.items() if answer.startswith("noticed")}
    rooms = Counter((each.room, at in noticed) for at, each in enumerate(breaks))
    for room in sorted({room for room, _ in rooms}):
        of = rooms[room, True] + rooms[room, False]
        print(f"{rooms[room, True]:5} of {of:4} {room}", file=out)
    print(f"{len(noticed)} of {len(breaks)} breaks were noticed", file=out, flush=True)
    return 0 if len(noticed) == len(breaks) else 1


if __name__ == "__main__":
    sys.exit(main())
