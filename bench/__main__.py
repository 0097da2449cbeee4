"""Run all benchmarks (or those named) and print one table."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

import hexfire.folio.movement
from bench.report import Row

ORDER = ("random_play", "sight", "compiled", "dice", "gunnery", "battle", "server", "folio")


def measured(wanted: list[str]) -> Iterator[Row]:
    for name in wanted or ORDER:
        yield from importlib.import_module(f"bench.{name}").rows()


def main(wanted: list[str]) -> None:
    if "--json" in wanted:
        for row in measured([name for name in wanted if name != "--json"]):
            print(json.dumps(dataclasses.asdict(row)), flush=True)
        return
    table = Table(box=None, pad_edge=False)
    for head in ("ratio", "work", "ours /s", "peer", "peer /s"):
        table.add_column(head, justify="left" if head in ("work", "peer") else "right")
    for row in measured(wanted):
        table.add_row(
            f"{row.ratio:.2f}×" if row.ratio else "",
            row.work,
            f"{row.ours:,.0f}" if row.ours >= 10 else f"{row.ours:.2f}",
            row.peer,
            f"{row.theirs:,.0f}" if row.theirs else "",
        )
    Console(width=140).print(table)
    compiled = not hexfire.folio.movement.__file__.endswith(".py")
    print(f"Rows without a word ran {'compiled' if compiled else 'as plain Python'}.")
    print("Recorded rates were measured on another machine of this kind: take them as a scale.")


if __name__ == "__main__":
    main(sys.argv[1:])
