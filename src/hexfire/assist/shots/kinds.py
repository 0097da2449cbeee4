"""What kind of shot is this? Decided here, for everybody who asks."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from hexfire.asl.antitank.close import CloseAttack, close_attack, is_close
from hexfire.asl.antitank.fire import AtShot
from hexfire.asl.antitank.party import Party, at_shot, is_light_weapon_shot
from hexfire.asl.gunnery.canister import Sweep
from hexfire.asl.gunnery.fire import attack_kind
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.shot import Shot
from hexfire.assist.shots.report import ShotKind


class Ordnance(msgspec.Struct, frozen=True, tag=True):
    """A shot by a To Hit DR."""

    shot: Shot
    kind: ClassVar[ShotKind] = ShotKind.ORDNANCE


class Direct(msgspec.Struct, frozen=True, tag=True):
    """An attack straight on the IFT: IFE, a MG at what is not armored, canister."""

    shot: Shot
    kind: ShotKind


class Light(msgspec.Struct, frozen=True, tag=True):
    """A light weapon, an ATR, a RCL or a served light mortar: the chain of C12 and C13."""

    at: AtShot
    kind: ClassVar[ShotKind] = ShotKind.LIGHT


class Close(msgspec.Struct, frozen=True, tag=True):
    """FT, MOL, DC or ATMM at a vehicle: no To Hit DR, its own procedure."""

    attack: CloseAttack
    kind: ClassVar[ShotKind] = ShotKind.CLOSE


Asked = Ordnance | Direct | Light | Close


def kind_of(shot: Shot, party: Party) -> Asked:
    """What a shot is."""
    if is_close(shot):
        return Close(close_attack(shot, party.by))
    if is_light_weapon_shot(shot, party):
        return Light(at_shot(shot, party))
    attack = attack_kind(shot)
    if attack is ToHit:
        return Ordnance(shot)
    if attack is Sweep:
        return Direct(shot, ShotKind.CANISTER)
    return Direct(shot, ShotKind.IFE if shot.ife else ShotKind.MG)
