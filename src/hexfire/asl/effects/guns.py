"""C11: Guns as targets: emplacement, gunshields, Near Miss and Direct Hit."""

from __future__ import annotations

import msgspec

from hexfire.asl.counters import Gun
from hexfire.asl.effects.stack import Means
from hexfire.asl.shots.targets import Personnel, Rank
from hexfire.rulebook import Message, Modifier

EMPLACEMENT_TEM = 2
_SHIELDED = frozenset({"AT", "INF"})
# C11.2: where no Gun is ever emplaced.
_NEVER_IN = frozenset({"paved_road", "bridge", "runway", "rooftop", "bamboo"})


class Emplacement(msgspec.Struct, frozen=True, kw_only=True):
    """C11.2, C11.3: what a Gun has done since setup, as far as its emplacement asks.

    Once lost, emplacement does not come back: the table keeps these facts for the whole scenario.
    """

    rcl: bool = False
    crewed_at_setup: bool = True
    set_up_unemplaced: bool = False
    terrain: str = "open_ground"
    hooked_up: bool = False
    moved: bool = False
    manned_by_others: bool = False
    claimed_wall_advantage: bool = False
    eliminated: bool = False


def why_not_emplaced(gun: Emplacement) -> str | None:
    """C11.3: the reason why a Gun is not emplaced, as a key; `None` if it is."""
    reasons = {
        "rcl": gun.rcl,
        "setup": not gun.crewed_at_setup or gun.set_up_unemplaced,
        "terrain": gun.terrain in _NEVER_IN,
        "hooked_up": gun.hooked_up,
        "moved": gun.moved,
        "manned_by_others": gun.manned_by_others,
        "wall_advantage": gun.claimed_wall_advantage,
        "eliminated": gun.eliminated,
    }
    return next((f"effects.emplacement.{key}" for key, true in reasons.items() if true), None)


def has_gunshield(gun: Gun | None) -> bool:
    """C11.5: every AT and INF Gun has one."""
    return gun is not None and gun.gun_type in _SHIELDED


def gunshield(
    crew: Personnel | None,
    *,
    shielded: bool,
    in_ca: bool = True,
    same_hex: bool = False,
    indirect: bool = False,
    means: Means = Means.ORDNANCE,
    on_the_move: bool = False,
) -> Modifier:
    """C11.5: +2 to the IFT DR for the Good Order crew behind the shield (Indirect Fire +1, FT 0).

    Only the crew that mans this Gun, only against attacks from within its CA and from another hex,
    and not while it moves to or pushes the Gun.
    """
    reasons = {
        "none": not shielded,
        "crew": crew is None or crew.rank is not Rank.CREW,
        "good_order": crew is not None and (crew.broken or crew.eliminated),
        "ca": not in_ca,
        "hex": same_hex,
        "flame": means is Means.FLAME,
        "moving": on_the_move,
    }
    why = next((key for key, true in reasons.items() if true), None)
    value = 1 if indirect else 2
    if why is not None:
        message = Message.of(f"effects.gunshield.{why}")
        return Modifier("gunshield", "C11.5", value, applies=False, why=message)
    return Modifier("gunshield", "C11.5", value)


def near_miss_drm(shield: Modifier, tem_on_ift: int) -> int:
    """C11.5: shield or positive TEM, never both: what the better shield adds to the TEM in use."""
    if not shield.applies:
        return 0
    return max(0, shield.value - max(0, tem_on_ift))


def best_tem(terrain: int, emplaced: bool) -> int:
    """C11.2: Emplacement TEM and other positive TEM are not added; the owner takes the better.

    Negative TEM of the hex (Air Bursts) still counts with it.
    """
    if not emplaced:
        return terrain
    return max(EMPLACEMENT_TEM, terrain) if terrain >= 0 else EMPLACEMENT_TEM + terrain
