"""H1.461–H1.465: an OP tank as the Observer of its battery."""

from __future__ import annotations

from typing import NamedTuple

from hexfire.asl.tables import read
from hexfire.rulebook import BadInput, Modifier, Tally

STUN_DRM = 1


class OpTank(NamedTuple):
    """An OP tank: its rule, what its BU observer pays, and whether only outside the VCA."""

    name: str
    rule: str
    bu_drm: int
    outside_vca: bool


class Observing(NamedTuple):
    """H1.461: how things stand with an OP tank and its inherent observer."""

    aboard: bool = True
    buttoned_up: bool = False
    stunned: bool = False
    los_in_vca: bool = True
    phone_hex_left: bool = False
    missions_possible: bool = True
    armament_disabled: bool = False


def op_tank_names() -> tuple[str, ...]:
    """The OP tanks of H1.462–H1.465."""
    return tuple(read("op-tanks"))


def op_tank(name: str) -> OpTank:
    """An OP tank by its name."""
    row = read("op-tanks").get(name)
    if row is None:
        raise BadInput("artillery.unknown_op_tank", text=name, names=op_tank_names())
    return OpTank(name, row["rule"], row["bu_accuracy_drm"], row.get("outside_vca", False))


def may_observe(now: Observing) -> bool:
    """H1.461: the tank observes only with its own observer aboard."""
    return now.aboard


def accuracy_drm(tank: OpTank, now: Observing) -> Tally:
    """H1.461, H1.463–H1.465: what the tank adds to its battery's Accuracy dr.

    German OP tanks have no penalty while BU (H1.462); the Ram only outside its VCA.
    """
    items = [Modifier("stun", "H1.461", STUN_DRM, now.stunned)]
    if tank.bu_drm:
        outside = now.buttoned_up and not now.los_in_vca
        applies = outside if tank.outside_vca else now.buttoned_up
        case = "bu_outside_vca" if tank.outside_vca else "bu"
        items.append(Modifier(case, tank.rule, tank.bu_drm, applies))
    return Tally.of(items)


def recalled(now: Observing) -> bool:
    """H1.461: Recall when no Fire Mission can be called any more, not for disabled armament."""
    return not now.missions_possible
