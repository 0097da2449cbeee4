"""What can go wrong with the database, as the rest of the server is told."""

from __future__ import annotations

from hexfire.rulebook import Refusal


class MovedOn(Exception):
    """Somebody else wrote these lines first."""


class StorageAway(Refusal):
    """The database does not answer, or does not take what is written: nothing was done."""

    def __init__(self, key: str = "server.storage_away") -> None:
        super().__init__("", key)


class WriterGone(StorageAway):
    """Nothing can be written any more until the server is started again."""

    def __init__(self) -> None:
        super().__init__("server.writer_gone")
