"""A Gun Duel for people: who fires first, why, and how it may end."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from rich.table import Table
from rich.text import Text

from hexfire.assist.duels import DuelOdds, DuelReport, Ends, SideOdds, SideReport
from hexfire.cli.screen import Screen
from hexfire.cli.shot_page import Bar, bars, big, ordered, say_label, signed


class DuelPage:
    """The duel on a screen: both totals and who fires first, then why, then the chances."""

    def __init__(self, out: Screen, report: DuelReport) -> None:
        self.out, self.report = out, report
        self.sides = (("vehicle", report.vehicle), ("defender", report.defender))

    def say(self, key: str, **params: Any) -> str:
        return self.out.say(f"gunnery.duel.{key}", **params)

    def show(self) -> None:
        self._title()
        self._why()
        if self.report.odds is not UNSET:
            self._chances(self.report.odds)
        if self.report.series is not UNSET:
            self.out.print()
            self.out.print(Text(self.say("rounds", rounds=self.report.series.rounds), style="bold"))
            bars(self.out, self._ends(self.report.series))
        if self.report.dice is not UNSET:
            self._fought(self.report.dice)

    def _title(self) -> None:
        names = {name: side.weapon for name, side in self.sides}
        self.out.print(Text(self.say("title", **names), style="bold"))
        self.out.print()
        figures = [big(str(side.duel_total)) for _, side in self.sides]
        for left, right in zip(*figures, strict=True):
            self.out.print(
                Text.assemble("  ", (left, "bold green"), "        ", (right, "bold red"))
            )
        self.out.print()
        self.out.print(Text(self.say(f"first.{self.report.first.value}"), style="bold"))
        if self.report.ca_turns_first:
            self.out.print(self.say("ca_turns_first"))
        elif self.report.ca_turns_later:
            self.out.print(self.say("ca_turns_later"))
        self.out.print()

    def _why(self) -> None:
        grid = Table.grid(padding=(0, 2))
        for _, side in self.sides:
            grid.add_row("", "", Text(side.weapon, style="bold"), "")
            for item in side.tally:
                grid.add_row(item.case, signed(item.value), self.out.tell(item.name), item.rule)
            grid.add_row("DRM", Text(signed(side.duel_total), style="bold"), "", "")
        self.out.print(grid)
        self.out.print()

    def _chances(self, odds: DuelOdds) -> None:
        firsts = {
            "vehicle": odds.first_vehicle,
            "defender": odds.first_defender,
            "together": odds.first_together,
        }
        possible = [(first, p) for first, p in firsts.items() if p is not UNSET]
        rows: list[Bar] = []
        if len(possible) > 1:
            rows += [(self.say(f"first.{first}"), p, "cyan") for first, p in possible]
        for (name, side), chances in zip(self.sides, (odds.vehicle, odds.defender), strict=True):
            rows += self._side(name, side, chances)
        bars(self.out, rows + self._ends(odds))

    def _side(self, name: str, side: SideReport, odds: SideOdds) -> list[Bar]:
        rows: list[Bar] = []
        if odds.fires != 1:
            rows.append((self.say(f"{name}_fires"), odds.fires, "cyan"))
        if not side.direct:
            rows.append((self.say(f"{name}_hits"), odds.hits, "green"))
        for label, p in ordered(odds.effects):
            rows.append((f"  {side.target}: {say_label(self.out, label)}", p, "red"))
        return rows

    def _ends(self, ends: Ends) -> list[Bar]:
        """The four ways a duel may end: one side alone, both, neither."""
        rows = (
            ("defender_out", ends.defender_out - ends.both_out),
            ("vehicle_out", ends.vehicle_out - ends.both_out),
            ("both_out", ends.both_out),
            ("none_out", ends.none_out),
        )
        return [(self.say(key), p, "red") for key, p in rows if p]

    def _fought(self, dice: list[int]) -> None:
        report = self.report
        self.out.print(self.say("dice", dice=" ".join(map(str, dice))), markup=False)
        if report.need:
            self.out.print(Text(self.out.tell(report.need), style="bold yellow"))
        if report.fired_first is UNSET:
            return
        self.out.print(Text(self.say(f"first.{report.fired_first.value}"), style="bold"))
        results = (
            (report.vehicle_fired, report.vehicle_result),
            (report.defender_fired, report.defender_result),
        )
        for (name, side), (fired, result) in zip(self.sides, results, strict=True):
            self.out.print(Text(self._story(name, side, bool(fired), result or None)))
        for key, out in (
            ("defender_out", report.defender_out),
            ("vehicle_out", report.vehicle_out),
        ):
            if out:
                self.out.print(Text(self.say(key), style="bold red"))
        self.out.print(self.say("again" if report.again else "no_more"))

    def _story(self, name: str, side: SideReport, fired: bool, result: str | None) -> str:
        """What one side's shot did, in a line."""
        if not fired:
            return self.say(f"{name}_silent")
        if result is None:
            return self.say(f"{name}_misses")
        verb = self.say(f"{name}_attacks" if side.direct else f"{name}_hits")
        return self.out.pair(verb, self.out.pair(side.target, say_label(self.out, result)))
