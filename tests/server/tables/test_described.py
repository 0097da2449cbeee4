"""What tables tell is what the OpenAPI description says: frames, boards, answers to questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings

jsonschema = pytest.importorskip("jsonschema")

SEATS = {
    "folio": ("tutorial", "blue", "red"),
    "asl-dyo": ("1943-07 German:800 Soviet:800", "german", "soviet"),
    "battle": ("lesson", "german", "russian"),
}
ASKED: list[tuple[str, dict[str, Any], str]] = [
    ("folio", {"zoc": True}, ""),
    ("folio", {"targets": True}, "FolioTargets"),
    ("asl-dyo", {"desk": True}, "DeskReport"),
    ("asl-dyo", {"price": "agree"}, "DeskOffer"),
    ("battle", {"set_up": True}, ""),
    ("battle", {"line": {"from": "K5", "to": "H5"}}, "SeenLine"),
    ("battle", {"why": "place G1 at H5 facing I5/I6"}, "LegalAction"),
]
VIEWS = {"folio": "FolioView", "asl-dyo": "PurchaseView", "battle": "BattleView"}
BOARDS = {"folio": "FolioBoard", "battle": "BattleBoard"}


class Tables:
    """A table of each game, both seats in one hand."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.described: dict[str, Any] = client.get("/openapi.json").json()
        self._begun: dict[str, tuple[str, dict[str, str]]] = {}

    def begun(self, game: str) -> tuple[str, dict[str, str]]:
        if game not in self._begun:
            scenario, *seats = SEATS[game]
            wish = {"game": game, "scenario": scenario, "name": "Anna"}
            body = wish | {"seats": {seat: {"who": "me"} for seat in seats}}
            told = self.client.post("/api/tables", json=body)
            assert told.status_code == 201, told.text
            tokens = told.json()["tokens"]
            self._begun[game] = (
                f"/api/tables/{told.json()['id']}",
                {"authorization": f"Seat {tokens[seats[0]]}"},
            )
        return self._begun[game]

    def faults(self, schema: dict[str, Any], told: Any) -> list[str]:
        whole = schema | {"components": self.described["components"]}
        check = jsonschema.Draft202012Validator(whole)
        return [f"{e.json_path}: {e.message}" for e in check.iter_errors(told)]

    def check(self, path: str, method: str, told: Any) -> None:
        """An answer against what its route promises."""
        answer = self.described["paths"][path][method]["responses"]["200"]
        schema = answer["content"]["application/json"]["schema"]
        assert schema, "no schema at all"
        assert self.faults(schema, told) == []

    def check_kind(self, name: str, told: Any) -> None:
        """An answer against one kind: it holds that, and no field that the kind has not."""
        assert self.faults({"$ref": f"#/components/schemas/{name}"}, told) == []
        fields = self.described["components"]["schemas"][name]["properties"]
        assert told and set(told) <= set(fields)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    file = tmp_path_factory.mktemp("described") / "hexfire.db"
    app = create_app(Settings(database_url=f"sqlite:///{file}"), shelf())
    with TestClient(app, headers={"x-hexfire": "1"}) as client:
        yield Tables(client)


@pytest.mark.parametrize("game", VIEWS)
def test_a_frame_is_what_the_description_says(tables: Tables, game: str) -> None:
    where, seat = tables.begun(game)
    told = tables.client.get(where, headers=seat).json()
    tables.check("/api/tables/{table}", "get", told)
    tables.check_kind("Frame", told)
    tables.check_kind(VIEWS[game], told["view"])


FILES = ("/journal", "/picture.svg", "/template", "/roster.{form}", "/ob.{form}", "/chart/")
"""Addresses that answer with a file, not with data."""
FREE = ("/healthz", "/api/tools/uses/{rule}")
"""What programs need no types for: readiness, and where in the code a rule is at work."""


def test_every_answer_is_described(tables: Tables) -> None:
    missing = [
        f"{method} {path}"
        for path, methods in tables.described["paths"].items()
        for method, operation in methods.items()
        if path not in FREE and not any(part in path for part in FILES)
        for answer in [next(iter(operation["responses"].values()))]
        if not answer.get("content", {}).get("application/json", {}).get("schema")
    ]
    assert missing == []


def test_lists_around_tables_are_what_the_description_says(tables: Tables) -> None:
    tables.begun("folio")
    for path in ("/api/tables", "/api/games", "/api/rules", "/api/me", "/api/tools/boards"):
        tables.check(path, "get", tables.client.get(path).json())


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_is_what_the_description_says(tables: Tables, game: str) -> None:
    where, seat = tables.begun(game)
    told = tables.client.get(f"{where}/board", headers=seat).json()
    tables.check("/api/tables/{table}/board", "get", told)
    tables.check_kind(BOARDS[game], told)


@pytest.mark.parametrize(("game", "question", "kind"), ASKED)
def test_an_answer_is_what_the_description_says(
    tables: Tables, game: str, question: dict[str, Any], kind: str
) -> None:
    where, seat = tables.begun(game)
    body = {"seat": SEATS[game][1], "question": question}
    told = tables.client.post(f"{where}/ask", json=body, headers=seat)
    assert told.status_code == 200, told.text
    tables.check("/api/tables/{table}/ask", "post", told.json())
    if kind:
        tables.check_kind(kind, told.json())
