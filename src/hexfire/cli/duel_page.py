"""A Gun Duel for people and for programs: who fires first, why, and how it may end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from hexfire.asl.gunnery.answer import label_of_direct
from hexfire.asl.gunnery.duel import (
    Duel,
    DuelOutcome,
    SeriesEnd,
    duel_odds,
    fight,
    fight_on,
    next_duel,
    totals,
)
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.shots.shot import Shot
from hexfire.cli.screen import Screen
from hexfire.cli.shot_page import Bar, bars, big, ordered, say_label, signed
from hexfire.cli.shot_report import fractions, items_of, plain
from hexfire.dice import Dice, NeedAnswer, Odds, odds, play, secure, seeded
from hexfire.rulebook import BadInput, Refusal, Tally

SIDES = ("vehicle", "defender")


class Fought(msgspec.Struct):
    """A duel that was thrown: the dice, and its end or the roll that is wanted next."""

    faces: tuple[int, ...]
    outcome: DuelOutcome | None
    need: NeedAnswer | None = None

    @classmethod
    def of(cls, made: Duel, faces: tuple[int, ...], roll: bool, seed: int | None) -> Fought | None:
        if not faces and not roll:
            return None
        source = (seeded(seed) if seed is not None else secure()) if roll else None
        dice = Dice(faces, source)
        try:
            outcome = play(dice, fight, made)
        except NeedAnswer as need:
            return cls(faces, None, need)
        if dice.left_over:
            raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, dice.left_over)))
        return cls(dice.faces, outcome)


class Side:
    """One side's prospects: whether it comes to fire, hits, and what it does to the other."""

    def __init__(self, name: str, shot: Shot, found: Odds[DuelOutcome]) -> None:
        self.name, self.shot = name, shot
        self.fires = self.hits = self.silences = Fraction(0)
        self.effects: dict[str, Fraction] = {}
        for outcome, p in found.items():
            mine: Outcome | None = getattr(outcome, name)
            if mine is None:
                continue
            self.fires += p
            self.hits += p * bool(mine.hits)
            if mine.effects:
                label = label_of_direct(shot, 0, mine.effects[0])
                self.effects[label] = self.effects.get(label, Fraction(0)) + p
        out = "defender_out" if name == "vehicle" else "vehicle_out"
        self.silences = found.chance(lambda o: getattr(o, out))

    def data(self) -> dict[str, Any]:
        return {
            "fires": str(self.fires),
            "hits": str(self.hits),
            "silences": str(self.silences),
            "effects": fractions(self.effects),
        }


