"""C8: special ammunition."""

from __future__ import annotations

import pytest

from hexfire.asl.counters import Depletion, catalogue
from hexfire.asl.effects.ammunition import (
    Supply,
    ammunition_on,
    chart_number,
    he_equivalent,
    heat_since,
    in_force,
    is_elite_force,
    leaves_residual,
    printed_number,
    refuse_ir,
    supply,
    when_printed,
)
from hexfire.asl.shots.shot import Ammo, Kind
from hexfire.rulebook import Refusal

from .conftest import gun, refused


@pytest.mark.rule("C8.9", "C8.92")
@pytest.mark.parametrize(
    ("original", "found"),
    [(4, Supply.HAD), (5, Supply.LAST), (6, Supply.NEVER), (12, Supply.NEVER)],
)
def test_the_to_hit_dr_tells_what_there_was(original: int, found: Supply) -> None:
    assert supply(5, original) is found


@pytest.mark.rule("C8.91")
@pytest.mark.parametrize(
    ("when", "date", "holds"),
    [
        ("", "1941-01", True),
        ("4", "1944-02", True),
        ("4", "1945-02", False),
        ("4", "1943-12", False),
        ("4+", "1945-02", True),
        ("J4", "1944-05", False),
        ("J4", "1944-06", True),
        ("J4+", "1945-01", True),
        ("S4", "1944-09", True),
        ("S4", "1944-08", False),
        ("A4 E", "1944-08", True),
        ("4+P", "1944-08", False),
        ("P", "1944-08", False),
        ("F3", "1943-02", True),
        ("37", "1941-01", True),
    ],
)
def test_superscripts(when: str, date: str, holds: bool) -> None:
    assert in_force(Depletion(5, when), date) is holds
    if "P" in when:
        assert in_force(Depletion(5, when), date, theatre="P")


@pytest.mark.rule("C8.91")
def test_the_number_of_the_year() -> None:
    numbers = (Depletion(5, "4"), Depletion(6, "5"))
    assert [printed_number(numbers, f"{y}-06") for y in (1943, 1944, 1945)] == [
        None,
        numbers[0],
        numbers[1],
    ]
    assert when_printed(Depletion(5, "J4+E")) == "6/1944+ E"


@pytest.mark.rule("C8.12", "C8.12-T")
@pytest.mark.parametrize(
    ("nation", "size", "ammo", "by_year"),
    [
        ("German", "50L", Ammo.APCR, [5, 6, 5, 4, None]),
        ("German", "37L", Ammo.APCR, [4, 5, 4, 3, None]),
        ("German", "47L", Ammo.APCR, [4, 5, 4, 3, None]),
        ("German", "50", Ammo.APCR, [4, 5, 4, 3, None]),
        ("German", "88L", Ammo.APCR, [4, 5, 4, 3, None]),
        ("German", "75L", Ammo.APCR, [None, 5, 4, 3, None]),
        ("German", "76L", Ammo.APCR, [None, 5, 4, 3, None]),
        ("American", "76L", Ammo.APCR, [None, None, None, 4, 5]),
        ("American", "90L", Ammo.APCR, [None, None, None, None, 5]),
        ("Russian", "45L", Ammo.APCR, [None, 4, 5, 6, 7]),
        ("Russian", "45LL", Ammo.APCR, [None, 4, 5, 6, 7]),
        ("Russian", "76L", Ammo.APCR, [None, 4, 5, 6, 7]),
        ("Russian", "76LL", Ammo.APCR, [None, 4, 5, 6, 7]),
        ("Russian", "57LL", Ammo.APCR, [None, None, 4, 5, 6]),
        ("Russian", "85L", Ammo.APCR, [None, None, 4, 5, 6]),
        ("British", "57L", Ammo.APDS, [None, None, None, 6, 7]),
        ("British", "76LL", Ammo.APDS, [None, None, None, 5, 6]),
        ("British", "76L", Ammo.APCR, [None, None, None, 4, 5]),
        ("German", "75LL", Ammo.APCR, [None] * 5),
    ],
)
@pytest.mark.rule("C8.12#2")
def test_the_supply_chart(nation: str, size: str, ammo: Ammo, by_year: list) -> None:
    found = [chart_number(nation, size, ammo, f"{year}-12") for year in range(1941, 1946)]
    assert found == by_year


@pytest.mark.rule("C8.12-T")
def test_the_first_month_of_the_chart() -> None:
    assert chart_number("American", "76L", Ammo.APCR, "1944-07") is None
    assert chart_number("American", "76L", Ammo.APCR, "1944-08") == 4
    assert chart_number("British", "57L", Ammo.APDS, "1944-05") is None
    assert chart_number("British", "57L", Ammo.APDS, "1944-06") == 6
    assert chart_number("British", "76LL", Ammo.APDS, "1944-08") is None


