"""C13: what exists when, how far it reaches, how many there are: month by month."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.asl.antitank.atmm import Hunter, Tank, refuse_atmm
from hexfire.asl.antitank.panzerfaust import PfUser, check_drm, pf_allotment, refuse_check
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import (
    exists,
    has_backblast,
    is_scw,
    latest_baz,
    latw_table,
    max_range,
    month,
    weapon,
)
from hexfire.asl.shots.shot import Ammo
from hexfire.rulebook import BadInput, Refusal

MONTHS = [f"{year}-{m:02}" for year in range(1939, 1946) for m in range(1, 13)]
months = st.sampled_from(MONTHS)


@pytest.mark.rule("C13.3", "C13.4", "C13.48", "C13.6")
@pytest.mark.parametrize(
    ("latw", "first"),
    [
        ("PF", "1943-10"),
        ("PFk", "1943-08"),
        ("BAZ43", "1942-11"),
        ("BAZ44", "1944-01"),
        ("BAZ45", "1945-01"),
        ("PSK", "1943-09"),
        ("PIAT", "1943-04"),
    ],
)
def test_nothing_exists_before_its_month(latw: str, first: str) -> None:
    assert [m for m in MONTHS if exists(latw, m, ssr=True)] == [m for m in MONTHS if m >= first]
    before = MONTHS[MONTHS.index(first) - 1]
    with pytest.raises(Refusal, match="not_yet"):
        weapon(latw, before, ssr=True)


@pytest.mark.rule("C13.3")
def test_the_pfk_needs_a_ssr() -> None:
    assert not exists("PFk", "1943-08")
    with pytest.raises(Refusal, match="only_by_ssr"):
        weapon("PFk", "1943-09")


@pytest.mark.rule("C13.4")
def test_americans_have_the_latest_bazooka() -> None:
    models = {m: latest_baz(m) for m in MONTHS if m >= "1942-11"}
    assert [m for m in models if models[m] == "BAZ43"][-1] == "1943-12"
    assert [m for m in models if models[m] == "BAZ44"] == [f"1944-{m:02}" for m in range(1, 13)]
    with pytest.raises(Refusal, match=r"C13\.4"):
        latest_baz("1942-10")


@pytest.mark.rule("C13.32")
def test_the_pf_range_changes_exactly_at_the_printed_months() -> None:
    ranges = {m: max_range("PF", m) for m in MONTHS if m >= "1943-10"}
    changes = [m for a, m in zip(ranges, list(ranges)[1:], strict=False) if ranges[a] != ranges[m]]
    assert changes == ["1944-06", "1945-01"]
    assert [ranges[m] for m in ("1943-10", "1944-05", "1944-06", "1944-12", "1945-01")] == [
        1,
        1,
        2,
        2,
        3,
    ]
    assert {max_range("PFk", m) for m in MONTHS} == {1}
    assert weapon("PF", "1944-08").max_range == 2


@pytest.mark.rule("C13.31", "C13.311")
def test_how_many_pf_a_scenario_allows() -> None:
    numbers = {m: pf_allotment(9, m) for m in MONTHS if m >= "1943-10"}
    assert {m[:4]: n for m, n in numbers.items()} == {"1943": 9, "1944": 13, "1945": 18}
    assert pf_allotment(Fraction(19, 2), "1944-01") == 14  # 14.25 FRD
    with pytest.raises(Refusal, match="not_yet"):
        pf_allotment(9, "1943-07")


@given(months)
@pytest.mark.rule("C13.31")
def test_the_dates_drm_of_the_pf_check(date: str) -> None:
    drm = check_drm(PfUser(), date, at_afv=True).total
    assert drm == (1 if date < "1943-10" else -1 if date >= "1945-01" else 0)


@given(months)
@pytest.mark.rule("C13.3", "C13.31")
def test_no_pf_check_before_october_1943(date: str) -> None:
    if date >= "1943-10":
        refuse_check(PfUser(), date, Phase.PFPH)
        return
    with pytest.raises(Refusal, match=r"C13\.3:"):
        refuse_check(PfUser(), date, Phase.PFPH)


@given(months)
@pytest.mark.rule("C13.7")
def test_no_atmm_before_1944(date: str) -> None:
    if date >= "1944-01":
        refuse_atmm(Hunter(), Tank.ARMORED, date)
        return
    with pytest.raises(Refusal, match=r"C13\.7:"):
        refuse_atmm(Hunter(), Tank.ARMORED, date)


@pytest.mark.rule("C13.8", "C13.9", "C13.6", "C13.51")
def test_which_weapons_have_backblast_and_which_fire_shaped_charges() -> None:
    assert [name for name in latw_table() if not has_backblast(name)] == ["PIAT", "MOL-P"]
    assert [name for name in latw_table() if not is_scw(name)] == ["MOL-P"]


@pytest.mark.rule("C13.46", "C13.48", "C13.6", "C13.9")
def test_only_the_baz45_has_wp() -> None:
    wp = {name: weapon(name, "1945-03", ssr=True).depletion(Ammo.WP) for name in latw_table()}
    assert {name: number for name, number in wp.items() if number} == {"BAZ45": 6}


@pytest.mark.parametrize("text", ["1944", "44-08", "1944-13", "1944-8", "August 1944", ""])
def test_a_bad_date_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="bad_date"):
        month(text)
