"""A player's own Folio scenario: read in a bounded worker, kept with its table, played by all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.assist.folio import own_scenario
from hexfire.folio import Folio, builtin
from hexfire.play import Table, verify
from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.files import uploads
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.settings import Settings

CHECK = "/api/tools/folio/scenario"


def own(*changes: tuple[str, str], map: str = "") -> dict[str, str]:
    """The lesson's battle under a name of its own, with changes that must all apply."""
    toml = builtin("tutorial")["toml"].replace("The Crossing at Kestrel", "Hill 112")
    for old, new in changes:
        assert old in toml, old
        toml = toml.replace(old, new, 1)
    return {"toml": toml, "map": map or builtin("tutorial")["map"]}


def short() -> dict[str, str]:
    """One game turn: soon over."""
    toml = own()["toml"]
    for _ in range(3):
        head, _, tail = toml.rpartition("[[turns]]\n")
        toml = head + tail.partition("\n")[2]
    return own(("[[units]]", "[[units]]")) | {"toml": toml.replace("turn = 2", "turn = 1")}


def new_table(client: TestClient, written: Any, red: str = "me", **more: Any) -> Any:
    seats = {"blue": {"who": "me"}, "red": {"who": red, "level": "easy"}}
    body = {"game": "folio", "written": written, "name": "Aki", "seats": seats, **more}
    return client.post("/api/tables", json=body)


def seat_of(tokens: dict[str, str], seat: str) -> dict[str, str]:
    return {"authorization": f"Seat {tokens[seat]}"}


def play_out(client: TestClient, table: str, tokens: dict[str, str]) -> None:
    """Both sides: whatever comes first, else the end of the phase."""
    for _ in range(300):
        frame = client.get(f"/api/tables/{table}").json()
        if frame["status"] == "over":
            return
        (seat,) = frame["to_act"]
        headers = seat_of(tokens, seat)
        legal = client.get(f"/api/tables/{table}?seat={seat}", headers=headers).json()["legal"]
        action = "end" if "end" in legal else legal[0]
        body = {"seat": seat, "action": action}
        answer = client.post(f"/api/tables/{table}/act", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
    raise AssertionError("it does not end")


@pytest.fixture(scope="module")
def readers() -> Iterator[Workers]:
    made = Workers(Bounds(megabytes=150, seconds=3.0, workers=1))
    yield made
    made.close()


@pytest.fixture
def page(tmp_path: Path, readers: Workers, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(uploads, "readers", readers)
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, shelf())) as client:
        yield client


# -- looking a scenario through --------------------------------------------------------------------


def test_a_good_one_comes_back_as_a_card_with_its_map(page: TestClient) -> None:
    found = page.post(CHECK, json=own()).json()
    assert (found["ok"], found["problems"], found["count"]) == (True, [], 0)
    card = found["card"]
    assert card["title"] == {"en": "Hill 112", "ja": "ケストレルの渡河"}
    assert card["seats"]["red"]["ja"] == "赤軍"
    assert (card["turns"], card["units"]) == (4, 11)
    assert len(found["board"]["hexes"]) == 12 * 9
    assert found["board"]["id"] == "own", "the lesson is for our own text only"


def test_all_mistakes_are_told_with_their_lines_in_both_languages(page: TestClient) -> None:
    texts = own(
        ('front = "6-4-8"', 'front = "6-4"'),
        ('entry = ["0105", "0104"', 'entry = ["0105", "9904"'),
        ('arm = "recon"', 'armm = "recon"'),
    )
    texts["map"] = texts["map"].replace("0105-0205-0305", "0105-0305")
    lines = texts["toml"].splitlines()
    wanted = [
        ("toml", lines.index('front = "6-4"') + 1, "folio.scenario.strength"),
        ("toml", lines.index('armm = "recon"') + 1, "folio.scenario.unknown_key"),
        ("toml", lines.index('entry = ["0105", "9904", "0106"]') + 1, "folio.scenario.no_hex"),
        ("map", texts["map"].splitlines().index("[road]") + 2, "folio.scenario.not_adjacent"),
    ]
    english = page.post(CHECK, json=texts, headers={"accept-language": "en"}).json()
    told = [(p["file"], p["line"], p["message"]["key"]) for p in english["problems"]]
    assert told == wanted
    assert not english["ok"] and english["count"] == 4 and english["board"] is None
    assert "6-4" in english["problems"][0]["text"]
    japanese = page.post(CHECK, json=texts, headers={"accept-language": "ja"}).json()
    assert "隣接" in japanese["problems"][3]["text"]
    refused = new_table(page, texts)
    assert refused.status_code == 422
    params = dict(refused.json()["message"]["params"])
    assert params == {"count": 4, "file": "toml", "line": wanted[0][1]}