@pytest.mark.rule("C8.11", "C8.12", "C8.2")
@pytest.mark.rule("C8.12#1", "C8.12#2")
def test_what_a_counter_has_on_a_day() -> None:
    tank = catalogue().find("PzKpfw IVH")
    assert ammunition_on(tank, "1943-07") == ((Ammo.SMOKE, 8), (Ammo.APCR, 4))
    assert dict(ammunition_on(tank, "1944-07", elite=True)) == {Ammo.SMOKE: 9, Ammo.APCR: 4}
    assert dict(ammunition_on(tank, "1945-01")) == {Ammo.SMOKE: 8}
    # PzKpfw IIIG prints A4 for 1941 alone: the chart serves in 1942.
    assert dict(ammunition_on(catalogue().find("PzKpfw IIIG"), "1942-03"))[Ammo.APCR] == 5
    with refused("C8.91"):
        ammunition_on(tank, "")


@pytest.mark.rule("C8.8")
def test_limited_stowage_of_ap_and_he_is_a_depletion_number() -> None:
    marder = dict(ammunition_on(catalogue().find("Marder II"), "1943-01"))
    assert marder[Ammo.HE] == 7
    limited = [c for c in catalogue() if "AP" in dict(getattr(c, "ammo", ()))]
    assert limited
    for counter in limited:
        assert Ammo.AP in dict(ammunition_on(counter, "1944-01"))


@pytest.mark.rule("C8.2")
@pytest.mark.rule("C8.2#3", "C8.2#4")
def test_who_is_an_elite_force() -> None:
    assert is_elite_force(dyo=False, ssr=True)
    assert is_elite_force(dyo=False, ss_or_guards=True)
    assert not is_elite_force(dyo=False, majority_elite=True)
    assert is_elite_force(dyo=True, majority_elite=True)
    assert not is_elite_force(dyo=True, ssr=False, ss_or_guards=True)


@pytest.mark.rule("C8.3")
def test_the_first_months_of_heat() -> None:
    assert [heat_since(n) for n in ("German", "American", "British", "Russian")] == [
        "1942-05",
        "1943-01",
        "1943-01",
        "1943-01",
    ]
    howitzer = next(c for c in catalogue() if c.nation == "German" and "H" in _ammo(c))
    assert Ammo.HEAT not in dict(ammunition_on(howitzer, "1942-04"))
    assert Ammo.HEAT in dict(ammunition_on(howitzer, "1942-05"))


def _ammo(counter) -> dict:
    return dict(getattr(counter, "ammo", ()))


@pytest.mark.rule("C8.31", "C8.31-T")
@pytest.mark.rule("C8.31-T#2", "C8.31-T#3")
def test_he_equivalency() -> None:
    assert he_equivalent(gun("75L"), Ammo.AP) == 2
    assert he_equivalent(gun("37L"), Ammo.APCR) == 2
    assert he_equivalent(gun("20L"), Ammo.AP) == 1
    assert he_equivalent(gun("20L", kind=Kind.ATR), Ammo.AP) == 1
    assert he_equivalent(gun("14", kind=Kind.ATR), Ammo.AP) is None
    assert he_equivalent(gun("12", kind=Kind.MG), Ammo.AP) is None
    assert he_equivalent(gun("75"), Ammo.HEAT) == 8
    assert he_equivalent(gun("105"), Ammo.HEAT) == 16
    names = {"BAZ44": 8, "PIAT": 8, "PSK": 12, "PFk": 12, "PF": 16}
    for name, fp in names.items():
        assert he_equivalent(gun("60", kind=Kind.LATW, th_table=name), Ammo.HEAT) == fp
    stick = gun("37L", figures=catalogue()["ge-AA37L8"])
    assert he_equivalent(stick, Ammo.HEAT) == 12


@pytest.mark.rule("C8.31", "C8.31-T")
@pytest.mark.rule("C13.31#16")
@pytest.mark.rule("C8.31#7", "C8.31-T#7")
def test_what_leaves_residual_fp() -> None:
    assert leaves_residual(gun("75"), Ammo.HE)
    assert leaves_residual(gun("75"), Ammo.HEAT)
    assert not leaves_residual(gun("75"), Ammo.AP)
    assert not leaves_residual(gun("14", kind=Kind.ATR), Ammo.AP)
    assert not leaves_residual(gun("60", th_table="PF"), Ammo.HEAT)
    assert not leaves_residual(gun("37L", figures=catalogue()["ge-AA37L8"]), Ammo.HEAT)
    for latw in ("BAZ44", "PIAT", "PSK"):
        assert leaves_residual(gun("60", th_table=latw), Ammo.HEAT)
    assert not leaves_residual(gun("60", th_table="PFk"), Ammo.HEAT)


@pytest.mark.rule("C8.7")
def test_illuminating_rounds_need_no_number_but_the_mark() -> None:
    assert Ammo.HE not in dict(ammunition_on(catalogue()["br-MTR76"], "1944-01"))
    for name, key in (("br-MTR76", "ir_elsewhere"), ("ge-AT50L", "no_ir"), ("ge-geMTR", "no_ir")):
        with pytest.raises(Refusal) as refusal:
            refuse_ir(catalogue().find(name))
        assert refusal.value.message.key == f"effects.ammo.{key}"
