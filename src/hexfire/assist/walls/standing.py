"""Where a situation stands: who has Wall Advantage, who may claim it, who sees whom (B9.32)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfire.asl.situation import Situation, Unit
from hexfire.asl.walls import Fire, Offer, State, cover, sees, wall_on
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.tem import ffmo_applies
from hexfire.assist.walls.events import After
from hexfire.assist.walls.parts import Allowed, CoverItem, cover_item, hexside, tried
from hexfire.assist.wording import Said
from hexfire.hexes import Side
from hexfire.rulebook import Refusal

Point = tuple[float, float]


class HeldHexside(msgspec.Struct, frozen=True):
    """A hexside under Wall Advantage: which, of what kind, and where it lies on the drawing."""

    hexside: str
    kind: str
    ends: tuple[Point, Point]


class UnitAtWalls(msgspec.Struct, frozen=True, kw_only=True):
    """A unit and its Wall Advantage.

    `counter`: whether a WA counter tells it (B9.32); `cannot` is the rule that bars it altogether.
    """

    unit: str
    side: str
    hex: str
    wall_advantage: tuple[str, ...]
    holds: tuple[HeldHexside, ...]
    mandatory: bool
    counter: bool
    cannot: str | None
    cannot_why: Said | None
    claim: Allowed
    forfeit: Allowed
    barred: bool


class WallChange(msgspec.Struct, frozen=True, kw_only=True):
    """What an event (by its place in the list) brought about for a unit."""

    event: int
    unit: str
    what: wa.What
    rule: str
    sides: tuple[str, ...]


class PairInShort(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit sees of an enemy, and what shelters him: `tem` to choose from, `best` of them.

    `rule`: why the unit is not seen. No `tem` and no `best` where none can be told. `ffmo`: whether
    Infantry that moves there now moves in the open.
    """

    firer: str
    target: str
    sees_hex: bool
    sees_unit: bool
    hindrance: int | None
    rule: str | None
    tem: tuple[CoverItem, ...]
    best: int | None
    hull_down: bool
    ffmo: bool


class WallStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A situation after its events.

    `situation` is the one that stands now; `dropped` are claims that nobody could make. `acting` is
    the side whose action is under way, `mover` the unit that moves, `undecided` those who may still
    claim before it goes on. `between` is empty if there are too many pairs for a table.
    """

    situation: Situation
    dropped: tuple[Allowed, ...]
    changes: tuple[WallChange, ...]
    acting: str | None
    mover: str | None
    undecided: tuple[str, ...]
    offers: tuple[Offer, ...]
    units: tuple[UnitAtWalls, ...]
    between: tuple[PairInShort, ...]


def wall_standing(now: After, most_pairs: int | None = None) -> WallStanding:
    """Where a situation stands after its events; `most_pairs` bounds the table of pairs."""
    state = now.state
    pairs = tuple(enemies(state))
    if most_pairs is not None and len(pairs) > most_pairs:
        pairs = ()
    return WallStanding(
        situation=msgspec.structs.replace(state.scene.situation, wall_advantage=_claims(state)),
        dropped=tuple(Allowed(refusal.rule, Said(refusal)) for refusal in now.dropped),
        changes=tuple(_change(state, place, change) for place, change in now.changes),
        acting=state.acting,
        mover=state.mover,
        undecided=tuple(sorted(state.undecided)),
        offers=now.step.offers,
        units=tuple(_unit(state, unit) for unit in state.scene.situation.units),
        between=tuple(_pair(state, firer, target) for firer, target in pairs),
    )


def enemies(state: State) -> Iterator[tuple[Unit, Unit]]:
    """Every unit with every enemy who is not hidden."""
    units = state.scene.situation.units
    for firer in units:
        for target in units:
            if firer.side != target.side and not target.hidden:
                yield firer, target


def _claims(state: State) -> tuple[str, ...]:
    """Who holds Wall Advantage, as a situation file writes it."""
    grid = state.scene.board.grid
    claims: list[str] = []
    for unit in state.scene.situation.units:
        held = state.held(unit)
        if held and state.scene.situation.deluxe:
            here = state.scene.hex(unit)
            claims += sorted(f"{unit.id}:{grid.label(side.other(here))}" for side in held)
        elif held:
            claims.append(unit.id)
    return tuple(claims)


def _change(state: State, place: int, change: wa.Change) -> WallChange:
    return WallChange(
        event=place,
        unit=change.unit,
        what=change.what,
        rule=change.rule,
        sides=tuple(hexside(state, side) for side in change.sides),
    )


def _unit(state: State, unit: Unit) -> UnitAtWalls:
    held = sorted(state.held(unit))
    cannot = wa.cannot_have(state.scene, unit)
    return UnitAtWalls(
        unit=unit.id,
        side=unit.side,
        hex=unit.hex,
        wall_advantage=tuple(sorted(hexside(state, side) for side in held)),
        holds=tuple(_held(state, unit, side) for side in held),
        mandatory=wa.is_mandatory(state.scene, unit),
        counter=wa.needs_counter(state, unit),
        cannot=cannot.rule if cannot else None,
        cannot_why=Said(cannot) if cannot else None,
        claim=tried(wa.may_claim, state, unit),
        forfeit=tried(wa.may_forfeit, state, unit),
        barred=unit.id in state.barred or unit.id in state.failed_exit,
    )


def _held(state: State, unit: Unit, side: Side) -> HeldHexside:
    board, hex = state.scene.board, state.scene.hex(unit)
    k = hex.sides().index(side)
    begin, end = board.geometry.vertices[board.grid.index(hex)][[k, (k + 1) % 6]].tolist()
    wall = wall_on(board, side)
    return HeldHexside(hexside(state, side), wall.kind if wall else "", (tuple(begin), tuple(end)))


def _pair(state: State, firer: Unit, target: Unit) -> PairInShort:
    seen = sees(state, firer, target)
    try:
        against = cover(state, [firer], target)
        options, best = tuple(map(cover_item, against.options)), against.tem
        hull_down = cover(state, [firer], target, Fire.ORDNANCE).is_hull_down
        ffmo = ffmo_applies(state, [firer], target, Fire.SMALL_ARMS)
    except Refusal:
        options, best, hull_down, ffmo = (), None, False, False
    return PairInShort(
        firer=firer.id,
        target=target.id,
        sees_hex=not seen.hex.blocked,
        sees_unit=not seen.unit.blocked,
        hindrance=None if seen.unit.blocked else seen.unit.hindrance,
        rule=seen.unit.rule if seen.unit.blocked else None,
        tem=options,
        best=best,
        hull_down=hull_down,
        ffmo=ffmo,
    )
