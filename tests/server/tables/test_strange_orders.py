"""Orders that no player types: whatever their signs, each is answered with a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings

BUYING = {
    "date": "1944-09",
    "sides": [{"nation": "German", "points": 900}, {"nation": "Soviet", "points": 900}],
}
ME = {"who": "me"}
MANY = "9" * 1_900
GAMES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "purchase": (
        {"game": "asl-dyo", "written": BUYING, "seats": {"german": ME, "soviet": ME}},
        ["san {}", "squads 4-6-7 x{}", "fortify wire x{}", "drop line{}", "leaders 8-0x{}"],
    ),
    "battle": (
        {"game": "battle", "scenario": "don", "seats": {"german": ME, "russian": ME}},
        ["place P1 at F4 facing {}", "place P1 at F{}", "pivot P1 to {}", "set P1 morale {}"],
    ),
    "folio": (
        {"game": "folio", "scenario": "tutorial", "seats": {"blue": ME, "red": ME}},
        ["place C {}", "move K {}", "attack {} with K", "{}"],
    ),
}


@pytest.mark.parametrize("kind", GAMES)
def test_numbers_that_are_none_are_told(kind: str, tmp_path: Path) -> None:
    """A raised two is a digit, but no number; thousands of nines are one that nobody can read."""
    asked, orders = GAMES[kind]
    with TestClient(
        create_app(Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}"), shelf()),
        raise_server_exceptions=False,
    ) as client:
        made = client.post("/api/tables", json={**asked, "name": "A"}).json()
        seat = next(iter(asked["seats"]))
        seen = client.get(f"/api/tables/{made['id']}").json()
        seat = seen["to_act"][0] if seen["to_act"] else seat
        head = {"Authorization": f"Seat {made['tokens'][seat]}"}
        for order in orders:
            for number in ("²", "½", "--5", MANY, "\u0664\u0662" * 9):
                body = {"seat": seat, "action": order.format(number)}
                said = client.post(f"/api/tables/{made['id']}/act", json=body, headers=head)
                assert said.status_code == 422 and said.json()["error"], order.format(number[:9])


def test_an_order_over_a_live_connection_is_no_longer_than_another(tmp_path: Path) -> None:
    with TestClient(
        create_app(Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}"), shelf())
    ) as client:
        asked, _ = GAMES["purchase"]
        made = client.post("/api/tables", json={**asked, "name": "A"}).json()
        with client.websocket_connect(f"/api/tables/{made['id']}/live") as socket:
            socket.send_json({"tokens": list(made["tokens"].values())})
            for _ in range(2):  # the frame, the chat
                socket.receive_bytes()
            order = "squads 4-6-7 x" + "9" * 5_000
            socket.send_json({"id": 1, "seat": "german", "do": order})
            said = socket.receive_json(mode="binary")
            assert said["type"] == "reply" and said["error"]
