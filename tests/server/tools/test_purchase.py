"""Buying a force over HTTP: agreements with all their terms, listings, paper, the OB."""

from __future__ import annotations

import contextlib
import re
import tomllib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings

LISTING = """
[[squad]]
nation = "German"
type = "4-4-7"
bpv = 9
class = "Line"
"""
VICTORY = "Sieg: 村の建物を過半数支配する。 " * 30
AGREEMENT: dict[str, Any] = {
    "date": "1942-10",
    "sides": [
        {"nation": "German", "points": 0, "team": [150, 150]},
        {"nation": "イギリス", "points": 400},
    ],
    "secret": True,
    "boards": ["25", "26", "27", "28"],
    "victory": VICTORY,
    "place": "North Africa",
    "weather": "Clear",
}


@pytest.fixture
def page(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings, shelf())) as client:
        yield client


def begin(client: TestClient, **change: Any) -> tuple[str, dict[str, dict[str, str]]]:
    """A purchase: where it is, and the headers of its seats."""
    agreement = {**AGREEMENT, **change}
    checked = client.post("/api/tools/force/agreement", json=agreement)
    assert checked.status_code == 200, checked.text
    body = {
        "game": "asl-dyo",
        "written": agreement,
        "name": "Aki",
        "seats": {seat: {"who": "me"} for seat in checked.json()["seats"]},
    }
    made = client.post("/api/tables", json=body)
    assert made.status_code == 201, made.text
    headers = {s: {"Authorization": f"Seat {t}"} for s, t in made.json()["tokens"].items()}
    return f"/api/tables/{made.json()['id']}", headers


def act(client: TestClient, where: str, headers: dict[str, str], seat: str, *texts: str) -> None:
    for text in texts:
        body = {"seat": seat, "action": text}
        answer = client.post(f"{where}/act", json=body, headers=headers)
        assert answer.status_code == 200, (text, answer.text)


def test_an_agreement_keeps_all_its_terms(page: TestClient) -> None:
    figures = page.post("/api/tools/force/listing?name=mine.toml", content=LISTING.encode()).json()
    assert figures == {
        "figures": {"squad/German/4-4-7/bpv": "9", "squad/German/4-4-7/class": "Line"}
    }
    where, headers = begin(page, listing=figures["figures"])
    frame = page.get(f"{where}?seat=german", headers=headers["german"]).json()
    agreed = frame["view"]["agreement"]
    assert agreed["victory"] == VICTORY and len(VICTORY) > 400
    assert (agreed["place"], agreed["weather"]) == ("North Africa", "Clear")
    assert [side["points"] for side in agreed["sides"]] == [300, 400]
    assert frame["scenario"] == "1942-10 German:300 British:400"
    for seat in headers:
        act(page, where, headers[seat], seat, "agree")
    act(page, where, headers["german"], "german", "squads 4-4-7 x2")
    frame = page.get(f"{where}?seat=german", headers=headers["german"]).json()
    assert frame["view"]["sides"]["german"]["left"] == 282


def test_an_agreement_in_a_line_has_room_for_place_and_weather(page: TestClient) -> None:
    line = "1942-10 German:300 British:400 boards=25,26 place=North Africa weather=Clear victory="
    line += "x" * 250
    seats = page.get("/api/tools/force/seats", params={"agreement": line}).json()
    body = {"game": "asl-dyo", "scenario": line, "name": "A"}
    made = page.post("/api/tables", json={**body, "seats": {seat: {"who": "me"} for seat in seats}})
    frame = page.get(f"/api/tables/{made.json()['id']}").json()
    agreed = frame["view"]["agreement"]
    assert frame["scenario"] == line
    assert (agreed["place"], agreed["weather"]) == ("North Africa", "Clear")


@pytest.mark.parametrize(
    "change",
    [
        {"date": "soon"},
        {"sides": AGREEMENT["sides"][:1]},
        {"sides": [{"nation": "Martian", "points": 5}, {"nation": "German", "points": 5}]},
        {"listing": {"squad/German/4-4-7/bpv": "many"}},
        {"listing": {"nonsense": "1"}},
        {"victory": "\x00"},
        {"surprise": 1},
    ],
)
def test_an_impossible_agreement_is_refused_with_a_sentence(
    page: TestClient, change: dict[str, Any]
) -> None:
    body = {"game": "asl-dyo", "name": "A", "seats": {"german": {"who": "me"}}}
    answer = page.post("/api/tables", json={**body, "written": {**AGREEMENT, **change}})
    assert answer.status_code == 422 and answer.json()["error"]


def test_a_bad_listing_is_refused_by_its_first_mistake(page: TestClient) -> None:
    for name, text in (
        ("a.toml", "[["),
        ("a.csv", "x,y"),
        ("a.toml", '[[squad]]\nnation="X"\ntype="9-9-9"\nbpv=1'),
    ):
        answer = page.post(f"/api/tools/force/listing?name={name}", content=text.encode())
        assert answer.status_code == 422 and answer.json()["error"]
    template = page.get("/api/tools/force/listing/template")
    assert "squad" in template.text and template.headers["content-disposition"]


