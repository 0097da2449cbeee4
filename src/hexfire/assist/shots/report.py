"""The published vocabulary of a shot's answer (`docs/shot.md`): what it is made of.

Names may be added; none is taken away or changes its meaning. Chances are exact fractions; what is
for people to read is `Said`.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from hexfire.asl.antitank.backblast import How
from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.throw import Crew
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import Ammo, TargetType
from hexfire.assist.wording import Said

FirePower = int | Annotated[str, Meta(pattern=r"^\d+(/\d+)?$", description="half FP, as 3/2")]
Chances = dict[str, Fraction]

# Where the steps of a To Hit number are ruled.
BASIC_TH, MODIFIED_TH, LOWER_DR_DOUBLED = "C3.3", "C4.5", "C5.35"
ByCase = dict[str, int]


class ShotKind(StrEnum):
    """How a shot is resolved.

    By a To Hit DR; straight on the IFT (IFE, MG, canister); as a light weapon's or RCL's whole
    chain of check, To Hit DR and what it costs the firer's side; or (`close`) as FT, MOL, DC or
    ATMM at a vehicle.
    """

    ORDNANCE = "ordnance"
    IFE = "ife"
    MG = "mg"
    CANISTER = "canister"
    LIGHT = "light"
    CLOSE = "close"

    @property
    def direct(self) -> bool:
        """Whether there is no To Hit DR."""
        return self not in (ShotKind.ORDNANCE, ShotKind.LIGHT)


class ThColor(StrEnum):
    """C3.3: which numbers of the To Hit Table are used; `own`: the weapon's own."""

    BLACK = "black"
    RED = "red"
    OWN = "own"


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """What every part of an answer has: names are never misspelt, unset ones are left out."""


class Item(Part, kw_only=True):
    """A modifier: its case letter or word, the rule, the value, its name in the reader's words.

    `why`: the reason why a case was considered and left out.
    """

    case: str
    rule: str
    value: int
    name: Said
    why: Said | UnsetType = UNSET


class KillItem(Part, kw_only=True):
    """One way of being hit, and how it is resolved: by a To Kill number or by an IFT column."""

    hit_location: Aspect | None
    is_ch: bool
    table: str | UnsetType = UNSET
    basic_tk: int | UnsetType = UNSET
    tk_cases: ByCase | UnsetType = UNSET
    modified_tk: int | UnsetType = UNSET
    af: int | UnsetType | None = UNSET
    final_tk: int | UnsetType = UNSET
    ift_fp: FirePower | UnsetType | None = UNSET
    ift_column: int | UnsetType | None = UNSET
    ift_drm: ByCase | UnsetType = UNSET
    ift_total_drm: int | UnsetType = UNSET


class TargetOdds(Part, kw_only=True):
    """One target's chances. An attack without a To Hit DR (IFE, MG, canister) has only `effects`.

    `effects` are what becomes of it when it is hit; `missed` that the shot is fired and passes it.
    """

    hit: Fraction | UnsetType = UNSET
    missed: Fraction | UnsetType = UNSET
    ch: Fraction | UnsetType = UNSET
    hull: Fraction | UnsetType = UNSET
    turret: Fraction | UnsetType = UNSET
    effects: Chances
    ift: Chances | UnsetType = UNSET


class ShotOdds(TargetOdds, kw_only=True):
    """The chances of the target aimed at, and what the shot does to the weapon.

    `miss`: nobody at all is hit.
    """

    miss: Fraction | UnsetType = UNSET
    rof_kept: Fraction
    malfunction: Fraction
    low_ammo: Fraction | UnsetType = UNSET
    depleted: Fraction
    none_left: Fraction
    acquisition_after: Chances | UnsetType = UNSET


class TargetReport(Part, kw_only=True):
    """All of it for one target of the DR.

    `hex` is where it stands, if that was said; `not_attacked` why canister does not reach it;
    `fates` are all that may become of it, from the check before the shot to the end, and sum to 1:
    the words of `effects`, and `missed`, `no_shot` (a check failed), `none_left` (no such
    ammunition), `hit` (where nothing more can be said). `p_hurt` and `p_killed` are the chances of
    any harm and of its end among them. `location` are the drm to the coloured dr that count for
    hull or turret alone.
    """

    name: str
    drm: ByCase
    tally: list[Item]
    rejected: list[Item]
    total_drm: int
    odds: TargetOdds
    fates: Chances
    p_hurt: Fraction
    p_killed: Fraction
    is_vehicle: bool
    hd: bool
    location: list[Item] = []
    max_original_dr: int | UnsetType = UNSET
    p_hit: Fraction | UnsetType = UNSET
    kills: list[KillItem] | UnsetType = UNSET
    ift_fp: FirePower | UnsetType = UNSET
    ift_column: int | UnsetType | None = UNSET
    hex: str | UnsetType = UNSET
    not_attacked: Said | UnsetType = UNSET


class Result(Part, kw_only=True):
    """What became of a target: a word of `docs/shot.md`, and the target as it is now."""

    name: str
    result: str
    detail: Any


class HitReport(Part, kw_only=True):
    """A target that the To Hit DR struck, and how the hit is resolved."""

    name: str
    hit_location: Aspect | None
    is_ch: bool
    kill: KillItem


class Swept(Part, kw_only=True):
    """C8.4: a hex that canister sweeps, and the FP it meets there."""

    hex: str
    share: Fraction
    fp: FirePower


