"""Lines that run along hexsides: what lies to either side of them."""

from __future__ import annotations

from hexfire.asl.sight.tables import Tables
from hexfire.hexes.arrays import i64

HEXSPINES = {(-1, -1): 0, (1, -2): 1, (2, -1): 2, (1, 1): 3, (-1, 2): 4, (-2, 1): 5}
"""The way of two hexes along each hexspine, in axial coordinates -> its vertex."""


class Line:
    """What does not change along a line. Hexes are indices, levels half levels."""

    __slots__ = (
        "from_below",
        "from_centre",
        "from_level",
        "high",
        "low",
        "origin_q",
        "origin_r",
        "raised",
        "range",
        "readings",
        "source",
        "spine",
        "target",
        "to_below",
        "to_centre",
        "to_level",
        "upslope",
        "way_q",
        "way_r",
    )

    def __init__(self, t: Tables, source: i64, target: i64, from_level: i64, to_level: i64) -> None:
        self.source = source
        self.target = target
        self.from_level = from_level
        self.to_level = to_level
        self.high = from_level if from_level > to_level else to_level
        self.low = to_level if from_level > to_level else from_level
        self.range = t.far(source, target)
        self.from_below = False
        """Whether the source is in a depression."""
        self.to_below = False
        self.from_centre = True
        """Whether the line starts at its hex's centre, not at a vertex."""
        self.to_centre = True
        self.readings: i64 = 0
        """The other readings of disputed rules to judge by (`Reading`)."""
        self.raised: i64 = 0
        """How many ends stand up-slope or on a hillock, ends lower than the other not counted."""
        self.upslope = False
        """Whether one of them stands up-slope."""
        self.spine = False
        """Whether the line runs along hexsides."""
        self.origin_q: i64 = 0
        """A hex centre on a hexspine line, at the source or behind it, in axial coordinates."""
        self.origin_r: i64 = 0
        self.way_q: i64 = 0
        """The way from that centre to the next on the line."""
        self.way_r: i64 = 0

    def lay_between_centres(self, t: Tables) -> None:
        """Lay the line from hex centre to hex centre."""
        q, r = 3 * t.axial_q[self.source], 3 * t.axial_r[self.source]
        self.lay(q, r, 3 * t.axial_q[self.target], 3 * t.axial_r[self.target])

    def lay(self, q: i64, r: i64, p: i64, o: i64) -> None:
        """Lay the line from one point to another, in thirds of hexes in axial coordinates.

        In thirds of hexes a hexside is as long as the way of two hexes along it in hexes.
        """
        across, down = p - q, o - r
        third = across + down
        if across != down and across != -third and down != -third:
            return
        length = _length(across, down) // 2
        if length == 0:
            return
        self.spine = True
        self.way_q, self.way_r = across // length, down // length
        while q % 3 != 0 or r % 3 != 0:  # back from a vertex to the centre behind it
            q, r = q - self.way_q, r - self.way_r
        self.origin_q, self.origin_r = q // 3, r // 3


def _length(q: i64, r: i64) -> i64:
    """How many hexes a way is long."""
    s = q + r
    return max(max(q, -q), max(max(r, -r), max(s, -s)))


def partner(t: Tables, line: Line, hex: i64) -> i64:
    """The hex across the hexside that a hexspine line runs along; -1 where it runs along none."""
    q, r = t.axial_q[hex] - line.origin_q, t.axial_r[hex] - line.origin_r
    step = _length(q, r)
    if step % 2 == 0:
        return -1
    # Mirrored at the point of the line that is as far from its origin.
    p, o = step * line.way_q - q, step * line.way_r - r
    if _length(p, o) != step or (p == q and o == r):
        return -1
    return t.hex_at(line.origin_q + p, line.origin_r + o)


def mirrored(t: Tables, line: Line, hex: i64) -> i64:
    """The hex on the other side of a hexspine line; the same if the line halves it, else -1."""
    q, r = t.axial_q[hex] - line.origin_q, t.axial_r[hex] - line.origin_r
    step = _length(q, r)
    if step % 2 == 0:
        return hex if 2 * q == step * line.way_q and 2 * r == step * line.way_r else -1
    return partner(t, line, hex)


def goes_on_past(t: Tables, line: Line, a: i64, b: i64) -> bool:
    """B9.2-ref: at the far end of a wall hexspine, a wall that goes on to one side only."""
    if line.range <= 2:
        return False
    return (line.from_centre and _past(t, line.source, line.way_q, line.way_r, a, b)) or (
        line.to_centre and _past(t, line.target, -line.way_q, -line.way_r, a, b)
    )


def _past(t: Tables, end: i64, way_q: i64, way_r: i64, a: i64, b: i64) -> bool:
    beyond = t.past_hexspine[6 * end + HEXSPINES[way_q, way_r]]
    if beyond < 0 or (a != beyond and b != beyond):
        return False
    near, far = t.far(end, a), t.far(end, b)
    return min(near, far) == 1 and max(near, far) == 2


def one_side_only(t: Tables, line: Line, a: i64, b: i64) -> bool:
    """R-B9.2-side: whether a wall leaves a hexspine line to one side, with none on the other."""
    other, back = mirrored(t, line, a), mirrored(t, line, b)
    if other < 0 or back < 0 or (other == b and back == a):
        return False
    side = t.direction(other, back)
    return side >= 0 and not t.walled[6 * other + side]
