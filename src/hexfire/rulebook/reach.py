"""What players can reach: which definitions are called, directly or not, from a door of the house.

A rule counts for players only if the function that carries it is called from a command, from the
page's server or from a game. The graph is read from the sources and errs on the generous side:
naming a function counts as calling it, and where the type of `x` in `x.name` cannot be told, every
method of that name is meant.
"""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from hexfire.rulebook.sources import Definition, Function, Sources, walk

__all__ = ["Definition", "Entry", "Reach", "reach_of"]

_VERBS = frozenset({"get", "post", "put", "delete", "patch", "websocket"})


class Entry(NamedTuple):
    """A door: a command (by its name), a route of the server (its path), or a game (its class)."""

    kind: Literal["command", "page", "game"]
    name: str


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Without looking for garbage: a million nodes that stay are half of the time if looked at."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Reach:
    """The graph of a package, and who can be reached from its doors.

    Doors are the modules of `cli` that have an `add_to`, the routes of `server`, and the games
    that `games.all_games` names. Everything else in `cli` and `server` counts as reached too.
    """

    def __init__(self, source: Path) -> None:
        self._rooms = {room: f"{source.name}.{room}" for room in ("cli", "server", "games")}
        self.calls: dict[Definition, frozenset[Definition]] = {}
        self._perhaps: dict[Definition, frozenset[str]] = {}
        with _nothing_collected():
            self.sources = Sources(source)
            for definition, node in self.sources.nodes.items():
                self._link(definition, self._named_by(definition, node))
            self._entries = dict(self._doors())

    def reached(self, definition: Definition) -> bool:
        return definition in self._reached

    def _link(self, definition: Definition, named: Iterable[Definition | str]) -> None:
        """Keep what is named for sure apart from mere names of methods of who knows what class."""
        targets = frozenset(named)
        self.calls[definition] = frozenset(each for each in targets if isinstance(each, Definition))
        self._perhaps[definition] = frozenset(each for each in targets if isinstance(each, str))

    def entries_to(self, definitions: Iterable[Definition]) -> tuple[Entry, ...]:
        """The doors from which calls that are beyond doubt lead to any of these definitions."""
        todo = list(definitions)
        seen = set(todo)
        while todo:
            for caller in self._callers.get(todo.pop(), ()):
                if caller not in seen:
                    seen.add(caller)
                    todo.append(caller)
        return tuple(sorted({self._entries[each] for each in seen if each in self._entries}))

    def definition_at(self, module: str, name: str) -> Definition | None:
        """The definition that `name`, perhaps of something nested, stands in."""
        parts = name.split(".")
        for length in (2, 1):
            definition = Definition(module, ".".join(parts[:length]))
            if len(parts) >= length and definition in self.sources.nodes:
                return definition
        return None

    @cached_property
    def _callers(self) -> dict[Definition, list[Definition]]:
        callers: dict[Definition, list[Definition]] = {}
        for caller, called in self.calls.items():
            for each in called:
                callers.setdefault(each, []).append(caller)
        return callers

    @cached_property
    def _reached(self) -> frozenset[Definition]:
        inner = tuple(self._rooms.values())
        todo = [each for each in self.calls if each.module.startswith(inner)]
        todo += self._entries
        for module in self.sources.modules.values():
            for statement in module.when_loaded:
                for each in self._in(module.name, statement, ""):
                    todo += [each] if isinstance(each, Definition) else self._methods(each)
        seen = set(todo)
        while todo:
            caller = todo.pop()
            called = list(self.calls.get(caller, ()))
            for name in self._perhaps.get(caller, ()):
                called += self._methods(name)
            for each in called:
                if each not in seen:
                    seen.add(each)
                    todo.append(each)
        return frozenset(seen)

    def _methods(self, name: str) -> list[Definition]:
        return self.sources.methods.get(name, [])

    # -- doors -------------------------------------------------------------------------------------

    def _doors(self) -> Iterator[tuple[Definition, Entry]]:
        for definition, node in list(self.sources.nodes.items()):
            if definition.module.startswith(self._rooms["cli"] + "."):
                if definition.name == "add_to":
                    yield definition, Entry("command", definition.module.rpartition(".")[2])
            elif definition.module.startswith(self._rooms["server"]):
                yield from self._routes(definition, node)
            elif definition == Definition(self._rooms["games"], "all_games"):
                for game in self.calls[definition]:
                    if self.sources.is_class(game) and not self.sources.is_open(game):
                        yield from self._game(game)

    def _routes(self, outer: Definition, node: ast.stmt) -> Iterator[tuple[Definition, Entry]]:
        """Functions within `outer` decorated as `@app.get("/api/…")`: nodes of their own."""
        for inner in walk(node):
            if not isinstance(inner, Function):
                continue
            for decorator in inner.decorator_list:
                match decorator:
                    case ast.Call(
                        func=ast.Attribute(attr=verb), args=[ast.Constant(value=str(path)), *_]
                    ) if verb in _VERBS:
                        route = Definition(outer.module, f"{outer.name}.{inner.name}")
                        self._link(route, self._in(outer.module, inner, ""))
                        yield route, Entry("page", path)

    def _game(self, game: Definition) -> Iterator[tuple[Definition, Entry]]:
        entry = Entry("game", game.name)
        yield game, entry
        for each in self.sources.nodes:
            if each.module == game.module and each.name.startswith(game.name + "."):
                yield each, entry

    # -- edges -------------------------------------------------------------------------------------

    def _named_by(self, definition: Definition, node: ast.stmt) -> Iterator[Definition | str]:
        cls = definition.name.partition(".")[0] if "." in definition.name else ""
        if not isinstance(node, ast.ClassDef):
            yield from self._in(definition.module, node, cls)
            return
        # A class calls what its body does and the methods that Python calls by itself.
        for base in (*node.bases, *node.decorator_list, *(k.value for k in node.keywords)):
            yield from self._in(definition.module, base, "")
        for member in node.body:
            if not isinstance(member, Function):
                yield from self._in(definition.module, member, "")
            elif member.name.startswith("__"):
                yield Definition(definition.module, f"{definition.name}.{member.name}")
            else:
                for decorator in member.decorator_list:
                    yield from self._in(definition.module, decorator, "")

    def _in(self, module: str, node: ast.AST, cls: str) -> Iterator[Definition | str]:
        """All that stands named in a piece of source; names of unknown methods as text."""
        sources = self.sources
        known = sources.locals_of(module, node, cls) if isinstance(node, Function) else {}
        for each in walk(node):
            match each:
                case ast.Name(id=name) if name not in known:
                    meant = sources.named(module, name)
                    if isinstance(meant, Definition):
                        yield meant
                case ast.Attribute(value=value, attr=attr):
                    yield from self._attribute(module, each, value, attr, known)
                case ast.Call(func=ast.Name(id="getattr"), args=[ast.expr() as owner, *_]):
                    yield from self._by_data(sources.meant(module, owner))

    def _attribute(
        self,
        module: str,
        whole: ast.Attribute,
        value: ast.expr,
        attr: str,
        known: dict[str, Definition],
    ) -> Iterator[Definition | str]:
        sources = self.sources
        if not (isinstance(value, ast.Name) and value.id in known):
            if isinstance(meant := sources.meant(module, whole), Definition):
                yield meant
                return
            owner = sources.meant(module, value)
            if isinstance(owner, str):
                return
            if isinstance(owner, Definition) and sources.is_class(owner):
                yield from sources.member(owner, attr)
                return
        cls = sources.type_of(module, value, known)
        if cls is None or sources.is_open(cls):
            if attr in sources.methods:
                yield attr
        else:
            yield from sources.member(cls, attr)

    def _by_data(self, module: Definition | str | None) -> Iterator[Definition]:
        """`getattr(nodes, name)`: the functions of a module that a data file beside it names."""
        if not isinstance(module, str):
            return
        here = self.sources.modules[module]
        words: set[str] = set()
        for file in here.file.parent.glob("*.toml"):
            words |= set(re.findall(r"\w+", file.read_text("utf-8")))
        for name in here.defined:
            if name in words:
                yield Definition(module, name)


@cache
def reach_of(source: Path) -> Reach:
    """The graph of a package that does not change meanwhile: read once."""
    return Reach(source)
