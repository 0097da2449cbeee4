"""What shelters a unit from Indirect Fire (C1.52), and when it stands barer than before (C1.51)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.guns import EMPLACEMENT_TEM
from hexfire.asl.tables import read
from hexfire.asl.tables.terrain import indirect_tem
from hexfire.rulebook import BadInput, Message, Modifier, Tally

_SIDES = ("wall", "hedge", "bocage", "hillside_wall", "hillside_hedge", "roadblock")
_ENTRENCHMENTS = ("foxhole", "trench")


class Cover(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit is. `other_tem` is a TEM that no table gives (a pillbox's, an SSR's).

    `wall_advantage`: the unit has it, and so no TEM of its hex (B9.31). `emplaced`: a Gun that has
    its Emplacement TEM (C11.2). `ignored` are TEM and Hindrances that count against direct fire
    only: Height Advantage, Crest, depression, hillock, dune crest, SMOKE. They are named in the
    tally, and left out.
    """

    terrain: str = "open_ground"
    hexside: str = ""
    entrenchment: str = ""
    levels_above: int = 0
    other_tem: int = 0
    wall_advantage: bool = False
    emplaced: bool = False
    ignored: dict[str, int] = {}

    def check(self) -> None:
        table = read("terrain")["terrain"]
        for name in filter(None, (self.terrain, self.hexside, self.entrenchment)):
            if name not in table:
                raise BadInput("artillery.unknown_terrain", text=name, names=tuple(table))
        if self.hexside and self.hexside not in _SIDES:
            raise BadInput("artillery.unknown_terrain", text=self.hexside, names=_SIDES)
        if self.entrenchment and self.entrenchment not in _ENTRENCHMENTS:
            raise BadInput(
                "artillery.unknown_terrain", text=self.entrenchment, names=_ENTRENCHMENTS
            )

    def __hash__(self) -> int:
        return hash((self.terrain, self.hexside, self.entrenchment, self.wall_advantage))


def tem(cover: Cover) -> Tally:
    """C1.52, B9.34: TEM against an FFE.

    Of positive TEM that do not add up (the hex's own, an entrenchment, a wall, a Gun's Emplacement)
    the best counts; a negative one (Air Bursts in woods, B13.3) always does, with Wall Advantage
    too (B9.34). A hexside never gives less than 0. Levels of the building above the unit add their
    own (B23.32), which a CH does not reverse. B9.31: a unit with Wall Advantage has the hexside's
    TEM, never that of its hex.
    """
    cover.check()
    ground = indirect_tem(cover.terrain)
    row = read("terrain")["terrain"][cover.terrain]
    of_hex = [Modifier("terrain", row["rule"], ground)] if ground > 0 else []
    if cover.entrenchment:
        of_hex.append(Modifier("entrenchment", "B27", indirect_tem(cover.entrenchment)))
    beside = []
    if cover.hexside:
        beside.append(Modifier("hexside", "B9.34", max(0, indirect_tem(cover.hexside))))
    if cover.emplaced:
        beside.append(Modifier("emplacement", "C11.2", EMPLACEMENT_TEM))
    if cover.other_tem > 0:
        beside.append(Modifier("other_tem", "C1.52", cover.other_tem))
    above = row.get("tem_indirect_per_level_above", 0) * cover.levels_above
    upper = [Modifier("upper_levels", "B23.32", above)] if above else []
    items = []
    if cover.wall_advantage:
        items += [_left_out(m, "artillery.why.wall_advantage") for m in (*of_hex, *upper)]
        of_hex, upper = [], []
    positive = [*of_hex, *beside]
    best = max(positive, key=lambda m: m.value, default=None)
    items += [m if m is best else _left_out(m, "artillery.why.not_added") for m in positive]
    if ground < 0:
        items.append(Modifier("air_bursts", "B13.3", ground))
    if cover.other_tem < 0:
        items.append(Modifier("other_tem", "C1.52", cover.other_tem))
    items += upper
    items += [
        _left_out(Modifier(name, "C1.52", value), "artillery.why.direct_only")
        for name, value in cover.ignored.items()
    ]
    return Tally.of(items)


def _left_out(modifier: Modifier, why: str) -> Modifier:
    """A modifier that was considered and does not count."""
    return replace(modifier, applies=False, why=Message.of(why))


def reversed_tem(cover: Cover) -> Tally:
    """C3.71: a CH turns positive TEM into minus DRM, but for B23.32; negative TEM stay."""
    return Tally.of(
        m if m.value < 0 or m.case == "upper_levels" else Modifier(m.case, "C3.71", -m.value)
        for m in tem(cover).applied
    )


def more_vulnerable(before: Cover | None, after: Cover) -> bool:
    """C1.51: whether a move within the hex leaves a unit barer to the FFE than it was.

    `None` before: it could not be attacked at all (in a sewer, not Vulnerable).
    """
    return before is None or tem(after).total < tem(before).total
