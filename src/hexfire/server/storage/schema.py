"""The rows the server keeps: tables, journals, seats, chat, accounts, sessions, mail.

A game is its journal: `lines` holds it line by line, exactly as the kernel wrote it.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(160), nullable=False, unique=True),  # folded: no two look alike
    Column("password", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of what the browser holds
    Column("account", String(32), ForeignKey("accounts.id"), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("scenario_name", String(400), nullable=False),
    Column("title", String(80), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("setup", JSON, nullable=False),  # scenario and options, until the header holds them
    Column("secret", String(64), nullable=False),  # of the fair dice; leaves only when revealed
    Column("status", String(10), nullable=False, index=True),  # waiting, playing, over
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False, index=True),
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("text", LargeBinary, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),  # open, person, bot
    Column("name", String(40), nullable=False),
    Column("token", String(64), index=True),  # SHA-256 of the private seat link
    Column("account", String(32), ForeignKey("accounts.id"), index=True),
    Column("level", String(20)),
    Column("word", String(80), nullable=False, default=""),  # this player's part of the fair dice
    Column("typed", Boolean, nullable=False, default=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(500), nullable=False),
)

mails = Table(
    "mails",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(2), nullable=False),
    Column("token", String(64), nullable=False, unique=True),  # of the links in its mails
    Column("confirmed", Boolean, nullable=False),
    Column("waiting", BigInteger),  # since when this seat has been to act
    Column("mailed", BigInteger),  # when it was told so
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("edition", String(40), nullable=False),  # of the program that made it
    Column("share", Float, nullable=False),  # how much of it is done
    Column("body", LargeBinary),  # the review as JSON, once it is done
    Column("asked", BigInteger, nullable=False),  # when somebody last wanted it
    Column("worked", BigInteger, nullable=False),  # when whoever makes it was last heard of
)

boards = Table(
    "boards",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("file_name", String(200), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("at_table", BigInteger),  # when somebody last came to a table that lies on it
)
