"""C7.7: what a minefield does to a vehicle that it attacks; when it does is B28's."""

from __future__ import annotations

import msgspec

from hexfire.asl.effects import vehicles
from hexfire.asl.effects.firetable import after_kill
from hexfire.asl.effects.stack import Fire, Struck
from hexfire.asl.shots.targets import After, Effect, VehicleTarget
from hexfire.asl.tables import ift
from hexfire.dice import Dice, Then
from hexfire.rulebook import BadInput


class Minefield(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """An attack by mines: A-T or A-P ones, with so many FP, on a vehicle in their hex."""

    target: VehicleTarget
    fp: int
    anti_tank: bool = False


def mine_effect(field: Minefield, dr: int) -> Effect:
    """C7.7: by the DR that is a 1KIA with that FP; who has an AF of 0 counts as unarmored (note G).

    A-P mines immobilize an AFV at most; A-T mines immobilize it whatever the DR.
    """
    column = ift.column(field.fp)
    if column is None:
        raise BadInput("fieldguns.mine_fp", fp=field.fp)
    target = field.target
    if not target.armored or 0 in target.afs:
        return vehicles.by_ift(msgspec.structs.replace(target, armored=False), column, dr, False)
    kind = "at_mines" if field.anti_tank else "ap_mines"
    return vehicles.destruction(kind, dr, ift.kia_number(column), cs_red=target.cs_red)


def mine_attack(dice: Dice, field: Minefield) -> Then | tuple[After, ...]:
    """C7.7: the DR of the minefield, and what follows for vehicle, crew and who is aboard."""
    effect = mine_effect(field, dice.total("C7.7"))
    return after_kill((Struck(field.target, None),), Fire(), 0, effect)
