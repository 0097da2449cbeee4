"""A look at the database before anything is served: is it one, and is it whole?"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from hexfire.rulebook import BadInput
from hexfire.server.settings import Settings
from hexfire.server.storage.database import Store


class Damaged(BadInput):
    """The database opens, but not all of it can be read."""

    def __init__(self, why: str) -> None:
        super().__init__("server.database.damaged", why=why)


def check(settings: Settings) -> None:
    """Bring the database to its present schema; refused if it is none, or damaged."""
    store = Store(settings)
    try:
        store.migrate()
        damage = store.damage()
    except DBAPIError as error:
        raise BadInput("server.database.unusable", why=str(error.orig)[:200]) from None
    finally:
        store.close()
    if damage:
        raise Damaged(damage)
