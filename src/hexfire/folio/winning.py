"""F4.0b: how a scenario is won, in sentences: what gives points, what ends the game before its
time, and what the points lead to."""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.folio.scenario import Level, Scenario, Sudden
from hexfire.hexes import iterate
from hexfire.rulebook import Message


def sources(scenario: Scenario) -> Iterator[Message]:
    """What gives points beside the hexes that are worth some."""
    victory = scenario.victory
    for side, seat in enumerate(scenario.seats):
        if victory.losses[1 - side]:
            points = victory.losses[1 - side]
            yield Message.of("folio.win.losses", side=f"@{seat}", points=points)
        if victory.exits[side] and victory.exit_hexes[side]:
            hexes = tuple(scenario.labels[hex] for hex in iterate(victory.exit_hexes[side]))
            points = victory.exits[side]
            yield Message.of("folio.win.exits", side=f"@{seat}", points=points, hexes=hexes)


def conditions(scenario: Scenario, way: Sudden) -> Iterator[Message]:
    """All that must be so for a sudden victory."""
    if way.holds:
        hexes = tuple(scenario.labels[hex] for hex in way.holds)
        yield Message.of("folio.win.holds", hexes=hexes)
    if way.margin is not None:
        yield Message.of(f"folio.win.{_margin(way.margin)}", margin=abs(way.margin))
    if way.enemy_lost is not None:
        yield Message.of("folio.win.enemy_lost", value=way.enemy_lost)
    if way.exited is not None:
        yield Message.of("folio.win.exited", value=way.exited)


def suddenly(scenario: Scenario, number: int) -> Message:
    """A sudden victory: whose, when, and what it is called."""
    way = scenario.victory.sudden[number]
    side = f"@{scenario.seats[way.side]}"
    return Message.of(f"folio.win.sudden.{way.when}", side=side, way=f"@sudden.{number}")


def needed(level: Level) -> Message:
    """The points that a level of victory needs."""
    return Message.of(f"folio.win.{_margin(level.margin)}", margin=abs(level.margin))


def _margin(margin: int) -> str:
    if margin == 0:
        return "even"
    return "ahead" if margin > 0 else "behind"
