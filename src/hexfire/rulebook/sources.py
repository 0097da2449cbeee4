"""The package's sources as names: what each module defines, and what a name or an expression means.

Enough of Python's scoping and typing to tell which function a line calls: imports, annotations of
parameters, fields and results. What cannot be told stays unknown (`None`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Definition(NamedTuple):
    """A function, class, method (`Class.method`), route or constant of a module."""

    module: str
    name: str


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a piece of source, in the order of `ast.walk` and in a third of its time.

    Contexts (`Load` …) are left out: they tell nothing, and every third node is one.
    """
    nodes = [node]
    for each in nodes:
        yield each
        for value in vars(each).values():
            if isinstance(value, list):
                nodes += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)


class Module:
    """One source file: what it defines at its top, what it imports, what it does when loaded."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self.file = file
        self.tree = ast.parse(file.read_text("utf-8"))
        self.defined: dict[str, ast.stmt] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        self.when_loaded: list[ast.stmt] = []
        for statement in self.tree.body:
            self._take(statement)
        for node in walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                source = self._absolute(node)
                self.imported |= {a.asname or a.name: (source, a.name) for a in node.names}
            elif isinstance(node, ast.Import):
                self.imported |= {a.asname or a.name: (a.name, "") for a in node.names}

    def _take(self, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self.defined[statement.name] = statement
            case ast.Assign(targets=targets):
                for target in targets:
                    for name in walk(target):
                        if isinstance(name, ast.Name):
                            self.defined[name.id] = statement
            case ast.AnnAssign(target=ast.Name(id=name)):
                self.defined[name] = statement
            case ast.Expr() | ast.For() | ast.With() | ast.Try() | ast.If():
                self.when_loaded.append(statement)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        base = self.name.split(".")
        kept = len(base) - node.level + (self.file.name == "__init__.py")
        return ".".join([*base[:kept], *filter(None, [node.module])])


class Sources:
    """All modules of a package; `source` is the folder of the package itself."""

    def __init__(self, source: Path) -> None:
        self.package = source.name
        self.modules: dict[str, Module] = {}
        for file in sorted(source.rglob("*.py")):
            parts = (self.package, *file.relative_to(source).with_suffix("").parts)
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self.modules[name] = Module(name, file)
        self.nodes: dict[Definition, ast.stmt] = dict(self._definitions())
        self.methods: dict[str, list[Definition]] = {}
        for each in self.nodes:
            if "." in each.name:
                self.methods.setdefault(each.name.rpartition(".")[2], []).append(each)
        self._heirs: dict[Definition, list[Definition]] = {}
        for each, node in self.nodes.items():
            if isinstance(node, ast.ClassDef):
                for base in self.bases(each):
                    self._heirs.setdefault(base, []).append(each)

    def _definitions(self) -> Iterator[tuple[Definition, ast.stmt]]:
        for module in self.modules.values():
            for name, node in module.defined.items():
                yield Definition(module.name, name), node
                if isinstance(node, ast.ClassDef):
                    for member in node.body:
                        if isinstance(member, Function):
                            yield Definition(module.name, f"{name}.{member.name}"), member

    # -- names -------------------------------------------------------------------------------------

    def named(self, module: str, name: str) -> Definition | str | None:
        """What a name at the top of a module means: a definition, or another module."""
        seen = set()
        while (module, name) not in seen and module in self.modules:
            seen.add((module, name))
            here = self.modules[module]
            if name in here.defined:
                return Definition(module, name)
            if name in here.imported:
                source, original = here.imported[name]
                if not original:
                    return source if source in self.modules else None
                module, name = source, original
            if f"{module}.{name}" in self.modules and not self._has(module, name):
                return f"{module}.{name}"
        return None

    def _has(self, module: str, name: str) -> bool:
        """Whether a module itself gives the name a meaning."""
        here = self.modules.get(module)
        return here is not None and (name in here.defined or name in here.imported)

    def meant(self, module: str, expression: ast.expr) -> Definition | str | None:
        """What a name or a dotted name means; nothing for other expressions."""
        match expression:
            case ast.Name(id=name):
                return self.named(module, name)
            case ast.Attribute(value=value, attr=attr):
                owner = self.meant(module, value)
                if isinstance(owner, str):
                    return self.named(owner, attr)
                if owner is not None:
                    member = Definition(owner.module, f"{owner.name}.{attr}")
                    return member if member in self.nodes else None
        return None

    # -- classes -----------------------------------------------------------------------------------

    def is_class(self, definition: Definition | str | None) -> bool:
        return isinstance(definition, Definition) and isinstance(
            self.nodes.get(definition), ast.ClassDef
        )

    def bases(self, cls: Definition) -> list[Definition]:
        node = self.nodes[cls]
        assert isinstance(node, ast.ClassDef)
        definitions = []
        for base in node.bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            meant = self.meant(cls.module, plain)
            if isinstance(meant, Definition) and self.is_class(meant):
                definitions.append(meant)
        return definitions

    def is_open(self, cls: Definition) -> bool:
        """Whether other classes may stand in for it without saying so: a Protocol is behind it."""
        names = set()
        for each in self.line(cls):
            node = self.nodes[each]
            assert isinstance(node, ast.ClassDef)
            for base in node.bases:
                names |= {name.id for name in walk(base) if isinstance(name, ast.Name)}
        return "Protocol" in names

    def line(self, cls: Definition) -> list[Definition]:
        """A class with all it inherits from."""
        ancestry, todo = [], [cls]
        while todo:
            each = todo.pop()
            if each not in ancestry:
                ancestry.append(each)
                todo.extend(self.bases(each))
        return ancestry

    def heirs(self, cls: Definition) -> list[Definition]:
        """A class with all that inherit from it."""
        descendants, todo = [], [cls]
        while todo:
            each = todo.pop()
            if each not in descendants:
                descendants.append(each)
                todo.extend(self._heirs.get(each, ()))
        return descendants

    def member(self, cls: Definition, attr: str) -> list[Definition]:
        """The methods that `x.attr` may mean when `x` is of this class."""
        return [
            member
            for each in dict.fromkeys(self.line(cls) + self.heirs(cls))
            if (member := Definition(each.module, f"{each.name}.{attr}")) in self.nodes
        ]

    # -- types -------------------------------------------------------------------------------------

    def annotated(self, module: str, annotation: ast.expr | None) -> Definition | None:
        """The one class of the package that an annotation speaks of."""
        match annotation:
            case ast.Constant(value=str(text)):
                return self.annotated(module, ast.parse(text, mode="eval").body)
            case ast.BinOp(left=left, right=ast.Constant(value=None)):
                return self.annotated(module, left)
            case ast.Subscript(value=value):
                return self.annotated(module, value)
            case ast.Name() | ast.Attribute():
                meant = self.meant(module, annotation)
                return meant if isinstance(meant, Definition) and self.is_class(meant) else None
        return None

    def locals_of(self, module: str, function: Function, cls: str) -> dict[str, Definition]:
        """The classes of a function's parameters and of what it assigns, where they can be told."""
        known: dict[str, Definition] = {}
        arguments = function.args
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        if cls and listed and listed[0].arg in ("self", "cls"):
            known[listed[0].arg] = Definition(module, cls)
        for argument in listed:
            if (its_class := self.annotated(module, argument.annotation)) is not None:
                known[argument.arg] = its_class
        for node in walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    its_class = self.type_of(module, value, known)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    its_class = self.annotated(module, annotation)
                case _:
                    continue
            if its_class is not None and name not in known:
                known[name] = its_class
        return known

    def type_of(
        self, module: str, expression: ast.expr, known: Mapping[str, Definition]
    ) -> Definition | None:
        """The class of an expression's value."""
        match expression:
            case ast.Name(id=name) if name in known:
                return known[name]
            case ast.Await(value=value):
                return self.type_of(module, value, known)
            case ast.Call(func=func):
                meant = self.meant(module, func)
                if meant is None and isinstance(func, ast.Attribute):
                    owner = self.type_of(module, func.value, known)
                    meant = self._only(owner, func.attr) if owner is not None else None
                return self._result(meant)
            case ast.Attribute(value=value, attr=attr):
                owner = self.type_of(module, value, known)
                return None if owner is None else self._field(owner, attr)
        return None

    def _only(self, owner: Definition, attr: str) -> Definition | None:
        members = self.member(owner, attr)
        return members[0] if len(members) == 1 else None

    def _result(self, called: Definition | str | None) -> Definition | None:
        if not isinstance(called, Definition):
            return None
        node = self.nodes.get(called)
        if isinstance(node, ast.ClassDef):
            return called
        return self.annotated(called.module, node.returns) if isinstance(node, Function) else None

    def _field(self, owner: Definition, attr: str) -> Definition | None:
        for cls in self.line(owner):
            node = self.nodes[cls]
            assert isinstance(node, ast.ClassDef)
            for member in node.body:
                match member:
                    case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                        if name == attr:
                            return self.annotated(cls.module, annotation)
                    case ast.FunctionDef(name=name, returns=returns) if name == attr:
                        return self.annotated(cls.module, returns)
        return None
