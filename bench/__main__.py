"""Run all benchmarks (or those named) and print one table."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table


def main(wanted: list[str]) -> None:
    here = Path(__file__).parent
    names = sorted(p.stem for p in here.glob("*.py") if p.stem[0] != "_" and p.stem != "report")
    table = Table(box=None, pad_edge=False)
    for head in ("ratio", "work", "ours /s", "peer", "peer /s"):
        table.add_column(head, justify="left" if head in ("work", "peer") else "right")
    for name in names:
        if wanted and name not in wanted:
            continue
        for row in importlib.import_module(f"bench.{name}").rows():
            table.add_row(
                f"{row.ratio:.2f}×" if row.ratio else "",
                row.work,
                f"{row.ours:,.0f}" if row.ours >= 10 else f"{row.ours:.2f}",
                row.peer,
                f"{row.theirs:,.0f}" if row.theirs else "",
            )
    Console(width=140).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
