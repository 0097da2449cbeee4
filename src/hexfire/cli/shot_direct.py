"""IFE and canister on the screen: attacks straight on the IFT."""

from __future__ import annotations

from fractions import Fraction

from msgspec import UNSET
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from hexfire.asl.effects.canister import canister_fp
from hexfire.asl.gunnery.answer import (
    direct_answer,
    is_hurt,
    is_killed,
    label_of_direct,
)
from hexfire.asl.gunnery.canister import Pattern, Sweep, label
from hexfire.asl.gunnery.fire import fire
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.rof import depletion_number
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.shots.shot import Shot
from hexfire.cli import shot_vocabulary
from hexfire.cli.screen import Screen
from hexfire.cli.shot_page import bars, big, ordered, percent, say_label, signed
from hexfire.cli.shot_report import add_outcome, firepower, fractions, items_of
from hexfire.cli.shot_vocabulary import ShotOdds, ShotReport, TargetOdds, TargetReport
from hexfire.dice import Dice, play, secure, seeded


class Direct:
    """An attack that makes no To Hit DR: its column, its DRM, its chances, or what fell."""

    def __init__(
        self, out: Screen, made: Shot, faces: tuple[int, ...], roll: bool, seed: int | None
    ) -> None:
        self.out, self.made = out, made
        self.found = direct_answer(made)
        self.faces, self.outcome = faces, None
        if faces or roll or seed is not None:
            source = (seeded(seed) if seed is not None else secure()) if not faces else None
            dice = Dice(faces, source)
            self.outcome = play(dice, fire, made)
            self.faces = dice.faces

    def show(self) -> None:
        if self.out.json:
            self.out.data(self._report())
            return
        attack = self.found.attack
        page = "gunnery.page."
        title = f"{self.made.weapon.name} → {self.made.target.name}"
        kind = "IFE" if self.made.ife else "MG" if is_small_arms(self.made) else "Canister"
        hexes = self.out.say(page + "hexes", range=self.made.range)
        self.out.print(Text.assemble((title, "bold"), f"   {hexes} · {kind} · {self.made.phase}"))
        self.out.print()
        column = attack.columns[0]
        for line, beside in zip(
            big("-" if column is None else str(column)),
            (self.out.say(page + "column"), self._harm(), ""),
            strict=True,
        ):
            self.out.print(Text.assemble("  ", (line, "bold green"), "    ", beside))
        self.out.print()
        self._swept()
        grid = Table.grid(padding=(0, 2))
        for item in attack.drm[0].applied:
            grid.add_row(item.case, signed(item.value), self.out.words.name(item), item.rule)
        grid.add_row("DRM", Text(signed(attack.drm[0].total), style="bold"), "", "")
        self.out.print(grid)
        self.out.print()
        if self.outcome is not None:
            self.out.print(self.out.say(page + "further_dice", dice=" ".join(map(str, self.faces))))
            for name, label in self._labels():
                self.out.print(Text(f"{name}: {say_label(self.out, label)}", style="bold red"))
            return
        keys = ("rof_kept", "malfunction", "depleted", "none_left")
        weapon = [
            (self.out.say(page + key), p, "cyan") for key in keys if (p := getattr(self.found, key))
        ]
        fates = [
            [(say_label(self.out, label), p, "red") for label, p in ordered(effects)]
            for _, effects in self.found.effects
        ]
        width = max(cell_len(row[0]) for rows in (weapon, *fates) for row in rows)
        for (name, _), rows in zip(self.found.effects, fates, strict=True):
            self.out.print(Text.assemble((name, "bold"), self._met(name)))
            bars(self.out, rows, width)
        bars(self.out, weapon, width)

    def _harm(self) -> str:
        """How likely the first target is destroyed, or harmed at all."""
        effects = self.found.effects[0][1]
        killed = sum((p for label, p in effects.items() if is_killed(label)), Fraction(0))
        hurt = sum((p for label, p in effects.items() if is_hurt(label)), Fraction(0))
        return self.out.say("gunnery.page.harm", killed=percent(killed), hurt=percent(hurt))

    def _swept(self) -> None:
        """What canister sweeps: the vertex, and the FP that each hex meets."""
        attack = self.found.attack
        if not isinstance(attack, Sweep) or attack.pattern is None:
            return
        found = _pattern(attack, attack.pattern)
        page = "gunnery.page."
        if found.vertex:
            self.out.print(self.out.say(page + "vertex", hexes="/".join(found.vertex)))
        else:
            levels = ", ".join(map(str, found.levels))
            self.out.print(self.out.say(page + "levels", levels=levels))
        grid = Table.grid(padding=(0, 2))
        for swept in found.hexes:
            grid.add_row(swept.hex, self.out.say(page + "swept_fp", fp=swept.fp))
        self.out.print(grid)
        self.out.print()

    def _met(self, name: str) -> str:
        """A target's hex and column, or why it is not attacked; nothing where there is but one."""
        i = [target.name for target in self.made.targets].index(name)
        hex, why = self.made.targets[i].hex, self._missed(i)
        words = [hex] if hex else []
        if why:
            words.append(why)
        elif len(self.made.targets) > 1:
            column, drm = self.found.attack.columns[i], self.found.attack.drm[i].total
            words.append(self.out.say("gunnery.page.ift", column=column or 0, drm=signed(drm)))
        return "   " + " · ".join(words) if words else ""

    def _labels(self) -> list[tuple[str, str]]:
        assert self.outcome is not None
        return [
            (struck.name, label_of_direct(self.made, i, effect))
            for i, (struck, effect) in enumerate(
                zip(self.outcome.hits, self.outcome.effects, strict=True)
            )
        ]

    def _report(self) -> ShotReport:
        found, attack, shot = self.found, self.found.attack, self.made
        targets = [self._target(i) for i in range(len(shot.targets))]
        main = targets[0]
        made = ShotReport(
            weapon=shot.weapon.name,
            ammo=shot.ammo,
            target_type=None,
            phase=shot.phase,
            range=shot.range,
            ife=shot.ife,
            basic_th=None,
            modifications=[],
            modified_th=None,
            lower_dr_doubled=False,
            bog_check_first=needs_bog_check(shot),
            drm=main.drm,
            tally=main.tally,
            rejected=main.rejected,
            total_drm=main.total_drm,
            max_original_dr=None,
            p_hit=None,
            rof_for_shot=max(0, attack.rof.total),
            breakdown=attack.breakdown.total,
            depletion_number=None if shot.ife else depletion_number(shot),
            odds=ShotOdds(
                effects=main.odds.effects,
                rof_kept=str(found.rof_kept),
                malfunction=str(found.malfunction),
                depleted=str(found.depleted),
                none_left=str(found.none_left),
            ),
            ift_fp=firepower(attack.fp[0]),
            ift_column=attack.columns[0],
            kills=[],
            targets=targets,
        )
        if isinstance(attack, Sweep) and attack.pattern is not None:
            made.canister = _pattern(attack, attack.pattern)
        if self.outcome is not None:
            made.dice, made.effects_dice = list(self.faces[:2]), list(self.faces[2:])
            add_outcome(made, self.outcome, [label for _, label in self._labels()])
        return made

    def _target(self, i: int) -> TargetReport:
        attack = self.found.attack
        name, effects = self.found.effects[i]
        return TargetReport(
            name=name,
            drm=dict(attack.drm[i].as_dict()),
            tally=items_of(self.out, attack.drm[i].applied),
            rejected=items_of(self.out, attack.drm[i].rejected),
            total_drm=attack.drm[i].total,
            odds=TargetOdds(effects=fractions(effects)),
            ift_fp=firepower(attack.fp[i]) or 0,
            ift_column=attack.columns[i],
            hex=self.made.targets[i].hex or UNSET,
            not_attacked=self._missed(i) or UNSET,
        )

    def _missed(self, i: int) -> str:
        attack = self.found.attack
        why = attack.missed[i] if isinstance(attack, Sweep) else None
        return self.out.words.say(why) if why is not None else ""


def _pattern(attack: Sweep, found: Pattern) -> shot_vocabulary.Pattern:
    swept = [
        shot_vocabulary.Swept(
            hex=label(hex), share=str(share), fp=firepower(canister_fp(attack.gun, share)) or 0
        )
        for hex, share in found.shares
    ]
    return shot_vocabulary.Pattern(
        vertex=sorted(map(label, found.vertex)),
        levels=list(found.levels),
        hexes=swept,
        vertices=[sorted(map(label, vertex)) for vertex in found.vertices],
    )
