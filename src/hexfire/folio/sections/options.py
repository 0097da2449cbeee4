"""`[options]`: the rule options of a scenario, and those that somebody wants instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfire.folio.options import Choice, Options, choices
from hexfire.folio.problems import Table
from hexfire.rulebook import BadInput


def read_options(table: Table, wanted: Mapping[str, Any]) -> Options | None:
    """The options; wanted ones go before those of the file, and are refused if they are wrong."""
    chosen: dict[str, Any] = {}
    known = choices()
    ok = True
    for name in table.keys():  # noqa: SIM118
        if name not in known:
            table.wrong(name, "option", name=name, known=tuple(known))
            ok = False
            continue
        value = table.any(name)
        if not _fits(known[name], value):
            table.wrong(name, "choice", value=str(value), known=_values(known[name]))
            ok = False
        chosen[name] = value
    for name, value in wanted.items():
        if name not in known:
            raise BadInput("folio.option.unknown", name=name, known=tuple(known))
        if not _fits(known[name], value):
            values = _values(known[name])
            raise BadInput("folio.option.value", name=name, value=str(value), known=values)
        chosen[name] = value
    return Options(**chosen) if ok else None


def _values(choice: Choice) -> tuple[str, ...]:
    return tuple(str(value).lower() for value in choice.values)


def _fits(choice: Choice, value: Any) -> bool:
    """Whether it is one of them: 1 is not `true`."""
    return any(value is one if isinstance(one, bool) else value == one for one in choice.values)
