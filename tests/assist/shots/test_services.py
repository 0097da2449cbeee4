"""The services of shots: one answer for every kind of shot, compared and thrown alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from calling import call, told

from hexfire.assist.shots import (
    RefusedWay,
    ShotKind,
    ShotReport,
    Throw,
    Ways,
    answered,
    compare,
    parse,
    read_order,
)
from hexfire.assist.wording import Said
from hexfire.dice import NeedAnswer
from hexfire.rulebook import BadInput

FLAK = "ge-AA20L6 ife at men morale 7 range 6"
MG = "ge-geHMG at men morale 7 range 6"
TANK = "PzKpfw_IVH at T-34_M41 range 8"
PF = "panzerfaust squad at Sherman range 2"
CANISTER = "M5A1 canister at men morale 7 range 2"


def order(text: str, date: str = "1944-08") -> tuple[Any, Any]:
    given, shot = read_order(parse([w.replace("_", " ") for w in text.split()]) | {"date": date})
    return shot, given.party


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (TANK, "ordnance"),
        (FLAK, "ife"),
        (MG, "mg"),
        ("ge-geHMG at T-34_M41 range 3", "ordnance"),
        (CANISTER, "canister"),
        (PF, "light"),
        ("ru-ruATR at PzKpfw_IVH range 2", "light"),
        ("PzKpfw_IVH bmg at men morale 7 range 3", "mg"),
    ],
)
def test_every_kind_of_shot_is_answered_by_one_service(text: str, kind: str) -> None:
    found = answered(*order(text))
    assert found.kind == kind
    assert (found.p_hit is None) is found.kind.direct
    assert (found.latw is not None and bool(found.latw)) is (kind == "light")


def test_direct_fire_is_compared_as_direct_fire() -> None:
    ways = compare(*order(FLAK), Ways(ranges=(2, 6))).ways
    assert [type(way) for way in ways] == [ShotReport, ShotReport]
    for way in ways:
        assert isinstance(way, ShotReport)
        alone = answered(*order(FLAK.replace("range 6", f"range {way.range}")))
        assert (way.kind, way.max_original_dr, way.p_hit) == (ShotKind.IFE, None, None)
        assert (way.ift_column, way.p_killed) == (alone.ift_column, alone.p_killed)


def test_a_mg_that_answers_alone_answers_when_compared() -> None:
    ways = compare(*order(MG), Ways(ammo=True, type=True, ranges=(2, 6, 40))).ways
    assert [type(way) for way in ways] == [ShotReport, ShotReport, RefusedWay]


def test_ife_and_shells_are_ways_of_the_same_gun() -> None:
    ways = compare(*order(FLAK), Ways(ammo=True)).ways
    assert [(way.ammo, way.ife) for way in ways] == [("AP", False), ("HE", False), (None, True)]


def test_best_is_one_of_all_and_one_at_each_range() -> None:
    ways = compare(*order(TANK), Ways(ammo=True, ranges=(4, 20))).ways
    best = [(way.ammo, way.range) for way in ways if way.best]
    assert best == [("AP", 4)]
    assert [(way.ammo, way.range) for way in ways if way.best_at_range] == [("AP", 4), ("AP", 20)]


def test_what_is_refused_is_never_best() -> None:
    ways = compare(*order("M5A1 canister at men range 2"), Ways(ranges=(9, 10))).ways
    assert not any(way.best or way.best_at_range for way in ways)


def test_comparing_is_bounded() -> None:
    with pytest.raises(BadInput, match="too_many_ways"):
        compare(*order(TANK), Ways(ranges=tuple(range(500))))


@pytest.mark.parametrize("text", [TANK, FLAK, MG, CANISTER, PF])
def test_too_few_dice_are_asked_for(text: str) -> None:
    faces = (1, 2) if text != PF else (1,)
    found = answered(*order(text), Throw(faces))
    assert isinstance(found.need, Said) and isinstance(found.need.what, NeedAnswer)
    assert found.faces == list(faces) and not found.results


@pytest.mark.parametrize("text", [TANK, FLAK, MG, CANISTER, PF])
def test_too_many_dice_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="too_many_dice"):
        answered(*order(text), Throw((6,) * 40))


@pytest.mark.parametrize("text", [TANK, FLAK, MG, CANISTER, PF])
def test_a_seed_throws_the_same_dice(text: str) -> None:
    first, again = (answered(*order(text), Throw(seed=11)) for _ in range(2))
    assert first.faces == again.faces != []
    assert first.results == again.results


@pytest.mark.parametrize("text", [TANK, PF, CANISTER, MG, "PzKpfw_IVH at afv range 3"])
def test_fates_of_a_target_are_all_fates(text: str) -> None:
    target = answered(*order(text)).targets[0]
    assert sum(target.fates.values()) == 1
    killed = (p for word, p in target.fates.items() if word in ("kill", "burn", "eliminated"))
    assert sum(killed) == target.p_killed


def test_the_kill_of_a_chain_has_the_check_in_it() -> None:
    found = answered(*order(PF))
    assert found.latw and found.p_killed == found.latw.p_killed == Fraction(1, 2) * (
        Fraction(21, 36) * Fraction(35, 36)
    )


def test_page_and_command_line_say_the_same(capsys: Any) -> None:
    """What the service answers is what both print: no number is made elsewhere."""
    found = answered(*order(TANK))
    spoken = told(capsys, "shot", *(w.replace("_", " ") for w in TANK.split()), "--date", "1944-08")
    assert spoken["max_original_dr"] == found.max_original_dr
    assert spoken["p_killed"] == str(found.p_killed)
    assert [item["rule"] for item in spoken["tally"]] == [item.rule for item in found.tally]


def test_a_broken_weapon_is_told_even_on_a_miss(capsys: Any) -> None:
    words = ["BAZ44", "squad", "at", "PzKpfw IVH", "range", "2", "--date", "1944-07"]
    code, out, _ = call(capsys, "shot", *words, "--dice", "6,6", "--lang", "en")
    assert code == 0 and "missed" in out
    assert "the weapon is out of action for good" in out
