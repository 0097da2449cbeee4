"""A Folio scenario as a table shows it: its card, its map, and all that never changes."""

from __future__ import annotations

import msgspec

from hexfire.assist.scenarios import OptionalCard, ScenarioCard
from hexfire.folio import movement, winning
from hexfire.folio.counters import Strength, Unit
from hexfire.folio.exclusive.reading import OPTION
from hexfire.folio.scenario import Scenario
from hexfire.hexes import iterate
from hexfire.rulebook import Message

HEX_SIZE = 40.0
"""The side of a hex, in the units of the drawing."""

Texts = dict[str, str]
"""A text in both languages, by `en` and `ja`."""
Face = tuple[int, int, int]
"""Attack, defence, movement."""


class MapHex(msgspec.Struct, frozen=True):
    """A hex: its centre on the drawing, its kind of terrain, its six neighbours (null: none)."""

    label: str
    x: float
    y: float
    terrain: int
    near: tuple[int | None, ...]


class TerrainKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of terrain: what it costs (null: may not be entered), its row of the CRT."""

    id: str
    name: Texts
    foot: str | None
    mobile: str | None
    row: str
    sea: bool
    colour: str


class HexsideKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of hexside: what crossing it costs more, its row of the CRT if it has one."""

    id: str
    name: Texts
    foot: str | None
    mobile: str | None
    row: str | None
    minefield: bool


