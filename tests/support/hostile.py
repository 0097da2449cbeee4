"""What a hostile file might make a parser do; a worker of the server finds these by name."""

from __future__ import annotations

import ctypes
import os
import time
from pathlib import Path


def take(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def never_end() -> None:
    while True:
        pass


def work(seconds: float) -> int:
    """So much of the processor's time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


def sleep() -> None:
    time.sleep(1000)


def crash() -> None:
    ctypes.string_at(0)


def write(path: Path) -> None:
    path.write_bytes(b"x" * 100)


def dig() -> None:
    dig()


def process() -> int:
    return os.getpid()
