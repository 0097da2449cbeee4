"""Files from strangers: whatever they do, the server goes on and says one clear sentence."""

from __future__ import annotations

import gc
import gzip
import io
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from pickle import PicklingError
from typing import Any, ClassVar

import pytest
from fastapi.testclient import TestClient
from hostile import crash, dig, never_end, process, sleep, take, work, write

from hexfire.boards import builtin_names
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput
from hexfire.server.app import create_app
from hexfire.server.collecting import MIDDLE, OLD, YOUNG
from hexfire.server.files import bounded, uploads
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.settings import Settings

SMALL = Bounds(megabytes=150, seconds=2.0, workers=1)


@pytest.fixture(scope="module")
def small() -> Iterator[Workers]:
    readers = Workers(SMALL)
    yield readers
    readers.close()


def refused(readers: Workers, function: object, *args: object) -> str:
    with pytest.raises(BadInput) as refusal:
        readers.run(function, *args)  # type: ignore[arg-type]
    return refusal.value.message.key


def test_a_worker_is_used_again(small: Workers) -> None:
    first = small.run(process)
    assert small.run(process) == first != 0


def test_a_task_that_cannot_be_sent_holds_up_nobody(small: Workers) -> None:
    with pytest.raises((AttributeError, PicklingError)):
        small.run(take, lambda: 1)
    assert small.run(take, 1) == 1 << 20


def test_too_much_memory_and_a_crash_end_the_worker_not_the_server(small: Workers) -> None:
    before = small.run(process)
    assert small.run(take, 50) == 50 << 20
    assert refused(small, take, 400) == "server.upload.too_much"
    assert small.run(process) != before
    assert refused(small, crash) == "server.upload.died"
    assert refused(small, dig) == "server.upload.unreadable"
    assert small.run(take, 1) == 1 << 20


