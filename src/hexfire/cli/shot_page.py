"""A shot for people: the number first, then why, then the chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import UNSET
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from hexfire.assist.shots import RefusedWay, ShotReport, TargetReport, WeaponState
from hexfire.assist.shots.report import (
    BASIC_TH,
    LOWER_DR_DOUBLED,
    MODIFIED_TH,
    Item,
    KillItem,
    ThColor,
)
from hexfire.cli.screen import Screen, percent

_DIGITS = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "-": ("   ", "▀▀▀", "   "),
}


def big(number: str) -> list[str]:
    """A number in large figures, three lines high."""
    return ["  ".join(_DIGITS[c][line] for c in number) for line in range(3)]


def signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def ammo_name(out: Screen, way: ShotReport | RefusedWay) -> str:
    """What is fired, in a word."""
    if way.ife:
        return "IFE"
    key = f"core.ammo.{way.ammo}"
    return out.say(key) if out.words.has(key) else str(way.ammo or "—")


def say_label(out: Screen, label: str) -> str:
    """What became of a target, in words."""
    keys = [f"gunnery.effect.{word}" for word in label.split("+")]
    words = [out.say(k) if out.words.has(k) else k.rpartition(".")[2] for k in keys]
    return out.say("gunnery.page.join").join(words)


Bar = tuple[str, Fraction, str]


def ordered(effects: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    """What may become of a target, the likeliest first."""
    return sorted(effects.items(), key=lambda pair: -pair[1])


def bars(out: Screen, rows: Iterable[Bar], width: int = 0) -> None:
    """Chances one below the other: name, percentage, bar in its colour."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(min_width=width)
    grid.add_column(min_width=7, justify="right")
    for name, p, style in rows:
        grid.add_row(name, percent(p), Text("█" * round(float(p) * 30), style=style))
    out.print(grid)


