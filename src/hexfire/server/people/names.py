"""Names as people see them: signs that show nothing, and names that look alike.

Unicode knows many ways to write what looks the same: letters of other alphabets, signs that only
choose between two forms of the sign before them, fillers as wide as a letter or of no width at all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST = 40
"""So many characters a name may have."""

_CHOOSING = [range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x1810)]
"""Variation selectors: they choose a form of the sign before them."""
_FILLING = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that show nothing, and yet count as printable."""
_UNSEEN = dict.fromkeys([*map(ord, _FILLING), *(sign for signs in _CHOOSING for sign in signs)])

_PAIRS = (
    # Cyrillic and Greek, small as `casefold` leaves them: alike small or as capitals
    *zip("авекмнорстухіјѕԁһԛԝӏ", "abekmhopctyxijsdhqwi", strict=True),
    *zip("αβεζηικμνορτυχϲ", "abezhikmnoptyxc", strict=True),
    *zip("l1|ı!0", "iiiiio", strict=True),
    # Japanese: hiragana, signs and kanji that look like katakana
    *zip("へべぺ一―力口工二卜夕八三千", "ヘベペーーカロエニトタハミチ", strict=True),
)
_ALIKE = str.maketrans(dict(_PAIRS))


def seen(text: str) -> str:
    """A text without what nobody can see: control characters, halves of signs, fillers."""
    usual = unicodedata.normalize("NFKC", text).translate(_UNSEEN)
    return "".join(sign for sign in usual if sign.isprintable()).strip()


def look(name: str) -> str:
    """How a name looks: two names with the same look can hardly be told apart."""
    folded = unicodedata.normalize("NFKC", seen(name).casefold()).replace("i\u0307", "i")
    return " ".join(folded.translate(_ALIKE).split())


def apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it where it would look like one of the others."""
    looks = {look(other) for other in others}
    told, n = name, 1
    while look(told) in looks:
        n += 1
        number = f" ({n})"
        told = name[: LONGEST - len(number)] + number
    return told