class DuelPage:
    """The duel on a screen: both totals and who fires first, then why, then the chances."""

    def __init__(self, out: Screen, made: Duel, fought: Fought | None, rounds: int) -> None:
        self.out, self.made, self.fought, self.rounds = out, made, fought, rounds
        self.drm = totals(made)
        self.odds = None if fought is not None else duel_odds(made)
        self.series = odds(fight_on, made, rounds) if rounds > 1 and fought is None else None

    def say(self, key: str, **params: Any) -> str:
        return self.out.say(f"gunnery.duel.{key}", **params)

    def sides(self, found: Odds[DuelOutcome]) -> tuple[Side, ...]:
        return tuple(Side(name, getattr(self.made, name), found) for name in SIDES)

    def show(self) -> None:
        if self.out.json:
            self.out.data(self._data())
            return
        self._title()
        self._why()
        if self.odds is not None:
            self._chances(self.odds)
        if self.series is not None:
            self._rounds(self.series)
        if self.fought is not None:
            self._fought(self.fought)

    def _title(self) -> None:
        names = {name: getattr(self.made, name).weapon.name for name in SIDES}
        self.out.print(Text(self.say("title", **names), style="bold"))
        self.out.print()
        figures = (big(str(self.drm.vehicle.total)), big(str(self.drm.defender.total)))
        for left, right in zip(*figures, strict=True):
            self.out.print(
                Text.assemble("  ", (left, "bold green"), "        ", (right, "bold red"))
            )
        self.out.print()
        self.out.print(Text(self.say(f"first.{self.drm.first.value}"), style="bold"))
        if self.drm.ca_turns_first:
            self.out.print(self.say("ca_turns_first"))
        elif self.made.must_turn:
            self.out.print(self.say("ca_turns_later"))
        self.out.print()

    def _why(self) -> None:
        grid = Table.grid(padding=(0, 2))
        for name in SIDES:
            tally: Tally = getattr(self.drm, name)
            grid.add_row("", "", Text(getattr(self.made, name).weapon.name, style="bold"), "")
            for item in tally.applied:
                grid.add_row(item.case, signed(item.value), self.out.words.name(item), item.rule)
            grid.add_row("DRM", Text(signed(tally.total), style="bold"), "", "")
        self.out.print(grid)
        self.out.print()

    def _chances(self, found: Odds[DuelOutcome]) -> None:
        rows: list[Bar] = []
        if len(firsts := found.map(lambda o: o.first)) > 1:
            rows += [(self.say(f"first.{who.value}"), p, "cyan") for who, p in firsts.items()]
        for side in self.sides(found):
            if side.fires != 1:
                rows.append((self.say(f"{side.name}_fires"), side.fires, "cyan"))
            if not is_small_arms(side.shot):
                rows.append((self.say(f"{side.name}_hits"), side.hits, "green"))
            for label, p in ordered(side.effects):
                rows.append((f"  {side.shot.target.name}: {say_label(self.out, label)}", p, "red"))
        rows += self._ends(found)
        bars(self.out, rows)

    def _ends(self, found: Odds[DuelOutcome] | Odds[SeriesEnd]) -> list[Bar]:
        """The four ways a duel may end."""
        ends = found.map(lambda o: (o.vehicle_out, o.defender_out))
        keys = {
            (False, True): "defender_out",
            (True, False): "vehicle_out",
            (True, True): "both_out",
            (False, False): "none_out",
        }
        return [(self.say(key), ends[end], "red") for end, key in keys.items() if end in ends]

    def _rounds(self, series: Odds[SeriesEnd]) -> None:
        self.out.print()
        self.out.print(Text(self.say("rounds", rounds=self.rounds), style="bold"))
        bars(self.out, self._ends(series))

    def _fought(self, fought: Fought) -> None:
        self.out.print(self.say("dice", dice=" ".join(map(str, fought.faces))), markup=False)
        if fought.need is not None:
            self.out.print(Text(self.out.words.request(fought.need), style="bold yellow"))
        if fought.outcome is None:
            return
        outcome = fought.outcome
        self.out.print(Text(self.say(f"first.{outcome.first.value}"), style="bold"))
        for name in SIDES:
            self.out.print(Text(self._story(name, getattr(outcome, name))))
        for key in ("defender_out", "vehicle_out"):
            if getattr(outcome, key):
                self.out.print(Text(self.say(key), style="bold red"))
        self.out.print(self.say("again" if self._again(outcome) else "no_more"))

    def _story(self, name: str, mine: Outcome | None) -> str:
        """What one side's shot did, in a line."""
        shot: Shot = getattr(self.made, name)
        if mine is None:
            return self.say(f"{name}_silent")
        if not mine.effects:
            return self.say(f"{name}_misses")
        label = say_label(self.out, label_of_direct(shot, 0, mine.effects[0]))
        verb = self.say(f"{name}_attacks" if is_small_arms(shot) else f"{name}_hits")
        return f"{verb}: {shot.target.name}: {label}"

    def _again(self, outcome: DuelOutcome) -> bool:
        """Whether a further duel may follow."""
        try:
            next_duel(self.made, outcome)
        except Refusal:
            return False
        return True

    # -- for programs ----------------------------------------------------------------------------

    def _data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            name: {
                "duel_total": (tally := getattr(self.drm, name)).total,
                "cases": dict(tally.as_dict()),
                "tally": [plain(item) for item in items_of(self.out, tally.applied)],
            }
            for name in SIDES
        }
        data |= {"first": self.drm.first, "ca_turns_first": self.drm.ca_turns_first}
        if self.odds is not None:
            firsts = self.odds.map(lambda o: o.first)
            data["odds"] = {f"first.{who.value}": str(p) for who, p in firsts.items()}
            data["odds"] |= {side.name: side.data() for side in self.sides(self.odds)}
            data["odds"] |= _end_data(self.odds)
        if self.series is not None:
            data["series"] = {"rounds": self.rounds} | _end_data(self.series)
        if self.fought is not None:
            data |= self._fought_data(self.fought)
        data["refused"] = None
        return data

    def _fought_data(self, fought: Fought) -> dict[str, Any]:
        need = self.out.words.request(fought.need) if fought.need else None
        data: dict[str, Any] = {"dice": list(fought.faces), "need": need}
        outcome = fought.outcome
        if outcome is None:
            return data
        return data | {
            "fired_first": outcome.first,
            "vehicle_out": outcome.vehicle_out,
            "defender_out": outcome.defender_out,
            "ca_turned": outcome.ca_turned,
            "again": self._again(outcome),
            "outcome": outcome,
        }


def _end_data(found: Odds[DuelOutcome] | Odds[SeriesEnd]) -> dict[str, str]:
    return {
        "vehicle_out": str(found.chance(lambda o: o.vehicle_out)),
        "defender_out": str(found.chance(lambda o: o.defender_out)),
        "both_out": str(found.chance(lambda o: o.vehicle_out and o.defender_out)),
        "none_out": str(found.chance(lambda o: not (o.vehicle_out or o.defender_out))),
    }
