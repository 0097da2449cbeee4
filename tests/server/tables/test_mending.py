"""Seats of an old database that tell another story than their journal."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient
from sqlalchemy import select, update

from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, digest

s = schema.seats.c


def running(settings: Settings) -> TestClient:
    return TestClient(create_app(settings, {"duel": DuelBox()}))


def begun(client: TestClient) -> tuple[str, dict[str, str]]:
    seats = {"red": {"who": "me"}, "blue": {"who": "me", "name": "Bo"}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
    made = client.post("/api/tables", json=body).json()
    return made["id"], made["tokens"]


def ends(client: TestClient, table: str, token: str, how: str) -> Any:
    return client.post(
        f"/api/tables/{table}/end",
        json={"seat": "blue", "end": how},
        headers={"Authorization": f"Seat {token}"},
    )


def spoil(settings: Settings, table: str, **row: Any) -> None:
    """Write the row of blue's seat alone, as a server did that was killed thereafter."""
    store = Store(settings)
    with store.engine.begin() as connection:
        connection.execute(
            update(schema.seats).where(s.table_id == table, s.seat == "blue").values(**row)
        )
    store.engine.dispose()


def lines(settings: Settings, table: str) -> list[bytes]:
    store = Store(settings)
    wanted = select(schema.lines.c.text).where(schema.lines.c.table_id == table)
    with store.engine.begin() as connection:
        told = [bytes(line) for line in connection.execute(wanted.order_by("n")).scalars()]
    store.engine.dispose()
    return told


def look(client: TestClient, table: str) -> tuple[str, str, list[str]]:
    frame = client.get(f"/api/tables/{table}").json()
    blue = frame["seats"]["blue"]
    return blue["kind"], blue["name"], frame["ending"]["left"]


def test_who_had_left_sits_there_no_more(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings) as client:
        table, tokens = begun(client)
        assert ends(client, table, tokens["blue"], "leave").status_code == 200
    spoil(settings, table, kind="person", name="Bo", token=digest(tokens["blue"]))
    with running(settings) as client, caplog.at_level(logging.WARNING):
        assert look(client, table) == ("open", "", ["blue"])
        assert ends(client, table, tokens["blue"], "resign").status_code == 403
        told = [record.getMessage() for record in caplog.records if record.name == "hexfire.tables"]
        assert told == [f"table {table}: blue, whose player had left, was freed"]
        taken = client.post(f"/api/tables/{table}/join", json={"name": "Chie"})
        assert taken.status_code == 200 and look(client, table) == ("person", "Chie", [])
    with running(settings) as client:
        assert look(client, table) == ("person", "Chie", [])


def test_who_had_come_is_noted_and_keeps_his_link(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings) as client:
        table, tokens = begun(client)
        assert ends(client, table, tokens["blue"], "leave").status_code == 200
    spoil(settings, table, kind="person", name="Chie", token=digest("hers"))
    before = len(lines(settings, table))
    with running(settings) as client, caplog.at_level(logging.WARNING):
        assert look(client, table) == ("person", "Chie", [])
        told = [record.getMessage() for record in caplog.records if record.name == "hexfire.tables"]
        assert told == [f"table {table}: that blue was taken was noted"]
        # She leaves in her turn, and her name is the last in the journal now.
        assert ends(client, table, "hers", "leave").status_code == 200
    spoil(settings, table, kind="person", name="Chie", token=digest("hers"))
    with running(settings) as client:
        assert look(client, table) == ("open", "", ["blue"])
    assert len(lines(settings, table)) == before + 2


def test_a_seat_that_stands_open_was_left(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings) as client:
        table, _ = begun(client)
    spoil(settings, table, kind="open", name="", token=None)
    before = len(lines(settings, table))
    with running(settings) as client, caplog.at_level(logging.WARNING):
        assert look(client, table) == ("open", "", ["blue"])
        told = [record.getMessage() for record in caplog.records if record.name == "hexfire.tables"]
        assert told == [f"table {table}: that blue was left was noted"]
    with running(settings) as client:
        assert look(client, table) == ("open", "", ["blue"])
    assert len(lines(settings, table)) == before + 1


def test_where_both_tell_the_same_nothing_is_written(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings) as client:
        table, tokens = begun(client)
        left, others = begun(client)
        over, last = begun(client)
        assert ends(client, left, others["blue"], "leave").status_code == 200
        assert ends(client, over, last["blue"], "resign").status_code == 200
    before = [lines(settings, one) for one in (table, left, over)]
    with running(settings) as client, caplog.at_level(logging.WARNING):
        for one in (table, left, over):
            assert client.get(f"/api/tables/{one}").status_code == 200
        assert not [record for record in caplog.records if record.name == "hexfire.tables"]
        assert ends(client, table, tokens["blue"], "offer-draw").status_code == 200
    assert [lines(settings, one) for one in (left, over)] == before[1:]
