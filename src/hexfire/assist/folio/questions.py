"""What is asked at a Folio table, by name and plain data.

All of a Folio position is open to both sides but the markers in hand, and no answer tells of a
marker that the asker did not name himself or that is not on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from hexfire.assist.plain import field_of, list_of, text_of
from hexfire.assist.scenarios import LegalAction
from hexfire.dice import Odds
from hexfire.folio import combat as rules
from hexfire.folio import legal, movement, support, text
from hexfire.folio.actions import Attack, Barrage
from hexfire.folio.board import Position
from hexfire.folio.state import Combat
from hexfire.hexes import iterate
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Modifier, Refusal, Tally


class FolioReach(msgspec.Struct, frozen=True):
    """Where a unit may end its move, each hex with the MP it costs."""

    unit: str
    allowance: int
    costs: dict[str, str]


class FolioPath(msgspec.Struct, frozen=True):
    """A cheapest way: each hex with the MP that have been spent by then; empty if there is none."""

    path: tuple[tuple[str, str], ...]


class FolioTargets(msgspec.Struct, frozen=True):
    """Who may be attacked, by the hexes: the units that may; and which hexes may be barraged."""

    attacks: dict[str, tuple[str, ...]]
    barrages: tuple[str, ...]


class Total(msgspec.Struct, frozen=True):
    """Modifiers with their reasons, applied or not, and the sum of those that apply."""

    items: tuple[Modifier, ...]
    total: int

    @classmethod
    def of(cls, tally: Tally) -> Total:
        return cls(tally.items, tally.total)


class ResultOdds(msgspec.Struct, frozen=True):
    """A result of the CRT, its exact chance, and the rolls that give it."""

    result: str
    exact: Fraction
    rolls: tuple[int, ...]


class FolioOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A combat: both tallies, the differential, the row and column of the CRT, the exact odds.

    `rows`: what other rows would have been read; `range`: the differentials of the column, null
    where there is none.
    """

    attack: Total
    defence: Total
    differential: int
    row: str
    rows: tuple[tuple[str, int], ...]
    column: int
    range: tuple[int, int] | None
    odds: tuple[ResultOdds, ...]


FolioAnswer = (
    FolioReach
    | FolioPath
    | FolioTargets
    | FolioOdds
    | LegalAction
    | dict[str, tuple[str, ...]]
    | None
)


def answer(at: Position, seat: Seat | None, name: str, about: Any) -> FolioAnswer:
    """What is answered to one question."""
    question = _QUESTIONS.get(name)
    if question is None:
        raise BadInput("server.bad_question", why=str(name)[:40])
    return question(at, seat, about)


def _reach(at: Position, seat: Seat | None, about: Any) -> FolioReach:
    """Where a unit may end its move, and what it costs (F5.0)."""
    unit = _unit(at, about)
    allowance = at.strength(unit).movement
    if at.state.places[unit] < 0:
        return FolioReach(about, allowance, {})
    reach = movement.reach(at, unit)
    ends = iterate(movement.destinations(at, unit))
    return FolioReach(
        about, allowance, {at.label(hex): movement.mp(reach.cost(hex)) for hex in ends}
    )


def _path(at: Position, seat: Seat | None, about: Any) -> FolioPath:
    """A cheapest way to a hex, with what has been spent at each step."""
    unit, to = _unit(at, field_of(about, "unit")), _hex(at, field_of(about, "to"))
    if at.state.places[unit] < 0:
        return FolioPath(())
    way = movement.cheapest_way(at, unit, to) or ()
    return FolioPath(tuple((at.label(step.hex), movement.mp(step.spent)) for step in way))


def _zoc(at: Position, seat: Seat | None, about: Any) -> dict[str, tuple[str, ...]]:
    """F6.0: the hexes in each side's zone of control."""
    return {
        side: tuple(at.label(hex) for hex in iterate(at.board.zoc[i]))
        for i, side in enumerate(at.scenario.seats)
    }


def _odds(at: Position, seat: Seat | None, about: Any) -> FolioOdds:
    """A combat or barrage that might be declared: both tallies, the column, the exact odds."""
    scenario, state = at.scenario, at.state
    label = text_of(field_of(about, "hex"))
    markers = tuple(_markers(at, about.get("markers", ())))
    names = tuple(text_of(name) for name in list_of(about.get("units", ())))
    hex = _hex(at, label)
    if names:
        legal.menu_of(at, state.player).check(_in_order(at, Attack(label, names)))
        units = tuple(sorted(scenario.unit_index[name] for name in names))
    else:
        ids = tuple(scenario.markers[m].id for m in markers)
        legal.menu_of(at, state.player).check(Barrage(label, ids))
        units = ()
    return combat_odds(at, Combat(at.board.at[hex], hex, units, markers))


