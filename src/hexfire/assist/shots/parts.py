"""Parts that the answers to all kinds of shots are built from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import UNSET

from hexfire.asl.gunnery.answer import Kill
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.shots.shot import Weapon
from hexfire.asl.tables.ift import FP, Harm, cell
from hexfire.assist.shots.report import (
    Chances,
    FirePower,
    Item,
    KillItem,
    Result,
    ShotReport,
    TargetOdds,
)
from hexfire.assist.wording import Said
from hexfire.rulebook import Modifier


def items_of(items: Iterable[Modifier]) -> list[Item]:
    """Modifiers with their names, and why those that were left out were."""
    return [
        Item(
            case=item.case,
            rule=item.rule,
            value=item.value,
            name=Said(item),
            why=UNSET if item.why is None else Said(item.why),
        )
        for item in items
    ]


def chances(by_word: Mapping[str, Fraction] | Mapping[int, Fraction]) -> Chances:
    """Chances by their word, the likeliest first."""
    ordered = sorted(by_word.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(key): p for key, p in ordered}


def fates_of(odds: TargetOdds, none_left: Fraction) -> Chances:
    """All that may become of a target of a shot, the likeliest first."""
    hit = odds.hit if odds.hit and not odds.effects else Fraction(0)
    rest = {"hit": hit, "missed": odds.missed or Fraction(0), "none_left": none_left}
    return chances(odds.effects | {word: p for word, p in rest.items() if p})


def by_severity(results: Mapping[str, Fraction]) -> Chances:
    """Results of the IFT with their chances, the worst first."""
    order = list(Harm)

    def severity(label: str) -> tuple[int, int]:
        suffered = cell(label)
        return order.index(suffered.harm), -suffered.number

    return {label: results[label] for label in sorted(results, key=severity)}


def firepower(fp: FP | None) -> FirePower | None:
    """A whole number as such, a half one as its fraction."""
    return None if fp is None else int(fp) if fp == int(fp) else str(fp)


def weapon_name(weapon: Weapon) -> str:
    """The counter's name; a weapon known by its figures alone is called by them."""
    return weapon.name or f"{weapon.caliber}{weapon.barrel.value}"


def kill_item(kill: Kill) -> KillItem:
    """How a hit of one kind is resolved."""
    item = KillItem(hit_location=kill.aspect, is_ch=kill.is_ch)
    if kill.number is not None:
        number = kill.number
        item.table, item.basic_tk = number.table, number.basic
        item.tk_cases, item.modified_tk = dict(number.cases.as_dict()), number.modified
        item.af, item.final_tk = number.af, number.final
    if kill.payload is not None:
        item.ift_fp = firepower(kill.payload.fp)
        item.ift_column = kill.payload.column
        item.ift_drm, item.ift_total_drm = dict(kill.drm.as_dict()), kill.drm.total
    return item


def add_outcome(report: ShotReport, outcome: Outcome, labels: Iterable[str]) -> None:
    """How the shot ended: each target's fate by its label, and what became of the weapon."""
    report.fired = outcome.fired
    report.results = [
        Result(name=struck.name, result=label, detail=effect)
        for struck, label, effect in zip(outcome.hits, labels, outcome.effects, strict=True)
    ]
    report.rof_kept, report.malfunction = outcome.rof_kept, outcome.malfunction
    report.weapon_state, report.depletion = outcome.weapon, outcome.supply
    report.crew, report.acquisition_after = outcome.crew, outcome.acquisition
