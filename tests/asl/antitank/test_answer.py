"""The answer's quick odds are those of the whole chain, run over every roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexfire.asl.antitank.answer import AtAnswer, at_answer
from hexfire.asl.antitank.fire import AtOutcome, AtShot, at_fire
from hexfire.asl.antitank.party import at_shot
from hexfire.asl.gunnery.answer import harm_to_men
from hexfire.assist.shots.order import read_order
from hexfire.assist.shots.spoken import parse
from hexfire.dice import Odds, odds

TANK = ("at", "am-M4", "range", "1")
MEN = ("at", "men", "morale", "7", "in", "building_stone", "range", "1")


def made(words: tuple[str, ...], date: str = "1944-08", **party: Any) -> AtShot:
    order = parse(words) | {"date": date}
    order["party"] = order.get("party", {}) | party
    given, shot = read_order(order)
    return at_shot(shot, given.party)


SHOTS = [
    made(("PF", "squad", *TANK)),
    made(("PF", "smc", "cx", "pinned", *TANK), "1945-02"),
    made(("PF", "squad", "cx", *MEN)),
    made(("PF", "squad", "in", "pillbox", *TANK), others=["leader"]),
    made(("psk", "hs", "desperation", "in", "rubble_stone", *TANK), others=["squad"]),
    made(("bazooka", "step-out", "in", "building_wooden", *TANK)),
    made(("57 RCL (M18)", *MEN), "1945-04", moved_bystanders=["squad"], zone=["woods", "brush"]),
    made(("ge-RCL75s", *MEN), bystanders=["crew"], moved_bystanders=["squad"], ec_drm=1),
    made(("molotov-projector", "in", "woods", *MEN), "1942-10"),
    made(("ru-ruATR", *TANK), "1942-10"),
]


@pytest.mark.parametrize("at", SHOTS, ids=lambda at: at.shot.weapon.name + at.how.value)
def test_quick_odds_are_the_chains(at: AtShot) -> None:
    chain: Odds[AtOutcome] = odds(at_fire, at)
    found: AtAnswer = at_answer(at)
    assert sum(chain.values()) == 1
    assert found.fires == chain.chance(lambda o: o.shot is not None)
    name = found.shot.main.name
    assert found.hit == chain.chance(
        lambda o: o.shot is not None and any(s.name == name for s in o.shot.hits)
    )
    given = {o.shot: Fraction(0) for o in chain if o.shot is not None}
    for outcome, chance in chain.items():
        if outcome.shot is not None:
            given[outcome.shot] += chance / found.fires
    assert dict(found.shot.outcomes) == given
    for i, risk in enumerate(found.risks):
        assert dict(risk.harm) == dict(chain.map(lambda o, i=i: harm_to_men(o.men[i], at.men[i])))
    for place, chance in found.flames.items():
        assert chance == chain.chance(lambda o, place=place: place in o.flames)
    for i, risk in enumerate(found.bystanders):
        unit = at.bystanders[i].unit
        seen = chain.map(lambda o, i=i, unit=unit: harm_to_men(o.bystanders[i], unit))
        assert dict(risk.harm) == dict(seen)


def test_a_crowd_in_a_pillbox_is_still_answered() -> None:
    crowd = made(("psk", "squad", "pillbox", *TANK), others=["squad", "squad", "leader", "hero"])
    found = at_answer(crowd)
    assert len(found.risks) == 5
    assert all(risk.harmed > Fraction(1, 20) for risk in found.risks)
    assert all(sum(risk.harm.values()) == 1 for risk in found.risks)
