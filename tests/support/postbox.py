"""A mail server that keeps what it gets: just enough SMTP for a test."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage


class Postbox:
    """Listens on a free port of this machine."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.broken = False
        self.refused: dict[bytes, str] = {}
        """What is answered to mail for an address, or to what it holds, with which code."""
        self.silent_after = ""
        """The word after which nothing is said any more; `hello`: not even a greeting."""
        self.mute = threading.Event()
        """Set where it has fallen silent."""
        self.talks: list[socket.socket] = []
        """The connections that were made."""
        box = self

        class Talk(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                box.talks.append(self.connection)
                box._talk(self)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def _talk(self, wire: socketserver.StreamRequestHandler) -> None:
        def say(text: str) -> None:
            wire.wfile.write(f"{text}\r\n".encode())

        if self.silent_after == "hello":
            self._fall_silent(wire)
            return
        say("220 postbox")
        while line := wire.rfile.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"RCPT" and (code := self._refusal(line)):
                say(f"{code} no such mailbox")
            elif verb == b"DATA" and self.broken:
                say("451 try later")
            elif verb == b"DATA":
                say("354 go on")
                lines = []
                while (part := wire.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(part)
                if code := self._refusal(b"".join(lines)):
                    say(f"{code} not this one")
                    continue
                found = message_from_bytes(b"".join(lines), policy=policy.default)
                assert isinstance(found, EmailMessage)
                self.mails.append(found)
                if self.silent_after == "data":
                    self._fall_silent(wire)
                    return
                say("250 kept")
            elif verb == b"QUIT":
                say("500 never" if self.silent_after == "quit" else "221 bye")
                return
            else:
                say("250 yes")

    def _fall_silent(self, wire: socketserver.StreamRequestHandler) -> None:
        self.mute.set()
        wire.rfile.read()  # until the other side gives up

    def _refusal(self, said: bytes) -> str | None:
        return next((code for what, code in self.refused.items() if what in said), None)

    @contextmanager
    def hanging_up(self) -> Iterator[None]:
        """In the end whoever still waits for a word is hung up on, and nobody gets in any more."""
        try:
            yield
        finally:
            self.close()
            for talk in self.talks:
                with suppress(OSError):
                    talk.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
