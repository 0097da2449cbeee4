"""Sight, fire mission and gunnery range over HTTP: what the rules say, and words for nonsense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.asl.antitank.party import Party
from hexfire.asl.shots.shot import Canister, Firer, Target
from hexfire.assist.shots.order import Order
from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent.parent


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file = tmp_path_factory.mktemp("home") / "hexfire.db"
    app = create_app(Settings(database_url=f"sqlite:///{file}"), {})
    headers = {"x-hexfire": "1", "accept-language": "en"}
    with TestClient(app, headers=headers) as client:
        yield client


def ask(page: TestClient, path: str, **body: Any) -> Any:
    answer = page.post(f"/api/tools/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(page: TestClient, path: str, **body: Any) -> tuple[str | None, str]:
    answer = page.post(f"/api/tools/{path}", json=body)
    assert answer.status_code == 422 or answer.status_code == 400, answer.text
    return answer.json()["refused"], answer.json()["error"]


# -- situations -----------------------------------------------------------------------------------


def unit(id: str, side: str, hex: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "hex": hex, "name": "4-6-7", **more}


A, B = unit("a", "german", "C5"), unit("b", "russian", "C6")


def placed(*units: dict[str, Any], events: Any = (), **more: Any) -> dict[str, Any]:
    situation = {"board": "?", "units": list(units), "phase": "RPh", "phasing": "german", **more}
    return {"board": "hedgerows", "situation": situation, "events": list(events)}


def has_wa(found: Any) -> dict[str, bool]:
    return {one["unit"]: bool(one["holds"]) for one in found["units"]}


def test_mandatory_wall_advantage_passes_on_when_its_holder_breaks(page: TestClient) -> None:
    found = ask(page, "situation", **placed(A, B))
    assert has_wa(found) == {"a": True, "b": False}
    claim = found["units"][1]["claim"]
    assert claim["rule"] == "B9.321-ref" and set(claim["why_not"]) == {"en", "ja"}
    assert found["situation"]["wall_advantage"] == ["a"]
    later = ask(page, "situation", **placed(A, B, events=[{"event": "breaks", "unit": "a"}]))
    assert has_wa(later) == {"a": False, "b": True}
    told = [(one["event"], one["unit"], one["what"]) for one in later["changes"]]
    assert told == [(0, "a", "lost"), (0, "b", "gained")]
    assert later["situation"]["units"][0]["broken"] is True


def test_a_claim_that_cannot_stand_is_dropped_and_told(page: TestClient) -> None:
    found = ask(page, "situation", **placed({**A, "broken": True}, wall_advantage=["a"]))
    assert [one["rule"] for one in found["dropped"]] == ["B9.32-ref"]
    assert found["situation"]["wall_advantage"] == []


def test_the_tem_between_two_units_for_each_kind_of_fire(page: TestClient) -> None:
    found = ask(page, "situation/between", **placed(A, B), firer="b", target="a")
    assert found["unit"]["blocked"] is False
    assert found["fire"]["small_arms"]["tem"] == 2  # B9.5b: bocage, and the target has WA
    assert found["fire"]["indirect"]["tem"] == 1  # B9.34a: one less
    back = ask(page, "situation/between", **placed(A, B), firer="a", target="b")
    assert back["fire"]["small_arms"]["tem"] == 0  # the firer has WA over that hexside
    left_out = back["fire"]["small_arms"]["items"][0]
    assert not left_out["applies"] and "Wall Advantage" in left_out["why"]["en"]


def test_what_a_unit_may_do_at_its_walls(page: TestClient) -> None:
    found = ask(page, "situation/may", **placed(A, B), unit="b")
    assert found["claim"]["rule"] == "B9.321-ref" and found["claim"]["why_not"]
    sides = {"-".join(sorted(one["hexside"].split("-"))): one for one in found["hexsides"]}
    assert sides["C5-C6"]["kind"] == "bocage" and sides["C5-C6"]["crossing"] == "+2"
    assert found["rules"]["set_up_hidden"] == "B9.55a"


def test_what_a_unit_without_wall_advantage_does_not_see(page: TestClient) -> None:
    line = {"board": "hedgerows", "source": "C6", "target": "C8", "placed": placed(A, B)}
    assert ask(page, "sight", **line)["blocked"] is False  # the line itself
    seen = ask(page, "sight", **line, viewer="b")
    assert seen["blocked"] is True and seen["rule"].startswith("B9.52")
    smoke = placed(markers=[{"kind": "smoke", "hex": "A6"}])
    open_line = {"board": "hedgerows", "source": "A4", "target": "A8"}
    assert ask(page, "sight", **open_line)["hindrance"] == 0
    assert ask(page, "sight", **open_line, placed=smoke)["hindrance"] == 3


def test_a_field_of_view_depends_on_level_and_counters(page: TestClient) -> None:
    low = ask(page, "sight/field", board="millbrook", source="J4", level=0)
    high = ask(page, "sight/field", board="millbrook", source="J4", level=2)
    assert sum(high["blocked"]) < sum(low["blocked"])
    smoke = {**placed(markers=[{"kind": "smoke", "hex": "J4"}]), "board": "millbrook"}
    in_it = ask(page, "sight/field", board="millbrook", source="J4", level=1)
    dim = ask(page, "sight/field", board="millbrook", source="J4", level=1, placed=smoke)
    assert sum(filter(None, dim["hindrance"])) > sum(filter(None, in_it["hindrance"]))
    above = ask(page, "sight/field", board="millbrook", source="J4", level=2, placed=smoke)
    assert above["hindrance"] == high["hindrance"]  # its two levels are looked over (R-A6.7)
    for found in (low, high, dim):  # a blocked line has no hindrance
        assert [h is None for h in found["hindrance"]] == [bool(b) for b in found["blocked"]]


TANK = unit("t", "german", "C5", kind="vehicle", armored=True, fully_tracked=True, dozer=True)


def test_a_unit_in_bypass_is_seen_at_the_vertex_where_it_stands(page: TestClient) -> None:
    def end(**where: str) -> Any:
        there = placed({**TANK, **where}, unit("b", "russian", "C2"))
        line = {"board": "hedgerows", "source": "C2", "target": "C5", "viewer": "b", "seen": "t"}
        return ask(page, "sight", **line, placed=there)["to"]

    centre, left, right = end(), end(bypass="C4", vertex="B4"), end(bypass="C4", vertex="D4")
    assert left[0] < centre[0] < right[0] and left[1] == right[1] < centre[1]
    assert end(bypass="C4") in (left, right)


def test_bocage_is_breached_or_the_vehicle_bogs(page: TestClient) -> None:
    tries = {"event": "breaches", "unit": "t", "hex": "C6"}
    across = ask(page, "situation", **placed(TANK, events=[{**tries, "passed": True}]))["situation"]
    assert (across["units"][0]["hex"], across["units"][0]["bogged"]) == ("C6", False)
    (hole,) = across["markers"]
    assert (hole["kind"], hole["hex"], hole["to"]) == ("breach", "C5", "C6")
    stuck = ask(page, "situation", **placed(TANK, events=[{**tries, "passed": False}]))["situation"]
    assert (stuck["units"][0]["hex"], stuck["units"][0]["bogged"]) == ("C5", True)
    assert stuck["markers"] == []
    enters = {"event": "enters", "unit": "t", "hex": "C4"}
    rule, sentence = refusal(page, "situation", **placed({**TANK, "bogged": True}, events=[enters]))
    assert rule == "B9.4c" and "bogged" in sentence
    again = placed(TANK, markers=[hole], events=[{**tries, "passed": True}])
    assert refusal(page, "situation", **again)[0] == "B9.541e"


@pytest.mark.parametrize(
    ("situation", "word"),
    [
        (placed({**A, "bogged": True}), "no vehicle"),
        (placed({**TANK, "bogged": "deeply"}), "true or false"),
        (placed({**TANK, "vertex": "B4"}), "B4"),
        (placed({**TANK, "bypass": "C4", "vertex": "C6"}), "C6"),
        (placed(A, markers=[{"kind": "breach", "hex": "C5"}]), "`to`"),
        (placed(A, markers=[{"kind": "breach", "hex": "C5", "to": "C9"}]), "C9"),
        (placed(A, markers=[{"kind": "breach", "hex": "C5", "to": "C4"}]), "bocage"),
        (placed(A, A), "a"),
        (placed(unit("a", "german", "ZZ9")), "ZZ9"),
        (placed(unit("a", "german", "C5", bypass="M1")), "M1"),
        (placed({**A, "wings": True}), "wings"),
        (placed(A, events=[{"event": "flies"}]), "flies"),
        (placed(A, events=[{"event": "claims", "unit": "nobody"}]), "nobody"),
        ({**placed(A), "board": "atlantis"}, "atlantis"),
        (placed(A, ssr=["Lava"]), "Lava"),
    ],
)
def test_a_wrong_situation_is_answered_in_words(
    page: TestClient, situation: dict[str, Any], word: str
) -> None:
    _, sentence = refusal(page, "situation", **situation)
    assert word in sentence


def test_situation_files_are_read_as_the_command_line_reads_them(page: TestClient) -> None:
    toml = b'board = "hedgerows"\n[[units]]\nid = "a"\nside = "german"\nhex = "C5"\n'
    read = page.post("/api/tools/situation/read", content=toml).json()
    assert read["units"][0]["kind"] == "squad"
    wrong = page.post("/api/tools/situation/read", content=b"board = [")
    assert wrong.status_code >= 400 and "cannot be read" in wrong.json()["error"]


# -- the fire mission -----------------------------------------------------------------------------

SETUP: dict[str, Any] = {
    "sides": ["german", "russian"],
    "columns": 17,
    "rows": 10,
    "batteries": [
        {"name": "A", "side": "german", "nation": "german", "caliber": 100, "observer": "o",
         "date": "1943-07"},
        {"name": "R", "side": "russian", "nation": "russian", "caliber": 120, "observer": "8-0",
         "date": "1943-08"},
    ],
}  # fmt: skip
ON_BOARD = placed(
    {**unit("o", "german", "G6", kind="leader"), "name": "9-1"},
    {**unit("x", "russian", "I6"), "name": "4-4-7"},
    {**unit("y", "russian", "I7", kind="vehicle"), "name": "T-34 M41"},
)
WISHES = ("radio", "place", "convert", "he")


def to_ffe(page: TestClient, placed: Any) -> Any:
    """The German battery fires as fast as it can; the Russian one is silent. Every roll is low."""
    now = ask(page, "mission/new", setup=SETUP, placed=placed)
    now = ask(page, "mission/go", record=now["record"], battery="A", option="start", placed=placed)
    facts: dict[str, Any] = {}
    for _ in range(40):
        if any(round["area"] for round in now["rounds"]):
            return now
        base = {"record": now["record"], "battery": now["battery"], "placed": placed}
        if now["roll"]:
            wanted = now["roll"]["text"]["en"]
            dice = "1 1" if "two dice" in wanted else "black" if "chit" in wanted else "1"
            now = ask(page, "mission/go", **base, facts=facts, dice=dice)
        elif now["questions"]:
            question = now["questions"][0]
            facts[question["fact"]] = question["wants"] == "yes_no" or 0
            now = ask(page, "mission/go", **base, facts=facts)
        elif now["idle"]:
            now, facts = ask(page, "mission/phase", **base), {}
        else:
            names = {option["name"]: option["takes"] for option in now["options"]}
            pick = next((wish for wish in WISHES if wish in names), next(iter(names)))
            if now["battery"] == "R":
                pick = "silent"
            argument = "I6" if names[pick] else ""
            now = ask(page, "mission/go", **base, facts=facts, option=pick, argument=argument)
    raise AssertionError("no FFE")


def test_on_a_board_nobody_is_asked_and_shells_find_the_units(page: TestClient) -> None:
    now = to_ffe(page, ON_BOARD)
    assert now["board_answers"] is True
    (fell,) = now["rounds"]
    assert fell["hex"] == "I6" and len(fell["area"]) == 7
    body = {"record": now["record"], "battery": "A", "placed": ON_BOARD}
    odds = ask(page, "mission/ffe", **body)["odds"]
    assert [row["hex"] for row in odds["units"]] == ["I6", "I7"]
    assert odds["ffe"]["fp"] == "20" and odds["ffe"]["due"] and odds["ffe"]["counter"] == "ffe1"
    # A 12 does nothing on the 20 FP column; the next hex then wants its own DR, and all at once
    # are named: empty ones too, where shells may leave something (C1.5).
    need = ask(page, "mission/ffe", **body, dice="6 6")["need"]
    assert need["rule"] == "C1.5" and len(need["hexes"]) == len(odds["ffe"]["order"]) - 1
    dice = "6 6 " * len(odds["ffe"]["order"])
    assert refusal(page, "mission/ffe", **body, dice=dice + "6")[1]
    done = ask(page, "mission/ffe", **body, dice=dice)
    assert [one["fate"] for one in done["result"]["units"]] == [["none"], ["none"]]
    # C1.5: once in its phase; the record keeps it.
    after = done["standing"]
    assert after["unresolved"] == [] and len(after["shelled"]) == 1
    assert now["unresolved"] == ["A"]
    again = {**body, "record": after["record"]}
    assert refusal(page, "mission/ffe", **again, dice=dice)[0] == "C1.5"
    taken_back = ask(page, "mission/undo", record=after["record"], battery="A", placed=ON_BOARD)
    assert taken_back["unresolved"] == ["A"]


def test_each_fate_names_its_unit_also_beside_one_that_shells_do_not_reach(
    page: TestClient,
) -> None:
    now = to_ffe(page, ON_BOARD)
    situation = ON_BOARD["situation"]
    struck = next(unit for unit in situation["units"] if unit["hex"] == "I6")
    sheltered = {**struck, "id": "cellar", "out_of_reach": "sewer"}
    placed = {**ON_BOARD, "situation": {**situation, "units": [sheltered, *situation["units"]]}}
    found = ask(page, "mission/ffe", record=now["record"], battery="A", placed=placed)
    assert [u["id"] for u in found["odds"]["units"] if u["hex"] == "I6"] == [struck["id"]]


def test_the_options_stand_side_by_side_and_a_line_of_the_log_leads_back(page: TestClient) -> None:
    now = to_ffe(page, None)
    odds = ask(page, "mission/odds", record=now["record"], battery="A", target="I6")
    assert odds["plan"]["ffe_by_phase"] and len(odds["alternatives"]) > 1
    lines = [line for line in now["log"] if line["rule"]]
    back = ask(page, "mission/undo", record=now["record"], battery="A", to=lines[1]["step"] - 1)
    assert back["steps"] <= lines[1]["step"]
    # A list of units serves where there is no board.
    units = [{"hex": "I6", "name": "4-4-7", "nation": "russian"}]
    ffe = ask(page, "mission/ffe", record=now["record"], battery="A", units=units)
    assert ffe["odds"]["units"][0]["unit"] == "4-4-7"


@pytest.mark.parametrize(
    ("setup", "word"),
    [
        ({**SETUP, "batteries": []}, "8"),
        ({**SETUP, "sides": ["german", "german"]}, "side"),
        ({**SETUP, "batteries": [{**SETUP["batteries"][0], "caliber": 9}]}, "9"),
        ({**SETUP, "batteries": [{**SETUP["batteries"][0], "preregistered": ["ZZ99"]}]}, "ZZ99"),
    ],
)
def test_a_wrong_setup_is_answered_in_words(page: TestClient, setup: Any, word: str) -> None:
    assert word in refusal(page, "mission/new", setup=setup)[1]


def test_a_record_that_does_not_follow_is_refused(page: TestClient) -> None:
    now = ask(page, "mission/new", setup=SETUP)
    forged = {**now["record"], "steps": [{"battery": "A", "option": "no_such"}]}
    assert refusal(page, "mission/open", record=forged)[1]
    larger = {**SETUP, "columns": 33}
    assert "hedgerows" in refusal(page, "mission/new", setup=larger, placed=ON_BOARD)[1]


# -- the gunnery range ----------------------------------------------------------------------------

TIGER = {"weapon": "PzKpfw IVH", "range": 8, "date": "1943-07"}


def test_one_dr_several_targets_each_with_its_own_drm(page: TestClient) -> None:
    squad = {"unit": "ru-ru447S"}
    order = {**TIGER, "target": squad, "others": [{**squad, "concealed": True}]}
    found = ask(page, "shot", order=order)
    needed = [one["max_original_dr"] for one in found["targets"]]
    assert needed[0] - needed[1] == 2  # C6.2: Case K
    rolled = ask(page, "shot/roll", order=order, faces=[3, 3, 6, 6])
    assert [hit["name"] for hit in rolled["hits"]] == [found["targets"][0]["name"]]
    tank = {**TIGER, "target": {"unit": "T-34 M43"}}
    assert ask(page, "shot/roll", order=tank, faces=[2, 1])["need"]
    went_on = ask(page, "shot/roll", order=tank, faces=[2, 1], roll=True)
    assert went_on["dice"] == [2, 1] and went_on["effects_dice"] and not went_on.get("need")
    crowd = {**order, "others": [squad] * 20}
    assert "8" in refusal(page, "shot", order=crowd)[1]


def test_ammunition_by_type_by_range_and_the_best_of_each_range(page: TestClient) -> None:
    order = {**TIGER, "target": {"unit": "T-34 M43"}}
    found = ask(page, "shot/compare", order=order, by=["ammo", "type", "range"], ranges=[2, 20])
    best = {way["range"]: (way["ammo"], way["target_type"]) for way in found["ways"] if
            way.get("best_at_range")}  # fmt: skip
    assert best == {2: ("AP", "Vehicle"), 8: ("AP", "Vehicle"), 20: ("AP", "Vehicle")}
    area = [way for way in found["ways"] if way["ammo"] == "AP" and way["target_type"] == "Area"]
    assert {way["refused"] for way in area} == {"C3.33"}


def test_a_panzerfaust_has_its_check_and_a_gun_of_ones_own_its_figures(page: TestClient) -> None:
    target = {"unit": "T-34 M43"}
    light = {"weapon": "PF", "target": target, "range": 1, "date": "1944-07"}
    found = ask(page, "shot", order=light)["latw"]
    assert found["check"]["odds"]["fires"] == "1/2"
    none = ask(page, "shot/roll", order=light, faces=[6])
    assert none["fired"] is False and none["rolled"]["check"] == "pinned"
    gun = {"name": "my gun", "caliber": 88, "barrel": "L", "nation": "German"}
    own = ask(page, "shot", order={**TIGER, "weapon": gun, "target": target})
    assert own["weapon"] == "my gun"
    ife = ask(page, "shot", order={**TIGER, "weapon": "PSW 222", "target": {"unit": "ru-ru447S"},
                                   "ife": True})  # fmt: skip
    assert ife["kind"] == "ife" and ife["targets"][0]["ift_column"] is not None


def test_a_gun_duel_by_its_drm(page: TestClient) -> None:
    vehicle = {**TIGER, "target": {"unit": "T-34 M43"}}
    back = {**TIGER, "weapon": "T-34 M43",
            "target": {"unit": "PzKpfw IVH", "moving": True, "mp_in_los": 2}}  # fmt: skip
    found = ask(page, "duel", vehicle=vehicle, defender=back)
    assert [found[side]["duel_total"] for side in ("vehicle", "defender")] == [4, 1]
    assert found["first"] == "defender" and found["odds"]
    rule, _ = refusal(page, "duel", vehicle={**vehicle, "phase": "PFPh"}, defender=back)
    assert rule == "C2.2401"


@pytest.mark.parametrize(
    ("order", "word"),
    [
        ({"target": {"unit": "T-34 M43"}}, "weapon"),
        ({**TIGER, "target": {"unit": "Death Star"}}, "Death Star"),
        ({**TIGER, "target": {"unit": "T-34 M43"}, "date": "1943-13"}, "1943-13"),
        ({**TIGER, "target": {"unit": "T-34 M43", "mood": "glum"}}, "mood"),
        ({**TIGER, "target": {"unit": "T-34 M43"}, "phase": "Tea"}, "Tea"),
    ],
)
def test_a_wrong_order_is_answered_in_words(
    page: TestClient, order: dict[str, Any], word: str
) -> None:
    assert word in refusal(page, "shot", order=order)[1]


GIVEN_ELSEWHERE = {
    "FIRER": {"man"},  # which Passenger fires: on a table
    "TARGET": {"name", "unit", "facing", "kind", "leads_only"},  # who leads unseen: on a table
    "SHOT": {"weapon", "target", "others", "firer", "party", "canister", "range", "hindrance",
             "acquisition", "phase", "ammo", "target_type", "date", "dice", "effects_dice",
             "secondary_armament"},
}  # fmt: skip


def test_the_page_knows_every_state_of_an_order() -> None:
    """What `docs/shot.md` lists can be said on the page, and nothing else."""
    text = (ROOT / "web/src/range/vocabulary.ts").read_text("utf-8")
    groups = {"FIRER": Firer, "TARGET": Target, "SHOT": Order, "PARTY": Party, "CANISTER": Canister}
    for name, struct in groups.items():
        start = text.index(f"export const {name}: Field[]")
        part = text[start : text.index("\n];", start)]
        said = set(re.findall(r'(?:flip|count|choose)\(\s*"(\w+)"', part))
        said |= set(re.findall(r'field: "(\w+)"', part))
        assert said == set(struct.__struct_fields__) - GIVEN_ELSEWHERE.get(name, set()), name


def test_a_situation_becomes_a_battle_and_a_table(page: TestClient, tmp_path: Path) -> None:
    squads = (unit("a", "german", "C5"), unit("b", "russian", "C8", name="4-4-7"))
    found = ask(page, "situation/battle", **placed(*squads), date="1943-07")
    assert found["seats"] == {"german": "german", "russian": "russian"}
    assert found["data"]["date"] == "1943-07"
    assert [side["title"]["ja"] for side in found["data"]["side"]] == ["ドイツ軍", "ソ連軍"]
    wish = {
        "game": "battle",
        "written": {"data": found["data"]},
        "seats": {seat: {"who": "me", "name": seat} for seat in found["seats"]},
        "name": "Alone",
    }
    elsewhere = {"data": {**found["data"], "board": "../../etc/passwd"}}
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path}/tables.db"), shelf())
    with TestClient(app, headers={"x-hexfire": "1", "accept-language": "en"}) as tables:
        made = tables.post("/api/tables", json=wish)
        assert made.status_code == 201, made.text
        refused = tables.post("/api/tables", json={**wish, "written": elsewhere})
        assert refused.status_code in (400, 422), refused.text
    _, sentence = refusal(page, "situation/battle", **placed(*squads))
    assert "1943-07" in sentence or "date" in sentence.lower() or "month" in sentence.lower()
    dropped = {**placed(*squads, board="x"), "board": "up-0123456789abcdef"}
    _, sentence = refusal(page, "situation/battle", **dropped, date="1943-07")
    assert "up-0123456789abcdef" in sentence