def test_what_is_no_toml_is_told_with_its_line(page: TestClient) -> None:
    found = page.post(CHECK, json={"toml": 'a = 1\nb = "x\n', "map": ""}).json()
    assert [(p["file"], p["line"]) for p in found["problems"]] == [("toml", 2)]


def test_so_many_mistakes_are_counted_and_the_first_are_told(page: TestClient) -> None:
    texts = own() | {"map": "[terrain]\n" + ("?" * 90 + "\n") * 90}
    found = page.post(CHECK, json=texts).json()
    assert found["count"] >= 8100 and len(found["problems"]) == own_scenario.SHOWN


def test_too_much_is_refused_with_a_sentence(page: TestClient) -> None:
    for texts in (
        own() | {"toml": own()["toml"] + "#" * 200_000},
        own() | {"map": own()["map"] + "#" * 60_000},
    ):
        for answer in (page.post(CHECK, json=texts), new_table(page, texts)):
            assert answer.status_code == 422
            assert answer.json()["message"]["key"] == "server.scenario.too_long"
    assert page.post(CHECK, json=own() | {"map": "#" * 2_000_000}).status_code == 413


def many_dice() -> dict[str, str]:
    """Nine dice of nine sides: 387 million ways to fall."""
    texts = own(('die = "d6"', 'die = "9d9"'))
    head, _, rest = texts["toml"].partition("[crt.results]\n")
    row = ", ".join(['"•"'] * 8)
    rows = "".join(f"{roll} = [{row}]\n" for roll in range(9, 82))
    toml = f"{head}[crt.results]\n{rows}\n[markers]{rest.partition('[markers]')[2]}"
    return texts | {"toml": toml}


def late_units(count: int) -> str:
    return "".join(
        f'[[units]]\nid="u{n}"\nside="red"\nfront="1-1-1"\nturn=1\nentry="0101"\n'
        for n in range(count)
    )


LARGE = {
    "hexes": own(map="[terrain]\n" + ("." * 60 + "\n") * 60),
    "counters": own(
        ("[[units]]", late_units(60) + "[[units]]"), map="[terrain]\n" + ("." * 49 + "\n") * 49
    ),
    "dice": many_dice(),
    "turns": own(("[[units]]", "[[turns]]\n" * 90 + "[[units]]")),
    "markers": own(
        ('{id = "b1", plus = 1}', ",".join(f'{{id = "m{n}", plus = 1}}' for n in range(90)))
    ),
    "units": own(("[[units]]", late_units(150) + "[[units]]")),
}


@pytest.mark.parametrize("what", LARGE)
def test_a_table_that_would_hold_up_the_others_is_refused(page: TestClient, what: str) -> None:
    answer = page.post(CHECK, json=LARGE[what], headers={"accept-language": "en"})
    assert answer.status_code == 422, answer.text[:600]
    assert dict(answer.json()["message"]["params"])["what"] == f"@server.scenario.{what}"
    assert "@" not in answer.json()["error"]


