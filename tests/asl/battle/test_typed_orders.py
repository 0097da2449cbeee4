"""A shot derived from the board is the shot that a person would type.

Each row places pieces on Millbrook, names an order, and types by hand what a player reads off the
board for `hexfire shot`. To Hit number, every case, ROF, breakdown and the odds must agree.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.meeting import meet
from hexfire.asl.battle.fire.weapons import armed
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.orders.text import read
from hexfire.asl.gunnery.answer import answer
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.assist.shots import read_order

CREW = {"counter": "ge-ge228C"}
PAK = {"counter": "ge-AT75L", "by": "C"}
T34 = {"counter": "ru-T34M43"}
SQUAD = {"counter": "ru-ru447S"}


def pak(hex: str, facing: str, **more: Any) -> dict[str, dict[str, Any]]:
    """A Gun and its crew."""
    return {
        "G": {**PAK, "hex": hex, "facing": facing, **more},
        "C": {**CREW, "hex": hex},
    }


ROWS: list[tuple[str, str, str, dict[str, Any], dict[str, Any], str, dict[str, Any]]] = [
    # name, phase, whose Player Turn, German, Russian, order, what a person types
    (
        "front along the road",
        "PFPh",
        "german",
        pak("H8", "H7/I8"),
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T",
        {"weapon": "ge-AT75L", "target": {"unit": "ru-T34M43"}, "range": 4, "phase": "PFPh"},
    ),
    (
        "flank, one hexspine to turn",
        "PFPh",
        "german",
        pak("G8", "H7/H8"),
        {"T": {**T34, "hex": "J5", "facing": "K5/K6"}},
        "fire G at T",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-T34M43", "facing": "rear", "turret_facing": "rear"},
            "range": 4,
            "phase": "PFPh",
            "firer": {"hexspines_turned": 1, "turned": "CA"},
        },
    ),
    (
        "final fire at a tank that moved",
        "DFPh",
        "russian",
        pak("H8", "H7/I8"),
        {"T": {**T34, "hex": "I6", "facing": "I7/H6", "entered": True}},
        "fire G at T",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-T34M43", "entered_new_hex": True},
            "range": 3,
            "phase": "DFPh",
        },
    ),
    (
        "a Motion tank two hexes away",
        "DFPh",
        "russian",
        pak("H8", "H7/I8"),
        {"T": {**T34, "hex": "I7", "facing": "H7/H6", "drive": "motion"}},
        "fire G at T",
        {
            "weapon": "ge-AT75L",
            # The line meets a corner between front and side: the better one counts (R-D3.2).
            "target": {"unit": "ru-T34M43", "motion": True, "facing": "front"},
            "range": 2,
            "phase": "DFPh",
        },
    ),
    (
        "a squad in a stone house",
        "PFPh",
        "german",
        pak("H8", "H7/I8"),
        {"R": {**SQUAD, "hex": "J6"}},
        "fire G at R",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-ru447S", "terrain": "building_stone"},
            "range": 3,
            "phase": "PFPh",
        },
    ),
    (
        "a concealed squad in a stone house, pinned crew",
        "PFPh",
        "german",
        {
            "G": {**PAK, "hex": "H8", "facing": "H7/I8"},
            "C": {**CREW, "hex": "H8", "pinned": True},
        },
        {"R": {**SQUAD, "hex": "J6", "concealed": True}},
        "fire G at ?J6",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-ru447S", "terrain": "building_stone", "concealed": True},
            "range": 3,
            "phase": "PFPh",
            "firer": {"pinned": True},
        },
    ),
    (
        "a squad in a foxhole by the road, at point blank",
        "DFPh",
        "russian",
        pak("H8", "H7/I8"),
        {"R": {**SQUAD, "hex": "I8", "in": "foxhole"}},
        "fire G at R",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-ru447S", "terrain": "foxhole"},
            "range": 1,
            "phase": "DFPh",
        },
    ),
    (
        "a hull-down tank behind the wall, by a BU tank",
        "PFPh",
        "german",
        {"G": {"counter": "ge-pzivh", "hex": "H7", "facing": "I7/I8", "ce": False}},
        {"T": {**T34, "hex": "K8", "facing": "J8/J7"}},
        "fire G at T",
        {
            "weapon": "ge-pzivh",
            "target": {"unit": "ru-T34M43", "hd": True},
            "range": 3,
            "phase": "PFPh",
            "firer": {"bu": True},
        },
    ),
    (
        "turret turned by two hexspines",
        "PFPh",
        "german",
        {"G": {"counter": "ge-pzivh", "hex": "H8", "facing": "G9/H9"}},
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T",
        {
            "weapon": "ge-pzivh",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "PFPh",
            "firer": {"hexspines_turned": 3, "turned": "TCA"},
        },
    ),
    (
        "the same by turning the whole tank",
        "PFPh",
        "german",
        {"G": {"counter": "ge-pzivh", "hex": "H8", "facing": "G9/H9"}},
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T turning VCA",
        {
            "weapon": "ge-pzivh",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "PFPh",
            "firer": {"hexspines_turned": 3, "turned": "VCA"},
        },
    ),
    (
        "advancing fire after a move",
        "AFPh",
        "german",
        {"G": {"counter": "ge-pzivh", "hex": "H8", "facing": "H7/I8", "entered": True}},
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T",
        {
            "weapon": "ge-pzivh",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "AFPh",
            "firer": {"entered_new_hex": True},
        },
    ),
    (
        "advancing fire without a move, with APCR",
        "AFPh",
        "german",
        {"G": {"counter": "ge-pzivh", "hex": "H8", "facing": "H7/I8"}},
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T with APCR",
        {
            "weapon": "ge-pzivh",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "AFPh",
            "ammo": "APCR",
        },
    ),
    (
        "a second shot with an acquired target, intensive",
        "DFPh",
        "russian",
        pak(
            "H8",
            "H7/I8",
            marker="First Fire",
            acquired={"drm": -2, "hex": "J5", "units": ["T"]},
        ),
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T intensive",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "DFPh",
            "acquisition": -2,
            "firer": {"intensive_fire": True, "marker": "First Fire"},
        },
    ),
    (
        "a squad mans the Gun",
        "PFPh",
        "german",
        {
            "G": {**PAK, "hex": "H8", "facing": "H7/I8"},
            "C": {"counter": "ge-ge467S", "hex": "H8"},
        },
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "PFPh",
            "firer": {"non_qualified": True},
        },
    ),
    (
        "an emplaced Gun seen from within its arc",
        "PFPh",
        "russian",
        pak("H8", "H7/I8", emplaced=True),
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire T at G",
        {
            "weapon": "ru-T34M43",
            "nation": "russian",
            "target": {
                "unit": "ge-AT75L",
                "emplaced": True,
                "manning": "ge-ge228C",
                "terrain": "open_ground",
            },
            "range": 4,
            "phase": "PFPh",
            "firer": {"bu": True},
        },
    ),
    (
        "Deliberate Immobilization",
        "PFPh",
        "german",
        pak("H8", "H7/I8"),
        {"T": {**T34, "hex": "J5", "facing": "J6/I6"}},
        "fire G at T immobilize",
        {
            "weapon": "ge-AT75L",
            "target": {"unit": "ru-T34M43"},
            "range": 4,
            "phase": "PFPh",
            "deliberate_immobilization": True,
        },
    ),
    (
        "a mortar on the hill at a squad in the street",
        "PFPh",
        "german",
        {
            "G": {"counter": "ge-MTR81s", "by": "C", "hex": "P8", "facing": "O8/O9"},
            "C": {**CREW, "hex": "P8"},
        },
        {"R": {**SQUAD, "hex": "J5"}},
        "fire G at J5 as Area",
        {
            "weapon": "ge-MTR81s",
            "target": {"kind": "terrain", "terrain": "open_ground"},
            "others": [{"unit": "ru-ru447S"}],
            "range": 6,
            "phase": "PFPh",
            "target_type": "Area",
        },
    ),
]


def placed(phase: str, of: str, german: dict[str, Any], russian: dict[str, Any]) -> dict[str, Any]:
    sides = (("german", german), ("russian", russian))
    return {
        "board": "millbrook",
        "date": "1943-07",
        "start": {"phase": phase, "of": of},
        "side": [
            {"name": name, "unit": [{"id": id, **unit} for id, unit in units.items()]}
            for name, units in sides
        ],
    }


@pytest.mark.parametrize(
    ("phase", "of", "german", "russian", "order", "typed"),
    [row[1:] for row in ROWS],
    ids=[row[0] for row in ROWS],
)
def test_the_board_gives_the_shot_that_a_person_types(
    phase: str,
    of: str,
    german: dict[str, Any],
    russian: dict[str, Any],
    order: str,
    typed: dict[str, Any],
) -> None:
    game = Battle()
    state = game.setup({"data": placed(phase, of, german, russian)}, {})
    action = read(order)
    assert isinstance(action, Fire)
    arm = armed(game.at(state), action.weapon)
    seen = game.seen(state, arm.piece.side)
    found = meet(game.at(state), seen, (arm,), to_hit(shot(seen, action)))
    assert isinstance(found, ToHit)
    _, by_hand = read_order({"nation": "german", "date": "1943-07", **typed})
    wanted = to_hit(by_hand)
    assert found.number == wanted.number
    assert found.aim.tally.as_dict() == wanted.aim.tally.as_dict()
    assert (found.rof.total, found.breakdown.total) == (wanted.rof.total, wanted.breakdown.total)
    assert found.depletion == wanted.depletion
    ours, theirs = answer(found.shot), answer(wanted.shot)
    assert [c.effects for c in ours.targets] == [c.effects for c in theirs.targets]
    assert ours.rof_kept == theirs.rof_kept
