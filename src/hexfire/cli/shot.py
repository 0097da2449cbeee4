"""`hexfire shot`: what do I need, why, and what are my chances? And the same code rolls it."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from msgspec.structs import replace
from rich.table import Table
from rich.text import Text

from hexfire.asl.antitank.answer import at_answer
from hexfire.asl.antitank.party import Party, at_shot, concerns
from hexfire.asl.counters import Catalogue
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.answer import (
    Answer,
    Chance,
    Kill,
    answer,
    direct_answer,
    kill_of,
    label_of,
    label_of_direct,
)
from hexfire.asl.gunnery.fire import Outcome, fire
from hexfire.asl.gunnery.number import th_color
from hexfire.asl.gunnery.order import Order, read_order, schema
from hexfire.asl.gunnery.shot import Ammo, Shot, TargetType
from hexfire.asl.gunnery.spoken import parse
from hexfire.asl.gunnery.throw import Thrown, throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.tables.ift import Harm
from hexfire.asl.tables.ift import cell as ift_cell
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, NeedAnswer, play, secure, seeded
from hexfire.play import read_text
from hexfire.rulebook import BadInput, Modifier, Refusal, Tally


def add_to(app: typer.Typer) -> None:
    app.command("shot", help=text("gunnery.cli.shot"))(shot)


def shot(
    order: Annotated[list[str] | None, typer.Argument(help=text("gunnery.cli.order"))] = None,
    date: Annotated[str | None, typer.Option(help=text("gunnery.cli.date"))] = None,
    nation: Annotated[str | None, typer.Option(help=text("gunnery.cli.nation"))] = None,
    why_not: Annotated[bool, typer.Option("--why-not", help=text("gunnery.cli.why_not"))] = False,
    roll: Annotated[bool, typer.Option("--roll", help=text("gunnery.cli.roll"))] = False,
    seed: Annotated[int | None, typer.Option(help=text("gunnery.cli.seed"))] = None,
    dice: Annotated[str | None, typer.Option(help=text("gunnery.cli.dice"))] = None,
    compare: Annotated[str | None, typer.Option(help=text("gunnery.cli.compare"))] = None,
    show_schema: Annotated[bool, typer.Option("--schema", help=text("gunnery.cli.schema"))] = False,
    units: Annotated[
        list[Path] | None, typer.Option("--file", help=text("gunnery.cli.units"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if show_schema:
        print(jsons.dumps(schema(), indent=2))
        return
    if not order:
        raise BadInput("gunnery.cli.no_order")
    given, made = read_words(order, date, nation, Catalogue.load(units or ()))
    if compare is not None:
        Comparison(out, made, compare, given.party).show()
        return
    faces = _faces(dice) if dice is not None else given.faces
    if concerns(made, given.party):
        # C12, C13: more than a shot; loaded here because it is built on this page.
        from hexfire.cli.latw import show

        show(out, at_shot(made, given.party), faces, roll or seed is not None, seed, why_not)
        return
    if made.ife or made.ammo is Ammo.CANISTER:
        Direct(out, made, faces, roll, seed).show()
        return
    found = answer(made)
    rolled = _Rolled.of(made, faces, roll or seed is not None, seed)
    if out.json:
        out.data(report(out, found, rolled))
    elif rolled is not None:
        Page(out, found, why_not).rolled(rolled)
    else:
        Page(out, found, why_not).show()


def read_words(
    words: list[str], date: str | None, nation: str | None, units: Catalogue
) -> tuple[Order, Shot]:
    """An order from a JSON file (or «-», the standard input), or in the short form."""
    if len(words) == 1 and words[0] != "-" and not words[0].endswith(".json"):
        raise BadInput("gunnery.spoken_at")
    if len(words) == 1:
        source = sys.stdin.read() if words[0] == "-" else read_text(Path(words[0]))
        try:
            data = msgspec.json.decode(source)
        except msgspec.DecodeError as error:
            raise BadInput("core.bad_json", path=words[0], why=str(error)) from None
    else:
        data = parse(words)
    if isinstance(data, dict):
        data |= {k: v for k, v in (("date", date), ("nation", nation)) if v is not None}
    return read_order(data, units)


def _faces(typed: str) -> tuple[int, ...]:
    try:
        return tuple(int(face) for face in typed.replace(",", " ").split())
    except ValueError:
        raise BadInput("gunnery.cli.bad_dice", dice=typed) from None


class _Rolled(msgspec.Struct):
    """A shot that was thrown: the dice, what the To Hit DR decided, the end or what is next."""

    faces: tuple[int, ...]
    thrown: Thrown
    outcome: Outcome | None
    need: NeedAnswer | None = None

    @classmethod
    def of(cls, made: Shot, faces: tuple[int, ...], roll: bool, seed: int | None) -> _Rolled | None:
        if not faces and not roll:
            return None
        source = (seeded(seed) if seed is not None else secure()) if roll else None
        thrower = Dice(faces, source)
        try:
            outcome = play(thrower, fire, made)
        except NeedAnswer as need:
            if len(faces) < 2:
                raise BadInput("gunnery.cli.two_dice") from None
            return cls(faces, throw(Dice(faces), to_hit(made)), None, need)
        if thrower.left_over:
            raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, thrower.left_over)))
        return cls(thrower.faces, throw(Dice(thrower.faces), to_hit(made)), outcome)


# -- for programs ----------------------------------------------------------------------------------


def _item(out: Screen, item: Modifier) -> dict[str, Any]:
    found: dict[str, Any] = {
        "case": item.case,
        "rule": item.rule,
        "value": item.value,
        "name": out.words.name(item),
    }
    if item.why is not None:
        found["why"] = out.words.say(item.why)
    return found


def _fractions(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    ordered = sorted(chances.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(key): str(p) for key, p in ordered}


def _kill_json(kill: Kill) -> dict[str, Any]:
    data: dict[str, Any] = {"hit_location": kill.aspect, "is_ch": kill.is_ch}
    if kill.number is not None:
        number = kill.number
        data |= {
            "table": number.table,
            "basic_tk": number.basic,
            "tk_cases": dict(number.cases.as_dict()),
            "modified_tk": number.modified,
            "af": number.af,
            "final_tk": number.final,
        }
    if kill.payload is not None:
        data |= {
            "ift_column": kill.payload.column,
            "ift_fp": kill.payload.column,
            "ift_drm": dict(kill.drm.as_dict()),
            "ift_total_drm": kill.drm.total,
        }
    return data


def _chance_json(out: Screen, chance: Chance) -> dict[str, Any]:
    return {
        "name": chance.name,
        "drm": dict(chance.aim.tally.as_dict()),
        "tally": [_item(out, item) for item in chance.aim.tally.applied],
        "rejected": [_item(out, item) for item in chance.aim.tally.rejected],
        "total_drm": chance.aim.total,
        "max_original_dr": chance.needed,
        "p_hit": str(chance.hit),
        "odds": {
            "hit": str(chance.hit),
            "ch": str(chance.ch),
            "hull": str(chance.hull),
            "turret": str(chance.turret),
            "effects": _fractions(chance.effects),
            "ift": _fractions(chance.ift),
        },
        "kills": [_kill_json(kill) for kill in chance.kills],
    }


def report(out: Screen, found: Answer, rolled: _Rolled | None = None) -> dict[str, Any]:
    """The answer in the published vocabulary (`docs/shot.md`)."""
    th, main = found.th, _chance_json(out, found.main)
    data = {
        "weapon": th.shot.weapon.name,
        "ammo": th.shot.ammo,
        "target_type": th.shot.target_type,
        "phase": th.shot.phase,
        "range": th.shot.range,
        "basic_th": th.basic,
        "modifications": [_item(out, item) for item in th.modifications],
        "modified_th": th.number,
        "lower_dr_doubled": th.doubled,
        **{k: main[k] for k in ("drm", "tally", "rejected", "total_drm", "max_original_dr")},
        "p_hit": main["p_hit"],
        "rof_for_shot": max(0, th.rof.total),
        "breakdown": th.breakdown.total,
        "depletion_number": th.depletion,
        "odds": main["odds"]
        | {
            "miss": str(found.miss),
            "rof_kept": str(found.rof_kept),
            "malfunction": str(found.malfunction),
            "low_ammo": str(found.low_ammo),
            "depleted": str(found.depleted),
            "none_left": str(found.none_left),
            "acquisition_after": _fractions(found.acquisition),
        },
        "kills": main["kills"],
        "targets": [_chance_json(out, chance) for chance in found.targets],
        "refused": None,
    }
    data |= _common_kill(main["kills"])
    if rolled is not None:
        data |= _rolled_json(out, found, rolled)
    return data


_KILL_KEYS = ("basic_tk", "tk_cases", "modified_tk", "af", "final_tk", "ift_fp", "ift_column")


def _common_kill(kills: list[dict[str, Any]]) -> dict[str, Any]:
    """What all ordinary hits have in common; where hull and turret differ, nothing."""
    plain = [kill for kill in kills if not kill["is_ch"]] or kills
    common = {}
    for key in _KILL_KEYS:
        values = [kill.get(key) for kill in plain]
        same = bool(values) and all(value == values[0] for value in values)
        common[key] = values[0] if same else None
    return common


def _rolled_json(out: Screen, found: Answer, rolled: _Rolled) -> dict[str, Any]:
    hits = rolled.thrown.hits
    data: dict[str, Any] = {
        "dice": list(rolled.faces[:2]),
        "effects_dice": list(rolled.faces[2:]),
        "hit": bool(hits),
        "hit_location": hits[0].aspect if hits and hits[0].target.is_vehicle else None,
        "is_ch": any(hit.is_ch for hit in hits),
        "need": out.words.request(rolled.need) if rolled.need else None,
    }
    if hits:
        data |= {k: v for k, v in _kill_json(kill_of(hits[0])).items() if k in _KILL_KEYS}
    outcome = rolled.outcome
    if outcome is not None:
        data |= {
            "results": [
                {"name": s.name, "result": label_of(e, h), "detail": e}
                for s, e, h in zip(outcome.hits, outcome.effects, hits, strict=True)
            ],
            "rof_kept": outcome.rof_kept,
            "malfunction": outcome.malfunction,
            "weapon_state": outcome.weapon,
            "depletion": outcome.supply,
            "crew": outcome.crew,
            "acquisition_after": outcome.acquisition,
        }
    return data


# -- for people ------------------------------------------------------------------------------------

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


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def say_label(out: Screen, label: str) -> str:
    """What became of a target, in words."""
    keys = [f"gunnery.effect.{word}" for word in label.split("+")]
    words = [out.say(k) if out.words.has(k) else k.rpartition(".")[2] for k in keys]
    return out.say("gunnery.page.join").join(words)


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
            self.say("ch", percent=percent(main.ch)),
        )
        self.out.print()
        for line, beside in zip(figures, side, strict=True):
            self.out.print(Text.assemble("  ", (line, "bold green"), "    ", beside))
        self.out.print()

    def why(self) -> None:
        th = self.th
        grid = Table.grid(padding=(0, 2))
        color = "" if th.shot.target_type is TargetType.AREA else self._color()
        kind = self.out.say(f"gunnery.type.{th.shot.target_type}")
        grid.add_row("TH#", str(th.basic), self.say("basic", type=kind, color=color), "C3.3")
        self._rows(grid, th.modifications.applied)
        if th.modifications.applied:
            grid.add_row("=", Text(str(th.number), style="bold"), self.say("modified"), "C4.5")
        for chance in self.found.targets:
            if len(self.found.targets) > 1:
                grid.add_row("", "", Text(chance.name, style="bold"), "")
            self._rows(grid, chance.aim.tally.applied)
            if th.doubled:
                grid.add_row("", "×2", self.say("doubled"), "C5.35")
            total = Text(_signed(chance.aim.total), style="bold")
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
            grid.add_row(item.case, _signed(item.value), self.out.words.name(item), item.rule)

    def _rejected(self, grid: Table, tally: Tally) -> None:
        for item in tally.rejected:
            why = self.out.words.say(item.why) if item.why is not None else ""
            name = f"{self.out.words.name(item)}: {why}"
            grid.add_row(
                *(Text(c, style="dim strike") for c in (item.case, _signed(item.value))),
                Text(name, style="dim"),
                Text(item.rule, style="dim"),
            )

    def chances(self) -> None:
        grid = Table.grid(padding=(0, 2))
        found = self.found
        for chance in found.targets:
            if len(found.targets) > 1:
                grid.add_row(Text(chance.name, style="bold"), "", "")
            self._bar(grid, self.say("hit"), chance.hit)
            if chance.aim.target.is_vehicle:
                self._bar(grid, self.say("hull"), chance.hull)
                self._bar(grid, self.say("turret"), chance.turret)
            for kill in chance.kills:
                self._kill(grid, kill)
            if chance.ift:
                grid.add_row(Text("IFT", style="dim"), "", Text(self._ift(chance), style="dim"))
            for label, p in sorted(chance.effects.items(), key=lambda pair: -pair[1]):
                self._bar(grid, say_label(self.out, label), p, "red")
        rows = [
            ("rof_kept", found.rof_kept),
            ("malfunction", found.malfunction),
            ("low_ammo", found.low_ammo),
            ("depleted", found.depleted),
            ("none_left", found.none_left),
        ]
        for key, p in rows:
            if p:
                self._bar(grid, self.say(key), p, "cyan")
        self.out.print(grid)

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

    def _bar(self, grid: Table, name: str, p: Fraction, style: str = "green") -> None:
        bar = "█" * round(float(p) * 30)
        grid.add_row(Text(name), Text(percent(p), justify="right"), Text(bar, style=style))

    def _kill(self, grid: Table, kill: Kill) -> None:
        where = self.say(str(kill.aspect)) if kill.aspect else ""
        if kill.is_ch:
            where = f"{where} CH".strip()
        if kill.number is not None:
            number = kill.number
            line = self.say(
                "tk",
                table=number.table,
                basic=number.basic,
                modified=number.modified,
                af="—" if number.af is None else number.af,
                final=number.final,
            )
        elif kill.payload is not None and kill.payload.column is not None:
            line = self.say("ift", column=kill.payload.column, drm=_signed(kill.drm.total))
        else:
            return
        grid.add_row(Text(where, style="dim"), "", Text(line, style="dim"))

    def rolled(self, rolled: _Rolled) -> None:
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

    def _outcome(self, rolled: _Rolled, outcome: Outcome) -> None:
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


# -- IFE and canister ------------------------------------------------------------------------------


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
            grid.add_row(item.case, _signed(item.value), self.out.words.name(item), item.rule)
        grid.add_row("DRM", Text(_signed(attack.drm[0].total), style="bold"), "", "")
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
            "tally": [_item(self.out, item) for item in attack.drm[0].applied],
            "total_drm": attack.drm[0].total,
            "rof_for_shot": max(0, attack.rof.total),
            "breakdown": attack.breakdown.total,
            "odds": {
                "effects": _fractions(self.found.effects[0][1]),
                "rof_kept": str(self.found.rof_kept),
                "malfunction": str(self.found.malfunction),
                "depleted": str(self.found.depleted),
                "none_left": str(self.found.none_left),
            },
            "targets": [
                {"name": name, "odds": {"effects": _fractions(effects)}}
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


# -- several ways side by side ---------------------------------------------------------------------


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
            self.out.data({"ways": [self._json(i, best) for i in range(len(self.ways))]})
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

    def _json(self, i: int, best: int | None) -> dict[str, Any]:
        way, found = self.ways[i]
        if isinstance(found, Refusal):
            return {
                "ammo": way.ammo,
                "target_type": way.target_type,
                "range": way.range,
                "refused": found.rule,
                "error": self.out.words.refusal(found),
                "best": False,
            }
        return report(self.out, found) | {
            "best": i == best,
            "p_hurt": str(found.main.hurt),
            "p_killed": str(found.main.killed),
        }


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
