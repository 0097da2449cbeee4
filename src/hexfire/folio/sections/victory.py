"""`[victory]`: what is worth points, how many make a victory, and what ends the game before."""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.folio.problems import Table
from hexfire.folio.scenario import Level, Objective, Sudden, Victory
from hexfire.folio.sections.named import Named

WHEN = ("game_turn", "player_turn", "at_once")
"""When a sudden victory ends the game: after a game turn, a player turn, or any action."""


def read_victory(table: Table, named: Named) -> Victory:
    objectives = tuple(_objectives(table, named))
    losses = _by_side(table.table("points_per_loss"), named)
    exits = _by_side(table.table("points_per_exit"), named)
    gates_table = table.table("exit_hexes")
    gates = [sum(1 << hex for hex in named.hexes_of(gates_table, side)) for side in named.sides]
    gates_table.done()
    levels = tuple(_levels(table, named))
    sudden = tuple(_sudden(table, named, {o.hex for o in objectives}))
    if not levels and table.keys():
        table.notes.in_toml(("victory",), "no_levels")
    table.done()
    return Victory(objectives, losses, exits, (gates[0], gates[1]), levels, sudden)


def _by_side(table: Table, named: Named) -> tuple[int, int]:
    a, b = (table.number(side, 0) for side in named.sides)
    table.done()
    return a, b


def _objectives(victory: Table, named: Named) -> Iterator[Objective]:
    for table in victory.tables("hexes"):
        hex = named.hex(table, "hex", table.need_text("hex"))
        points = table.any("points", 1)
        if isinstance(points, dict):
            both = _by_side(table.table("points"), named)
        else:
            both = (table.number("points", 1),) * 2
        holder = named.side(table, "holder", 0) if table.text("holder") else None
        names, each_turn = table.names(), table.flag("each_turn")
        table.done()
        if hex is not None:
            yield Objective(hex, both, holder, names, each_turn)


def _levels(victory: Table, named: Named) -> Iterator[Level]:
    for table in victory.tables("levels"):
        side = named.side(table, "side")
        margin = table.any("margin", None)
        if not isinstance(margin, int) or isinstance(margin, bool):
            table.wrong("margin", "missing", name="margin")
            margin = 0
        yield Level(side, margin, table.names())
        table.done()


def _sudden(victory: Table, named: Named, objectives: set[int]) -> Iterator[Sudden]:
    for table in victory.tables("sudden"):
        side = named.side(table, "side")
        holds = named.hexes_of(table, "holds")
        for hex in holds:
            if hex not in objectives:
                label = list(named.hexes)[hex]
                table.wrong("holds", "not_objective", hex=label)
        way = Sudden(
            side,
            holds,
            table.maybe_number("margin"),
            table.maybe_number("enemy_lost"),
            table.maybe_number("exited"),
            table.names(),
            table.choice("when", WHEN) or WHEN[0],
        )
        if not holds and way.margin is way.enemy_lost is way.exited is None:
            table.wrong("side", "sudden_empty")
        yield way
        table.done()
