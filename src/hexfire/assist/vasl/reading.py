"""A saved game as a situation: who stands where, in which state, and what could not be said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import msgspec

from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Entrenchment, Marker, MarkerKind, Situation, Unit, UnitKind
from hexfire.assist.vasl.names import meanings, meant, plain
from hexfire.assist.vasl.sides import seen_by, sides_of
from hexfire.boards.vasl_save import Counter, Laid, Save
from hexfire.hexes import AslLabels

KINDS = {
    "squad": UnitKind.SQUAD,
    "half-squad": UnitKind.HALF_SQUAD,
    "crew": UnitKind.CREW,
    "smc": UnitKind.LEADER,
    "gun": UnitKind.GUN,
    "vehicle": UnitKind.VEHICLE,
    "concealment": UnitKind.DUMMY,
}
IGNORED = ("User-Labeled", "Perimeter", "Phase Track", "CVP Count", "Sniper", "EC:")


class Told(msgspec.Struct, frozen=True):
    """A marker on a unit for which a situation has no word."""

    unit: str
    marker: str


class Unknown(msgspec.Struct, frozen=True):
    """Something on the board that was not understood, by its name, picture and place."""

    name: str
    picture: str
    hex: str


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a saved game."""

    situation: Situation
    sides: tuple[str, ...]
    told: tuple[Told, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    off_board: tuple[str, ...] = ()
    """The counters beside the boards, by name."""
    unread: tuple[str, ...] = ()
    """What of the boards could not be taken over: overlays, fillers, cuts, changes of one board."""
    missing_boards: tuple[str, ...] = ()
    """Boards whose archive is not at hand: their counters were placed as on a geomorphic board."""
    skipped: int = 0


def read_situation(save: Save, side: str) -> Reading:
    """The situation of a saved game as one side may know it (`both`: all of it)."""
    sides = sides_of(save)
    seen = seen_by(save, side)
    board, ssr, unread = _boards(save.boards)
    table = _Table(save.boards, sides)
    on_board = [counter for counter in seen.counters if counter.place is not None]
    for _, pile in groupby(on_board, key=lambda c: (c.y, c.x, c.stack or c.id)):
        table.read_pile(list(pile))
    phase, phasing = _turn(seen, sides)
    return Reading(
        situation=Situation(
            board=board,
            ssr=ssr,
            units=tuple(table.units),
            markers=tuple(table.markers),
            wall_advantage=tuple(table.wall_advantage),
            phase=phase,
            phasing=phasing,
        ),
        sides=tuple(sorted(set(sides.values()))),
        told=tuple(table.told),
        unknown=tuple(table.unknown),
        off_board=tuple(_called(c) for c in seen.counters if c.place is None and not _ignored(c)),
        unread=unread,
        skipped=save.skipped,
    )


def _called(counter: Counter) -> str:
    """A counter's name without the facing and the hatch that VASL writes behind it."""
    return re.sub(r"\s+(?:[vt]?ca[1-6]|BU|CE)\b", "", counter.name).strip() or "?"


def _ignored(counter: Counter) -> bool:
    return any(word in counter.slot or word in counter.name for word in IGNORED)


# -- boards ----------------------------------------------------------------------------------------


def _boards(boards: tuple[Laid, ...]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The boards as `open_board` names them, the changes that hold for all, and what is left."""
    unread = [f"overlay {o[0]} ({laid.board} {o[1]})" for laid in boards for o in laid.overlays]
    unread += [f"zoom {laid.zoom:g} ({laid.board})" for laid in boards if laid.zoom != 1]
    unread += [laid.board for laid in boards if laid.is_filler]
    real = [laid for laid in boards if not laid.is_filler]
    rows = []
    for _, row in groupby(sorted(real, key=lambda b: (b.row, b.col)), key=lambda b: b.row):
        rows.append(" ".join(_named(laid, len(real) == 1, unread) for laid in row))
    ssr = set(real[0].ssr) if real else set()
    for laid in real:
        unread += [
            f"{rule} ({laid.board})" for rule in laid.ssr if not all(rule in b.ssr for b in real)
        ]
        ssr &= set(laid.ssr)
    return " / ".join(rows), tuple(sorted(ssr)), tuple(dict.fromkeys(unread))


def _named(laid: Laid, alone: bool, unread: list[str]) -> str:
    name = laid.board + "r" * laid.flipped
    if laid.crop is None:
        return name
    left, _, width, _ = laid.crop
    first, last = round(left / 56.25), round((left + (width if width > 0 else 1800 - left)) / 56.25)
    if alone and not laid.flipped and first % 2 == last % 2 == 0 and 0 <= first < last:
        labels = AslLabels()
        ends = (labels.write(column, 0).rstrip("0123456789") for column in (first, last))
        return name + ":" + "-".join(ends)
    unread.append(f"cut ({laid.board})")
    return name


# -- counters --------------------------------------------------------------------------------------


class _Table:
    """Collects units and markers, pile by pile."""

    def __init__(self, boards: tuple[Laid, ...], sides: dict[str, str]) -> None:
        self.boards, self.sides = boards, sides
        self.several = sum(not laid.is_filler for laid in boards) > 1 or any(
            laid.flipped for laid in boards
        )
        self.units: list[Unit] = []
        self.markers: list[Marker] = []
        self.told: list[Told] = []
        self.unknown: list[Unknown] = []
        self.wall_advantage: list[str] = []
        self.ids: set[str] = set()

    def read_pile(self, pile: list[Counter]) -> None:
        """A stack, from its bottom up."""
        level: float = 0
        here: list[Unit] = []
        waiting: list[Counter] = []
        """Units that a marker above them may still speak of."""
        for counter in pile:
            name = plain(counter.name)
            state = meant(name, meanings().state)
            entrenched = meant(name, meanings().entrenched)
            if (floor := meant(name, meanings().level)) is not None:
                level, waiting = floor, []
            elif entrenched is not None:
                here = [_changed(unit, entrenched=Entrenchment(entrenched)) for unit in here]
            elif state is not None or meanings().is_told(name):
                self._marked(counter, name, state, here, waiting)
                waiting = []
                continue
            elif counter.kind in KINDS or counter.kind == "air":
                if self._is_cover(counter, here):
                    continue
                here.append(self._unit(counter, level))
                waiting.append(counter)
                continue
            elif counter.kind == "sw":
                self._weapon(counter, here)
                continue
            self._ground(counter, name)
        self.units += _manned(here)

    def _is_cover(self, counter: Counter, here: list[Unit]) -> bool:
        """A «?» on units that say themselves that they are concealed is only their picture."""
        return counter.is_concealment and any(unit.concealed for unit in here)

    def _hex(self, counter: Counter) -> tuple[str, str]:
        """The hex of a counter, and the hex across where it lies on a hexside."""
        assert counter.place is not None
        board = self.boards[counter.place.board].board if self.several else ""
        across = counter.place.across
        return board + counter.place.hex, board + across if across else ""

    def _id(self, counter: Counter) -> str:
        """A name that a player recognizes, once."""
        words = _called(counter)
        id, n = words, 1
        while id in self.ids:
            n += 1
            id = f"{words} #{n}"
        self.ids.add(id)
        return id

    def _unit(self, counter: Counter, level: float) -> Unit:
        hex, across = self._hex(counter)
        figures = catalogue()[counter.catalogue] if counter.catalogue else None
        vehicle = figures if isinstance(figures, Vehicle) else None
        facing = counter.vca or counter.ca
        kind = KINDS.get(counter.kind, UnitKind.SQUAD)
        if kind is UnitKind.LEADER and "hero" in counter.name.lower():
            kind = UnitKind.HERO
        return Unit(
            id=self._id(counter),
            side=self.sides.get(counter.nation, counter.nation or "?"),
            hex=hex,
            kind=kind,
            level=level,
            name=counter.catalogue or counter.name,
            broken=counter.broken,
            concealed=bool(counter.concealed_by) or counter.is_concealment,
            hidden=bool(counter.hidden_by),
            bypass=across or None,
            facing=facing % 6 if facing else None,
            armored=vehicle.armored if vehicle else False,
            fully_tracked=vehicle is not None and vehicle.movement == "tracked",
            ce=bool(counter.ce),
            riders=False,
        )

    def _weapon(self, counter: Counter, here: list[Unit]) -> None:
        """A SW lies on the unit that has it; on nobody it lies alone."""
        name = counter.catalogue or counter.name
        carriers = [i for i, unit in enumerate(here) if unit.is_infantry]
        if carriers:
            owner = here[carriers[-1]]
            here[carriers[-1]] = _changed(owner, weapons=(*owner.weapons, name))
            if counter.malfunctioned:
                self.told.append(Told(owner.id, f"{counter.name} (malf)"))
        else:
            self.markers.append(Marker(kind=MarkerKind.WEAPON, hex=self._hex(counter)[0], id=name))

    def _marked(
        self, counter: Counter, name: str, state: str | None, here: list[Unit], under: list[Counter]
    ) -> None:
        """A marker on units: it speaks of those right under it, down to the next marker."""
        count = min(len(under), len(here))
        if not count:
            self.unknown.append(Unknown(counter.name, counter.image, self._hex(counter)[0]))
            return
        for i in range(len(here) - count, len(here)):
            unit = here[i]
            if state == "wall_advantage":
                self.wall_advantage.append(unit.id)
            elif state is not None:
                here[i] = _changed(unit, **{state: True})
            else:
                self.told.append(Told(unit.id, name))

    def _ground(self, counter: Counter, name: str) -> None:
        hex, across = self._hex(counter)
        ground = meant(name, meanings().ground)
        if counter.kind == "wreck" or ground is not None:
            kind, *drm = ground or ("wreck",)
            self.markers.append(
                Marker(
                    kind=MarkerKind(str(kind)),
                    hex=hex,
                    to=across or None,
                    drm=int(drm[0]) if drm else None,
                    id=name if counter.kind == "wreck" else "",
                )
            )
        elif not (_is_place(name) or _ignored(counter)):
            self.unknown.append(Unknown(counter.name, counter.image, hex))


def _is_place(name: str) -> bool:
    """Whether a marker only says where in its hex others are."""
    return any(
        meant(name, table) is not None for table in (meanings().level, meanings().entrenched)
    )


def _changed(unit: Unit, **changes: object) -> Unit:
    return msgspec.structs.replace(unit, **changes)


def _manned(here: list[Unit]) -> Iterator[Unit]:
    """A Gun is manned by the Infantry next to it in its stack, a crew before others."""
    taken: set[str] = set()
    for i, unit in enumerate(here):
        if unit.kind is UnitKind.GUN:
            near = [here[j] for j in (i + 1, i - 1) if 0 <= j < len(here)]
            hands = [one for one in near if one.is_infantry and one.id not in taken]
            hands.sort(key=lambda one: one.kind is not UnitKind.CREW)
            if hands:
                taken.add(hands[0].id)
                unit = _changed(unit, manned_by=hands[0].id)
        yield unit


# -- the turn --------------------------------------------------------------------------------------


def _turn(save: Save, sides: dict[str, str]) -> tuple[Phase, str]:
    """The phase by the turn track («Axis Turn 1 - DFPh»), and whose player turn it is."""
    track = re.compile(r"(Axis|Allied) Turn \S+ ?- (\w+)")
    for counter in save.counters:
        if matched := track.fullmatch(counter.name):
            phase = next((p for p in Phase if p.value == matched[2]), Phase.RPH)
            side = matched[1].lower()
            return phase, side if side in sides.values() else ""
    return Phase.RPH, ""