@pytest.mark.parametrize(("task", "patience"), [(never_end, 10**6), (sleep, 0.1)])
def test_too_much_work_and_too_long_a_wait_end_the_worker(
    task: Callable[[], None], patience: float, small: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who works is ended by what he has used, however patient the clock is; who sleeps uses
    nothing, and is ended by the clock."""
    before = small.run(process)
    with monkeypatch.context() as patch:
        patch.setattr(bounded, "PATIENCE", patience)
        assert refused(small, task) == "server.upload.late"
    assert small.run(process) != before


def test_each_task_has_its_own_time(small: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is used again and again has long used up what one task may use."""
    monkeypatch.setattr(bounded, "PATIENCE", 10**6)
    assert len({small.run(work, 1.5) for _ in range(3)}) == 1


def test_a_worker_hears_no_ctrl_c_leaves_no_core_and_starts_few_threads(small: Workers) -> None:
    """Ctrl-C goes to all processes of a terminal: the server ends its workers itself."""
    assert small.run(signal.getsignal, signal.SIGINT) == signal.SIG_IGN
    assert small.run(resource.getrlimit, resource.RLIMIT_CORE)[0] == 0
    assert small.run(os.getenv, "OPENBLAS_NUM_THREADS") == "1"


@pytest.mark.parametrize("before", [None, "4"])
def test_the_server_keeps_its_own_environment(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if before is not None:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", before)
    with bounded._few_threads():
        assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert os.environ.get("OPENBLAS_NUM_THREADS") == before


def test_a_program_that_ends_waits_for_no_worker() -> None:
    program = (
        "from hostile import process; from hexfire.server.files.bounded import Bounds, Workers;"
        "print(Workers(Bounds(workers=1), 'hostile').run(process))"
    )
    words = [sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(words, env=environment, capture_output=True, timeout=250, check=True)
    assert int(done.stdout) > 0


def test_a_server_that_stops_refuses_whoever_waits() -> None:
    workers = Workers(Bounds(workers=1), "hostile")
    with ThreadPoolExecutor(1) as pool:
        workers.run(process)
        task = pool.submit(workers.run, sleep)
        while workers._idle:  # until the task has its worker
            time.sleep(0.01)
        workers.close()
        with pytest.raises(BadInput) as refusal:
            task.result(timeout=50)
    assert refusal.value.message.key == "server.upload.died" and not workers._all


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
@pytest.mark.parametrize("says", ["upload", "work"])
def test_a_worker_that_is_ended_from_outside_is_not_blamed_on_memory(
    says: str, how: signal.Signals
) -> None:
    workers = Workers(SMALL, says=says)
    with ThreadPoolExecutor(1) as pool:
        try:
            pid = workers.run(process)
            waiting = pool.submit(workers.run, sleep)
            while workers._idle:  # until the task has its worker
                time.sleep(0.01)
            os.kill(pid, how)
            with pytest.raises(BadInput) as refusal:
                waiting.result(timeout=60)
        finally:
            workers.close()
    told = refusal.value.message
    assert (told.key, told["how"]) == (f"server.{says}.died", how.name)
    for language in LANGUAGES:
        assert how.name in words(language).say(told)


def test_a_worker_writes_no_file(small: Workers, tmp_path: Path) -> None:
    assert refused(small, write, tmp_path / "x") in (
        "server.upload.died",
        "server.upload.unreadable",
    )
    assert not (tmp_path / "x").exists() or not (tmp_path / "x").read_bytes()


# -- over HTTP -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def for_boards() -> Iterator[Workers]:
    """As small, but an archive may lie on the disk for a moment."""
    workers = Workers(Bounds(megabytes=150, seconds=20.0, workers=1, file_megabytes=32))
    yield workers
    workers.close()


@pytest.fixture
def page(
    tmp_path: Path, for_boards: Workers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(uploads, "readers", for_boards)
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {})) as client:
        yield client


def archive(**entries: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return file.getvalue()


def bomb() -> bytes:
    """A board of a few hundred kilobytes that unpacks to a gigabyte."""
    metadata = b'<boardMetadata name="x" width="33" height="10" hasHills="FALSE"/>'
    packed = gzip.compress(b"\0" * (1 << 26))
    return archive(**{"BoardMetadata.xml": metadata, "LOSData": packed * 16})


def test_a_bomb_is_refused_with_a_sentence_and_the_server_goes_on(page: TestClient) -> None:
    for data in (bomb(), b"", b"PK" + b"\0" * 500, archive(a=b"b")):
        answer = page.post("/api/tools/boards?name=bdBomb", content=data)
        assert answer.status_code == 422, answer.text
        said = answer.json()["error"]
        assert said and "/tmp" not in said and "Traceback" not in said
    assert page.get("/healthz").status_code == 200


def test_a_board_comes_through(page: TestClient) -> None:
    import hexfire.boards

    folder = Path(hexfire.boards.__file__).parent / "builtin"
    text = next(folder.glob(f"{builtin_names()[0]}*")).read_bytes()
    answer = page.post("/api/tools/boards?name=mine.board", content=text)
    assert answer.status_code == 201, answer.text
    hexes = page.get(f"/api/tools/boards/{answer.json()['board']}").json()["hexes"]
    assert len(hexes) > 100


class _Held:
    """Stands for a worker: all but the first never start, and a task waits for its word."""

    begun: ClassVar[list[_Held]] = []
    never = threading.Event()

    def __init__(self, _bounds: Bounds, _module: str) -> None:
        self.begun.append(self)
        if len(self.begun) > 1:
            self.never.wait()

    def call(self, job: Any, _seconds: float) -> tuple[str, Any]:
        (word,) = job[2]
        word.wait()
        return "done", self.begun.index(self)

    def alive(self) -> bool:
        return True

    def kill(self) -> None: ...

    end = kill


class _Killed(_Held):
    """Stands for a worker: only whether it was killed is known."""

    def __init__(self) -> None:
        self.killed = False

    def kill(self) -> None:
        self.killed = True


def test_who_calls_off_ends_the_worker_that_works_for_him_and_no_other() -> None:
    early, late = _Killed(), _Killed()
    running, waiting, over = (bounded._Task() for _ in range(3))
    running.begin(early)  # type: ignore[arg-type]
    running.call_off()
    assert early.killed
    waiting.call_off()
    waiting.begin(late)  # type: ignore[arg-type]
    assert late.killed, "it was called off before it began"
    others = _Killed()
    over.begin(others)  # type: ignore[arg-type]
    over.done()
    over.call_off()
    assert not others.killed, "it works for somebody else by now"


def test_who_calls_off_what_is_done_ends_no_worker(small: Workers) -> None:
    task = bounded._Task()
    worker = small._submit(task, process, ()).result()
    task.call_off()
    assert small.run(process) == worker


def test_who_waits_for_a_new_worker_takes_one_that_is_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new one loads for seconds; the task before may be done in a moment."""
    monkeypatch.setattr(bounded, "_Worker", _Held)
    workers = Workers(Bounds(workers=2))
    words = [threading.Event(), threading.Event()]
    with ThreadPoolExecutor(2) as both:
        tasks = [both.submit(workers.run, process, word) for word in words]
        while len(_Held.begun) < 2:  # the second waits for its worker
            time.sleep(0.01)
        for word in words:
            word.set()
        try:
            assert [task.result(30) for task in tasks] == [0, 0]
        finally:
            _Held.never.set()


def test_a_worker_that_cannot_start_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[int] = []

    class Broken(_Held):
        def __init__(self, _bounds: Bounds, _module: str) -> None:
            started.append(1)
            if len(started) == 1:
                raise EOFError

        def call(self, job: Any, _seconds: float) -> tuple[str, Any]:
            return "done", len(started)

    monkeypatch.setattr(bounded, "_Worker", Broken)
    workers = Workers(Bounds(workers=1))
    assert refused(workers, process) == "server.busy"
    assert workers.run(process) == 2


def test_a_worker_that_dies_while_it_loads_is_a_sentence_to_who_waits() -> None:
    """As when the system is out of memory and kills it."""
    workers = Workers(SMALL, module="hexfire.no_such_module")
    try:
        assert [refused(workers, process) for _ in range(2)] == ["server.busy"] * 2
    finally:
        workers.close()


def test_a_worker_searches_for_garbage_seldom() -> None:
    """What it has imported is set aside, and the young are searched as seldom as in the server."""
    workers = Workers(Bounds(workers=1))
    try:
        assert workers.run(gc.get_threshold) == (YOUNG, MIDDLE, OLD)
        assert workers.run(gc.get_freeze_count) > 1_000
    finally:
        workers.close()
