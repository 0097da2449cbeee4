"""Who may serve which weapon, and how."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.antitank.users import (
    Team,
    Usage,
    serve,
    serve_atr,
    serve_light_mortar,
    serve_rcl,
)
from hexfire.asl.shots.targets import Rank
from hexfire.rulebook import Refusal

SQUAD, HS, CREW, LEADER, HERO = (
    (rank,) for rank in (Rank.SQUAD, Rank.HS, Rank.CREW, Rank.LEADER, Rank.HERO)
)


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C12.2", "C12.21")
def test_recoilless_rifles() -> None:
    def use(ranks: tuple[Rank, ...], **more: Any) -> Usage:
        return serve_rcl(Team(ranks, "American", **more), "American")

    assert not use(CREW).non_qualified
    assert use(SQUAD).non_qualified and use(HS).non_qualified
    two = use(LEADER * 2)
    assert not two.non_qualified and not two.leadership
    with refused("C12.21"):
        use(LEADER)
    with refused("C12.21"):
        use(LEADER * 2, directed_other_fire=True)
    with refused("C12.21"):
        serve_rcl(Team(LEADER * 2, "German"), "American")
    with refused("C12.2"):
        use(CREW, good_order=False)


@pytest.mark.rule("C13.21", "C13.25")
def test_anti_tank_rifles() -> None:
    for ranks in (SQUAD, HS, CREW, LEADER):
        assert not serve_atr(Team(ranks)).non_qualified
    assert serve_atr(Team(SQUAD)).leadership and serve_atr(Team(HERO)).heroic
    with refused("C13.21"):
        serve_atr(Team(SQUAD, good_order=False))


@pytest.mark.rule("C13.41", "C13.44", "C13.45")
@pytest.mark.parametrize("latw", ["BAZ43", "BAZ44", "BAZ45", "PSK"])
def test_bazooka_and_panzerschreck(latw: str) -> None:
    assert serve(latw, Team(SQUAD)).leadership
    assert serve(latw, Team(SQUAD + LEADER)) == Usage("C13.41")  # only who is alone needs another
    two = serve(latw, Team(LEADER * 2))
    assert not two.non_qualified and two.leadership  # of a third leader
    assert serve(latw, Team(LEADER + HERO)).heroic and serve(latw, Team(HERO)).heroic
    with refused("C13.45"):
        serve(latw, Team(LEADER))
    with refused("C13.41"):
        serve(latw, Team(HS, good_order=False))


@pytest.mark.rule("C13.62")
def test_piat() -> None:
    alone = serve("PIAT", Team(LEADER))
    assert not alone.non_qualified
    assert alone.leadership  # of another leader who does not fire


@pytest.mark.rule("C13.51", "C13.5")
def test_molotov_projector() -> None:
    def use(ranks: tuple[Rank, ...], nation: str = "Russian") -> Usage:
        return serve("MOL-P", Team(ranks, nation))

    free = [CREW, LEADER * 2, HERO]
    assert [use(ranks).non_qualified for ranks in free] == [False] * 3
    assert use(LEADER).non_qualified and use(SQUAD).non_qualified and use(HS).non_qualified
    assert use(CREW, "German").non_qualified
    assert not any(use(ranks).leadership for ranks in free)
    with refused("C13.51"):
        use(LEADER, "German")


@pytest.mark.rule("C13.35")
def test_a_leader_who_does_not_fire_directs_a_pf() -> None:
    assert serve("PF", Team(SQUAD)).leadership
    assert serve("PF", Team(LEADER)).leadership


@pytest.mark.rule("C9.2")
def test_light_mortars() -> None:
    for ranks in (SQUAD, HS, CREW):
        use = serve_light_mortar(Team(ranks))
        assert (use.non_qualified, use.loses_rof, use.leadership) == (False, False, True)
    assert serve_light_mortar(Team(LEADER)).loses_rof