def test_numbers_ids_and_colours_stay_within_reason(page: TestClient) -> None:
    found = page.post(CHECK, json=own(("value = 2", f"value = {10**18}"))).json()
    assert [p["message"]["key"] for p in found["problems"]] == ["folio.scenario.too_large"]
    line = found["problems"][0]["line"]
    assert own()["toml"].splitlines()[line - 1] == "value = 2"
    for change, key in (
        (('colour = "#e9e4c9"', 'colour = "url(//elsewhere/x)"'), "server.scenario.colour"),
        (('id = "K"', f'id = "{"K" * 41}"'), "server.scenario.id"),
    ):
        answer = page.post(CHECK, json=own(change))
        assert answer.json()["message"]["key"] == key
    named = own()["toml"].replace("[sides.red]", '[sides."r.d"]').replace('"red"', '"r.d"')
    named = named.replace("red = ", '"r.d" = ')
    answer = page.post(CHECK, json=own() | {"toml": named})
    assert answer.json()["message"]["key"] == "server.scenario.side", answer.text[:500]


def test_a_battle_without_anything_to_do_is_refused(page: TestClient) -> None:
    head = own()["toml"].partition("[[units]]")[0]
    unit = '[[units]]\nid = "{0}"\nside = "{0}"\nfront = "1-1-0"\nhex = "{1}"\n'
    head = head.replace('support = "3/2"', 'support = "0/0"').replace('"2/2"', '"0/0"')
    toml = head.replace('"2/3"', '"0/0"') + unit.format("blue", "0101") + unit.format("red", "1209")
    answer = page.post(CHECK, json=own() | {"toml": toml})
    assert answer.json()["message"]["key"] == "server.scenario.nothing", answer.text[:300]


def test_hostile_texts_end_in_a_sentence_and_the_server_goes_on(page: TestClient) -> None:
    deep = "a = " + "[" * 90_000 + "]" * 90_000
    for toml in (deep, f"a = {'9' * 9_000}", "[scenario]\nid = 1e999"):
        answer = page.post(CHECK, json={"toml": toml, "map": "."})
        assert answer.status_code in (200, 422), answer.text
        said = answer.json()
        assert not said.get("ok") and "Traceback" not in answer.text
    half = b'{"toml": "\\ud800", "map": "\\udc00"}'  # halves of signs, which no text has
    headers = {"content-type": "application/json"}
    assert page.post(CHECK, content=half, headers=headers).status_code == 422
    assert page.post(CHECK, json={"toml": "a\0", "map": ""}).json()["ok"] is False
    assert new_table(page, {"toml": "a\0", "map": ""}).status_code == 422
    assert page.post(CHECK, json=own()).json()["ok"] is True


