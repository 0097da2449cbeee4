"""Accounts and sessions: optional; a seat link is enough to play."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import unicodedata
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from hexfire.rulebook import Refusal
from hexfire.server.people.names import LONGEST, seen
from hexfire.server.people.staying import Stays
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, digest, new_id, new_token, now
from hexfire.server.storage.writer import tell

_hasher = PasswordHasher()
# A name nobody has costs as much time as a wrong password: names cannot be fished for.
_nobody = _hasher.hash(new_token())


def clean_name(name: str) -> str:
    """A name as it is shown: nothing that cannot be seen, no blanks around, 1 to 40 characters."""
    shown = seen(name)
    if not 1 <= len(shown) <= LONGEST:
        raise Refusal("", "server.bad_name", name=name[:60])
    return shown


def _once_cleaned(name: str) -> str:
    """As names of accounts were kept before signs that show nothing were left out of them."""
    return "".join(c for c in unicodedata.normalize("NFKC", name) if c.isprintable()).strip()


class Session(msgspec.Struct, frozen=True):
    """What the browser of somebody who signed in is given."""

    token: str
    proof: str
    """That this browser has signed in to this account; it opens nothing by itself."""


class Accounts:
    """Who has an account, and who is signed in."""

    def __init__(self, store: Store, stays: Stays) -> None:
        self.store = store
        self._stays = stays

    async def create(self, name: str, password: str) -> str:
        """A new account; its id."""
        shown = clean_name(name)
        if not 10 <= len(password) <= 200:
            raise Refusal("", "server.bad_password")
        hashed = await asyncio.to_thread(_hasher.hash, password)
        account = new_id()
        row = {
            "id": account,
            "name": shown,
            "name_key": shown.casefold(),
            "password": hashed,
            "created": now(),
        }
        try:
            await self.store.run(lambda c: c.execute(insert(schema.accounts), row))
        except IntegrityError:
            raise Refusal("", "server.name_taken", name=shown) from None
        return account

    async def _called(self, name: str) -> Any:
        """The account of this name."""
        keys = [clean_name(name).casefold(), _once_cleaned(name).casefold()]
        named = select(schema.accounts).where(schema.accounts.c.name_key.in_(keys))
        rows = await self.store.run(lambda connection: connection.execute(named).all())
        return max(rows, key=lambda row: row.name_key == keys[1], default=None)

    async def known(self, name: str, proof: str) -> str | None:
        """What a browser goes by that has signed in to this account before."""
        browser = proof[:64].partition(".")[0]
        row = await self._called(name) if browser else None
        right = row is not None and hmac.compare_digest(
            proof.encode(errors="replace"), _proof(row, browser).encode(errors="replace")
        )
        return browser if right else None

    async def sign_in(self, name: str, password: str) -> Session:
        """A session for the right password."""
        row = await self._called(name)
        try:
            await asyncio.to_thread(_hasher.verify, row.password if row else _nobody, password)
        except (VerifyMismatchError, InvalidHashError):
            row = None
        if row is None:
            raise Refusal("", "server.wrong_password")
        token = new_token()
        session = {
            "token": digest(token),
            "account": row.id,
            "expires": now() + self.store.settings.session_days * 86_400,
        }

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(schema.sessions.c.expires < now()))
            connection.execute(insert(schema.sessions), session)

        await self.store.run(write)
        return Session(token, _proof(row, new_token()))

    async def sign_out(self, token: str) -> None:
        """The session ends, and with it the live connections that were opened with it."""
        session = digest(token)

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(schema.sessions.c.token == session))
            if self.store.settings.is_postgres:
                tell(connection, [f"session {session} 0"])

        await self.store.run(write)
        self._stays.end(session)

    async def signed_in(self, token: str | None) -> tuple[str, str] | None:
        """Id and name of whoever holds this session."""
        if not token:
            return None

        def read(connection: Connection) -> Any:
            return connection.execute(
                select(schema.accounts.c.id, schema.accounts.c.name)
                .join(schema.sessions, schema.sessions.c.account == schema.accounts.c.id)
                .where(schema.sessions.c.token == digest(token), schema.sessions.c.expires > now())
            ).one_or_none()

        row = await self.store.run(read)
        return (row.id, row.name) if row else None


def _proof(account: Any, browser: str) -> str:
    """Nobody can make it who has not the account's row; a new password makes the old ones void."""
    told = f"signed in {account.id} {browser}".encode(errors="replace")
    return f"{browser}.{hmac.new(account.password.encode(), told, hashlib.sha256).hexdigest()}"
