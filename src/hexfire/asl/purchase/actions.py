"""The actions of a purchase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from hexfire.asl.purchase.infantry import CAPABILITIES, EQUIPMENT


class Act(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a seat may do."""


class Agree(Act, frozen=True, tag="agree"):
    """H1.1: agree to the date, the points, the boards and the rest."""


class Figured(Act, frozen=True, tag="figure"):
    """R-H-missing: propose a figure; it holds once both seats have named the same value."""

    figure: str
    value: str


class Squads(Act, frozen=True, tag="squads"):
    """H1.2, H1.7: buy squads, half-squads or crews."""

    type: str
    number: int = 1
    capabilities: tuple[str, ...] = ()


class Equip(Act, frozen=True, tag="equip"):
    """H1.202, H1.203, H1.25: skis, Winter Camouflage or MOL for the whole side."""

    what: str


class San(Act, frozen=True, tag="san"):
    """H1.29: raise the SAN."""

    to: int


class Roll(Act, frozen=True, tag="roll"):
    """H1.3, H1.4, H1.5: the Availability DR of the step."""


class BuyGun(Act, frozen=True, tag="gun"):
    name: str
    number: int = 1


class Motorize(Act, frozen=True, tag="motorize"):
    """H1.4: spend 10 % for a motorized unit."""


class BuyVehicle(Act, frozen=True, tag="vehicle"):
    name: str
    number: int = 1
    ammo: bool = False


class Arm(Act, frozen=True, tag="arm"):
    """H1.41: roll for a vehicle's optional armament."""

    ref: str
    weapons: tuple[str, ...]


class Fit(Act, frozen=True, tag="fit"):
    """H1.42: roll for Schuerzen or a gyrostabilizer."""

    ref: str
    features: tuple[str, ...]


class Commander(Act, frozen=True, tag="commander"):
    """H1.43: roll for an Armor Leader in one of three AFV."""

    refs: tuple[str, ...]
    aboard: str


class Camouflage(Act, frozen=True, tag="camouflage"):
    """H1.41: Winter Camouflage for all vehicles."""


class BuyItem(Act, frozen=True, tag="item"):
    """H1.44–H1.48: transport that needs no DR."""

    name: str
    number: int = 1


class Tow(Act, frozen=True, tag="tow"):
    """H1.441: a towing vehicle for a Gun although the DR did not allow it."""

    gun: str
    name: str


class TakeBattery(Act, frozen=True, tag="battery"):
    """H1.5, H1.52: buy the battery that the DR offers."""

    ammo: Literal["", "P", "S"] = ""
    barrage: Literal["", "CB", "CBc"] = ""
    phone: bool = False


class Decline(Act, frozen=True, tag="decline"):
    """H1.13: leave what the DR offers."""


class OpTank(Act, frozen=True, tag="optank"):
    """H1.46: an OP tank for a battery."""

    counter: str
    battery: str


class Preregister(Act, frozen=True, tag="preregister"):
    """H1.53a: Pre-Registered hexes for a battery."""

    battery: str
    hexes: int = 1


class Bombard(Act, frozen=True, tag="bombard"):
    """H1.53b: a Bombardment of a board."""

    board: str


class AirRoll(Act, frozen=True, tag="air-roll"):
    """H1.531: the Air Support Availability DR."""


class BuyAir(Act, frozen=True, tag="air"):
    """H1.531: buy Air Support."""


class PlaneRoll(Act, frozen=True, tag="plane-roll"):
    """H1.532: the Availability DR of an Observation Plane."""


class BuyPlane(Act, frozen=True, tag="plane"):
    """H1.532: buy an Observation Plane."""


class Fortify(Act, frozen=True, tag="fortify"):
    """H1.6: buy fortifications."""

    name: str
    number: int = 1
    board: str = ""


class Announce(Act, frozen=True, tag="announce"):
    """H1.71: announce the ELR."""


class Bonus(Act, frozen=True, tag="bonus"):
    """H1.73: take bonus squads, or the half-squad of a fraction."""

    type: str
    number: int = 1
    hs: bool = False


class Choose(Act, frozen=True, tag="leaders"):
    """H1.81: choose the leaders; perhaps exchange one base leader for the next rank."""

    leaders: dict[str, int]
    exchange: bool = False


class Exchange(Act, frozen=True, tag="exchange"):
    """H1.82: the Leader Exchange DR."""


class TakeSW(Act, frozen=True, tag="sw"):
    """H1.83: take the SW that are allotted."""


class Reinforce(Act, frozen=True, tag="reinforce"):
    """H1.7: let squads of a Roster line enter as reinforcements."""

    line: int
    number: int = 1


class Bring(Act, frozen=True, tag="bring"):
    """H1.84: a leader who comes with the reinforcements."""

    leader: str
    number: int = 1


class Close(Act, frozen=True, tag="close"):
    """H1.1: go on to the next step; there is no way back."""


class Reveal(Act, frozen=True, tag="reveal"):
    """H1.1: show the Roster to the opponent."""


Action = (
    Agree
    | Figured
    | Squads
    | Equip
    | San
    | Roll
    | BuyGun
    | Motorize
    | BuyVehicle
    | Arm
    | Fit
    | Commander
    | Camouflage
    | BuyItem
    | Tow
    | TakeBattery
    | Decline
    | OpTank
    | Preregister
    | Bombard
    | AirRoll
    | BuyAir
    | PlaneRoll
    | BuyPlane
    | Fortify
    | Announce
    | Bonus
    | Choose
    | Exchange
    | TakeSW
    | Reinforce
    | Bring
    | Close
    | Reveal
)


def ordered(capabilities: Iterable[str]) -> tuple[str, ...]:
    """Capabilities in the Roster's order, each once."""
    held = set(capabilities)
    return tuple(code for code in (*CAPABILITIES, *EQUIPMENT) if code in held)
