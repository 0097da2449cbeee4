"""A shot for people: the number first, then why, then the chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.answer import (
    Answer,
    Chance,
    Kill,
    label_of,
)
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.number import th_color
from hexfire.asl.shots.shot import TargetType
from hexfire.asl.tables.ift import Harm
from hexfire.asl.tables.ift import cell as ift_cell
from hexfire.cli.screen import Screen
from hexfire.cli.shot_report import Rolled
from hexfire.rulebook import Modifier, Tally

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


def percent(p: Fraction) -> str:
    """A chance for the eye: one decimal."""
    return f"{float(p) * 100:.1f} %"


def signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


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

    def __init__(self, out: Screen, found: Answer, why_not: bool) -> None:
        self.out, self.found, self.th, self.why_not = out, found, found.th, why_not

    def say(self, key: str, **params: Any) -> str:
        return self.out.say(f"gunnery.page.{key}", **params)

    def show(self) -> None:
        self.title()
        self.number()
        self.why()
        self.chances()

    def title(self) -> None:
        shot = self.th.shot
        name = shot.weapon.name or f"{shot.weapon.caliber}{shot.weapon.barrel.value}"
        facts = (
            self.say("hexes", range=shot.range),
            str(shot.ammo),
            self.out.say(f"gunnery.type.{shot.target_type}"),
            str(shot.phase),
        )
        self.out.print(
            Text.assemble((f"{name} → {self.found.main.name}", "bold"), "   ", " · ".join(facts))
        )

    def number(self) -> None:
        main = self.found.main
        needed = main.needed
        possible = needed >= 2
        figures = big(str(min(needed, 12))) if possible else big("-")
        key = "needed" if possible else "only_improbable"
        if self.th.doubled:
            key = "needed_doubled" if needed >= 3 else "only_improbable"
        side = (
            self.say(key, number=needed),
            self.say("to_hit", percent=percent(main.hit), exact=str(main.hit)),
            self._harm(main),
        )
        self.out.print()
        for line, beside in zip(figures, side, strict=True):
            self.out.print(Text.assemble("  ", (line, "bold green"), "    ", beside))
        if main.aim.target.is_vehicle and main.aim.target.hd and not main.hull:
            self.out.print(Text(self.say("hd"), style="bold yellow"))
        self.out.print()

    def _harm(self, main: Chance) -> str:
        """The third line of the answer: how likely the target is destroyed or harmed at all."""
        if not main.effects:
            return self.say("ch", percent=percent(main.ch))
        return self.say("harm", killed=percent(main.killed), hurt=percent(main.hurt))

    def why(self) -> None:
        if needs_bog_check(self.th.shot):
            self.out.print(Text(self.say("bog_check"), style="bold yellow"))
        th = self.th
        grid = Table.grid(padding=(0, 2))
        color = "" if th.shot.target_type is TargetType.AREA else self._color()
        kind = self.out.say(f"gunnery.type.{th.shot.target_type}")
        basic = self.say("basic", type=kind, color=color).strip()
        grid.add_row("TH#", str(th.basic), basic, "C3.3")
        self._rows(grid, th.modifications.applied)
        if th.modifications.applied:
            grid.add_row("=", Text(str(th.number), style="bold"), self.say("modified"), "C4.5")
        for chance in self.found.targets:
            if len(self.found.targets) > 1:
                grid.add_row("", "", Text(chance.name, style="bold"), "")
            self._rows(grid, chance.aim.tally.applied)
            if th.doubled:
                grid.add_row("", "×2", self.say("doubled"), "C5.35")
            total = Text(signed(chance.aim.total), style="bold")
            grid.add_row("DRM", total, self.say("total", number=chance.needed), "")
            if self.why_not:
                self._rejected(grid, chance.aim.tally)
        self.out.print(grid)
        self.out.print()

    def _color(self) -> str:
        if self.th.shot.weapon.th_table is not None:
            return self.say("own_table")
        return self.out.say(f"gunnery.color.{th_color(self.th.shot)}")

    def _rows(self, grid: Table, items: Iterable[Modifier]) -> None:
        for item in items:
            grid.add_row(item.case, signed(item.value), self.out.words.name(item), item.rule)

    def _rejected(self, grid: Table, tally: Tally) -> None:
        for item in tally.rejected:
            why = self.out.words.say(item.why) if item.why is not None else ""
            name = f"{self.out.words.name(item)}: {why}"
            grid.add_row(
                *(Text(c, style="dim strike") for c in (item.case, signed(item.value))),
                Text(name, style="dim"),
                Text(item.rule, style="dim"),
            )

    def chances(self) -> None:
        """Each target's fate as bars, with how it is resolved above them; then the weapon's."""
        found = self.found
        blocks = [self._fate(chance) for chance in found.targets]
        weapon = [
            (self.say(key), p, "cyan")
            for key in ("rof_kept", "malfunction", "low_ammo", "depleted", "none_left")
            if (p := getattr(found, key))
        ]
        width = max(cell_len(name) for rows in (*blocks, weapon) for name, _, _ in rows)
        for chance, rows in zip(found.targets, blocks, strict=True):
            if len(found.targets) > 1:
                self.out.print(Text(chance.name, style="bold"))
            for line in self._resolution(chance):
                self.out.print(Text(line, style="dim"), soft_wrap=True)
            bars(self.out, rows, width)
        bars(self.out, weapon, width)

    def _fate(self, chance: Chance) -> list[Bar]:
        rows = [(self.say("hit"), chance.hit, "green")]
        if chance.aim.target.is_vehicle:
            rows += [(f"  {self.say('hull')}", chance.hull, "green")]
            rows += [(f"  {self.say('turret')}", chance.turret, "green")]
        fates = ordered(chance.effects)
        return rows + [(say_label(self.out, label), p, "red") for label, p in fates]

    def _resolution(self, chance: Chance) -> list[str]:
        """How a hit is resolved: its To Kill number or IFT column, and the table's results."""
        lines = [line for kill in chance.kills if (line := self._kill(kill))]
        return lines + ([f"IFT: {self._ift(chance)}"] if chance.ift else [])

    def _ift(self, chance: Chance) -> str:
        """The table's results in one line, the worst first."""
        order = [harm.value for harm in Harm]

        def severity(label: str) -> tuple[int, int]:
            kind = ift_cell(label)
            return order.index(kind.harm.value), -kind.number

        cells = sorted(chance.ift, key=severity)
        return " · ".join(
            f"{label.replace('-', '—')} {percent(chance.ift[label])}" for label in cells
        )

    def _kill(self, kill: Kill) -> str:
        where = self.say(str(kill.aspect)) if kill.aspect else ""
        if kill.is_ch:
            where = f"{where} CH".strip()
        start = f"{where}: " if where else ""
        if kill.number is not None:
            number = kill.number
            return start + self.say(
                "tk",
                table=number.table,
                basic=number.basic,
                modified=number.modified,
                af="—" if number.af is None else number.af,
                final=number.final,
            )
        if kill.payload is not None and kill.payload.column is not None:
            return start + self.say("ift", column=kill.payload.column, drm=signed(kill.drm.total))
        return ""

    def rolled(self, rolled: Rolled) -> None:
        """What fell, what it did, and (below) how it had come to that."""
        self.title()
        colored, white = rolled.faces[:2]
        hits, outcome = rolled.thrown.hits, rolled.outcome
        key = "thrown_hit" if hits else "thrown_miss"
        if not rolled.thrown.fired:
            key = "thrown_no_ammo"
        self.out.print()
        needed = self.found.main.needed
        dr = self.say(key, colored=colored, white=white, sum=colored + white, needed=needed)
        self.out.print(Text(dr, style="bold green" if hits else "bold"))
        for hit in hits:
            words = [hit.target.name]
            if hit.target.is_vehicle:
                words.append(self.say(str(hit.aspect)))
            if hit.is_ch:
                words.append("CH")
            self.out.print("  " + " · ".join(words), markup=False)
        if outcome is not None:
            self._outcome(rolled, outcome)
        if rolled.need is not None:
            self.out.print(Text(self.out.words.request(rolled.need), style="bold yellow"))
        self.out.print()
        self.why()

    def _outcome(self, rolled: Rolled, outcome: Outcome) -> None:
        for struck, effect, hit in zip(
            outcome.hits, outcome.effects, rolled.thrown.hits, strict=True
        ):
            line = f"{struck.name}: {say_label(self.out, label_of(effect, hit))}"
            self.out.print(Text(line, style="bold red"))
        if rolled.faces[2:]:
            faces = " ".join(map(str, rolled.faces[2:]))
            self.out.print(self.say("further_dice", dice=faces), markup=False)
        states = []
        if outcome.rof_kept:
            states.append(self.say("rof_kept"))
        if outcome.weapon is not WeaponState.WORKING:
            states.append(self.out.say(f"gunnery.weapon.{outcome.weapon.name}"))
        if outcome.acquisition:
            states.append(self.say("acquired", drm=outcome.acquisition))
        for state in states:
            self.out.print(state, markup=False)
