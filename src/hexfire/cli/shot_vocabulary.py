"""The published vocabulary of `hexfire shot --json`: what an answer is made of, its JSON Schema.

The answer is built from these values and the schema is read off them, so that the two cannot part.
Names may be added; none is taken away or changes its meaning (`docs/shot.md`).
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.throw import Crew
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import Ammo, TargetType
from hexfire.assist.shots.order import Order, named_counter

Exact = Annotated[
    str, Meta(pattern=r"^\d+(/\d+)?$", description="an exact chance, such as 5/12, 0 or 1")
]
FirePower = int | Exact
ByWord = dict[str, Exact]
ByCase = dict[str, int]


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """What every part of an answer has: names are never misspelt, unset ones are left out."""


class Item(Part, kw_only=True):
    """A modifier: its case letter or word, the rule, the value, its name in the reader's words.

    `why`: the reason why a case was considered and left out.
    """

    case: str
    rule: str
    value: int
    name: str
    why: str | UnsetType = UNSET


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
    """One target's chances. An attack without a To Hit DR (IFE, canister) has only `effects`."""

    hit: Exact | UnsetType = UNSET
    ch: Exact | UnsetType = UNSET
    hull: Exact | UnsetType = UNSET
    turret: Exact | UnsetType = UNSET
    effects: ByWord
    ift: ByWord | UnsetType = UNSET


class ShotOdds(TargetOdds, kw_only=True):
    """The chances of the target aimed at, and what the shot does to the weapon."""

    miss: Exact | UnsetType = UNSET
    rof_kept: Exact
    malfunction: Exact
    low_ammo: Exact | UnsetType = UNSET
    depleted: Exact
    none_left: Exact
    acquisition_after: ByWord | UnsetType = UNSET


class TargetReport(Part, kw_only=True):
    """All of it for one target of the DR.

    `hex` is where it stands, if that was said; `not_attacked` why canister does not reach it.
    """

    name: str
    drm: ByCase
    tally: list[Item]
    rejected: list[Item]
    total_drm: int
    odds: TargetOdds
    max_original_dr: int | UnsetType = UNSET
    p_hit: Exact | UnsetType = UNSET
    kills: list[KillItem] | UnsetType = UNSET
    ift_fp: FirePower | UnsetType = UNSET
    ift_column: int | UnsetType | None = UNSET
    hex: str | UnsetType = UNSET
    not_attacked: str | UnsetType = UNSET


class Result(Part, kw_only=True):
    """What became of a target: a word of `docs/shot.md`, and the target as it is now."""

    name: str
    result: str
    detail: Any


class Swept(Part, kw_only=True):
    """C8.4: a hex that canister sweeps, and the FP it meets there."""

    hex: str
    share: Exact
    fp: FirePower


class Pattern(Part, kw_only=True):
    """C8.4: what canister is aimed at: the vertex (its three hexes) or levels, and what it sweeps.

    `vertices` are all that could have been aimed at.
    """

    vertex: list[str]
    levels: list[int]
    hexes: list[Swept]
    vertices: list[list[str]]


class ShotReport(Part, kw_only=True):
    """The answer to a shot. Without a To Hit DR (IFE, canister) its numbers are `null`.

    From `dice` on: what the dice did, only if there were any. `need` says which roll is wanted
    next. `latw` and `rolled` belong to light weapons and RCL (`docs/light-weapons.md`).
    """

    weapon: str
    ammo: Ammo | None
    target_type: TargetType | None
    phase: Phase
    range: int
    ife: bool
    basic_th: int | None
    modifications: list[Item]
    modified_th: int | None
    lower_dr_doubled: bool
    bog_check_first: bool
    drm: ByCase
    tally: list[Item]
    rejected: list[Item]
    total_drm: int
    max_original_dr: int | None
    p_hit: Exact | None
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
    kills: list[KillItem]
    targets: list[TargetReport]
    canister: Pattern | UnsetType = UNSET
    refused: None = None
    dice: list[int] | UnsetType = UNSET
    effects_dice: list[int] | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    hit_location: Aspect | UnsetType | None = UNSET
    is_ch: bool | UnsetType = UNSET
    need: str | UnsetType | None = UNSET
    results: list[Result] | UnsetType = UNSET
    rof_kept: bool | UnsetType = UNSET
    malfunction: bool | UnsetType = UNSET
    weapon_state: WeaponState | UnsetType = UNSET
    depletion: Supply | UnsetType = UNSET
    crew: Crew | UnsetType = UNSET
    acquisition_after: int | UnsetType = UNSET
    latw: dict[str, Any] | UnsetType = UNSET
    rolled: dict[str, Any] | UnsetType = UNSET
    best: bool | UnsetType = UNSET
    p_hurt: Exact | UnsetType = UNSET
    p_killed: Exact | UnsetType = UNSET


class RefusedWay(Part, kw_only=True):
    """A way of `--compare` that the rules forbid."""

    ammo: Ammo | None
    target_type: TargetType | None
    range: int
    refused: str
    error: str
    best: bool = False


class CompareReport(Part, kw_only=True):
    """`--compare`: the same shot in several ways, one of them `best`."""

    ways: list[Any]


class RefusedReport(Part, kw_only=True):
    """The shot was not allowed: the rule in `refused`; or not understood: `refused` is `null`."""

    error: str
    refused: str | None


def published() -> dict[str, Any]:
    """What `hexfire shot --schema` prints: the schemas of orders (`input`) and answers (`output`).

    Validate against `{"$ref": "#/input"}` or `{"$ref": "#/output"}` of this one document.
    """
    kinds = (Order, ShotReport, CompareReport, RefusedReport, RefusedWay)
    (order, *answers, refused_way), definitions = msgspec.json.schema_components(
        kinds, schema_hook=named_counter, ref_template="#/$defs/{name}"
    )
    ways = definitions["CompareReport"]["properties"]["ways"]
    ways["items"] = {"anyOf": [answers[0], refused_way]}
    _as_written(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hexfire shot",
        "input": order,
        "output": {"anyOf": answers},
        "$defs": dict(sorted(definitions.items())),
    }


def _as_written(definitions: dict[str, Any]) -> None:
    """What an order may also be written as: a target by its name alone, ammunition as an object."""
    order, weapon = definitions["Order"]["properties"], definitions["Weapon"]["properties"]
    by_name = {"type": "string", "description": "name or id of a counter"}
    order["target"] = {"anyOf": [by_name, order["target"]]}
    numbers = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}
    listed = weapon["ammo"]
    weapon["ammo"] = {"anyOf": [numbers, listed], "default": listed.pop("default", [])}
