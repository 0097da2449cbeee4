"""`hexfire shot` with a light anti-tank weapon or recoilless rifle: the chain, and its price."""

from __future__ import annotations

from fractions import Fraction

from rich.table import Table
from rich.text import Text

from hexfire.assist.shots import ShotReport
from hexfire.assist.shots.report import Chain, ChainRolled, RiskReport
from hexfire.cli.screen import Screen, percent
from hexfire.cli.shot_page import Page, ordered, say_label, signed

UNHARMED = "none"


class LightPage(Page):
    """The shot as any other, with the check before it and the price behind it."""

    def __init__(self, out: Screen, report: ShotReport, why_not: bool) -> None:
        super().__init__(out, report, why_not)
        assert isinstance(report.latw, Chain)
        self.chain = report.latw

    def tell(self, key: str, **params: str | int | tuple[str, ...]) -> str:
        return self.out.say(f"fieldguns.latw.{key}", **params)

    def show(self) -> None:
        self.title()
        self._whole()
        self._check()
        self.number()
        self.why()
        self.chances()
        self._risks()
        self._ways()

    def _whole(self) -> None:
        """The answer first: the chance of the kill, and the chance that it costs something."""
        chain = self.chain
        if chain.check is None and not chain.p_firer_harmed:
            return
        line = self.tell("whole", hit=percent(chain.p_hit), killed=percent(chain.p_killed))
        self.out.print()
        self.out.print(Text(line, style="bold"))
        risk = chain.p_firer_harmed
        if risk:
            self.out.print(self.tell("risk", risk=percent(risk), exact=str(risk)))
        if chain.twice is not None:
            killed, harmed = percent(chain.twice.p_killed), percent(chain.twice.p_firer_harmed)
            self.out.print(self.tell("twice", killed=killed, risk=harmed))

    def harm(self) -> str:
        """Where a check comes first the chance of the kill stands above, of the whole chain."""
        return "" if self.chain.check is not None else super().harm()

    def _check(self) -> None:
        check = self.chain.check
        if check is None:
            return
        self.out.print()
        number = check.max_original_dr
        key = "check" if number >= 1 else "no_check"
        self.out.print(Text(self.tell(key, number=min(number, 5)), style="bold"))
        grid = Table.grid(padding=(0, 2))
        for item in self.chain.check_tally:
            grid.add_row(signed(item.value), self.out.tell(item.name), item.rule)
        for result, chance in check.odds.items():
            grid.add_row(percent(chance), self._checked(result), "")
        self.out.print(grid)

    def _checked(self, result: str) -> str:
        return self.tell(f"checked.{result.replace(' ', '_')}")

    def _risks(self) -> None:
        rows = [(risk, "risk_title") for risk in self.chain.risks if _harmed(risk)]
        rows += [(risk, "bystander_title") for risk in self.chain.bystanders]
        grid = Table.grid(padding=(0, 2))
        for risk, key in rows:
            grid.add_row(Text(self.tell(key, name=self._unit(risk.name)), style="bold"), "")
            for label, chance in ordered(risk.harm):
                if label != UNHARMED:
                    grid.add_row(f"  {say_label(self.out, label)}", percent(chance))
            if key == "bystander_title":
                grid.add_row(f"  {self.tell('ti')}", "")
        for place, chance in self.chain.flames.items():
            grid.add_row(self.tell("flame", place=self._place(place)), percent(chance))
        if rows or self.chain.flames:
            self.out.print()
            self.out.print(grid)

    def _unit(self, name: str) -> str:
        key = f"fieldguns.hand.{name}"
        return self.out.say(key) if self.out.words.has(key) else name

    def _place(self, place: str) -> str:
        key = f"fieldguns.latw.place.{place}"
        return self.out.say(key) if self.out.words.has(key) else place

    def _ways(self) -> None:
        ways = self.chain.ways
        if len(ways) < 2:
            return
        self.out.print()
        self.out.print(Text(self.tell("ways"), style="bold"))
        grid = Table(box=None, pad_edge=False)
        for key in ("way", "way_hit", "way_killed", "way_risk"):
            grid.add_column(self.tell(key))
        for way in ways:
            chosen = way.how is self.chain.how
            name = self.out.say(f"fieldguns.how.{way.how.value}")
            mark = f"▸ {name}" if chosen else f"  {name}"
            if way.error:
                grid.add_row(mark, "—", "—", self.out.tell(way.error))
                continue
            numbers = (way.p_hit, way.p_killed, way.p_firer_harmed)
            shown = (percent(p or Fraction(0)) for p in numbers)
            grid.add_row(mark, *shown, style="bold" if chosen else "")
        self.out.print(grid)

    # -- after the dice ----------------------------------------------------------------------------

    def rolled(self) -> None:
        """What fell and what it did, on both sides."""
        fallen = self.report.rolled
        assert isinstance(fallen, ChainRolled)
        self.title()
        self.out.print()
        self.out.print(self.tell("dice", dice=tuple(map(str, fallen.dice))), markup=False)
        if fallen.check is not None:
            self.out.print(Text(self._checked(fallen.check), style="bold"))
        if self.report.fired and not self.report.hit:
            self.out.print(Text(self.tell("missed"), style="bold"))
        self.outcome()
        for line in self._own_side(fallen):
            self.out.print(Text(line, style="bold"))
        self.out.print()
        if fallen.need is None:
            self.why()

    def _own_side(self, fallen: ChainRolled) -> list[str]:
        lines = [
            self.out.pair(self._unit(one.name), say_label(self.out, one.result))
            for one in fallen.own
        ]
        lines += [self.tell("flame", place=self._place(place)) for place in fallen.flames]
        return lines + ([self.tell("smoke")] if fallen.smoke else [])


def _harmed(risk: RiskReport) -> bool:
    return any(label != UNHARMED and chance for label, chance in risk.harm.items())