class Pattern(Part, kw_only=True):
    """C8.4: what canister is aimed at: the vertex (its three hexes) or levels, and what it sweeps.

    `vertices` are all that could have been aimed at.
    """

    vertex: list[str]
    levels: list[int]
    hexes: list[Swept]
    vertices: list[list[str]]


class CheckReport(Part, kw_only=True):
    """C13.31: the check before a Panzerfaust's shot; `odds` by its result."""

    max_original_dr: int
    drm: ByCase
    odds: Chances


class RiskReport(Part, kw_only=True):
    """What may befall one unit of the firer's own side."""

    name: str
    harm: Chances


class WayReport(Part, kw_only=True):
    """C13.8, C13.81: one way of firing a light weapon: its chances, or the rule against it."""

    how: How
    p_hit: Fraction | UnsetType = UNSET
    p_killed: Fraction | UnsetType = UNSET
    p_firer_harmed: Fraction | UnsetType = UNSET
    refused: str | None = None
    error: Said | UnsetType = UNSET


class TwiceReport(Part, kw_only=True):
    """C13.31: both attempts of a squad in one phase taken together."""

    p_killed: Fraction
    p_firer_harmed: Fraction


class Chain(Part, kw_only=True):
    """C12, C13: a light weapon's or RCL's whole chain, the check included, and its price."""

    how: How
    check: CheckReport | None
    check_tally: list[Item]
    p_fires: Fraction
    p_hit: Fraction
    p_hurt: Fraction
    p_killed: Fraction
    p_firer_harmed: Fraction
    risks: list[RiskReport]
    bystanders: list[RiskReport]
    flames: Chances
    ways: list[WayReport]
    twice: TwiceReport | None


class ChainRolled(Part, kw_only=True):
    """What the dice of a chain did: the check, the firer's side, flames.

    `outcome` is all of it as the rules left it, `None` while dice are wanted (`need`).
    """

    dice: list[int]
    outcome: Any
    need: Said | None
    check: str | None = None
    own: list[Result] = []
    flames: list[str] = []
    smoke: bool = False


class ShotReport(Part, kw_only=True, tag_field="answer", tag="shot"):
    """The answer to a shot. Without a To Hit DR (IFE, MG, canister) its numbers are `null`.

    From `dice` on: what the dice did, only if there were any. `need` says which roll is wanted
    next; `effects_need` which fact is missing to say what a hit does. `latw` and `rolled` belong to
    light weapons and RCL (`docs/light-weapons.md`). `p_hurt` and `p_killed` are of the
    target aimed at, with every check and miss before it.
    """

    kind: ShotKind
    weapon: str
    ammo: Ammo | None
    target_type: TargetType | None
    phase: Phase
    range: int
    ife: bool
    basic_th: int | None
    th_color: ThColor | None = None
    modifications: list[Item]
    modified_th: int | None
    lower_dr_doubled: bool
    bog_check_first: bool
    drm: ByCase
    tally: list[Item]
    rejected: list[Item]
    total_drm: int
    max_original_dr: int | None
    p_hit: Fraction | None
    p_hurt: Fraction
    p_killed: Fraction
    rof_for_shot: int
    breakdown: int
    depletion_number: int | None
    odds: ShotOdds
    basic_tk: int | None = None
    tk_cases: ByCase | None = None
    modified_tk: int | None = None
    af: int | None = None
    final_tk: int | None = None
    ift_fp: FirePower | None = None
    ift_column: int | None = None
    may_interdict: bool = False
    leaves_residual: bool = False
    kills: list[KillItem]
    targets: list[TargetReport]
    canister: Pattern | UnsetType = UNSET
    effects_need: Said | UnsetType = UNSET
    refused: None = None
    dice: list[int] | UnsetType = UNSET
    effects_dice: list[int] | UnsetType = UNSET
    fired: bool | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    hit_location: Aspect | UnsetType | None = UNSET
    is_ch: bool | UnsetType = UNSET
    hits: list[HitReport] | UnsetType = UNSET
    need: Said | UnsetType | None = UNSET
    results: list[Result] | UnsetType = UNSET
    rof_kept: bool | UnsetType = UNSET
    malfunction: bool | UnsetType = UNSET
    weapon_state: WeaponState | UnsetType = UNSET
    depletion: Supply | UnsetType = UNSET
    crew: Crew | UnsetType = UNSET
    acquisition_after: int | UnsetType = UNSET
    latw: Chain | UnsetType = UNSET
    rolled: ChainRolled | UnsetType = UNSET
    best: bool | UnsetType = UNSET
    best_at_range: bool | UnsetType = UNSET

    @property
    def faces(self) -> list[int]:
        """All dice that fell, in order."""
        if self.rolled is not UNSET:
            return self.rolled.dice
        first, rest = self.dice, self.effects_dice
        return (first if first is not UNSET else []) + (rest if rest is not UNSET else [])


class RefusedWay(Part, kw_only=True, tag_field="answer", tag="refused"):
    """A way of a comparison that the rules forbid."""

    ammo: Ammo | None
    target_type: TargetType | None
    range: int
    ife: bool
    refused: str
    error: Said
    best: bool = False
    best_at_range: bool = False


class CompareReport(Part, kw_only=True):
    """The same shot in several ways, at most one of them `best`; `best_at_range` among its range.

    Best is what kills most often, else hurts, else hits; a way that can do nothing is never best.
    """

    ways: list[ShotReport | RefusedWay]


class RefusedReport(Part, kw_only=True):
    """The shot was not allowed: the rule in `refused`; or not understood: `refused` is `null`."""

    error: Said
    refused: str | None
