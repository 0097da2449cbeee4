"""The same shot in several ways side by side, the best one marked."""

from __future__ import annotations

from msgspec.structs import replace
from rich.table import Table
from rich.text import Text

from hexfire.asl.antitank.answer import at_answer
from hexfire.asl.antitank.party import Party, at_shot, concerns
from hexfire.asl.gunnery.answer import (
    Answer,
    answer,
)
from hexfire.asl.shots.shot import Ammo, Shot, TargetType
from hexfire.cli.screen import Screen
from hexfire.cli.shot_page import percent
from hexfire.cli.shot_report import shot_report
from hexfire.cli.shot_vocabulary import CompareReport, RefusedWay, ShotReport
from hexfire.rulebook import BadInput, Refusal


def _answer(made: Shot, party: Party) -> Answer:
    """The answer to a shot, whatever fires it."""
    if concerns(made, party):
        return at_answer(at_shot(made, party), others=False).shot
    return answer(made)


class Comparison:
    """The same shot with every ammunition, Target Type or range, and which way is best."""

    def __init__(self, out: Screen, made: Shot, wish: str, party: Party) -> None:
        self.out = out
        self.ways: list[tuple[Shot, Answer | Refusal]] = []
        for variant in self._variants(made, wish):
            try:
                self.ways.append((variant, _answer(variant, party)))
            except Refusal as refusal:
                self.ways.append((variant, refusal))

    @staticmethod
    def _variants(made: Shot, wish: str) -> list[Shot]:
        variants = [made]
        for part in wish.split(";") if ";" in wish else wish.split():
            key, _, values = part.partition("=")
            match key.strip():
                case "ammo":
                    known = [Ammo.AP, Ammo.HE, *(a for a, _ in made.weapon.ammo)]
                    ammos = dict.fromkeys(a for a in known if a is not Ammo.CANISTER)
                    variants = [replace(v, ammo=a) for v in variants for a in ammos]
                case "type":
                    variants = [replace(v, target_type=t) for v in variants for t in TargetType]
                case "range":
                    variants = [replace(v, range=r) for v in variants for r in _ranges(values)]
                case _:
                    raise BadInput("gunnery.cli.bad_compare", wish=part)
        return variants

    def _best(self) -> int | None:
        worth = [
            (found.main.killed, found.main.hurt, found.main.hit)
            if isinstance(found, Answer)
            else None
            for _, found in self.ways
        ]
        there = [w for w in worth if w is not None]
        return worth.index(max(there)) if there else None

    def show(self) -> None:
        best = self._best()
        if self.out.json:
            ways = [self._way(i, best) for i in range(len(self.ways))]
            self.out.data(CompareReport(ways=ways))
            return
        table = Table(box=None, pad_edge=False)
        for key in ("ammo", "type", "range", "needed", "hit", "ch", "hurt", "killed"):
            table.add_column(self.out.say(f"gunnery.compare.{key}"))
        table.add_column("")
        for i, (way, found) in enumerate(self.ways):
            if isinstance(found, Refusal):
                cells = [str(way.ammo or "—"), str(way.target_type or "—"), str(way.range)]
                why = self.out.words.refusal(found)
                table.add_row(*cells, "—", "", "", "", "", Text(why, style="dim"))
                continue
            shot, main = found.th.shot, found.main
            mark = Text(self.out.say("gunnery.compare.best"), style="bold green")
            numbers = (percent(p) for p in (main.hit, main.ch, main.hurt, main.killed))
            table.add_row(
                str(shot.ammo),
                self.out.say(f"gunnery.type.{shot.target_type}"),
                str(shot.range),
                str(main.needed),
                *numbers,
                mark if i == best else "",
                style="bold" if i == best else "",
            )
        self.out.print(table)

    def _way(self, i: int, best: int | None) -> ShotReport | RefusedWay:
        way, found = self.ways[i]
        if isinstance(found, Refusal):
            return RefusedWay(
                ammo=way.ammo,
                target_type=way.target_type,
                range=way.range,
                refused=found.rule,
                error=self.out.words.refusal(found),
            )
        made = shot_report(self.out, found)
        made.best = i == best
        made.p_hurt, made.p_killed = str(found.main.hurt), str(found.main.killed)
        return made


def _ranges(text: str) -> list[int]:
    """«2,6,12» or «6-12»."""
    try:
        found: list[int] = []
        for part in text.split(","):
            low, _, high = part.partition("-")
            found += range(int(low), int(high or low) + 1)
        return found
    except ValueError:
        raise BadInput("gunnery.cli.bad_compare", wish=f"range={text}") from None
