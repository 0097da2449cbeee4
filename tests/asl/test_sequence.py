"""A3: one vocabulary of phases for shots, artillery, situations and field guns."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.asl.artillery.state import Clock
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import FIRE_PHASES, PHASES, Phase
from hexfire.asl.shots.shot import Shot, Target, Weapon
from hexfire.asl.situation import Situation
from hexfire.rulebook import BadInput

EIGHT = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")


def test_the_phases_of_a_player_turn_stand_in_their_order() -> None:
    assert [str(phase) for phase in PHASES] == list(EIGHT)


@pytest.mark.parametrize("name", ["DFF", "setup"])
def test_a_clock_stands_in_a_phase_not_in_a_moment(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"turn": 1, "mover": 0, "phase": name}, Clock)


def test_a_situation_may_be_before_the_first_turn_but_not_first_fire() -> None:
    assert msgspec.convert({"board": "a", "phase": "setup"}, Situation).phase is Phase.SETUP
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"board": "a", "phase": "DFF"}, Situation)


@pytest.mark.parametrize("phase", [p for p in Phase if p not in FIRE_PHASES])
def test_nobody_fires_outside_a_fire_phase(phase: Phase) -> None:
    shot = Shot(weapon=Weapon(caliber=75), target=Target(size=0), range=6, phase=phase)
    with pytest.raises(BadInput) as refused:
        to_hit(shot)
    assert refused.value.message.key == "gunnery.bad_phase"