def test_the_roster_on_paper_is_for_its_own_seat_until_it_is_shown(page: TestClient) -> None:
    where, headers = begin(page, date="1944-09", sides=_sides("German", "Soviet"))
    for seat in headers:
        act(page, where, headers[seat], seat, "agree")
    act(page, where, headers["german"], "german", "squads 4-6-8 x7")
    mine = page.get(f"{where}/roster.html?seat=german&lang=ja", headers=headers["german"])
    assert mine.status_code == 200 and "4-6-8" in mine.text and "ドイツ" in mine.text
    assert "<script" not in mine.text and "attachment" in mine.headers["content-disposition"]
    theirs = page.get(f"{where}/roster.html?seat=soviet", headers=headers["soviet"])
    assert "4-6-8" not in theirs.text
    for path, seat in (("roster.html", "soviet"), ("roster.pdf", "soviet")):
        answer = page.get(f"{where}/{path}?seat=german", headers=headers[seat])
        assert answer.status_code == 403
    assert page.get(f"{where}/roster.html").status_code == 422
    assert page.get(f"{where}/ob.toml").status_code == 422
    assert page.get(f"{where}/roster.doc").status_code == 422


def test_the_roster_as_pdf(page: TestClient) -> None:
    pytest.importorskip("weasyprint", reason="needs WeasyPrint and Pango")
    where, headers = begin(page, date="1944-09", sides=_sides("German", "Soviet"), secret=False)
    for seat in headers:
        act(page, where, headers[seat], seat, "agree")
    for paper, box in (("a4", b"841.88"), ("letter", b"792")):
        answer = page.get(f"{where}/roster.pdf?paper={paper}&lang=ja")
        assert answer.status_code == 200, answer.text
        assert answer.content.startswith(b"%PDF") and len(answer.content) > 5_000
        assert box in _unpacked(answer.content)  # landscape: both side by side


def _unpacked(pdf: bytes) -> bytes:
    found = []
    for packed in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL):
        with contextlib.suppress(zlib.error):
            found.append(zlib.decompress(packed))
    return b"".join(found)


def test_the_ob_of_a_finished_purchase(page: TestClient) -> None:
    where, headers = begin(page, date="1944-09", sides=_sides("German", "Soviet"), secret=False)
    for seat in headers:
        act(page, where, headers[seat], seat, "agree")
    act(page, where, headers["german"], "german", "squads 4-6-8 x7")
    data = tomllib.loads(page.get(f"{where}/ob.toml").text)
    assert data["sides"][0]["infantry"][0]["type"] == "4-6-8"
    assert page.get(f"{where}/ob.json").json()["format"] == data["format"]
    assert data["place"] == "North Africa"


def test_what_both_bought_becomes_a_battle(page: TestClient) -> None:
    secret, _ = begin(page, date="1944-09", sides=_sides("German", "Soviet"))
    assert page.get(f"{secret}/battle", params={"board": "millbrook"}).status_code == 422
    where, headers = begin(page, date="1944-09", sides=_sides("German", "Soviet"), secret=False)
    for seat in headers:
        act(page, where, headers[seat], seat, "agree")
    act(page, where, headers["german"], "german", "squads 4-6-8 x7")
    for board in ("/etc/hosts", "../bd01", "nowhere"):
        assert page.get(f"{where}/battle", params={"board": board}).status_code == 422
    opened = page.get(f"{where}/battle", params={"board": "millbrook"}).json()
    units = opened["data"]["side"][0]["unit"]
    assert len(units) == 7 and {unit["counter"] for unit in units} == {"ge-ge468S"}
    seats = {seat: {"who": "me"} for seat in opened["seats"]}
    body = {"game": "battle", "written": {"data": opened["data"]}, "name": "Aki", "seats": seats}
    assert page.post("/api/tables", json=body).status_code == 201


def test_a_battle_has_no_roster_and_no_written_scenario(page: TestClient) -> None:
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "A", "seats": seats}
    where = f"/api/tables/{page.post('/api/tables', json=body).json()['id']}"
    assert page.get(f"{where}/roster.html").status_code == 422
    assert page.get(f"{where}/ob.json").status_code == 422
    assert page.post("/api/tables", json={**body, "written": {}}).status_code == 422


def _sides(*nations: str) -> list[dict[str, Any]]:
    return [{"nation": nation, "points": 1000} for nation in nations]


def test_an_old_database_is_brought_up_to_date(settings: Settings, tmp_path: Path) -> None:
    """Rows of the first schema are still there after the migrations."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import text

    import hexfire.server
    from hexfire.server.storage.database import Store

    store = Store(settings)
    config = Config()
    folder = Path(hexfire.server.__file__).parent / "storage" / "migrations"
    config.set_main_option("script_location", str(folder))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "insert into tables (id, game, scenario_name, title, open, setup, secret, status,"
                " created, updated) values ('0123456789abcdef', 'asl-dyo', '1943-07 German:1"
                " Soviet:1', 't', true, '{}', 's', 'waiting', 1, 1)"
            )
        )
        connection.execute(
            text("insert into chat values ('0123456789abcdef', 0, 1, 'a', 'still here')")
        )
    store.open()
    store.close()
    with TestClient(create_app(settings, shelf())) as client:
        assert client.get("/api/tables/0123456789abcdef/chat").json()[0]["text"] == "still here"
