"""What strangers send is read in a process of its own, with bounds on memory and time.

A worker is a fresh interpreter that is used again and again; one that takes too much or too long is
killed, and the next file gets another. Nothing a file does can slow or stop the server itself.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import resource
import signal
import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import msgspec

from hexfire.rulebook import BadInput, Message, Refusal

T = TypeVar("T")

MEGABYTE = 1 << 20


class Bounds(msgspec.Struct, frozen=True):
    """How much one file may take."""

    megabytes: int = 512
    """Above what the worker needs when it does nothing."""
    seconds: float = 10.0
    workers: int = 2


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self, bounds: Bounds) -> None:
        ours, theirs = get_context("spawn").Pipe()
        self._pipe = ours
        self._process = get_context("spawn").Process(
            target=_work, args=(theirs, bounds), name="reader", daemon=True
        )
        # The children of a server that runs on several threads start without its environment's
        # wish for many: arithmetic threads would reserve memory that counts against the bound.
        with _few_threads():
            self._process.start()
        theirs.close()
        self._pipe.recv()  # ready: what it imports does not count against the first file

    def call(self, job: tuple[str, str, tuple[Any, ...]], seconds: float) -> tuple[str, Any]:
        """Its answer, or what became of it: `late`, `died`."""
        try:
            self._pipe.send(job)
            if not self._pipe.poll(seconds):
                return "late", None
            kind, found = self._pipe.recv()
            return kind, found
        except (EOFError, OSError):
            return "died", None

    def alive(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


class Readers:
    """The workers of this server: started when the first file comes, then kept."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.bounds = bounds or Bounds()
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(self.bounds.workers)

    def run(self, function: Callable[..., T], *args: Any) -> T:
        """`function(*args)` in a worker; call it from a thread, it waits.

        The function is named by its module; arguments and result are plain enough to be pickled.
        """
        job = (function.__module__, function.__qualname__, args)
        with self._free:
            worker = self._take()
            kind, found = worker.call(job, self.bounds.seconds)
            if kind in ("late", "died", "memory"):
                worker.end()
            else:
                with self._lock:
                    self._idle.append(worker)
        match kind:
            case "done":
                done: T = found
                return done
            case "refused":
                rule, message, bad = found
                params = dict(message.params)
                raise (
                    BadInput(message.key, **params) if bad else Refusal(rule, message.key, **params)
                )
            case "late":
                raise BadInput("server.upload.late", seconds=f"{self.bounds.seconds:g}")
            case "failed":
                raise BadInput("server.upload.unreadable", why=found)
        raise BadInput("server.upload.too_much", megabytes=self.bounds.megabytes)

    def _take(self) -> _Worker:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.alive():
                    return worker
                worker.end()
        return _Worker(self.bounds)

    def close(self) -> None:
        with self._lock:
            while self._idle:
                self._idle.pop().end()


readers = Readers()


@contextlib.contextmanager
def _few_threads() -> Any:
    before = os.environ.get("OPENBLAS_NUM_THREADS")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["OPENBLAS_NUM_THREADS"]
        else:
            os.environ["OPENBLAS_NUM_THREADS"] = before


# -- in the worker ---------------------------------------------------------------------------------


def _work(pipe: Connection, bounds: Bounds) -> None:
    """Read one file after the other until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    importlib.import_module("hexfire.server.files.uploads")
    _limit(resource.RLIMIT_AS, _in_use() + bounds.megabytes * MEGABYTE)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)  # it reads, it never writes
    pipe.send("ready")
    while True:
        try:
            module, name, args = pipe.recv()
        except (EOFError, OSError):
            return
        # The clock of the server is for sleepers; this one also counts when the machine is busy.
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + bounds.seconds) + 2)
        pipe.send(_answer(module, name, args))


def _answer(module: str, name: str, args: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", getattr(importlib.import_module(module), name)(*args)
    except MemoryError:
        return "memory", None
    except Refusal as refusal:
        message: Message = refusal.message
        return "refused", (refusal.rule, message, isinstance(refusal, BadInput))
    except RecursionError:
        return "failed", "too deep"
    except Exception as error:
        return "failed", type(error).__name__


def _limit(what: int, value: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (value if hard < 0 else min(value, hard), hard))


def _in_use() -> int:
    """The address space that the interpreter and its libraries take."""
    try:
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux: a guess that is large enough
        return 1024 * MEGABYTE
