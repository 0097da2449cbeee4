"""What a vehicle's crew lives through afterwards: shock and recovery (C7.42), stun (D5.34)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.dice import Dice
from hexfire.rulebook import Refusal


class Shock(StrEnum):
    """C7.42: the counter on an AFV."""

    NONE = "none"
    SHOCK = "shock"
    UK = "uk"
    WRECK = "wreck"


def recover(dice: Dice, shock: Shock) -> Shock:
    """C7.42: the dr at the end of the RPh: 1–2 lifts Shock, else it becomes UK; 1–3 lifts UK, else
    the AFV is a wreck and its crew has no Crew Survival DR."""
    match shock:
        case Shock.SHOCK:
            return Shock.NONE if dice.dr("C7.42") <= 2 else Shock.UK
        case Shock.UK:
            return Shock.NONE if dice.dr("C7.42") <= 3 else Shock.WRECK
        case _:
            return shock


def shocked_again(shock: Shock) -> Shock:
    """C7.42: a new Shock turns UK back to Shock and changes nothing on an AFV already in Shock."""
    return Shock.WRECK if shock is Shock.WRECK else Shock.SHOCK


class CrewState(msgspec.Struct, frozen=True, kw_only=True):
    """What holds a vehicle's crew up."""

    ce: bool = False
    shock: Shock = Shock.NONE
    stunned: bool = False
    recalled: bool = False
    abandoned: bool = False
    non_stopped: bool = False
    entered_hex: bool = False


def under_shock(crew: CrewState) -> CrewState:
    """C7.42: a shocked AFV is BU and stopped at once, without spending MP; a hex entered this turn
    still makes it a moving target (C.8)."""
    return msgspec.structs.replace(
        crew, shock=shocked_again(crew.shock), ce=False, non_stopped=False
    )


def under_stun(crew: CrewState) -> CrewState:
    """D5.34, D5.341: a stunned crew is BU and stopped; stunned once more it is recalled."""
    return msgspec.structs.replace(
        crew, ce=False, stunned=True, recalled=crew.recalled or crew.stunned, non_stopped=False
    )


_ACTIONS = frozenset({"fire", "move", "change_vca", "change_tca", "interdict", "cc", "unload"})


def require_able(crew: CrewState, action: str, rider: bool = False) -> None:
    """C7.42, D5.34: what a shocked or stunned AFV may not do; its Riders may still unload."""
    if action not in _ACTIONS:
        raise ValueError(action)
    if rider and action == "unload":
        return
    if crew.shock in (Shock.SHOCK, Shock.UK):
        raise Refusal("C7.42", "effects.shocked", action=f"@effects.action.{action}")
    if crew.stunned and action in ("fire", "move", "change_vca", "change_tca"):
        raise Refusal("D5.34", "effects.stunned", action=f"@effects.action.{action}")
    if crew.abandoned and action != "unload":
        raise Refusal("D5.4", "effects.abandoned", action=f"@effects.action.{action}")


def require_ce_allowed(crew: CrewState) -> None:
    """D5.33, C7.42: a crew in shock or stunned stays buttoned up."""
    if crew.shock in (Shock.SHOCK, Shock.UK) or crew.stunned:
        raise Refusal("D5.33", "effects.must_be_bu")