def _combat(at: Position, seat: Seat | None, about: Any) -> FolioOdds | None:
    """The combat under way; with `{"marker": …}`, as it would be with that marker committed too."""
    combat = at.state.combat
    if combat is None or at.state.places[combat.target] != combat.hex:
        return None
    if isinstance(about, Mapping) and about.get("marker"):
        (marker,) = _markers(at, [about["marker"]])
        side = legal.side_to_act(at.state)
        seats = at.scenario.seats
        mine_to_commit = side if side is not None and seat == seats[side] else -1
        support.check_own(at, marker, mine_to_commit)
        mine = (*combat.attack_markers, marker) if side == at.state.player else None
        combat = Combat(
            combat.target,
            combat.hex,
            combat.attackers,
            mine or combat.attack_markers,
            combat.defence_markers if mine else (*combat.defence_markers, marker),
        )
    return combat_odds(at, combat)


def combat_odds(at: Position, combat: Combat) -> FolioOdds:
    """F7.3: a combat with all its reasons and its exact odds."""
    return odds_of(at, rules.assess(at, combat), rules.chances(at, combat))


def odds_of(at: Position, assessed: rules.Assessment, chances: Odds[str]) -> FolioOdds:
    """An assessed combat and its chances, the best results first."""
    crt = at.scenario.crt
    rolls: dict[str, list[int]] = {}
    if assessed.column >= 0:
        for roll in crt.rolls:
            rolls.setdefault(crt.results[roll][assessed.column], []).append(roll)
    order = {result: n for n, result in enumerate(rules.RESULTS)}
    return FolioOdds(
        attack=Total.of(assessed.attack),
        defence=Total.of(assessed.defence),
        differential=assessed.differential,
        row=assessed.row,
        rows=tuple(assessed.rows),
        column=assessed.column,
        range=crt.rows[assessed.row][assessed.column] if assessed.column >= 0 else None,
        odds=tuple(
            ResultOdds(result, chance, tuple(rolls.get(result, ())))
            for result, chance in sorted(chances.items(), key=lambda pair: order[pair[0]])
        ),
    )


def _targets(at: Position, seat: Seat | None, about: Any) -> FolioTargets:
    """F7.0, F8.4: who may be attacked now, and by whom; who may be barraged."""
    if not at.state.phase.is_combat or at.state.pending is not None:
        return FolioTargets({}, ())
    units = at.scenario.units
    return FolioTargets(
        {
            at.label(at.state.places[target]): tuple(units[unit].id for unit in attackers)
            for target, attackers in rules.pairings(at).items()
        },
        tuple(at.label(at.state.places[t]) for t in support.barrage_targets(at)),
    )


def _why_not(at: Position, seat: Seat | None, about: Any) -> LegalAction:
    """Whether a typed action is legal; if not, the refusal says why."""
    if seat is None:
        raise Refusal("", "server.not_your_seat", seat="—")
    action = text.read(at, seat, text_of(about))
    legal.menu_of(at, at.scenario.seats.index(seat)).check(action)
    return LegalAction(True, text.write(action))


_QUESTIONS: dict[str, Callable[[Position, Seat | None, Any], FolioAnswer]] = {
    "reach": _reach,
    "path": _path,
    "zoc": _zoc,
    "odds": _odds,
    "combat": _combat,
    "targets": _targets,
    "why": _why_not,
}


# -- reading what a question names -----------------------------------------------------------------


def _unit(at: Position, name: Any) -> int:
    unit = at.scenario.unit_index.get(text_of(name))
    if unit is None:
        raise BadInput("folio.no_unit", unit=name)
    return unit


def _hex(at: Position, label: Any) -> int:
    hex = at.scenario.hex_index.get(text_of(label))
    if hex is None:
        labels = at.scenario.labels
        raise BadInput("folio.no_hex", hex=label, first=labels[0], last=labels[-1])
    return hex


def _markers(at: Position, names: Any) -> list[int]:
    markers = []
    for name in list_of(names):
        marker = at.scenario.marker_index.get(text_of(name))
        if marker is None:
            raise BadInput("folio.no_marker", marker=name)
        markers.append(marker)
    return sorted(markers)


def _in_order(at: Position, action: Attack) -> Attack:
    last = 1 << 30
    index = at.scenario.unit_index
    return Attack(action.hex, tuple(sorted(action.units, key=lambda name: index.get(name, last))))
