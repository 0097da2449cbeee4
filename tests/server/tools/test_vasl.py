"""A saved game dropped on the page: sides asked, boards asked, secrets kept.

The boards are VASL's own, read from `../shared/boards`; without them these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from vasl_saves import at_hex, board, piece, save, stack

from hexfire.server.app import create_app
from hexfire.server.settings import Settings

BOARDS = Path(__file__).resolve().parents[4] / "shared" / "boards"
PASSWORDS = ("password-ge", "password-ru")

pytestmark = pytest.mark.skipif(
    not (BOARDS / "bd01").is_file(), reason="needs the VASL boards of ../shared"
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file = tmp_path_factory.mktemp("home") / "hexfire.db"
    app = create_app(Settings(database_url=f"sqlite:///{file}"), {})
    headers = {"x-hexfire": "1", "accept-language": "en"}
    with TestClient(app, headers=headers) as client:
        yield client


def units(*, hidden: bool) -> list[str]:
    squad = piece("1", "4-6-7", "ge/ge467S", [("conceal;;ge/q;ge;", "null")])
    enemy = piece("2", "4-4-7", "ru/ru447S", [("conceal;;ru/q;ru;", "null")])
    lines = [stack("a", at_hex(4, 5), "1"), stack("b", at_hex(5, 5), "2"), squad, enemy]
    if hidden:
        traits = [("hide;;HIP", PASSWORDS[1]), ("conceal;;ru/q;ru;", "null")]
        lines += [
            stack("c", at_hex(6, 5), "3"),
            piece("3", "45LL AT PTP obr. 42", "ru/gun/ruAT45LL", traits),
        ]
    return lines


def drop(page: TestClient, data: bytes, **asked: str) -> Any:
    answer = page.post("/api/tools/vasl", content=data, params=asked)
    assert answer.status_code == 200, answer.text
    for password in PASSWORDS:
        assert password not in answer.text
    return answer.json()


def upload(page: TestClient, name: str) -> str:
    data = (BOARDS / name).read_bytes()
    answer = page.post("/api/tools/boards", content=data, params={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["board"]


def test_sides_and_boards_are_asked_for_before_anything_is_shown(page: TestClient) -> None:
    game = save(board("01"), *units(hidden=True))
    first = drop(page, game)
    assert first["sides"] == ["allied", "axis", "both"]
    assert first["missing"] == ["01"] and first["situation"] is None
    one = upload(page, "bd01")
    boards = f"01:{one}"
    assert drop(page, game, boards=boards)["situation"] is None  # which side?
    mine = drop(page, game, boards=boards, side="axis")["situation"]
    assert mine["board"] == one
    assert {unit["hex"] for unit in mine["units"]} == {"E5", "F5"}  # the hidden Gun is not there
    theirs = drop(page, game, boards=boards, side="allied")["situation"]
    assert {unit["hex"] for unit in theirs["units"]} == {"E5", "F5", "G5"}
    alone = drop(page, game, boards=boards, side="both")["situation"]
    assert [unit["hex"] for unit in alone["units"] if unit["hidden"]] == ["G5"]


def test_what_the_other_side_hides_changes_nothing(page: TestClient) -> None:
    boards = f"01:{upload(page, 'bd01')}"
    with_gun = drop(page, save(board("01"), *units(hidden=True)), boards=boards, side="axis")
    without = drop(page, save(board("01"), *units(hidden=False)), boards=boards, side="axis")
    assert with_gun == without


def test_several_boards_one_turned_round_are_one_map_on_the_page(page: TestClient) -> None:
    first, second = upload(page, "bd01"), upload(page, "bd03")
    game = save(board("01") + board("r03", col=1), *units(hidden=False))
    found = drop(page, game, boards=f"01:{first},03:{second}", side="axis")
    spec = found["situation"]["board"]
    assert spec == f"{first} {second}r"
    plan = page.get(f"/api/tools/boards/{spec}").json()
    labels = {one["label"] for one in plan["hexes"]}
    assert {"01E5", "03E5"} <= labels
    body = {"board": spec, "situation": found["situation"], "events": []}
    now = page.post("/api/tools/situation", json=body)
    assert now.status_code == 200, now.text
    seen = page.post("/api/tools/sight", json={"board": spec, "source": "01E5", "target": "01F5"})
    assert seen.json()["range"] == 1
    rows = page.get(f"/api/tools/boards/{first};{second}")  # one above the other
    assert rows.status_code == 200 and rows.json()["rows"] > plan["rows"]


def test_nonsense_gets_a_sentence(page: TestClient) -> None:
    for content, asked in (
        (b"no save at all", {}),
        (save(board("01")), {"boards": "01:../../etc"}),
        (save(board("01")), {"side": "martians", "boards": f"01:{upload(page, 'bd01')}"}),
    ):
        answer = page.post("/api/tools/vasl", content=content, params=asked)
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["error"]
    crowd = page.get("/api/tools/boards/" + " ".join(["millbrook"] * 12))
    assert crowd.status_code in (400, 422) and "boards" in crowd.json()["error"]
