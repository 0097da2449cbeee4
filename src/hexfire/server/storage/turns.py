"""Writing in turn: what one transaction looks up, no other changes before it has written."""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import Connection, func, select


class Room(IntEnum):
    """What is written about: the first half of PostgreSQL's advisory locks."""

    MIGRATION = 4816
    CHAT = 4817
    BOARDS = 4818
    MAILS = 4819
    REVIEWS = 4820


def in_turn(connection: Connection, room: Room, name: str = "") -> None:
    """Wait for others who write about the same; call it first in a transaction.

    Two who replace the same row at the same moment would collide, on a busy machine soon.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(room, func.hashtext(name))))
    else:
        connection.exec_driver_sql("begin immediate")
