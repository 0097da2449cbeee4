"""The OpenAPI description says what the tools answer, and they answer what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.settings import Settings

jsonschema = pytest.importorskip("jsonschema")

TANK = {"weapon": "PzKpfw IVH", "target": {"unit": "T-34 M43"}, "range": 8, "date": "1943-07"}
FLAK = {"weapon": "ge-AA20L6", "target": {"unit": "ru-ru447S"}, "range": 6, "ife": True}
FAUST = {"weapon": "PF", "target": {"unit": "T-34 M43"}, "range": 1, "date": "1944-07"}
BACK = {"weapon": "T-34 M43", "range": 8, "date": "1943-07"} | {
    "target": {"unit": "PzKpfw IVH", "moving": True, "mp_in_los": 2}
}
GUN = {"gun": "ge-MTR81s", "into": {"terrain": "woods"}, "by": ["crew"], "tries": 2}
PRICE = {"item": "4-6-8 sapper x4", "date": "9/44", "nation": "German"}
PLAN = {"wishes": ["4-6-8 x4", "80+M"], "points": 800, "date": "1944-09", "nation": "german"}
SETUP = {
    "sides": ["German", "Soviet"],
    "batteries": [
        {"name": "A", "side": "German", "nation": "german", "caliber": 105, "observer": "leader"}
    ],
}
SITUATION = {"units": [{"id": "a", "side": "german", "hex": "C3", "kind": "squad"}]}
PLACED = {
    "board": "hedgerows",
    "situation": SITUATION,
    "events": [{"event": "breaks", "unit": "a"}],
}
ASKED = [
    ("shot", {"order": TANK}),
    ("shot", {"order": FLAK}),
    ("shot", {"order": FAUST}),
    ("shot/roll", {"order": TANK, "faces": [1, 2]}),
    ("shot/roll", {"order": FAUST, "faces": [2, 3, 3, 2, 5]}),
    ("shot/compare", {"order": TANK, "by": ["ammo", "type", "range"]}),
    ("shot/compare", {"order": FLAK, "by": ["ammo"]}),
    ("duel", {"vehicle": TANK, "defender": BACK}),
    ("duel", {"vehicle": TANK, "defender": BACK, "faces": [6, 5]}),
    ("gun", {"order": GUN}),
    ("gun", {"order": GUN, "faces": [3, 4]}),
    ("force/price", PRICE),
    ("force/plan", PLAN),
    ("mission/new", {"setup": SETUP}),
    ("situation", PLACED),
]
WRONG = [
    ("shot", {"order": TANK | {"rnge": 8}}),
    ("shot", {"order": TANK | {"range": "far"}}),
    ("duel", {"vehicle": TANK, "defender": {"weapon": "T-34 M43"}}),
    ("gun", {"order": GUN | {"tries": 13}}),
    ("gun", {"order": GUN | {"state": "flying"}}),
    ("gun", {"order": GUN | {"steps": ["limber"] * 41}}),
    ("force/price", PRICE | {"item": "x" * 201}),
    ("force/price", PRICE | {"colour": "red"}),
    ("force/plan", PLAN | {"points": -1}),
    ("force/plan", PLAN | {"wishes": ["wire"] * 61}),
    ("mission/new", {"setup": {"sides": ["German", "Soviet"], "batteries": [{"name": "A"}]}}),
    ("situation", {"board": "hedgerows", "situation": {"units": [{"id": "a"}]}}),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file = tmp_path_factory.mktemp("schemas") / "hexfire.db"
    app = create_app(Settings(database_url=f"sqlite:///{file}"), {})
    with TestClient(app, headers={"x-hexfire": "1"}) as client:
        yield client


@pytest.fixture(scope="module")
def described(page: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = page.get("/openapi.json").json()
    return found


def schema_of(described: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    answer = described["paths"][path][method]["responses"]["200"]
    found: dict[str, Any] = answer["content"]["application/json"]["schema"]
    return found


@pytest.mark.parametrize(("tool", "body"), ASKED)
def test_answers_are_what_the_description_says(
    page: TestClient, described: dict[str, Any], tool: str, body: dict[str, Any]
) -> None:
    schema = schema_of(described, f"/api/tools/{tool}", "post")
    assert "$ref" in schema
    told = page.post(f"/api/tools/{tool}", json=body)
    assert told.status_code == 200, told.text
    check = jsonschema.Draft202012Validator(schema | {"components": described["components"]})
    assert [f"{e.json_path}: {e.message}" for e in check.iter_errors(told.json())] == []


def faults(described: dict[str, Any], tool: str, body: dict[str, Any]) -> list[str]:
    asked = described["paths"][f"/api/tools/{tool}"]["post"]["requestBody"]
    schema = asked["content"]["application/json"]["schema"]
    check = jsonschema.Draft202012Validator(schema | {"components": described["components"]})
    return [f"{e.json_path}: {e.message}" for e in check.iter_errors(body)]


@pytest.mark.parametrize(("tool", "body"), ASKED)
def test_questions_are_what_the_description_says(
    described: dict[str, Any], tool: str, body: dict[str, Any]
) -> None:
    assert faults(described, tool, body) == []


@pytest.mark.parametrize(("tool", "body"), WRONG)
def test_what_the_description_forbids_is_refused_with_a_sentence(
    page: TestClient, described: dict[str, Any], tool: str, body: dict[str, Any]
) -> None:
    assert faults(described, tool, body)
    told = page.post(f"/api/tools/{tool}", json=body)
    assert told.status_code == 422 and told.json()["error"], told.text


def test_the_catalogue_is_what_the_description_says(
    page: TestClient, described: dict[str, Any]
) -> None:
    schema = schema_of(described, "/api/tools/counters", "get")
    check = jsonschema.Draft202012Validator(schema | {"components": described["components"]})
    cards = page.get("/api/tools/counters").json()
    assert len(cards) > 100 and not list(check.iter_errors(cards))


def test_texts_come_in_both_languages(page: TestClient) -> None:
    found = page.post("/api/tools/shot", json={"order": BACK | {"phase": "DFF"}}).json()
    names = [(item["name"]["en"], item["name"]["ja"]) for item in found["tally"]]
    assert ("Moving target", "移動中の目標") in names
