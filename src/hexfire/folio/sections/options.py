"""`[options]`: the rule options of a scenario, and those that somebody wants instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from hexfire.folio.options import Options
from hexfire.folio.problems import Table
from hexfire.rulebook import BadInput


def read_options(table: Table, wanted: Mapping[str, Any]) -> Options | None:
    """The options; wanted ones go before those of the file, and are refused if they are wrong."""
    chosen: dict[str, Any] = {}
    hints = get_type_hints(Options)
    ok = True
    for name in table.keys():  # noqa: SIM118
        if name not in hints:
            table.wrong(name, "option", name=name, known=tuple(hints))
            ok = False
            continue
        value = table.any(name)
        if not _fits(hints[name], value):
            table.wrong(name, "choice", value=str(value), known=_values(hints[name]))
            ok = False
        chosen[name] = value
    for name, value in wanted.items():
        if name not in hints:
            raise BadInput("folio.option.unknown", name=name, known=tuple(hints))
        if not _fits(hints[name], value):
            known = _values(hints[name])
            raise BadInput("folio.option.value", name=name, value=str(value), known=known)
        chosen[name] = value
    return Options(**chosen) if ok else None


def _values(hint: Any) -> tuple[str, ...]:
    return ("true", "false") if hint is bool else tuple(str(v) for v in get_args(hint))


def _fits(hint: Any, value: Any) -> bool:
    return isinstance(value, bool) if hint is bool else value in get_args(hint)
