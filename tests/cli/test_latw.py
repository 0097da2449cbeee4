"""`hexfire shot` with light anti-tank weapons, as a player and a program use it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import calling
import pytest

from hexfire.asl.antitank.answer import at_answer
from hexfire.asl.antitank.backblast import How, Position
from hexfire.asl.antitank.party import Party, at_shot, is_light_weapon_shot
from hexfire.asl.shots.targets import Rank
from hexfire.assist.shots.order import read_order
from hexfire.assist.shots.schema import published
from hexfire.assist.shots.spoken import parse

PF = ("panzerfaust", "squad", "at", "Sherman", "range", "2")


def call(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    return calling.call(capsys, "shot", *arguments)


def data(capsys: Any, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = calling.told(capsys, "shot", *arguments)
    return found


def order(*words: str, date: str = "1944-08") -> Any:
    given, shot = read_order(parse(words) | {"date": date})
    return at_shot(shot, given.party)


@pytest.mark.rule("C13.31", "C13.33")
def test_the_chain_of_the_panzerfaust(capsys: Any) -> None:
    found = data(capsys, *PF, "--date", "1944-08")
    # TH# 6, a Sherman is large (-1): 7 or less; the check is 1-3
    assert (found["basic_th"], found["drm"], found["max_original_dr"]) == (6, {"P": -1}, 7)
    assert found["p_hit"] == "7/12"
    latw = found["latw"]
    assert latw["check"] == {
        "max_original_dr": 3,
        "drm": {},
        "odds": {"fires": "1/2", "no shot": "1/3", "pinned": "1/6"},
    }
    assert (latw["p_fires"], latw["p_hit"]) == ("1/2", "7/24")
    assert latw["p_firer_harmed"] == str(Fraction(1, 6) + Fraction(1, 2) / 36)
    assert latw["risks"][0]["harm"]["reduced"] == str(Fraction(1, 72))
    assert latw["p_killed"] == str(Fraction(1, 2) * Fraction(21, 36) * Fraction(35, 36))


def test_the_page_begins_with_the_answer(capsys: Any) -> None:
    code, out, _ = call(capsys, *PF, "--date", "1944-08", "--lang", "en")
    lines = [line for line in out.splitlines() if line.strip()]
    assert code == 0
    assert lines[1] == "In all: hit 29.2 %, destroyed or eliminated 28.4 %"
    assert lines[2].endswith("18.1 % (13/72)")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    "words",
    [
        PF,
        ("psk", "hs", "in", "building_stone", "at", "Sherman", "range", "2"),
        ("psk", "pillbox", "at", "Sherman", "range", "2"),
        ("piat", "smc", "at", "PzKpfw IVH", "range", "1"),
        ("ru-ruATR", "at", "PzKpfw IVH", "range", "1"),
        ("57 RCL (M18)", "at", "men", "morale", "7", "range", "8"),
        ("molotov-projector", "crew", "at", "men", "in", "woods", "range", "2"),
    ],
)
def test_whole_in_both_languages(capsys: Any, lang: str, words: tuple[str, ...]) -> None:
    code, out, err = call(capsys, *words, "--date", "1944-08", "--lang", lang, "--why-not")
    assert (code, err) == (0, "")
    assert "fieldguns." not in out and "gunnery." not in out and "{" not in out


@pytest.mark.rule("C13.8", "C13.81")
def test_the_ways_to_fire_are_listed_with_their_price(capsys: Any) -> None:
    found = data(
        capsys, "psk", "in", "building_stone", "at", "Sherman", "range", "2", "--date", "1944-08"
    )
    ways = {way["how"]: way for way in found["latw"]["ways"]}
    assert list(ways) == ["opportunity_fire", "case_c3", "desperation"]
    assert found["latw"]["how"] == "case_c3" and found["drm"]["C3"] == 2
    assert ways["desperation"]["p_hit"] == ways["opportunity_fire"]["p_hit"]
    assert Fraction(ways["case_c3"]["p_hit"]) < Fraction(ways["desperation"]["p_hit"])
    assert Fraction(ways["desperation"]["p_firer_harmed"]) > 0
    assert ways["case_c3"]["p_firer_harmed"] == "0"


def test_typed_and_seeded_dice(capsys: Any) -> None:
    rolled = data(capsys, *PF, "--date", "1944-08", "--dice", "2,3,3,2,5")["rolled"]
    assert rolled["outcome"]["check"] == "fires"
    assert rolled["outcome"]["shot"]["effects"][0]["effect"] == "burning wreck"
    pinned = data(capsys, *PF, "--date", "1944-08", "--dice", "6")["rolled"]["outcome"]
    assert pinned["check"] == "pinned" and pinned["shot"] is None and pinned["men"][0]["pinned"]
    waiting = data(capsys, *PF, "--date", "1944-08", "--dice", "2,3,3")["rolled"]
    assert waiting["outcome"] is None and "C7.11" in waiting["need"]
    code, _, err = call(capsys, *PF, "--date", "1944-08", "--dice", "6,1")
    assert code == 2 and "1" in err
    first = data(capsys, *PF, "--date", "1944-08", "--roll", "--seed", "5")
    assert first == data(capsys, *PF, "--date", "1944-08", "--roll", "--seed", "5")
    code, out, _ = call(capsys, *PF, "--date", "1944-08", "--dice", "2,6,6", "--lang", "en")
    assert code == 0 and "missed" in out and "squad: reduced" in out


@pytest.mark.parametrize(
    ("words", "date", "rule"),
    [
        (PF, "1944-05", "C3.52"),
        (PF, "1943-09", "C13.3"),
        (("PFk", "squad", "at", "Sherman", "range", "1"), "1943-09", "C13.3"),
        (("piat", "squad", "at", "PzKpfw IVH", "range", "1"), "1943-03", "C13.6"),
        (("psk", "smc", "at", "Sherman", "range", "1"), "1944-08", "C13.45"),
        (("psk", "squad", "at", "men", "range", "1"), "1944-08", "C8.31"),
        (("psk", "at", "Sherman", "level", "2", "range", "1"), "1944-08", "C13.8"),
        (("75 RCL (M20)", "in", "building_stone", "at", "men", "range", "3"), "1945-04", "C12.23"),
        (("psk", "desperation", "at", "Sherman", "range", "1"), "1944-08", "C13.8"),
    ],
)
def test_what_the_rules_forbid(capsys: Any, words: tuple[str, ...], date: str, rule: str) -> None:
    code, out, _ = call(capsys, *words, "--date", date, "--json")
    assert code == 2
    assert json.loads(out)["refused"] == rule


@pytest.mark.rule("C13.4")
def test_a_bazooka_is_the_model_of_the_day(capsys: Any) -> None:
    words = ("bazooka", "at", "PzKpfw IVH", "range", "1")
    names = [
        data(capsys, *words, "--date", date)["weapon"] for date in ("1943-06", "1944-06", "1945-02")
    ]
    assert names == ["BAZ43", "BAZ44", "BAZ45"]
    code, _, err = call(capsys, *words)
    assert code == 2 and "1944-08" in err


def test_the_party_of_an_order() -> None:
    assert order(*PF).pf is not None and order("PF", "no-check", *PF[2:]).pf is None
    two = order("psk", "smc", "smc", *PF[2:])
    assert two.team is not None and two.team.ranks == (Rank.LEADER, Rank.LEADER)
    hero = order("psk", "hero", *PF[2:])
    assert at_answer(hero).shot.th.aim.tally.as_dict()["hero"] == -1
    inside = order("psk", "in", "rubble_stone", *PF[2:])
    assert (inside.position, inside.how) == (Position.RUBBLE, How.CASE_C3)
    open_air = order("psk", "rooftop", "in", "building_stone", *PF[2:])
    assert (open_air.position, open_air.how) == (Position.ROOFTOP, How.PLAIN)
    assert "C3" not in at_answer(open_air).shot.th.aim.tally.as_dict()
    on_a_hill = order("psk", "ground-floor", "level", "1", "in", "building_stone", *PF[2:])
    assert on_a_hill.how is How.CASE_C3
    assert at_answer(on_a_hill).shot.th.aim.tally.as_dict()["C3"] == 2
    assert order("psk", "upstairs", "in", "building_stone", *PF[2:]).how is How.DESPERATION
    trial = order("PFk", "ssr", *PF[2:4], "range", "1", date="1943-09")
    check = at_answer(trial).check_drm
    assert check is not None and check.as_dict() == {"pf_trial": 1}


def test_an_order_in_json_has_the_same_words() -> None:
    data = {
        "weapon": "57 RCL (M18)",
        "target": {"kind": "infantry", "name": "men", "morale": 7},
        "range": 6,
        "date": "1945-04",
        "party": {"by": ["crew"], "moved_bystanders": ["squad"], "zone": ["woods", "grain"]},
    }
    given, shot = read_order(data)
    found = at_answer(at_shot(shot, given.party))
    assert is_light_weapon_shot(shot, Party())
    assert found.bystanders[0].harmed > Fraction(1, 3)
    assert set(found.flames) == {"woods", "grain"}
    assert "Party" in published()["$defs"]
