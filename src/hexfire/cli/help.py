"""The help pages in the reader's language: how a command is called, what it takes, what it does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len

from hexfire.cli.screen import text

# A word of Latin letters stays whole; Japanese may be broken anywhere but before these signs.
_PIECES = re.compile(r"[\w.,:;/|=+\-\"'«»#@<>\[\]{}()&?!…]+", re.ASCII)
_NEVER_FIRST = "、。」』）：・ーっゃゅょ…"


def speak(command: Any) -> Any:
    """The command and all below it, with help pages of ours instead of the library's."""
    command.get_help = lambda context: page(command, context)
    for below in getattr(command, "commands", {}).values():
        speak(below)
    return command


def page(command: Any, context: Any) -> str:
    """The help page of one command."""
    width = min(shutil.get_terminal_size().columns, 100)
    options = [p for p in command.get_params(context) if not getattr(p, "hidden", False)]
    arguments = [p for p in options if p.param_type_name == "argument"]
    blocks = [_usage(command, context, arguments), *_indented(command.help, width)]
    for title, rows in (
        ("core.cli.arguments", [(_argument(p), _about(p)) for p in arguments]),
        ("core.cli.options", [(_option(p), _about(p)) for p in options if p not in arguments]),
        ("core.cli.commands", [(n, c.help or "") for n, c in _below(command)]),
    ):
        if rows:
            blocks += ["", text(title), *_table(rows, width)]
    return "\n".join([*blocks, *_indented(command.epilog, width)])


def _below(command: Any) -> list[tuple[str, Any]]:
    return [item for item in getattr(command, "commands", {}).items() if not item[1].hidden]


def _usage(command: Any, context: Any, arguments: list[Any]) -> str:
    pieces = [context.command_path, text("core.cli.some_options")]
    pieces += [_argument(p) if p.required else f"[{_argument(p)}]" for p in arguments]
    if _below(command):
        pieces.append(text("core.cli.some_command"))
    return text("core.cli.usage_line", call=" ".join(pieces))


def _argument(parameter: Any) -> str:
    name = parameter.metavar or parameter.name.upper()
    return f"{name}…" if parameter.nargs != 1 else str(name)


def _option(parameter: Any) -> str:
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.is_flag:
        return names
    return f"{names} {parameter.metavar or _kind(parameter)}{'…' if parameter.multiple else ''}"


def _kind(parameter: Any) -> str:
    known = parameter.type_descriptor
    if known.is_choice:
        return "|".join(str(getattr(choice, "value", choice)) for choice in known.choices)
    named = re.findall("int|float|path|str", str(known.annotation).lower())
    return text(f"core.cli.kind.{'path' if 'path' in named else named[-1]}")


def _about(parameter: Any) -> str:
    """What it is for, and what it is if nobody says it."""
    if "--help" in parameter.opts:
        return text("core.cli.help_option")
    about = parameter.help or ""
    stop = about[-1:] if about.endswith((".", "。")) else ""
    about = about.removesuffix(stop)
    low, high = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if low is not None and high is not None:
        about += text("core.cli.between", low=str(low), high=str(high))
    elif low is not None:
        about += text("core.cli.at_least", low=str(low))
    elif high is not None:
        about += text("core.cli.at_most", high=str(high))
    if parameter.required:
        about += text("core.cli.required")
    elif isinstance(parameter.default, str | int | float) and _worth_saying(parameter.default):
        about += text("core.cli.default", value=str(parameter.default))
    return about + stop


def _worth_saying(default: object) -> bool:
    return default is not False and default != ""


def _table(rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    """Two columns; what is on the left stays whole, what is on the right is broken into lines."""
    left = min(max(cell_len(name) for name, _ in rows), 28)
    for name, about in rows:
        lines = _broken(about, width - left - 4) or [""]
        if cell_len(name) > left:
            yield f"  {name}"
        else:
            yield f"  {name}{' ' * (left - cell_len(name))}  {lines.pop(0)}".rstrip()
        yield from (f"{' ' * (left + 4)}{line}" for line in lines)


def _indented(paragraph: str | None, width: int) -> list[str]:
    return ["", *(f"  {line}" for line in _broken(paragraph, width - 2))] if paragraph else []


def _broken(paragraph: str, width: int) -> list[str]:
    """The lines of a paragraph, none of them a sign or two left over."""
    for narrower in range(width, width - 12, -1):
        lines = _lines(paragraph, narrower)
        if len(lines) < 2 or cell_len(lines[-1]) > 8:
            return lines
    return _lines(paragraph, width)


def _lines(paragraph: str, width: int) -> list[str]:
    """Broken where the width ends, measured in cells: a Japanese sign takes two."""
    lines, line = [], ""
    for piece in _pieces(paragraph):
        if line and cell_len(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(paragraph: str) -> Iterator[str]:
    """What may not be broken: a word with the blank behind it, a sign with what must follow it."""
    at, held = 0, ""
    while at < len(paragraph):
        matched = _PIECES.match(paragraph, at)
        piece = matched[0] if matched else paragraph[at]
        at += len(piece)
        if held and (piece == " " or piece[0] in _NEVER_FIRST or held[-1] in "「『（"):
            held += piece
            continue
        if held:
            yield held
        held = piece
    if held:
        yield held
