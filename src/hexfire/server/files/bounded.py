"""Heavy work and what strangers send: done in processes with bounds on memory, time and number.

A worker is a fresh interpreter that is used again and again; one that takes too much or too long is
killed, and the next task gets another. Nothing a task does can slow or stop the server itself:
only so many wait, the others are refused at once; who hangs up stops his task; and a server that
stops ends all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import msgspec

from hexfire.rulebook import BadInput, Message, Refusal
from hexfire.server.collecting import settle

T = TypeVar("T")

_log = logging.getLogger("hexfire.workers")

MEGABYTE = 1 << 20
PATIENCE = 6
"""By the clock a task may take so many times its processor time: machines are busy."""

Job = tuple[str, str, tuple[Any, ...]]
"""Module and name of a function, and its arguments."""


class Bounds(msgspec.Struct, frozen=True):
    """How much one task may take, and how many there may be."""

    megabytes: int = 512
    """Above what the worker needs when it does nothing."""
    seconds: float = 10.0
    """Of processor time, as a busy machine is nobody's fault; by the clock, `PATIENCE` times it."""
    workers: int = 2
    waiting: int = 8
    """So many tasks may wait for a worker; more are refused with a sentence."""
    file_megabytes: int = 0
    """The largest file it may write for a moment; 0: it only reads."""


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self, bounds: Bounds, module: str) -> None:
        ours, theirs = get_context("spawn").Pipe()
        self._pipe = ours
        self._process = get_context("spawn").Process(
            target=_work, args=(theirs, bounds, module), name="worker", daemon=True
        )
        # The children of a server that runs on several threads start without its environment's
        # wish for many: arithmetic threads would reserve memory that counts against the bound.
        with _few_threads():
            self._process.start()
        theirs.close()
        try:
            self._pipe.recv()  # ready: what it imports does not count against the first task
        except (EOFError, OSError):  # the system, out of memory, may kill it at once
            self.end()
            raise

    def call(self, job: Job, seconds: float) -> tuple[str, Any]:
        """Its answer, or what became of it: `late`, `died` and how."""
        try:
            self._pipe.send(job)
            if not self._pipe.poll(seconds * PATIENCE):
                return "late", None
            kind, value = self._pipe.recv()
            return kind, value
        except (EOFError, OSError):
            self._process.join(1)
            code = self._process.exitcode
            return ("late", None) if code == -signal.SIGXCPU else ("died", _how_it_ended(code))

    def alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """Whoever waits for its answer learns that it died."""
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


