"""Spoil what is loaded in place: functions get the code of a wrong version, files its text.

Functions are found wherever they were imported to, because it is their code that is exchanged and
not their name. What a module computes while it is loaded (constants, defaults, tables) cannot be
changed so: `exchanges` then answers None, and a fresh process must load the wrong version.
"""

from __future__ import annotations

import builtins
import functools
import gc
import inspect
import io
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any

AT_ONCE = ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")
"""Functions that run where they stand: in the body of a module, while it is loaded."""

Exchanges = dict[tuple[str, int], CodeType]
"""By qualified name and first line of the right version."""


def _is_body(code: CodeType) -> bool:
    """Of a module or class: it runs while the module is loaded."""
    return not code.co_flags & inspect.CO_OPTIMIZED


def _within(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """What a body does, apart from the functions that it defines and the lines it stands on."""
    constants = [c for c in code.co_consts if not isinstance(c, CodeType)]
    return code.co_code, code.co_names, repr(constants), [c.co_name for c in _within(code)]


def exchanges(file: Path, wrong: str) -> Exchanges | None:
    """Which function of a source file gets which code; None where a body differs."""
    if file.suffix != ".py":
        return None
    right = compile(file.read_text("utf-8"), str(file), "exec", dont_inherit=True)
    pairs = [(right, compile(wrong, str(file), "exec", dont_inherit=True))]
    exchanged: Exchanges = {}
    while pairs:
        here, there = pairs.pop()
        if _is_body(here) and _own(here) != _own(there):
            return None
        for one, other in zip(_within(here), _within(there), strict=False):
            if one.co_name != other.co_name:
                break  # within a function: the outer code holds them
            if _is_body(here) and one.co_name in AT_ONCE and one.co_code != other.co_code:
                return None
            if not _is_body(one):
                exchanged[one.co_qualname, one.co_firstlineno] = other
            pairs.append((one, other))
    return exchanged


def loaded_functions() -> dict[str, list[FunctionType]]:
    """By source file, every function that there is now."""
    by_file: dict[str, list[FunctionType]] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType:
            by_file.setdefault(each.__code__.co_filename, []).append(each)
    return by_file


def spoil(
    functions: list[FunctionType], exchanged: Exchanges, caches: list[Callable[[], None]]
) -> bool:
    """Give the functions of a source file other code; False where one cannot take it."""
    for function in functions:
        old = function.__code__
        new = exchanged.get((old.co_qualname, old.co_firstlineno))
        if new is None:
            continue
        if old.co_freevars != new.co_freevars:
            return False
        function.__code__ = new
    for clear in caches:
        clear()
    return True


def _caches() -> Iterator[Any]:
    cache = type(functools.lru_cache(maxsize=None)(int))
    for each in gc.get_objects():
        if type(each) is cache and str(each.__module__).startswith("hexfire"):
            yield each


def loaded_caches() -> list[Callable[[], None]]:
    """What empties the caches of our functions: tables once read among them."""
    return [each.cache_clear for each in _caches()]


def caches_of_answers() -> list[Callable[[], None]]:
    """Those of functions that are asked something: the right code may have answered before."""
    return [each.cache_clear for each in _caches() if inspect.signature(each).parameters]


def read_tables_once() -> None:
    """What is read once and asked of nobody (catalogues, tables): children need not read it."""
    for each in list(_caches()):
        if not inspect.signature(each).parameters:
            with suppress(Exception):
                each()


def spoil_text(file: Path, wrong: str, caches: list[Callable[[], None]]) -> None:
    """Whoever opens a file from now on reads something else."""
    right_open = io.open

    def open_other(path: Any, mode: str = "r", *args: Any, **kwargs: Any) -> IO[Any]:
        if not isinstance(path, str | os.PathLike) or os.fspath(path) != str(file):
            return right_open(path, mode, *args, **kwargs)
        return io.BytesIO(wrong.encode()) if "b" in mode else io.StringIO(wrong)

    io.open = builtins.open = open_other  # type: ignore[assignment]
    for clear in caches:
        clear()
