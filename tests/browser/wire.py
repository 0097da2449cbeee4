"""A wire that can be cut: a small TCP proxy between the browser and the server."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Wire:
    """Forwards to a port until it is cut. `mute` lets orders through but no answers."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._open = True
        self._muted = False
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._run(self._accept)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Every connection is gone at once, and no new one is let in."""
        self._open = False
        ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def mend(self) -> None:
        self._open, self._muted = True, False

    def mute(self) -> None:
        self._muted = True

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # the door is closed: the end of the test
            while True:
                near, _ = self._door.accept()
                if not self._open:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                self._run(self._forward, near, far, False)
                self._run(self._forward, far, near, True)

    def _forward(self, source: socket.socket, to: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not (answers and self._muted):
                    to.sendall(data)
        for end in (source, to):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _run(work: object, *args: object) -> None:
        threading.Thread(target=work, args=args, daemon=True).start()  # type: ignore[arg-type]


@contextlib.contextmanager
def wire_to(address: str) -> Iterator[Wire]:
    wire = Wire(int(address.rpartition(":")[2]))
    try:
        yield wire
    finally:
        wire.close()
