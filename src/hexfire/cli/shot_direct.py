"""IFE and canister on the screen: attacks straight on the IFT."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from hexfire.asl.gunnery.answer import (
    direct_answer,
    label_of_direct,
)
from hexfire.asl.gunnery.fire import fire
from hexfire.asl.gunnery.shot import Shot
from hexfire.cli.screen import Screen
from hexfire.cli.shot_page import big, percent, say_label, signed
from hexfire.cli.shot_report import fractions, item_json
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
            self.out.data(self._json())
            return
        attack = self.found.attack
        page = "gunnery.page."
        title = f"{self.made.weapon.name} → {self.made.target.name}"
        kind = "IFE" if self.made.ife else "Canister"
        hexes = self.out.say(page + "hexes", range=self.made.range)
        self.out.print(Text.assemble((title, "bold"), f"   {hexes} · {kind} · {self.made.phase}"))
        self.out.print()
        column = attack.columns[0]
        for line, beside in zip(
            big("-" if column is None else str(column)),
            (self.out.say(page + "column"), "", ""),
            strict=True,
        ):
            self.out.print(Text.assemble("  ", (line, "bold green"), "    ", beside))
        self.out.print()
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
        chances = Table.grid(padding=(0, 2))
        for name, effects in self.found.effects:
            chances.add_row(Text(name, style="bold"))
            for label, p in sorted(effects.items(), key=lambda pair: -pair[1]):
                bar = Text("█" * round(float(p) * 30), style="red")
                chances.add_row(say_label(self.out, label), percent(p), bar)
        for key in ("rof_kept", "malfunction", "depleted", "none_left"):
            p = getattr(self.found, key)
            if p:
                bar = Text("█" * round(float(p) * 30), style="cyan")
                chances.add_row(self.out.say(page + key), percent(p), bar)
        self.out.print(chances)

    def _labels(self) -> list[tuple[str, str]]:
        assert self.outcome is not None
        return [
            (struck.name, label_of_direct(self.made, i, effect))
            for i, (struck, effect) in enumerate(
                zip(self.outcome.hits, self.outcome.effects, strict=True)
            )
        ]

    def _json(self) -> dict[str, Any]:
        attack = self.found.attack
        data: dict[str, Any] = {
            "weapon": self.made.weapon.name,
            "ammo": self.made.ammo,
            "ife": self.made.ife,
            "phase": self.made.phase,
            "range": self.made.range,
            "ift_fp": str(attack.fp[0]),
            "ift_column": attack.columns[0],
            "drm": dict(attack.drm[0].as_dict()),
            "tally": [item_json(self.out, item) for item in attack.drm[0].applied],
            "total_drm": attack.drm[0].total,
            "rof_for_shot": max(0, attack.rof.total),
            "breakdown": attack.breakdown.total,
            "odds": {
                "effects": fractions(self.found.effects[0][1]),
                "rof_kept": str(self.found.rof_kept),
                "malfunction": str(self.found.malfunction),
                "depleted": str(self.found.depleted),
                "none_left": str(self.found.none_left),
            },
            "targets": [
                {"name": name, "odds": {"effects": fractions(effects)}}
                for name, effects in self.found.effects
            ],
            "refused": None,
        }
        if self.outcome is not None:
            data |= {
                "dice": list(self.faces),
                "results": [{"name": n, "result": label} for n, label in self._labels()],
                "rof_kept": self.outcome.rof_kept,
                "malfunction": self.outcome.malfunction,
                "depletion": self.outcome.supply,
                "acquisition_after": self.outcome.acquisition,
            }
        return data