class Page:
    """The answer on a screen: the number first, then why, then the chances."""

    def __init__(self, out: Screen, report: ShotReport, why_not: bool) -> None:
        self.out, self.report, self.main, self.why_not = out, report, report.targets[0], why_not

    def say(self, key: str, **params: Any) -> str:
        return self.out.say(f"gunnery.page.{key}", **params)

    def show(self) -> None:
        self.title()
        self.number()
        self.why()
        self.chances()

    def rolled(self) -> None:
        """What fell, what it did, and (below) how it had come to that."""
        self.title()
        self.out.print()
        self.to_hit_dr()
        self.outcome()
        self.out.print()
        self.why()

    # -- before the dice ---------------------------------------------------------------------------

    def title(self) -> None:
        report = self.report
        facts = (
            self.say("hexes", range=report.range),
            str(report.ammo),
            self.out.say(f"gunnery.type.{report.target_type}"),
            str(report.phase),
        )
        self.out.print(
            Text.assemble((f"{report.weapon} → {self.main.name}", "bold"), "   ", " · ".join(facts))
        )

    def number(self) -> None:
        needed = self.report.max_original_dr or 0
        possible = needed >= 2
        figures = big(str(min(needed, 12))) if possible else big("-")
        key = "needed" if possible else "only_improbable"
        if self.report.lower_dr_doubled:
            key = "needed_doubled" if needed >= 3 else "only_improbable"
        hit = self.report.p_hit or Fraction(0)
        side = (
            self.say(key, number=needed),
            self.say("to_hit", percent=percent(hit), exact=str(hit)),
            self.harm(),
        )
        self.out.print()
        for line, beside in zip(figures, side, strict=True):
            self.out.print(Text.assemble("  ", (line, "bold green"), "    ", beside))
        if self.main.is_vehicle and self.main.hd and not self.main.odds.hull:
            self.out.print(Text(self.say("hd"), style="bold yellow"))
            for item in self.main.location:
                line = self.say("location", drm=signed(item.value), why=self.out.tell(item.name))
                self.out.print(Text(f"{line} ({item.rule})", style="bold yellow"))
        self.out.print()

    def harm(self) -> str:
        """The third line of the answer: how likely the target is destroyed or harmed at all."""
        if self.report.effects_need:
            return self.out.tell(self.report.effects_need)
        if not self.main.odds.effects:
            return self.say("ch", percent=percent(self.main.odds.ch or Fraction(0)))
        killed, hurt = percent(self.report.p_killed), percent(self.report.p_hurt)
        return self.say("harm", killed=killed, hurt=hurt)

    def why(self) -> None:
        report = self.report
        if report.bog_check_first:
            self.out.print(Text(self.say("bog_check"), style="bold yellow"))
        grid = Table.grid(padding=(0, 2))
        kind = self.out.say(f"gunnery.type.{report.target_type}")
        basic = self.say("basic", type=kind, color=self._color()).strip()
        grid.add_row("TH#", str(report.basic_th), basic, BASIC_TH)
        self.rows(grid, report.modifications)
        if report.modifications:
            number = Text(str(report.modified_th), style="bold")
            grid.add_row("=", number, self.say("modified"), MODIFIED_TH)
        for target in report.targets:
            if len(report.targets) > 1:
                grid.add_row("", "", Text(target.name, style="bold"), "")
            self.rows(grid, target.tally)
            if report.lower_dr_doubled:
                grid.add_row("", "×2", self.say("doubled"), LOWER_DR_DOUBLED)
            total = Text(signed(target.total_drm), style="bold")
            grid.add_row("DRM", total, self.say("total", number=target.max_original_dr or 0), "")
            if self.why_not:
                self._rejected(grid, target)
        self.out.print(grid)
        self.out.print()

    def _color(self) -> str:
        match self.report.th_color:
            case None:
                return ""
            case ThColor.OWN:
                return self.say("own_table")
            case color:
                return self.out.say(f"gunnery.color.{color}")

    def rows(self, grid: Table, items: Iterable[Item]) -> None:
        for item in items:
            grid.add_row(item.case, signed(item.value), self.out.tell(item.name), item.rule)

    def _rejected(self, grid: Table, target: TargetReport) -> None:
        for item in target.rejected:
            why = "" if item.why is UNSET else self.out.tell(item.why)
            name = self.out.pair(self.out.tell(item.name), why)
            grid.add_row(
                *(Text(c, style="dim strike") for c in (item.case, signed(item.value))),
                Text(name, style="dim"),
                Text(item.rule, style="dim"),
            )

    def chances(self) -> None:
        """Each target's fate as bars, with how it is resolved above them; then the weapon's."""
        targets = self.report.targets
        blocks = [self.fate(target) for target in targets]
        weapon = self.wear()
        width = max(cell_len(name) for rows in (*blocks, weapon) for name, _, _ in rows)
        for target, rows in zip(targets, blocks, strict=True):
            if len(targets) > 1:
                self.out.print(Text(target.name, style="bold"))
            for line in self.resolution(target):
                self.out.print(Text(line, style="dim"), soft_wrap=True)
            bars(self.out, rows, width)
        bars(self.out, weapon, width)

    def wear(self) -> list[Bar]:
        """What the shot may do to the weapon."""
        odds = self.report.odds
        keys = ("rof_kept", "malfunction", "low_ammo", "depleted", "none_left")
        return [(self.say(key), p, "cyan") for key in keys if (p := getattr(odds, key))]

    def fate(self, target: TargetReport) -> list[Bar]:
        """The hit, and all that may become of a target: that it is missed is one of the ways."""
        odds = target.odds
        rows: list[Bar] = []
        if odds.hit is not UNSET:
            rows.append((self.say("hit"), odds.hit, "green"))
            if target.is_vehicle:
                rows.append((f"  {self.say('hull')}", odds.hull or Fraction(0), "green"))
                rows.append((f"  {self.say('turret')}", odds.turret or Fraction(0), "green"))
        for label, p in target.fates.items():
            if label != "hit":
                style = "red" if label in odds.effects else "white"
                rows.append((say_label(self.out, label), p, style))
        return rows

    def resolution(self, target: TargetReport) -> list[str]:
        """How a hit is resolved: its To Kill number or IFT column, and the table's results."""
        kills = target.kills or ()
        lines = [line for kill in kills if (line := self._kill(kill))]
        if target.odds.ift:
            cells = target.odds.ift.items()
            shown = (f"{label.replace('-', '—')} {percent(p)}" for label, p in cells)
            lines.append("IFT: " + " · ".join(shown))
        return lines

    def _kill(self, kill: KillItem) -> str:
        where = self.say(str(kill.hit_location)) if kill.hit_location else ""
        if kill.is_ch:
            where = f"{where} CH".strip()
        start = self.out.pair(where, "") if where else ""
        if kill.final_tk is not UNSET:
            return start + self.say(
                "tk",
                table=kill.table,
                basic=kill.basic_tk,
                modified=kill.modified_tk,
                af="—" if kill.af is None else kill.af,
                final=kill.final_tk,
            )
        if kill.ift_column:
            drm = signed(kill.ift_total_drm or 0)
            return start + self.say("ift", column=kill.ift_column, drm=drm)
        return ""

    # -- after them --------------------------------------------------------------------------------

    def to_hit_dr(self) -> None:
        """The To Hit DR, and where it struck."""
        colored, white = self.report.faces[:2]
        key = "thrown_hit" if self.report.hit else "thrown_miss"
        if self.report.fired is False:
            key = "thrown_no_ammo"
        needed = self.report.max_original_dr
        dr = self.say(key, colored=colored, white=white, sum=colored + white, needed=needed)
        self.out.print(Text(dr, style="bold green" if self.report.hit else "bold"))
        for hit in self.report.hits or ():
            words = [hit.name]
            if hit.hit_location is not None:
                words.append(self.say(str(hit.hit_location)))
            if hit.is_ch:
                words.append("CH")
            self.out.print("  " + " · ".join(words), markup=False)

    def outcome(self) -> None:
        """What became of the targets and of the weapon, or which dice are wanted."""
        report = self.report
        for result in report.results or ():
            line = f"{result.name}: {say_label(self.out, result.result)}"
            self.out.print(Text(line, style="bold red"))
        if report.crew:
            self.out.print(Text(self.say(f"crew_{report.crew}"), style="bold red"))
        if report.effects_dice:
            faces = " ".join(map(str, report.effects_dice))
            self.out.print(self.say("further_dice", dice=faces), markup=False)
        self.weapon_after()
        if report.need:
            self.out.print(Text(self.out.tell(report.need), style="bold yellow"))

    def weapon_after(self) -> None:
        """What the shot did to the weapon, its rate and its aim."""
        report, states = self.report, []
        if report.rof_kept:
            states.append(self.say("rof_kept"))
        if report.weapon_state and report.weapon_state is not WeaponState.WORKING:
            states.append(self.out.say(f"gunnery.weapon.{report.weapon_state.name}"))
        if report.acquisition_after:
            states.append(self.say("acquired", drm=report.acquisition_after))
        for state in states:
            self.out.print(state, markup=False)
