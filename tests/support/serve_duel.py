"""Serves the tiny duel and the real games: a process of its own for the tests that kill it."""

from __future__ import annotations

import sys

import uvicorn
from duel_box import DuelBox

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.http.connections import set_up
from hexfire.server.run import options
from hexfire.server.settings import Settings

if __name__ == "__main__":
    settings = Settings(
        database_url=sys.argv[1],
        port=int(sys.argv[2]),
        patience=float(sys.argv[3]) if len(sys.argv) > 3 else 10.0,
        max_connections_per_address=int(sys.argv[4]) if len(sys.argv) > 4 else 1000,
        max_tables_per_hour=10**6,
        requests_per_minute=10**6,
    )
    app = create_app(settings, {"duel": DuelBox(), **shelf()})
    set_up(settings)
    uvicorn.run(**options(settings, app))
