"""`hexfire wall SITUATION`: who has Wall Advantage, who may claim it, and the TEM between units."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from hexfire.asl.situation import Unit
from hexfire.asl.walls import Cover, Fire, State, Step, cover, may, sees
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.may import AtSide
from hexfire.assist.situations import scene_of_file
from hexfire.assist.walls import after, event_of, hexside
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import Modifier, Refusal


def add_to(app: typer.Typer) -> None:
    app.command("wall", help=text("sight.cli.wall"))(wall)


def wall(
    situation: Annotated[Path, typer.Argument(help=text("sight.cli.situation"))],
    event: Annotated[
        list[str] | None, typer.Option("--event", help=text("sight.cli.event"))
    ] = None,
    unit: Annotated[str | None, typer.Option("--unit", help=text("sight.cli.unit"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    found = after(scene_of_file(situation), map(read_event, event or ()))
    step, changes = found.step, [change for _, change in found.changes]
    one = step.state.scene.unit(unit) if unit is not None else None
    if out.json:
        data = _data(step, changes) if one is None else _may_data(out, step.state, one)
        out.data(data)
    elif one is None:
        _print(out, step, changes)
    else:
        _print_may(out, step.state, one)


def read_event(words: str) -> wa.Event:
    """`claims unit=a`, `enters unit=a hex=H6`, `phase phase=APh phasing=german` …"""
    name, *fields = words.split() or ("",)
    data: dict[str, Any] = {"event": name}
    for item in fields:
        key, _, value = item.partition("=")
        data[key] = value.split(",") if key == "sides" else value
    return event_of(data, words, strict=False)


def _data(step: Step, changes: list[wa.Change]) -> dict[str, Any]:
    state = step.state
    units = state.scene.situation.units
    return {
        "units": [
            {
                "unit": unit.id,
                "side": unit.side,
                "hex": unit.hex,
                "wall_advantage": sorted(hexside(state, side) for side in state.held(unit)),
                "mandatory": wa.is_mandatory(state.scene, unit),
                "counter": wa.needs_counter(state, unit),
                "cannot": refusal.rule if (refusal := wa.cannot_have(state.scene, unit)) else None,
            }
            for unit in units
        ],
        "changes": [
            {
                "unit": c.unit,
                "what": c.what,
                "rule": c.rule,
                "sides": [hexside(state, s) for s in c.sides],
            }
            for c in changes
        ],
        "offers": step.offers,
        "between": [
            {
                "firer": firer.id,
                "target": target.id,
                "sees_hex": not (seen := sees(state, firer, target)).hex.blocked,
                "sees_unit": not seen.unit.blocked,
                "hindrance": seen.unit.hindrance,
                "tem": [_plain(item) for item in cover(state, [firer], target).options],
                "hull_down": cover(state, [firer], target, Fire.ORDNANCE).is_hull_down,
            }
            for firer in units
            for target in units
            if firer.side != target.side and not target.hidden
        ],
    }


def _plain(item: Modifier) -> dict[str, Any]:
    return {"case": item.case, "rule": item.rule, "value": item.value}


def _print(out: Screen, step: Step, changes: list[wa.Change]) -> None:
    state = step.state
    for change in changes:
        words = out.say(f"sight.wall.{change.what}", unit=change.unit)
        out.print(f"• {words} ({change.rule})", markup=False)
    holders = Table.grid(padding=(0, 2))
    for unit in state.scene.situation.units:
        held = ", ".join(sorted(hexside(state, side) for side in state.held(unit)))
        refusal = wa.cannot_have(state.scene, unit)
        note = out.say("sight.wall.mandatory_now") if wa.is_mandatory(state.scene, unit) else ""
        if not held and refusal is not None:
            note = out.words.refusal(refusal)
        mark = Text("WA", style="bold magenta") if held else Text("–")
        holders.add_row(mark, Text(unit.id, style="bold"), unit.side, unit.hex, held, note)
    out.print(Text(out.say("sight.wall.holders"), style="bold"))
    out.print(holders)
    out.print(Text(out.say("sight.wall.offers"), style="bold"))
    for offer in step.offers:
        out.print(f"  {offer.unit} ({offer.rule}: {out.words.title(offer.rule)})", markup=False)
    if not step.offers:
        out.print("  " + out.say("sight.wall.nobody"))
    _print_between(out, state)


def _print_between(out: Screen, state: State) -> None:
    table = Table(box=None, pad_edge=False)
    for key in ("firer", "target", "sight", "tem"):
        table.add_column(out.say(f"sight.wall.column.{key}"))
    for firer in state.scene.situation.units:
        for target in state.scene.situation.units:
            if firer.side == target.side or target.hidden:
                continue
            seen = sees(state, firer, target)
            if seen.unit.blocked:
                words = out.say("sight.wall.hex_only" if not seen.hex.blocked else "sight.blocked")
                table.add_row(firer.id, target.id, f"{words} ({seen.unit.rule})", "")
                continue
            words = out.say(
                "sight.hindered" if seen.unit.hindrance else "sight.clear",
                total=seen.unit.hindrance,
            )
            table.add_row(firer.id, target.id, words, _cover(out, cover(state, [firer], target)))
    out.print(table)


def _cover(out: Screen, found: Cover) -> str:
    if not found.options:
        return out.say("sight.wall.no_cover")
    return out.say("sight.wall.or").join(
        f"+{item.value} {out.words.name(item)} ({item.rule})" for item in found.options
    )


# What one unit may do


def _may_data(out: Screen, state: State, unit: Unit) -> dict[str, Any]:
    found = may(state, unit)
    words = {
        name: out.words.refusal(answer) if isinstance(answer, Refusal) else None
        for name, answer in (("claim", found.claim), ("forfeit", found.forfeit))
    }
    return {
        "unit": unit.id,
        "claim": {"rule": _rule(found.claim), "why_not": words["claim"]},
        "forfeit": {"rule": _rule(found.forfeit), "why_not": words["forfeit"]},
        "hexsides": [
            {
                "hexside": hexside(state, side.wall.side),
                "kind": side.wall.kind,
                "crossing": _cost(side),
                "rule": side.crossing.rule if side.crossing else _rule(side.refusal),
                "bog_check": bool(side.crossing and side.crossing.bog_check),
                "by_road": side.by_road is not None,
                "breach": side.breach,
                "turn_and_fire": side.turn_and_fire,
            }
            for side in found.sides
        ],
        "set_up_hidden": found.set_up_hidden,
        "gain_concealment": found.gain_concealment,
        "keeps_concealment": {
            "RPh": found.keeps_concealment_rally,
            "MPh": found.keeps_concealment_moving,
        },
    }


def _rule(answer: str | Refusal | None) -> str | None:
    return answer.rule if isinstance(answer, Refusal) else answer


def _cost(side: AtSide) -> str | None:
    """What crossing adds: MF or MP, or half the allotment; None if it cannot be crossed."""
    if side.crossing is None:
        return None
    return "1/2" if side.crossing.half_allotment else f"+{side.crossing.cost}"


def _print_may(out: Screen, state: State, unit: Unit) -> None:
    found = may(state, unit)
    out.print(Text(out.say("sight.may.head", unit=unit.id, hex=unit.hex), style="bold"))
    for name, answer in (("claim", found.claim), ("forfeit", found.forfeit)):
        if isinstance(answer, Refusal):
            out.print(_no(out.say(f"sight.may.{name}"), out.words.refusal(answer), answer.rule))
        else:
            out.print(_yes(out.say(f"sight.may.{name}"), "", answer))
    for side in found.sides:
        label = f"{hexside(state, side.wall.side)} {out.say(f'sight.kind.{side.wall.kind}')}"
        cross = f"{label}: {out.say('sight.may.cross')}"
        if side.crossing is None and side.refusal is not None:
            out.print(_no(cross, out.words.refusal(side.refusal), side.refusal.rule))
        elif side.crossing is not None:
            half = side.crossing.half_allotment
            cost = out.say("sight.may.half" if half else "sight.may.cost", cost=_cost(side) or "")
            more = out.say("sight.may.bog") if side.crossing.bog_check else ""
            out.print(_yes(cross, cost + more, side.crossing.rule))
        if side.by_road is not None:
            out.print(_yes(cross, out.say("sight.may.by_road"), side.by_road.rule))
        if side.breach:
            out.print(_yes(f"{label}: {out.say('sight.may.breach')}", "", "B9.541a"))
        if not side.turn_and_fire:
            out.print(_no(f"{label}: {out.say('sight.may.turn_and_fire')}", "", "B9.53"))
    for key, yes, rule in (
        ("set_up_hidden", found.set_up_hidden, "B9.55a"),
        ("gain_concealment", found.gain_concealment, "B9.55a"),
        ("keeps_rally", found.keeps_concealment_rally, "B9.55b"),
        ("keeps_moving", found.keeps_concealment_moving, "B9.55b"),
    ):
        out.print((_yes if yes else _no)(out.say(f"sight.may.{key}"), "", rule))


def _yes(what: str, how: str, rule: str) -> Text:
    return Text.assemble(("  ✓ ", "green"), what, f" {how}" if how else "", f" ({rule})")


def _no(what: str, why: str, rule: str) -> Text:
    """A refusal in words names its rule already."""
    return Text.assemble(("  ✗ ", "red"), what, f": {why}" if why else f" ({rule})")
