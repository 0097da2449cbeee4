"""However many saves wait: few statements, every line kept, a lost race hurts nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, select

from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.at_once import MOST, pieces
from hexfire.server.storage.database import Store
from hexfire.server.storage.trouble import MovedOn
from hexfire.server.storage.writer import Save

TABLES = 300


@pytest.mark.parametrize("count", [0, 1, 2, 3, 83, MOST - 1, MOST, MOST + 1, 5 * MOST + 7])
def test_pieces_hold_all_in_their_order(count: int) -> None:
    rows = list(range(count))
    found = [list(piece) for piece in pieces(rows)]
    assert [row for piece in found for row in piece] == rows
    assert len({len(piece) for piece in found}) <= 9
    assert all(1 <= len(piece) <= MOST for piece in found)


def row(n: int) -> dict[str, Any]:
    text = dict.fromkeys(("game", "scenario_name", "title", "secret"), "x")
    return {"id": f"{n:016}", "open": False, "setup": {}, "created": 1, "updated": 1} | (
        text | {"status": "waiting"}
    )


def test_a_batch_of_saves(tmp_path: Path) -> None:
    store = Store(Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}"))
    store.open()
    statements: list[str] = []
    try:
        with store.engine.begin() as connection:
            connection.execute(insert(schema.tables), [row(n) for n in range(TABLES)])
        event.listen(
            store.engine, "before_cursor_execute", lambda c, k, text, *more: statements.append(text)
        )

        async def play() -> list[Any]:
            def save(n: int, first: int = 0) -> Save:
                lines = [b"%d/%d" % (n, i) for i in range(2)]
                status, seen = ("over" if n % 7 == 0 else "playing"), n % 5 > 0
                done = asyncio.get_running_loop().create_future()
                return Save(f"{n:016}", first, lines, status, 10 + n % 2, seen, done)

            saves = [save(n) for n in range(TABLES)]
            await asyncio.to_thread(store.writer._write, saves)
            many = len(statements)
            assert many <= 40
            again = [save(3), save(4, first=2)]  # the lines of one are there already
            await asyncio.to_thread(store.writer._write, again)
            return await asyncio.gather(*(s.done for s in (*saves, *again)), return_exceptions=True)

        answers = asyncio.run(play())
        assert answers[:TABLES] == [None] * TABLES
        assert isinstance(answers[TABLES], MovedOn) and answers[TABLES + 1] is None
        with store.engine.begin() as connection:
            kept = connection.execute(select(schema.lines)).all()
            stand = connection.execute(
                select(schema.tables.c.id, schema.tables.c.status, schema.tables.c.updated)
            ).all()
    finally:
        store.close()
    wanted = {(f"{n:016}", i, b"%d/%d" % (n, i)) for n in range(TABLES) for i in range(2)}
    assert {tuple(line) for line in kept} == wanted | {
        (f"{4:016}", 2 + i, b"4/%d" % i) for i in range(2)
    }
    for name, status, updated in stand:
        n = int(name)
        seen = n % 5 > 0
        assert status == (("over" if n % 7 == 0 else "playing") if seen else "waiting")
        assert updated == (10 + n % 2 if seen else 1)
