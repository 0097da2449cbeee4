"""Who fires a light weapon, from where and how: what an order to fire says beside the shot."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.antitank.backblast import Bystander, How, Position
from hexfire.asl.antitank.fire import AtShot, ways
from hexfire.asl.antitank.panzerfaust import PfUser
from hexfire.asl.antitank.users import Team
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.gunnery.tables import terrain_name
from hexfire.asl.shots.shot import Kind, Shot
from hexfire.asl.shots.targets import Personnel, Rank

USUAL_MORALE = {Rank.CREW: 8, Rank.LEADER: 8, Rank.HERO: 9}
"""Where an order names no morale: crews and leaders 8, heroes 9, all others 7."""


class Party(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The firer's side of a shot with a LATW or RCL.

    `by` are those who serve the weapon, `others` the other Personnel in their Location. `floor` is
    the building level they are on (if not said, the firer's level). `check` is false for counted
    PF (C13.311). `bystanders` are unarmored units in a RCL's Backblast Zone;
    `moved_bystanders` those of them that have fired or moved. `zone` is the terrain of its hexes.
    """

    by: tuple[Rank, ...] = ()
    others: tuple[Rank, ...] = ()
    position: Position | None = None
    floor: int | None = None
    how: How | None = None
    check: bool = True
    ssr: bool = False
    berserk: bool = False
    good_order: bool = True
    ti: bool = False
    directed_other_fire: bool = False
    pf_left: int | None = None
    checks_made: int = 0
    used_inherent_fp: bool = False
    subsequent_first_fire: bool = False
    other_fire_this_phase: bool = False
    bystanders: tuple[Rank, ...] = ()
    moved_bystanders: tuple[Rank, ...] = ()
    zone: tuple[str, ...] = ()
    ec_drm: int = 0
    choose_target: str = ""


def is_light_weapon_shot(shot: Shot, party: Party) -> bool:
    """Whether C12 or C13 has something to add to this shot, or C9.2 to a light mortar's."""
    if is_small_arms(shot):
        return False
    light_mortar = shot.weapon.kind is Kind.MTR and shot.weapon.sw and bool(party.by)
    return light_mortar or shot.weapon.kind in (Kind.LATW, Kind.ATR, Kind.RCL)


_BY_TERRAIN = (
    ("building", Position.BUILDING),
    ("rubble", Position.RUBBLE),
    ("pillbox", Position.PILLBOX),
    ("foxhole", Position.ENTRENCHMENT),
    ("trench", Position.ENTRENCHMENT),
)


def position_of(shot: Shot) -> Position:
    """Where the firer is, by the terrain he fires from."""
    if shot.firer.passenger:
        return Position.VEHICLE
    name = terrain_name(shot.firer.terrain)
    for start, position in _BY_TERRAIN:
        if name.startswith(start) and not shot.firer.bypassing:
            return position
    return Position.OPEN


def man(rank: Rank, shot: Shot, name: str = "") -> Personnel:
    """A unit of the firer's side; its morale is the order's, or the usual one."""
    level = shot.firer.morale or USUAL_MORALE.get(rank, 7)
    return Personnel(rank=rank, morale=level, broken_morale=level, name=name or rank.value)


def at_shot(shot: Shot, party: Party) -> AtShot:
    """The shot with its party: a Panzerfaust has its check, a closed place its way of firing."""
    usual = Rank.CREW if shot.weapon.kind is Kind.RCL or _is_projector(shot) else Rank.SQUAD
    by = party.by or (usual,)
    if Rank.HERO in by:
        shot = replace(shot, firer=replace(shot.firer, hero=True))
    nation = shot.nation or shot.weapon.nation
    pinned = shot.firer.pinned
    men = tuple(man(rank, shot) for rank in (*by, *party.others))
    men = (men[0].changed(pinned=pinned), *men[1:])
    panzerfaust = shot.weapon.th_table in ("PF", "PFk")
    at = AtShot(
        shot=shot,
        men=men,
        team=Team(by, nation, party.directed_other_fire),
        pf=_pf_user(by[0], shot, party, nation) if panzerfaust and party.check else None,
        ssr=party.ssr,
        pf_left=party.pf_left,
        subsequent_first_fire=party.subsequent_first_fire,
        position=party.position or position_of(shot),
        floor=shot.firer.level if party.floor is None else party.floor,
        bystanders=(
            *(Bystander(man(rank, shot)) for rank in party.bystanders),
            *(Bystander(man(rank, shot), True) for rank in party.moved_bystanders),
        ),
        zone=tuple(terrain_name(name) for name in party.zone),
        ec_drm=party.ec_drm,
        choose_target=party.choose_target,
        other_fire_this_phase=party.other_fire_this_phase,
    )
    return replace(at, how=_how(at, party))


def _is_projector(shot: Shot) -> bool:
    return shot.weapon.th_table == "MOL-P"


def _pf_user(rank: Rank, shot: Shot, party: Party, nation: str) -> PfUser:
    firer = shot.firer
    return PfUser(
        rank=rank,
        cx=firer.cx,
        pinned=firer.pinned,
        berserk=party.berserk,
        good_order=party.good_order,
        ti=party.ti,
        aboard=firer.passenger,
        inexperienced=firer.inexperienced,
        checks_this_phase=party.checks_made,
        used_inherent_fp=party.used_inherent_fp,
        nation=nation,
    )


def _how(at: AtShot, party: Party) -> How:
    """The way that was said, else the usual one: at once, and as safe as that can be."""
    if party.how is not None:
        return party.how
    if at.shot.firer.desperation:
        return How.DESPERATION
    if at.shot.firer.opportunity_fire and at.backblast:
        return How.OPPORTUNITY_FIRE
    ways_open = [way.how for way in ways(at)]
    at_once = [how for how in ways_open if how is not How.OPPORTUNITY_FIRE]
    return (at_once or ways_open)[0]


# --- words of the short form ------------------------------------------------------------------

WEAPONS = {
    "panzerfaust": "PF",
    "panzerschreck": "PSK",
    "bazooka": "BAZ",
    "molotov-projector": "MOL-P",
    "molotov projector": "MOL-P",
}
"""What people call the weapons; «BAZ» is the model of the date (C13.4)."""

WORDS: dict[str, tuple[str, Any]] = {
    "squad": ("by", "squad"),
    "hs": ("by", "hs"),
    "half-squad": ("by", "hs"),
    "crew": ("by", "crew"),
    "smc": ("by", "leader"),
    "hero": ("by", "hero"),
    "factory": ("position", "factory"),
    "rooftop": ("position", "rooftop"),
    "pillbox": ("position", "pillbox"),
    "cave": ("position", "cave"),
    "tunnel": ("position", "tunnel"),
    "upstairs": ("floor", 1),
    "ground-floor": ("floor", 0),
    "step-out": ("how", "case_c3"),
    "berserk": ("berserk", True),
    "ti": ("ti", True),
    "ssr": ("ssr", True),
    "no-check": ("check", False),
}
"""Words of the short form that speak of the party: which field they set, or add to (`by`)."""


def hear(party: dict[str, Any], word: str) -> bool:
    """Take a word of the short form; false if it is none of these."""
    if word not in WORDS:
        return False
    field, value = WORDS[word]
    if field == "by":
        party.setdefault("by", []).append(value)
    else:
        party[field] = value
    return True
