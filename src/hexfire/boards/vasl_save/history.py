"""The commands of a save or log, carried out: which pieces and stacks there are at its end."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfire.boards.vasl_save.lists import split, unnest
from hexfire.rulebook import BadInput

ESC = "\x1b"
MAX_COMMANDS = 200_000
MAX_PIECES = 20_000
MAX_PIECE = 512 << 10
MAX_STACK = 2_000


class Piece(msgspec.Struct):
    """A counter: its traits and their states, outermost first."""

    id: str
    traits: list[str]
    states: list[str]


class Stack(msgspec.Struct):
    """A pile of counters at one point of one map, bottom first."""

    id: str
    map: str
    x: int
    y: int
    pieces: list[str]


class Table(msgspec.Struct):
    """Everything that the commands left behind. Chat is counted, never kept."""

    pieces: dict[str, Piece] = {}
    stacks: dict[str, Stack] = {}
    holder: dict[str, str] = {}
    """Which stack a piece lies in."""
    at: dict[tuple[str, int, int], str] = {}
    """Which stack lies at a point."""
    boards: str = ""
    info: list[str] = []
    commands: int = 0
    logged: int = 0
    chat: int = 0
    skipped: int = 0
    """Commands that could not be read."""


def play(text: str) -> Table:
    """The table after all commands of a save, or of a log with all its steps."""
    table = Table()
    for command in commands(text):
        table.commands += 1
        if command.startswith("LOG\t"):
            table.logged += 1
            command = command[4:]
        try:
            _carry_out(table, command)
        except (ValueError, IndexError, KeyError):
            table.skipped += 1
    if table.commands < 2:
        raise BadInput("vasl.no_game")
    return table


def commands(text: str) -> Iterator[str]:
    """The single commands, in order. A command can carry further ones, escaped."""
    waiting = [text]
    count = 0
    while waiting:
        whole = waiting.pop()
        parts = split(whole, ESC)
        if len(parts) > 1:
            waiting += reversed(parts)
        elif parts[0] != whole:
            waiting.append(parts[0])
        else:
            yield whole
        count += 1
        if count > MAX_COMMANDS or len(waiting) > MAX_COMMANDS:
            raise BadInput("vasl.too_many_commands", limit=MAX_COMMANDS)


def _carry_out(table: Table, command: str) -> None:
    head = command[:2]
    if head == "+/":
        _, id, kind, state, *_ = split(command, "/")
        _add(table, id, kind, state)
    elif head == "D/":
        members = split(command, "/")
        _change(table, members[1], members[2], members[3] if len(members) > 3 else None)
    elif head == "-/":
        _remove(table, split(command, "/")[1])
    elif head == "M/":
        members = split(command, "/")
        _move(table, members[1], members[2], int(members[3]), int(members[4]), members[5])
    elif command.startswith("bd\t"):
        table.boards = max(table.boards, command, key=len)
    elif command.startswith("INFO\t"):
        table.info = split(command, "\t")[1:]
    elif command.startswith("CHAT"):
        table.chat += 1


def _add(table: Table, id: str, kind: str, state: str) -> None:
    if len(table.pieces) + len(table.stacks) >= 2 * MAX_PIECES:
        raise BadInput("vasl.too_many_pieces", limit=MAX_PIECES)
    if kind == "stack":
        place, x, y, *rest = state.split(";")
        _pile(table, Stack(id, place, _number(x), _number(y), _members(rest)))
        return
    if len(kind) > MAX_PIECE or len(state) > MAX_PIECE:
        raise ValueError(id)
    table.pieces[id] = Piece(id, unnest(kind), unnest(state))


def _number(text: str) -> int:
    return int(text[:12])


def _members(rest: list[str]) -> list[str]:
    ids = [id for id in rest if id and not id.startswith("@@")]
    if len(ids) > MAX_STACK:
        raise ValueError("a stack of more counters than a game has")
    return list(dict.fromkeys(ids))


def _change(table: Table, id: str, new: str, old: str | None) -> None:
    """D: only the traits whose state changes; of a stack its contents."""
    if id in table.stacks:
        stack = table.stacks[id]
        place, x, y, *rest = new.split(";")
        ids = _members(rest)
        before = set(_members(old.split(";")[3:])) if old else set(stack.pieces)
        listed = set(ids)
        others = [one for one in stack.pieces if one not in before and one not in listed]
        _pile(table, Stack(id, place, _number(x), _number(y), ids + others))
        return
    piece = table.pieces[id]
    if len(new) > MAX_PIECE:
        raise ValueError(id)
    states = unnest(new)
    was = unnest(old) if old is not None else []
    if len(was) != len(states) or len(piece.states) != len(states):
        piece.states = states
        return
    for i, (before_, after) in enumerate(zip(was, states, strict=True)):
        if before_ != after:
            piece.states[i] = after


def _pile(table: Table, stack: Stack) -> None:
    """Put a stack, new or changed, on its point of the map."""
    if (old := table.stacks.get(stack.id)) is not None:
        _lift(table, old)
    table.stacks[stack.id] = stack
    table.at[stack.map, stack.x, stack.y] = stack.id
    for id in stack.pieces:
        table.holder[id] = stack.id


def _lift(table: Table, stack: Stack) -> None:
    """Take a stack off the map."""
    del table.stacks[stack.id]
    if table.at.get((stack.map, stack.x, stack.y)) == stack.id:
        del table.at[stack.map, stack.x, stack.y]
    for id in stack.pieces:
        if table.holder.get(id) == stack.id:
            del table.holder[id]


def _take(table: Table, id: str) -> None:
    """Take a piece off its stack, if it lies in one."""
    if (holder := table.holder.pop(id, None)) is not None:
        table.stacks[holder].pieces.remove(id)


def _remove(table: Table, id: str) -> None:
    if id in table.stacks:
        _lift(table, table.stacks[id])
        return
    _take(table, id)
    table.pieces.pop(id, None)


def _move(table: Table, id: str, place: str, x: int, y: int, under: str) -> None:
    """M: off its stack to a point, above `under` if that lies there, else beneath what does."""
    if id in table.stacks:
        moved = table.stacks[id].pieces
        _lift(table, table.stacks[id])
    elif id in table.pieces:
        _take(table, id)
        moved = [id]
    else:
        raise KeyError(id)
    there = table.stacks.get(table.at.get((place, x, y), ""))
    if there is None:
        _pile(table, Stack(f"stack of {id}" if moved == [id] else id, place, x, y, moved))
        return
    at = there.pieces.index(under) + 1 if under in there.pieces else 0
    if len(there.pieces) + len(moved) > MAX_STACK:
        raise ValueError(id)
    there.pieces[at:at] = moved
    for one in moved:
        table.holder[one] = there.id
