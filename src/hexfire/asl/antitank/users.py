"""Who may use recoilless rifles and light anti-tank weapons, and with which penalty."""

from __future__ import annotations

import msgspec

from hexfire.asl.nations import row_of
from hexfire.asl.shots.latw import existence
from hexfire.asl.shots.targets import Rank
from hexfire.rulebook import Refusal


class Team(msgspec.Struct, frozen=True):
    """The units that serve one weapon, and their nation."""

    ranks: tuple[Rank, ...]
    nation: str = ""
    directed_other_fire: bool = False
    """One of them has directed other fire this Player Turn."""
    good_order: bool = True

    @property
    def smcs(self) -> int:
        return sum(rank in (Rank.LEADER, Rank.HERO) for rank in self.ranks)

    @property
    def only_smcs(self) -> bool:
        return self.smcs == len(self.ranks)

    @property
    def has_hero(self) -> bool:
        return Rank.HERO in self.ranks

    @property
    def has_mmc(self) -> bool:
        return not self.only_smcs


class Usage(msgspec.Struct, frozen=True):
    """How a team serves a weapon.

    `non_qualified`: as a non-qualified or captured weapon's user (Case H, A21.13). `leadership`:
    a leader who does not fire it himself may modify the To Hit DR. `heroic`: the team's hero may.
    """

    rule: str
    non_qualified: bool = False
    leadership: bool = True
    heroic: bool = False
    loses_rof: bool = False


def _unbroken(team: Team, rule: str) -> None:
    if not team.good_order:
        raise Refusal(rule, "fieldguns.user_broken")
    if not team.ranks:
        raise Refusal(rule, "fieldguns.nobody_fires")


def serve_rcl(team: Team, nation: str) -> Usage:
    """C12.2, C12.21: crews, or two SMC of its own nation that directed no other fire.

    A squad or HS suffers the captured-weapon penalty even with its own side's RCL. No leadership
    for the SMC's shot. R-C12.21: a hero may fire it alone (A15.23), another SMC may not.
    """
    _unbroken(team, "C12.2")
    if team.has_mmc:
        crewed = Rank.CREW in team.ranks
        return Usage("C12.2", non_qualified=not crewed)
    if team.smcs == 1 and not team.has_hero:
        raise Refusal("C12.21", "fieldguns.two_smcs")
    if row_of(team.nation) != row_of(nation) or team.directed_other_fire:
        raise Refusal("C12.21", "fieldguns.smc_rcl")
    return Usage("C12.21", leadership=False)


def serve_atr(team: Team) -> Usage:
    """C13.21, C13.25: any unbroken Infantry; leadership and heroism help it hit, not kill."""
    _unbroken(team, "C13.21")
    return Usage("C13.21", heroic=team.has_hero)


def serve_baz(team: Team) -> Usage:
    """C13.41, C13.45: any MMC, two SMC, or a hero alone.

    C13.44: one leader may direct it, but not who fires himself; a hero has his modifier, alone or
    not.
    """
    _unbroken(team, "C13.41")
    if team.only_smcs and team.smcs == 1 and not team.has_hero:
        raise Refusal("C13.45", "fieldguns.two_smcs")
    rule = "C13.45" if team.only_smcs else "C13.41"
    return Usage(rule, heroic=team.has_hero)


def serve_piat(team: Team) -> Usage:
    """C13.62: one SMC does; only a leader who does not fire it may direct it."""
    _unbroken(team, "C13.41")
    return Usage("C13.62" if team.only_smcs else "C13.41", heroic=team.has_hero)


def serve_projector(team: Team) -> Usage:
    """C13.51: a Soviet crew or two Soviet SMC; a lone Soviet leader as non-qualified.

    A Soviet hero serves it alone (A15.23). Leadership never applies.
    """
    _unbroken(team, "C13.51")
    soviet = row_of(team.nation) == row_of(existence("MOL-P").nation)
    qualified = soviet and (Rank.CREW in team.ranks or team.smcs >= 2 or team.has_hero)
    if team.only_smcs and team.smcs == 1 and not soviet:
        raise Refusal("C13.51", "fieldguns.projector_user")
    return Usage("C13.51", non_qualified=not qualified, leadership=False)


def serve_panzerfaust(team: Team) -> Usage:
    """C13.31, C13.35: any Good Order Infantry; a stacked leader may direct one PF's To Hit DR."""
    _unbroken(team, "C13.31")
    return Usage("C13.35", heroic=team.has_hero)


def serve_light_mortar(team: Team) -> Usage:
    """C9.2: any squad, HS or crew without penalty; a lone SMC loses multiple ROF."""
    _unbroken(team, "C9.2")
    alone = team.only_smcs and team.smcs == 1
    return Usage("C9.2", loses_rof=alone)


def serve(latw: str, team: Team) -> Usage:
    """C13: how a team serves a LATW, or the rule that forbids it."""
    match latw:
        case "BAZ43" | "BAZ44" | "BAZ45" | "PSK":
            return serve_baz(team)
        case "PIAT":
            return serve_piat(team)
        case "MOL-P":
            return serve_projector(team)
        case "PF" | "PFk":
            return serve_panzerfaust(team)
        case _:
            return serve_atr(team)
