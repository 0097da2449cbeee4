"""Arrays of small numbers: packed in memory where the engine is compiled, plain lists elsewhere.

A compiled module that names `vec` gets the packed arrays of mypyc's run-time library, whatever
stands here; uncompiled code gets lists (and bytearrays for `u8`) by the same names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__: list[str] = []  # for the engine's own use, no part of the package's face

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i32 as i32
    from mypy_extensions import i64 as i64
    from mypy_extensions import u8 as u8
else:

    class u8: ...  # noqa: N801

    i32 = i64 = int

    class _Kinds:
        def __getitem__(self, of):
            return bytearray if of is u8 else list

    vec = _Kinds()

    def append(array, number):
        """The array with one number more; the old one is not to be used any longer."""
        array.append(number)
        return array
