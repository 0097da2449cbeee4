"""`Dice`: the one door through which chance and decisions reach a rule.

Behind it lies a tape of faces. A rule that runs past the end of the tape asks the source for more;
with no source it raises `NeedRoll` or `NeedChoice`, and is simply run again later with a longer
tape. So nothing is ever suspended: a half-rolled procedure is a short tape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from hexfire.dice.request import (
    DR,
    AnyRequest,
    Choice,
    Die,
    Draw,
    Pick,
    Selection,
    TwoDice,
)

T = TypeVar("T")


class Source(Protocol):
    """Where faces come from once the tape has run out. Choices never come from a source."""

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        """The answer to a request that stands at position `at` of the tape."""


class NeedAnswer(Exception):
    """The tape has run out: `request` is open, `have` are the faces of it already given."""

    def __init__(self, request: AnyRequest, have: tuple[int, ...] = ()) -> None:
        super().__init__(request, have)
        self.request = request
        self.have = have


class NeedRoll(NeedAnswer):
    """A roll or a draw is needed."""


class NeedChoice(NeedAnswer):
    """A player must decide."""


class BadFace(ValueError):
    """A face that the requested die, pile or list of options does not have."""

    def __init__(self, request: AnyRequest, face: object, low: int, high: int) -> None:
        super().__init__(f"{face!r} is not between {low} and {high} ({request.rule})")
        self.request, self.face, self.low, self.high = request, face, low, high


class Dice:
    """A tape of faces and, perhaps, a source that lengthens it."""

    __slots__ = ("_at", "_faces", "_log", "_source")

    def __init__(self, faces: Iterable[int] = (), source: Source | None = None) -> None:
        self._faces = list(faces)
        self._source = source
        self._at = 0
        self._log: list[tuple[AnyRequest, tuple[int, ...]]] = []

    # -- what a rule asks ---------------------------------------------------------------------

    def dr(self, rule: str, sides: int = 6) -> int:
        """One die."""
        return self._take(Die(rule, sides))[0]

    def DR(self, rule: str) -> DR:
        """A coloured and a white die."""
        colored, white = self._take(TwoDice(rule))
        return DR(colored, white)

    def total(self, rule: str) -> int:
        """The sum of two dice, for a rule that never looks at one die alone (fewer branches)."""
        colored, white = self._take(TwoDice(rule, by_total=True))
        return colored + white

    def selection(
        self, count: int, rule: str = "A.9", wanted: int = 1, alike: tuple[int, ...] = ()
    ) -> tuple[int, ...]:
        """Random Selection: a die for each of `count`; the positions of the `wanted` highest.

        Ties for the last place are selected all. `alike`: see `Selection`.
        """
        if wanted >= count:
            return tuple(range(count))
        request = Selection(rule, count, wanted, alike)
        return request.selected(self._take(request))

    def pick(self, items: Sequence[T], rule: str) -> T:
        """One of `items`, each with the same chance."""
        if not items:
            raise ValueError(f"nothing to pick from ({rule})")
        if len(items) == 1:
            return items[0]
        return items[self._take(Pick(rule, len(items)))[0]]

    def draw(self, pile: Mapping[str, int], rule: str) -> str:
        """One chit from a pile that holds so many of each kind. The pile itself is not changed."""
        chits = tuple((kind, count) for kind, count in pile.items() if count > 0)
        if not chits:
            raise ValueError(f"the pile is empty ({rule})")
        return chits[self._take(Draw(rule, chits))[0]][0]

    def drawn(self, pile: Draw) -> int:
        """One kind of a pile that is drawn from again and again, by its place."""
        return self._take(pile)[0]

    def choose(self, seat: str, options: Sequence[str], rule: str) -> str:
        """What `seat` decides among `options`; with a single option nobody is asked."""
        if not options:
            raise ValueError(f"no option to choose ({rule})")
        if len(options) == 1:
            return options[0]
        return options[self._take(Choice(rule, seat, tuple(options)))[0]]

    # -- what the table asks ------------------------------------------------------------------

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces used so far: what the journal keeps."""
        return tuple(self._faces[: self._at])

    @property
    def log(self) -> tuple[tuple[AnyRequest, tuple[int, ...]], ...]:
        """Every request with the faces that answered it."""
        return tuple(self._log)

    @property
    def left_over(self) -> tuple[int, ...]:
        """Faces on the tape that no rule asked for."""
        return tuple(self._faces[self._at :])

    def _take(self, request: AnyRequest) -> tuple[int, ...]:
        sizes = request.sizes()
        end = self._at + len(sizes)
        have = tuple(self._faces[self._at : end])
        if len(have) < len(sizes):
            if self._source is None or have or not request.random:
                raise (NeedRoll if request.random else NeedChoice)(request, have)
            have = self._source.faces(request, self._at)
            self._faces.extend(have)
        low = request.lowest
        for face, high in zip(have, sizes, strict=True):
            if type(face) is not int or not low <= face <= high:
                raise BadFace(request, face, low, high)
        self._at = end
        self._log.append((request, have))
        return have