def test_an_endless_one_is_given_up(page: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever makes reading endless: the worker is ended, the next file gets another."""
    from hostile import never_end

    endless = Workers(Bounds(megabytes=150, seconds=0.5, workers=1))
    real = endless.call
    monkeypatch.setattr(endless, "call", lambda _check, *_texts: real(never_end))
    monkeypatch.setattr(uploads, "readers", endless)
    for answer in (page.post(CHECK, json=own()), new_table(page, own())):
        assert answer.status_code == 422
        assert answer.json()["message"]["key"] == "server.upload.late"
    assert page.get("/healthz").status_code == 200
    endless.close()


def test_nothing_in_it_names_a_file_of_the_server(page: TestClient, tmp_path: Path) -> None:
    secret = tmp_path / "secret.map"
    secret.write_text("[terrain]\nSECRET\n")
    for written in (
        own(("[map]", f'[map]\nfile = "{secret}"')),
        own(("[scenario]", f'[scenario]\nmap = "../../{secret}"')),
        {"toml": own()["toml"], "map": str(secret)},
        {"toml": str(secret), "map": own()["map"]},
    ):
        found = page.post(CHECK, json=written)
        assert found.json()["ok"] is False and found.json()["problems"]
        assert "SECRET" not in found.text
        assert new_table(page, written).status_code == 422
    for written in (
        {"toml": own()["toml"], "map": own()["map"], "path": str(secret)},
        {"path": str(secret)},
        {"toml": own()["toml"]},
        {"toml": own()["toml"], "map": ["x"]},
    ):
        answer = new_table(page, written)
        assert answer.json()["message"]["key"] == "folio.scenario.texts"
    by_name = {"game": "folio", "scenario": str(secret), "name": "Aki", "seats": {}}
    assert page.post("/api/tables", json=by_name).status_code == 422


# -- playing it ------------------------------------------------------------------------------------


def test_a_game_of_it_is_played_reopened_finished_and_verified(settings: Settings) -> None:
    """On both databases: the texts lie with the table, nothing else is needed to go on."""
    with TestClient(create_app(settings, shelf())) as client:
        made = new_table(client, short(), title="ours", open=True)
        assert made.status_code == 201, made.text
        table, tokens = made.json()["id"], made.json()["tokens"]
        (listed,) = client.get("/api/tables").json()["open"]
        assert listed["scenario_name"] == "Hill 112"
        move = {"seat": "red", "action": "place B 0702"}
        done = client.post(f"/api/tables/{table}/act", json=move, headers=seat_of(tokens, "red"))
        assert done.status_code == 200, done.text
        before = client.get(f"/api/tables/{table}").json()
    with TestClient(create_app(settings, shelf())) as client:
        assert client.get(f"/api/tables/{table}").json() == before
        board = client.get(f"/api/tables/{table}/board").json()  # a spectator's
        assert board["name"]["en"] == "Hill 112" and board["id"] == "own"
        assert len(board["turns"]) == 1
        play_out(client, table, tokens)
        assert client.get(f"/api/tables/{table}/verify").json()["ok"] is True
        assert client.get(f"/api/tables/{table}?at=1").json()["view"] == before["view"]
        journal = client.get(f"/api/tables/{table}/journal").content
    assert verify({"folio": Folio()}, journal).ok
    reopened = Table.open({"folio": Folio()}, journal)
    assert reopened.header.scenario == short()


def test_a_waiting_table_tells_what_is_played(page: TestClient) -> None:
    table = new_table(page, own(), red="open").json()["id"]
    board = page.get(f"/api/tables/{table}/board").json()
    assert board["name"]["en"] == "Hill 112" and len(board["sides"]) == 2


def test_a_bot_plays_it(page: TestClient) -> None:
    table = new_table(page, own(('id = "B"', 'id = "Guard"')), red="bot").json()["id"]
    for _ in range(400):
        frame = page.get(f"/api/tables/{table}").json()
        if frame["to_act"] == ["blue"]:
            break
        time.sleep(0.05)
    placed = {unit["id"]: unit["hex"] for unit in frame["view"]["units"]}
    assert placed["Guard"] in ("0702", "0703")


def test_one_of_ours_keeps_its_name_and_its_lesson(page: TestClient) -> None:
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "Aki", "seats": seats}
    table = page.post("/api/tables", json=body).json()["id"]
    assert page.get(f"/api/tables/{table}/board").json()["id"] == "tutorial"
    renamed = own(("Hill 112", "tutorial"))
    other = new_table(page, renamed).json()["id"]
    assert page.get(f"/api/tables/{other}").json()["scenario"] == "tutorial *"


STACKING = '\n[exclusive.stacking]\nrule = "5.4"\nname = {en = "Stacks", ja = "スタック"}\n'


def test_players_agree_on_optional_rules_when_they_begin(page: TestClient) -> None:
    written = own()
    written["toml"] += STACKING + 'limit = 2\noptional = "off"\n'
    found = page.post(CHECK, json=written).json()
    told = {"rule": "5.4", "name": {"en": "Stacks", "ja": "スタック"}, "by_default": False}
    assert found["card"]["optional"] == [{"option": "exclusive.5.4", **told}]
    rules = []
    for options in ({}, {"exclusive.5.4": True}):
        made = new_table(page, written, options=options).json()
        board = page.get(f"/api/tables/{made['id']}/board").json()
        rules.append([one["rule"] for one in board["exclusive"]])
    assert rules == [[], ["5.4"]]
    refused = new_table(page, written, options={"exclusive.9.9": True})
    assert refused.status_code == 422 and "exclusive.9.9" in refused.text