class _Task:
    """One call, which may be called off while it waits or runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: _Worker | None = None
        self.called_off = False

    def begin(self, worker: _Worker) -> None:
        with self._lock:
            self._worker = worker
            if self.called_off:
                worker.kill()

    def done(self) -> None:
        with self._lock:
            self._worker = None

    def call_off(self) -> None:
        with self._lock:
            self.called_off = True
            if self._worker is not None:
                self._worker.kill()


class Workers:
    """The workers for one kind of task: started when the first comes, then kept.

    `module` is loaded by each worker before its first task; `says` begins the keys of the sentences
    that tell why a task was given up (`….late`, `….too_much`, `….died`, `….unreadable`).
    """

    def __init__(
        self,
        bounds: Bounds | None = None,
        module: str = "hexfire.server.files.uploads",
        says: str = "upload",
    ) -> None:
        self.bounds = bounds or Bounds()
        self._module, self._says = module, says
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._lock = threading.Lock()
        self._free = threading.Condition(self._lock)
        """Told when a worker may be taken, or could not be started."""
        self._starting = False
        self._failed: Exception | None = None
        self._present = 0
        self._closed = False
        self._threads = ThreadPoolExecutor(self.bounds.workers, thread_name_prefix="worker")

    # -- asking ------------------------------------------------------------------------------

    def run(self, function: Callable[..., T], *args: Any) -> T:
        """`function(*args)` in a worker; call it from a thread, it waits.

        The function is named by its module; arguments and result are plain enough to be pickled.
        """
        return self._submit(_Task(), function, args).result()

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        """The same without holding up the loop; who is cancelled stops the work."""
        task = _Task()
        try:
            return await asyncio.wrap_future(self._submit(task, function, args))
        except asyncio.CancelledError:
            task.call_off()
            raise

    def _submit(self, task: _Task, function: Callable[..., T], args: tuple[Any, ...]) -> Future[T]:
        with self._lock:
            if self._present >= self.bounds.workers + self.bounds.waiting:
                raise BadInput("server.busy")
            self._present += 1
            self._closed = False
        work = self._threads.submit(self._run, task, function, args)
        work.add_done_callback(self._over)
        return work

    def _over(self, _work: Future[Any]) -> None:
        with self._lock:
            self._present -= 1

    # -- working -----------------------------------------------------------------------------

    def _run(self, task: _Task, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        job = (function.__module__, function.__qualname__, args)
        worker = self._take()
        task.begin(worker)
        usable = False
        try:
            kind, value = worker.call(job, self.bounds.seconds)
            usable = kind not in ("late", "died", "memory")
        finally:  # also if the task could not even be sent: others wait for a worker
            task.done()
            self._give_back(worker, usable=usable)
        done: T = self._told(kind, value)
        return done

    def _told(self, kind: str, value: Any) -> Any:
        """What a worker answered, as the function would have: its result or its refusal."""
        match kind:
            case "done":
                return value
            case "refused":
                rule, message, bad = value
                params = dict(message.params)
                raise (
                    BadInput(message.key, **params) if bad else Refusal(rule, message.key, **params)
                )
            case "late":
                raise BadInput(f"server.{self._says}.late", seconds=f"{self.bounds.seconds:g}")
            case "died":  # nobody knows why: the system, its owner or the task itself ended it
                raise BadInput(f"server.{self._says}.died", how=value)
            case "failed":
                raise BadInput(f"server.{self._says}.unreadable", why=value)
        raise BadInput(f"server.{self._says}.too_much", megabytes=self.bounds.megabytes)

    def _take(self) -> _Worker:
        """The first worker that is free: a new one is started beside, but nobody waits for it if
        another is given back before. One starts at a time: loading takes a processor for a while.
        """
        with self._free:
            while True:
                while self._idle:
                    worker = self._idle.pop()
                    if worker.alive():
                        return worker
                    self._all.discard(worker)
                    worker.end()
                if self._failed is not None:
                    why, self._failed = self._failed, None
                    if not self._closed:
                        _log.warning("a worker could not be started: %r", why)
                    raise BadInput("server.busy") from why
                if not self._starting and len(self._all) < self.bounds.workers:
                    self._starting = True
                    threading.Thread(target=self._start, daemon=True).start()
                self._free.wait()

    def _start(self) -> None:
        worker = why = None
        try:
            worker = _Worker(self.bounds, self._module)
        except Exception as error:  # whoever waits is told
            why = error
        with self._free:
            self._starting, self._failed = False, why
            if worker is not None:
                self._all.add(worker)
                self._idle.append(worker)
            self._free.notify_all()

    def _give_back(self, worker: _Worker, *, usable: bool) -> None:
        with self._free:
            self._free.notify_all()
            if usable and worker in self._all:
                self._idle.append(worker)
                return
            self._all.discard(worker)
        worker.end()

    def warm(self) -> None:
        """Start a worker before the first task comes."""
        with contextlib.suppress(Refusal):
            self.run(os.getpid)

    def close(self) -> None:
        """End all workers, also those at work: whoever waits for them is refused."""
        with self._lock:
            self._closed = True
            workers, idle = [*self._all], [*self._idle]
            self._all.clear()
            self._idle.clear()
        for worker in workers:
            worker.kill()
        for worker in idle:
            worker.end()


def _how_it_ended(code: int | None) -> str:
    """All that is known of a process that ended by itself, or was ended from outside."""
    if code is None:
        return "?"
    if code >= 0:
        return f"exit {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


readers = Workers(Bounds(file_megabytes=32))
"""For files that people send."""


@contextlib.contextmanager
def _few_threads() -> Iterator[None]:
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


def _work(pipe: Connection, bounds: Bounds, module: str) -> None:
    """Do one task after the other until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    importlib.import_module(module)
    settle()  # a fifth of the time of a long question would be searching for garbage
    _limit(resource.RLIMIT_AS, _in_use() + bounds.megabytes * MEGABYTE)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, bounds.file_megabytes * MEGABYTE)
    with contextlib.suppress(EOFError, OSError):  # the server has gone
        pipe.send("ready")
        while True:
            module, name, args = pipe.recv()
            used = resource.getrusage(resource.RUSAGE_SELF)
            _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + bounds.seconds) + 1)
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
