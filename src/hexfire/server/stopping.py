"""Stopping in time, whatever runs: what was acknowledged is durable anyway."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

AT_LATEST = 1.4
"""Seconds after a signal to stop until the process ends, whatever it still waits for."""


@contextlib.contextmanager
def in_time(end_workers: Callable[[], None]) -> Iterator[None]:
    """While this lasts, a signal to stop is obeyed within `AT_LATEST` seconds."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread only
        return

    def leave() -> None:
        end_workers()
        os._exit(0)

    def stop(number: int, frame: Any) -> None:
        timer = threading.Timer(AT_LATEST, leave)
        timer.daemon = True
        timer.start()
        before = previous[number]
        if callable(before):
            before(number, frame)

    previous: dict[int, Any] = {
        number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)
    }
    for number in previous:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, before in previous.items():
            signal.signal(number, before)
