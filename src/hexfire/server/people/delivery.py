"""Handing a mail to the mail server, however slow or odd it is: in bounded time, at most once."""

from __future__ import annotations

import contextlib
import smtplib
import socket
import ssl
import threading
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

PATIENCE = 20.0
"""Seconds for each thing that the mail server has to say."""
LONGEST = 60.0
"""Seconds for all of it together: it may say a letter every ten seconds."""


class Unsure(OSError):
    """The mail was handed over, and what became of it was not told: to send it again could go on
    for ever, a mail each time."""


class _Bounded:
    """A mail server that is left after a while, and knows whether a mail was handed to it."""

    sock: socket.socket | None
    handed_over = False

    def connect(self, *where: Any, **how: Any) -> tuple[int, bytes]:
        self.end = threading.Timer(LONGEST, self._cut_off)
        self.end.daemon = True
        self.end.start()
        answered: tuple[int, bytes] = super().connect(*where, **how)  # type: ignore[misc]
        return answered

    def data(self, msg: Any) -> tuple[int, bytes]:
        self.handed_over = True
        answered: tuple[int, bytes] = super().data(msg)  # type: ignore[misc]
        return answered

    def _cut_off(self) -> None:
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


class _Plain(_Bounded, smtplib.SMTP):
    pass


class _Encrypted(_Bounded, smtplib.SMTP_SSL):
    pass


def deliver(url: str, message: EmailMessage) -> None:
    """Hand a mail to the server of `smtp://user:password@host:587` (`smtps://`; `?starttls=1`)."""
    where = urlsplit(url)
    host = where.hostname or "localhost"
    secure = ssl.create_default_context()
    server: _Plain | _Encrypted
    if where.scheme == "smtps":
        server = _Encrypted(host, where.port or 465, timeout=PATIENCE, context=secure)
    else:
        server = _Plain(host, where.port or 25, timeout=PATIENCE)
    try:
        if "starttls" in parse_qs(where.query):
            server.starttls(context=secure)
        if where.username:
            server.login(unquote(where.username), unquote(where.password or ""))
        server.send_message(message)
    except smtplib.SMTPResponseException:
        raise
    except OSError as error:
        if server.handed_over:
            raise Unsure(str(error)) from error
        raise
    finally:
        server.end.cancel()
        _part_from(server)


def _part_from(server: smtplib.SMTP) -> None:
    """What is said at parting changes nothing: the mail is there, or it is not."""
    if server.sock is not None:
        server.sock.settimeout(1)
    with contextlib.suppress(OSError):
        server.quit()
    server.close()


def refusal(error: OSError) -> int | None:
    """The code with which the mail server refuses this mailbox or this mail, if it does.

    From 500 on it does so for good; else the same may be taken later.
    """
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            return min((code for code, _ in recipients.values()), default=550)
        case smtplib.SMTPDataError(smtp_code=code):
            return int(code)
    return None


def for_the_log(error: OSError) -> str:
    """What happened, without what a mail server says, which mostly quotes the address."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            return f"refused: {refusal(error)}"
        case smtplib.SMTPResponseException(smtp_code=code):
            return f"refused: {code}"
    return str(error)
