"""What a To Hit DR has decided: the value that the effects are worked out from."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.shots.shot import Ammo, Facing, Target, TargetType, Weapon


class Aspect(StrEnum):
    """C3.9: which part of a vehicle is hit."""

    HULL = "hull"
    TURRET = "turret"


class Hit(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One target hit by one shot.

    A shot that hits several targets gives several `Hit`s; those of the Infantry and Area Target
    Types are resolved together with one effects DR (C3.32, C3.33), so the effects are asked with
    the whole tuple: `effects.resolve(dice, hits)`.

    `facing` is the Target Facing that counts for the part that was hit. `tem` is the TEM that the
    *effects* DR still takes (C.3): zero where the To Hit DR took it, except that a Critical Hit
    takes the reversed TEM again (C3.71). `move_drm` likewise: FFNAM, FFMO or Hazardous Movement on
    the effects DR of a Critical Hit or where the To Hit DR did not take them. `rolls` is how many
    effects DR the firer may make and choose from (C3.8). `first_fire`: Defensive First Fire.
    `colored` and `white` are the To Hit dice where a later rule looks at them, else `None`.
    """

    target: Target
    weapon: Weapon
    ammo: Ammo
    target_type: TargetType
    range: int
    nation: str = ""
    date: str = ""
    captured: bool = False
    facing: Facing = Facing.FRONT
    aspect: Aspect = Aspect.HULL
    is_ch: bool = False
    improbable: bool = False
    rolls: int = 1
    deliberate_immobilization: bool = False
    tem: int = 0
    air_burst: bool = False
    move_drm: int = 0
    half_fp: int = 0
    underbelly: bool = False
    aerial: bool = False
    first_fire: bool = False
    colored: int | None = None
    white: int | None = None


Hits = tuple[Hit, ...]
