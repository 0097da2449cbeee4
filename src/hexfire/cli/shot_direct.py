"""IFE, MG and canister on the screen: attacks straight on the IFT."""

from __future__ import annotations

from msgspec import UNSET
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from hexfire.assist.shots import ShotKind, TargetReport
from hexfire.cli.shot_page import Page, bars, big, signed

KIND_NAMES = {ShotKind.IFE: "IFE", ShotKind.MG: "MG", ShotKind.CANISTER: "Canister"}


class DirectPage(Page):
    """An attack that makes no To Hit DR: its column, its DRM, its chances, or what fell."""

    def title(self) -> None:
        report = self.report
        hexes = self.say("hexes", range=report.range)
        facts = f"   {hexes} · {KIND_NAMES[report.kind]} · {report.phase}"
        self.out.print(Text.assemble((f"{report.weapon} → {self.main.name}", "bold"), facts))

    def number(self) -> None:
        column = self.report.ift_column
        figures = big("-" if column is None else str(column))
        self.out.print()
        for line, beside in zip(figures, (self.say("column"), self.harm(), ""), strict=True):
            self.out.print(Text.assemble("  ", (line, "bold green"), "    ", beside))
        self.out.print()

    def why(self) -> None:
        self._swept()
        grid = Table.grid(padding=(0, 2))
        self.rows(grid, self.report.tally)
        grid.add_row("DRM", Text(signed(self.report.total_drm), style="bold"), "", "")
        self.out.print(grid)
        self.out.print()

    def chances(self) -> None:
        blocks = [self.fate(target) for target in self.report.targets]
        weapon = self.wear()
        width = max(cell_len(name) for rows in (*blocks, weapon) for name, _, _ in rows)
        for target, rows in zip(self.report.targets, blocks, strict=True):
            self.out.print(Text.assemble((target.name, "bold"), self._met(target)))
            bars(self.out, rows, width)
        bars(self.out, weapon, width)

    def to_hit_dr(self) -> None:
        """There is none: the one DR is that of the IFT."""
        dice = " ".join(map(str, self.report.dice or ()))
        self.out.print(self.say("ift_dice", dice=dice), markup=False)

    def _swept(self) -> None:
        """What canister sweeps: the vertex, and the FP that each hex meets."""
        pattern = self.report.canister
        if pattern is UNSET:
            return
        if pattern.vertex:
            self.out.print(self.say("vertex", hexes="/".join(pattern.vertex)))
        else:
            self.out.print(self.say("levels", levels=", ".join(map(str, pattern.levels))))
        grid = Table.grid(padding=(0, 2))
        for swept in pattern.hexes:
            grid.add_row(swept.hex, self.say("swept_fp", fp=swept.fp))
        self.out.print(grid)
        self.out.print()

    def _met(self, target: TargetReport) -> str:
        """A target's hex and column, or why it is not attacked; nothing where there is but one."""
        words = [target.hex] if target.hex else []
        if target.not_attacked is not UNSET:
            words.append(self.out.tell(target.not_attacked))
        elif len(self.report.targets) > 1:
            drm = signed(target.total_drm)
            words.append(self.say("ift", column=target.ift_column or 0, drm=drm))
        return "   " + " · ".join(words) if words else ""


class ClosePage(DirectPage):
    """FT, MOL, DC or ATMM at a vehicle: the TK# (or the check's DRM), its chances, what fell."""

    def title(self) -> None:
        report = self.report
        facts = f"   {self.say('hexes', range=report.range)} · {report.phase}"
        self.out.print(Text.assemble((f"{report.weapon} → {self.main.name}", "bold"), facts))

    def number(self) -> None:
        self.out.print()
        self.out.print(f"  {self.harm()}")
        for line in self.resolution(self.main):
            self.out.print(f"  {line}")
        self.out.print()

    def to_hit_dr(self) -> None:
        """There is none: all dice are the attack's own."""
        dice = " ".join(map(str, self.report.dice or ()))
        self.out.print(self.say("further_dice", dice=dice), markup=False)