class UnitCard(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a counter, and when and where it comes."""

    id: str
    side: str
    size: str
    arm: str
    front: Face
    back: Face | None
    mobile: bool
    special_forces: bool
    amphibious: bool
    name: Texts
    formation: str
    nation: str
    value: int
    turn: int
    setup: tuple[str, ...]
    entry: tuple[str, ...]


class NamedRule(msgspec.Struct, frozen=True):
    """An exclusive rule that the engine enforces, by the scenario's number."""

    rule: str
    name: Texts


class NamedThing(msgspec.Struct, frozen=True):
    """A side or a bridge by its id and its name."""

    id: str
    name: Texts


class NamedHex(msgspec.Struct, frozen=True):
    """A name on the map."""

    hex: int
    name: Texts


class FortressHex(msgspec.Struct, frozen=True):
    """A fortress, and whose it is (null: anybody's)."""

    hex: int
    owner: str | None


class MarkerCard(msgspec.Struct, frozen=True):
    """A support marker."""

    id: str
    side: str
    plus: int


class TurnCard(msgspec.Struct, frozen=True):
    """A game turn: who begins, how many markers each side receives."""

    first: str
    support: tuple[int, int]


class CombatTable(msgspec.Struct, frozen=True):
    """The CRT: by terrain the differentials of its columns, by roll the results."""

    die: str
    rows: dict[str, tuple[tuple[int, int], ...]]
    results: dict[str, tuple[str, ...]]


class ObjectiveCard(msgspec.Struct, frozen=True):
    """A hex that is worth points to whoever holds it."""

    hex: int
    name: Texts
    points: dict[str, int]
    each_turn: bool
    """Whether they are given at the end of each game turn, not of the game."""


class LevelCard(msgspec.Struct, frozen=True):
    """A level of victory, from this margin of points on."""

    side: str
    margin: int
    name: Texts
    needed: Message


class SuddenCard(msgspec.Struct, frozen=True):
    """A way to win before the end: whose and when, and all that must be so."""

    side: str
    name: Texts
    says: Message
    conditions: tuple[Message, ...]


class VictoryCard(msgspec.Struct, frozen=True, kw_only=True):
    """What is worth points, and what they lead to."""

    objectives: tuple[ObjectiveCard, ...]
    sources: tuple[Message, ...]
    """What else gives points."""
    exit_hexes: dict[str, tuple[str, ...]]
    levels: tuple[LevelCard, ...]
    sudden: tuple[SuddenCard, ...]


class FolioBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as it is drawn. Hexes go by index, places are points of the drawing."""

    id: str
    name: Texts
    about: Texts
    sources: tuple[str, ...]
    notes: tuple[Texts, ...]
    optional: tuple[OptionalCard, ...]
    exclusive: tuple[NamedRule, ...]
    sides: tuple[NamedThing, ...]
    bridges: tuple[NamedThing, ...]
    orientation: str
    size: float
    width: float
    height: float
    hexes: tuple[MapHex, ...]
    terrains: tuple[TerrainKind, ...]
    hexsides: tuple[HexsideKind, ...]
    sides_between: tuple[tuple[int, int, tuple[int, ...]], ...]
    roads: tuple[tuple[int, int], ...]
    trails: tuple[tuple[int, int], ...]
    fortresses: tuple[FortressHex, ...]
    names: tuple[NamedHex, ...]
    units: tuple[UnitCard, ...]
    markers: tuple[MarkerCard, ...]
    turns: tuple[TurnCard, ...]
    crt: CombatTable
    attacker_limit: int
    victory: VictoryCard


def card(name: str, scenario: Scenario) -> ScenarioCard:
    """A scenario as it is offered for choice."""
    return ScenarioCard(
        name,
        {language: title or scenario.id for language, title in scenario.name.items()},
        dict(scenario.about),
        {side.id: dict(side.name) for side in scenario.sides},
        len(scenario.turns),
        len(scenario.units),
        optional(scenario),
    )


def optional(scenario: Scenario) -> tuple[OptionalCard, ...]:
    """The exclusive rules that players may leave out, or take in."""
    rules = scenario.exclusive.optional if scenario.exclusive else ()
    return tuple(
        OptionalCard(OPTION + one.rule.id, one.rule.id, dict(one.rule.name), one.by_default)
        for one in rules
    )


def folio_board(scenario: Scenario, id: str) -> FolioBoard:
    """A scenario as it is drawn, under this id."""
    grid, ground, exclusive = scenario.ground.grid, scenario.ground, scenario.exclusive
    layout, seats = grid.layout(HEX_SIZE), scenario.seats
    width, height = grid.extent(layout)
    return FolioBoard(
        id=id,
        name=dict(scenario.name),
        about=dict(scenario.about),
        sources=tuple(scenario.sources),
        notes=tuple(dict(note) for note in scenario.notes),
        optional=optional(scenario),
        exclusive=tuple(
            NamedRule(rule.id, dict(rule.name)) for rule in (exclusive.rules if exclusive else ())
        ),
        sides=tuple(NamedThing(side.id, dict(side.name)) for side in scenario.sides),
        bridges=tuple(
            NamedThing(bridge.id, dict(bridge.name))
            for bridge in (exclusive.bridges if exclusive else ())
        ),
        orientation=grid.orientation.value,
        size=HEX_SIZE,
        width=width,
        height=height,
        hexes=_hexes(scenario),
        terrains=_terrains(scenario),
        hexsides=_hexsides(scenario),
        sides_between=tuple(
            (i, j, tuple(kinds)) for (i, j), kinds in sorted(ground.sides.items()) if i < j
        ),
        roads=tuple((i, j) for i, j in sorted(ground.roads) if i < j),
        trails=tuple((i, j) for i, j in sorted(ground.trails) if i < j),
        fortresses=tuple(
            FortressHex(fort.hex, None if fort.owner is None else seats[fort.owner])
            for fort in ground.fortresses.values()
        ),
        names=tuple(NamedHex(hex, dict(name)) for hex, name in sorted(ground.names.items())),
        units=tuple(_unit(scenario, unit) for unit in scenario.units),
        markers=tuple(MarkerCard(m.id, seats[m.side], m.plus) for m in scenario.markers),
        turns=tuple(TurnCard(seats[turn.first], turn.support) for turn in scenario.turns),
        crt=CombatTable(
            scenario.crt.die,
            dict(scenario.crt.rows),
            {str(roll): row for roll, row in scenario.crt.results.items()},
        ),
        attacker_limit=scenario.attacker_limit,
        victory=_victory(scenario),
    )


def _hexes(scenario: Scenario) -> tuple[MapHex, ...]:
    grid = scenario.ground.grid
    layout = grid.layout(HEX_SIZE)
    centres = (layout.centre(hex) for hex in grid.hexes)
    placed = zip(scenario.labels, centres, scenario.ground.terrain, grid.adjacent, strict=True)
    return tuple(MapHex(label, x, y, terrain, near) for label, (x, y), terrain, near in placed)


def _terrains(scenario: Scenario) -> tuple[TerrainKind, ...]:
    return tuple(
        TerrainKind(
            id=terrain.id,
            name=dict(terrain.name),
            foot=_mp(terrain.costs[0]),
            mobile=_mp(terrain.costs[1]),
            row=terrain.row,
            sea=terrain.sea,
            colour=terrain.colour,
        )
        for terrain in scenario.terrains
    )


def _hexsides(scenario: Scenario) -> tuple[HexsideKind, ...]:
    return tuple(
        HexsideKind(
            id=side.id,
            name=dict(side.name),
            foot=_mp(side.costs[0]),
            mobile=_mp(side.costs[1]),
            row=side.row,
            minefield=side.minefield,
        )
        for side in scenario.hexsides
    )


def _unit(scenario: Scenario, unit: Unit) -> UnitCard:
    return UnitCard(
        id=unit.id,
        side=scenario.seats[unit.side],
        size=unit.size,
        arm=unit.arm,
        front=_face(unit.front),
        back=None if unit.back is None else _face(unit.back),
        mobile=unit.mobile,
        special_forces=unit.special_forces,
        amphibious=unit.amphibious,
        name=dict(unit.name),
        formation=unit.formation,
        nation=unit.nation,
        value=unit.value,
        turn=unit.turn,
        setup=tuple(scenario.labels[hex] for hex in unit.setup),
        entry=tuple(scenario.labels[hex] for hex in unit.entry),
    )


def _victory(scenario: Scenario) -> VictoryCard:
    victory, seats = scenario.victory, scenario.seats
    return VictoryCard(
        objectives=tuple(
            ObjectiveCard(
                one.hex, dict(one.name), dict(zip(seats, one.points, strict=True)), one.each_turn
            )
            for one in victory.objectives
        ),
        sources=tuple(winning.sources(scenario)),
        exit_hexes={
            seat: tuple(scenario.labels[hex] for hex in iterate(gates))
            for seat, gates in zip(seats, victory.exit_hexes, strict=True)
        },
        levels=tuple(
            LevelCard(seats[level.side], level.margin, dict(level.name), winning.needed(level))
            for level in victory.levels
        ),
        sudden=tuple(
            SuddenCard(
                seats[way.side],
                dict(way.name),
                winning.suddenly(scenario, number),
                tuple(winning.conditions(scenario, way)),
            )
            for number, way in enumerate(victory.sudden)
        ),
    )


def _face(strength: Strength) -> Face:
    return strength.attack, strength.defence, strength.movement


def _mp(halves: int | None) -> str | None:
    return None if halves is None else movement.mp(halves)
