"""Several worker processes: one that ends or hangs is replaced, and nobody waits for it meanwhile.

uvicorn's own supervisor waits for the answer of each worker, and takes one that is still starting
for one that hangs. On a busy machine it ended new workers again and again before they were ready,
a signal to stop had to wait, and a worker that found the database away took all others with it.
When the terminal was closed it started all workers anew instead of stopping, even under nohup.
"""

from __future__ import annotations

import logging
import pickle
import signal
from socket import socket
from time import monotonic

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from hexfire.server.stopping import AT_LATEST

STARTING = 120.0
"""Seconds that a worker is given to get ready."""
HANGING = 30.0
"""Seconds without an answer after which one that was ready is ended and replaced."""
PAUSE = 2.0
"""Seconds before another worker is tried, where the last one could not begin."""

_log = logging.getLogger("hexfire.workers")


class Worker(Process):
    """A worker that is asked whether it lives, without waiting for its answer."""

    was_ready = False
    _asked: float | None = None

    def is_alive(self, timeout: float = 0) -> bool:
        """Whether it runs, and has answered or may still be about to."""
        if not self.process.is_alive():
            return False
        now = monotonic()
        try:
            if self._asked is None:
                self._asked = now
                self.parent_conn.send(b"ping")
            if self.parent_conn.poll(timeout):
                self.was_ready |= bool(self.parent_conn.recv())
                self._asked = None
                return True
        except (OSError, EOFError, pickle.UnpicklingError):
            return False
        return now - self._asked < (HANGING if self.was_ready else STARTING)


class Supervisor(Multiprocess):
    """Keeps so many workers, as long as one of them could ever begin."""

    processes: list[Worker]  # type: ignore[assignment]

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        outlives_terminal = _ignored("SIGHUP")
        super().__init__(config, sockets)
        if outlives_terminal:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.has_begun = self.has_failed = False
        self._not_before = 0.0

    def init_processes(self) -> None:
        self.processes = [self._new_worker() for _ in range(self.processes_num)]

    def _new_worker(self) -> Worker:
        worker = Worker(self.config, self.sockets)
        worker.start()
        return worker

    def keep_subprocess_alive(self) -> None:
        for place, worker in enumerate(self.processes):
            if worker.is_alive():
                self.has_begun |= worker.was_ready
            elif not self.should_exit.is_set() and monotonic() >= self._not_before:
                self._replace(place, worker)

    def _replace(self, place: int, worker: Worker) -> None:
        worker.kill()
        worker.join()
        if worker.exitcode == STARTUP_FAILURE:
            if not self.has_begun:  # whatever is wrong would be wrong again
                self.has_failed = True
                self.should_exit.set()
                return
            self._not_before = monotonic() + PAUSE
        _log.warning("worker %s ended (%s): another one is started", worker.pid, worker.exitcode)
        self.processes[place] = self._new_worker()

    def handle_hup(self) -> None:
        """The terminal was closed: the server stops, as one process does."""
        self.should_exit.set()

    def handle_ttin(self) -> None:
        """How many workers there are is said when the server is started."""

    handle_ttou = handle_ttin

    def terminate_all(self) -> None:
        """One that has not begun yet would hear the signal only when it has."""
        for worker in self.processes:
            if worker.was_ready:
                worker.terminate()
            else:
                worker.kill()

    def join_all(self) -> None:
        """Who does not stop in time is ended: what was acknowledged is durable."""
        deadline = monotonic() + AT_LATEST
        for worker in self.processes:
            worker.process.join(max(deadline - monotonic(), 0))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def _ignored(name: str) -> bool:
    """Whether whoever started us wants a signal ignored, as nohup does."""
    number = getattr(signal, name, None)
    return number is not None and signal.getsignal(number) is signal.SIG_IGN


def supervise(config: Config) -> None:
    """Serve with several workers until stopped."""
    supervisor = Supervisor(config, [config.bind_socket()])
    supervisor.run()
    if supervisor.has_failed:
        raise SystemExit(STARTUP_FAILURE)
