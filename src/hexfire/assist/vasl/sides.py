"""Who plays in a saved game, and what one of the sides may know of it.

A save holds the secrets of both players. A reader says which side he is; what the other side hid
or concealed is then shown as it would lie before him: nothing, or a «?».
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby

from msgspec.structs import replace

from hexfire.boards.vasl_save import Counter, Save
from hexfire.rulebook import BadInput

BOTH = "both"
"""The reader is alone and may see everything."""


@cache
def _alliances() -> dict[str, str]:
    text = (files(__package__) / "nations.toml").read_text("utf-8")
    return {
        code: group.split("_")[0] for group, codes in tomllib.loads(text).items() for code in codes
    }


def sides_of(save: Save) -> dict[str, str]:
    """Each nation code of the game and its side: `axis` or `allied`, or the nation itself."""
    nations = sorted({counter.nation for counter in save.counters if counter.nation})
    grouped = {code: _alliances().get(code, code) for code in nations}
    if len(nations) > 1 and len(set(grouped.values())) == 1:
        return {code: code for code in nations}
    return grouped


def check_side(side: str, sides: Iterable[str]) -> None:
    """Refuse a side that does not play."""
    known = sorted(set(sides))
    if side != BOTH and side not in known:
        raise BadInput("vasl.no_side", side=side, sides=(*known, BOTH))


def seen_by(save: Save, side: str) -> Save:
    """The game as one side may know it.

    Whose a marker without a nation is, is told by what lies around it: a hidden one is left out
    unless it is this side's by its owner.
    """
    sides = sides_of(save)
    check_side(side, sides.values())
    if side == BOTH:
        return save
    own = _own_players(save, sides, side)
    counters: list[Counter] = []
    for _, pile in groupby(save.counters, key=lambda c: (c.y, c.x, c.stack or c.id)):
        counters += _seen_pile(list(pile), sides, side, own)
    return replace(save, counters=tuple(counters))


def _own_players(save: Save, sides: dict[str, str], side: str) -> set[int]:
    """The numbers of the owners whose counters are this side's."""
    mine, theirs = set[int](), set[int]()
    for counter in save.counters:
        if counter.nation:
            group = mine if sides.get(counter.nation) == side else theirs
            group |= {counter.concealed_by, counter.hidden_by, counter.concealment_of}
    return mine - theirs - {0}


def _seen_pile(
    pile: list[Counter], sides: dict[str, str], side: str, own: set[int]
) -> Iterator[Counter]:
    """A stack from its bottom; of the enemy's concealed counters one «?» for all of them.

    VASL's own «?» counters are left out with what they cover: whether a stack has one, several or
    none is no more than how its owner piled it up.
    """
    shown = False
    for counter in pile:
        if sides.get(counter.nation) == side or _is_of(counter, own):
            yield counter
        elif counter.hidden_by:
            continue
        elif counter.concealed_by or counter.is_concealment:
            if not shown:
                shown = True
                yield _unknown(counter, sides)
        else:
            yield counter


def _is_of(counter: Counter, own: set[int]) -> bool:
    return bool({counter.hidden_by, counter.concealed_by, counter.concealment_of} & own)


def _unknown(counter: Counter, sides: dict[str, str]) -> Counter:
    """What the enemy sees of a concealed stack: that it is there, and of which side."""
    side = sides.get(counter.nation)
    return Counter(
        id=f"? {counter.x},{counter.y}",
        slot="?",
        name="?",
        image="",
        nation=min((code for code, of in sides.items() if of == side), default=""),
        kind="concealment",
        map=counter.map,
        x=counter.x,
        y=counter.y,
        place=counter.place,
        is_concealment=True,
    )
