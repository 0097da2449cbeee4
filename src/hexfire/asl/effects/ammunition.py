"""C8: special ammunition: who has it when, Depletion Numbers, HE Equivalency."""

from __future__ import annotations

from hexfire.asl.gunnery.shot import Ammo, Kind, Weapon
from hexfire.asl.tables import ift

_HEAT_FP = {"BAZ": 8, "PIAT": 8, "PSK": 12, "PFk": 12, "PF": 16}


def he_equivalent(weapon: Weapon, ammo: Ammo) -> int | None:
    """C8.31-T: the IFT column of a shell against men: HE by calibre, AP and HEAT by equivalency.

    `None`: no attack (a MG's shot has none; an ATR's only if it is of 20 mm).
    """
    match ammo:
        case Ammo.HE:
            return ift.he_fp(weapon.caliber)
        case Ammo.AP | Ammo.APCR | Ammo.APDS:
            if weapon.kind is Kind.MG or weapon.caliber < 20:
                return None
            return 2 if weapon.caliber >= 37 else 1
        case Ammo.HEAT:
            name = weapon.th_table or ""
            for prefix, fp in _HEAT_FP.items():
                if name.startswith(prefix):
                    return fp
            if _rodded_bomb(weapon):
                return 12
            he = ift.he_fp(weapon.caliber)
            return None if he is None else ift.column_left(he)
        case _:
            return None


def _rodded_bomb(weapon: Weapon) -> bool:
    """C8.31-T note 3: H#[9], the stick bomb of the German 37 mm AT and AA guns."""
    printed = getattr(weapon.figures, "ammo", ())
    return any(number.bracket == 9 for number in dict(printed).get("H", ()))
