"""F7.7: retreat, retreat from a barrage, displacement. Which next hex is open, and whom it moves.

A retreat goes one hex at a time. `steps` says which hexes its owner may choose now; the rules that
look ahead (Q-RET-1: the longest retreat; Q-RET-2: empty hexes before displacement) are in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from hexfire.folio.board import Front, Position
from hexfire.folio.stacking import full_hexes
from hexfire.folio.state import Retreating
from hexfire.hexes import mask_of
from hexfire.hexes.arrays import i64, vec

Holders = dict[int, int]
"""Who stands where, by hex."""


class Course:
    """A retreat under way, as far as choosing the next hex goes."""

    __slots__ = (
        "any_enemy",
        "away_from",
        "done",
        "here",
        "length",
        "moved",
        "origin",
        "relaxed",
        "unit",
        "used",
    )

    def __init__(
        self,
        unit: int,
        origin: int,
        length: int,
        done: int,
        here: int,
        away_from: tuple[int, ...],
        any_enemy: bool,
        relaxed: bool,
        used: int,
        moved: int,
    ) -> None:
        self.unit, self.origin, self.length = unit, origin, length
        self.done, self.here, self.away_from = done, here, away_from
        self.any_enemy = any_enemy
        """After a barrage one of `away_from` is enough; after a combat it must be all."""
        self.relaxed = relaxed
        """F7.7.1c: no way leads off without approaching another enemy, so any way will do."""
        self.used, self.moved = used, moved
        """The sets of hexes that retreats have passed, and of units that have moved."""

    def entered(self, hex: int, moved: int = 0) -> Course:
        """One hex on; `moved` are the units displaced for it."""
        return Course(
            self.unit,
            self.origin,
            self.length,
            self.done + 1,
            hex,
            self.away_from,
            self.any_enemy,
            self.relaxed,
            self.used | 1 << hex,
            self.moved | moved,
        )


def course(at: Position, retreat: Retreating, unit: int) -> Course:
    """Where a unit's retreat stands: under way, or about to begin."""
    relaxed = retreat.relaxed
    if at.charts.stacks and not retreat.path:  # Q-STK-5: each unit of a stack for itself
        relaxed = must_approach(at, retreat, unit)
    return _course(at, retreat, unit, relaxed)


def must_approach(at: Position, retreat: Retreating, unit: int) -> bool:
    """F7.7.1c: whether no full retreat from a barrage leads away from every enemy."""
    combat = at.state.combat
    if combat is None or not combat.is_barrage or not retreat.away_from:
        return False
    return length_possible(at, _course(at, retreat, unit, False)) < retreat.length


def _course(at: Position, retreat: Retreating, unit: int, relaxed: bool) -> Course:
    path, here = retreat.path, at.places[unit]
    combat = at.state.combat
    return Course(
        unit,
        path[0] if path else here,
        retreat.length,
        len(path) - 1 if path else 0,
        here,
        retreat.away_from,
        combat is not None and combat.is_barrage,
        relaxed,
        mask_of(retreat.used) | 1 << here,
        mask_of(retreat.moved) | mask_of(retreat.units),
    )


def enemies_to_flee(at: Position, target: int) -> tuple[int, ...]:
    """F7.7.1a, F7.7.1b, Q-BAR-R1: the hexes of the nearest enemies of a barraged unit."""
    charts, places = at.charts, at.places
    far = charts.distances(places[target])
    enemies = charts.side_units[1 - charts.sides[target]]
    hexes = [hex for unit in enemies if (hex := places[unit]) >= 0]
    nearest = min([far[hex] for hex in hexes], default=0)
    return tuple([hex for hex in hexes if far[hex] == nearest])


def open_hexes(at: Position, now: Course, holders: Holders) -> list[int]:
    """F7.7b, F7.7d, F7.7e, F6.2a: the hexes next to the unit that the rules of retreat leave open.

    The rules of movement in ZOC have no say here (F5.1.2f).

    Hexes of friends are in it: whether those may be displaced is the next question.
    """
    charts = at.charts
    return _open(at, now, charts.paths[charts.mobile[now.unit]].ways[now.here], holders)


def _open(at: Position, now: Course, hexes: vec[i64], holders: Holders) -> list[int]:
    enemy = at.front(1 - at.charts.sides[now.unit])
    closed = enemy.closed
    from_origin, farther = at.charts.distances(now.origin), now.done + 1
    open_hexes = []
    for hex in hexes:
        if not closed[hex] and from_origin[hex] == farther and _away(at, now, hex, holders, enemy):
            open_hexes.append(hex)
    return open_hexes


def _away(at: Position, now: Course, hex: i64, holders: Holders, enemy: Front) -> bool:
    """F7.7b: farther from every enemy of the combat; after a barrage F7.7.1."""
    if now.relaxed:
        return True
    here: i64 = now.here
    nearer, before = at.charts.distances(hex), at.charts.distances(here)
    if not now.any_enemy:
        return all(nearer[foe] > before[foe] for foe in now.away_from)
    if not now.away_from:
        return _towards_a_friend(at, now, hex, holders)
    from_origin, done = at.charts.distances(now.origin), now.done
    if not any(nearer[foe] > before[foe] == from_origin[foe] + done for foe in now.away_from):
        return False
    return all(nearer[place] >= before[place] for place in enemy.hexes)


def _towards_a_friend(at: Position, now: Course, hex: int, holders: Holders) -> bool:
    """F7.7.1b: with no enemy on the map, nearer to one and the same friend at each step."""
    rows = at.scenario.distances
    if at.charts.stacks:
        side = at.charts.side_units[at.charts.sides[now.unit]]
        friends = [hex for unit in side if unit != now.unit and (hex := at.places[unit]) >= 0]
    else:
        friends = [place for place, unit in holders.items() if unit != now.unit]
    if not friends:
        return True
    return any(
        rows[f][hex] < rows[f][now.here] and rows[f][now.here] == rows[f][now.origin] - now.done
        for f in friends
    )


def steps(at: Position, now: Course) -> tuple[int, ...]:
    """F7.7c, F7.7.2f, F7.7g: the hexes the owner may choose for the next step.

    Empty hexes shut out displacement. Among the candidates only those count that keep a full
    retreat through empty hexes open, if one does, else those that lead farthest.
    """
    if now.done >= now.length:
        return ()
    holders = full_hexes(at, now.unit)
    candidates = _candidates(at, now, holders)
    if len(candidates) < 2:
        return tuple(candidates)
    clear = [hex for hex in candidates if _clear_run(at, now, holders, hex)]
    if clear:
        return tuple(clear)
    lengths = {hex: _farthest(at, now, holders, hex) for hex in candidates}
    best = max(lengths.values())
    return tuple([hex for hex in candidates if lengths[hex] == best])


def next_hexes(at: Position, retreat: Retreating, unit: int) -> tuple[int, ...]:
    """The next steps of a retreat as it stands: when the step before ends, and for the menu."""
    places, latest = at.places, at.memo.latest_steps
    if latest is not None and latest[0] is retreat and latest[1] is places and latest[2] == unit:
        return latest[3]
    hexes = steps(at, course(at, retreat, unit))
    at.memo.latest_steps = retreat, places, unit, hexes
    return hexes


def _candidates(at: Position, now: Course, holders: Holders) -> list[int]:
    hexes = open_hexes(at, now, holders)
    empty = [hex for hex in hexes if hex not in holders]
    return empty or [hex for hex in hexes if _can_displace(at, now, holders, hex, 0)]


def _clear_run(at: Position, now: Course, holders: Holders, hex: int) -> bool:
    """Whether entering `hex` keeps a full-length retreat through empty hexes open."""
    if hex in holders:
        return False
    then = now.entered(hex)
    if then.done >= then.length:
        return True
    return any(_clear_run(at, then, holders, further) for further in open_hexes(at, then, holders))


def _farthest(at: Position, now: Course, holders: Holders, hex: int) -> int:
    """How many hexes a retreat through `hex` can reach, displacements included."""
    if hex not in holders:
        return _farthest_on(at, now.entered(hex), holders)
    best = 0
    for settled, moved in _settlements(at, now, holders, hex):
        best = max(best, _farthest_on(at, now.entered(hex, moved), settled))
        if best >= now.length:
            break
    return best


def _farthest_on(at: Position, now: Course, holders: Holders) -> int:
    """How many hexes a retreat under way can reach, in all."""
    best = now.done
    if best < now.length:
        for hex in _candidates(at, now, holders):
            best = max(best, _farthest(at, now, holders, hex))
            if best >= now.length:
                break
    return best


def length_possible(at: Position, now: Course) -> int:
    """How far the unit can retreat from where it stands, in all."""
    return _farthest_on(at, now, full_hexes(at, now.unit))


# F7.7.2: displacement


def _settlements(
    at: Position, now: Course, holders: Holders, hex: int
) -> Iterator[tuple[Holders, int]]:
    """Every way the hex of a friend can be made free: who stands where then, and who moved."""
    # In a dense crowd there are countless chains: the look-ahead tries the first few.
    for chain in islice(chains(at, now, holders, hex), LOOK_AHEAD):
        settled = dict(holders)
        for unit, _ in chain:
            del settled[next(h for h, u in holders.items() if u == unit)]
        settled |= {to: unit for unit, to in chain}
        yield settled, mask_of(unit for unit, _ in chain)


LOOK_AHEAD: Final = 16


def _can_displace(at: Position, now: Course, holders: Holders, hex: int, pushed: int) -> bool:
    """F7.7.2c: whether some chain of displacements, however long, frees the hex.

    A chain is a way over hexes of friends to an empty hex; so it is enough to look for one.
    Where several may stand in a hex, nobody is displaced (Q-STK-6).
    """
    if at.charts.stacks:
        return False
    stuck = now.moved | pushed
    if stuck >> holders[hex] & 1:
        return False
    seen, todo = {hex}, [hex]
    while todo:
        for to in _outlets(at, now, holders, todo.pop()):
            if to not in holders:
                return True
            if to not in seen and not stuck >> holders[to] & 1:
                seen.add(to)
                todo.append(to)
    return False


def can_displace(at: Position, now: Course, hex: int) -> bool:
    """F7.7.2b, Q-DIS-4: whether the friend in a hex can make room as things stand."""
    return _can_displace(at, now, at.board.at, hex, 0)


def _outlets(at: Position, now: Course, holders: Holders, hex: int) -> list[int]:
    """F7.7.2b, F7.7.2g: where the unit in a hex could be displaced to, held by friends or not."""
    charts, unit = at.charts, holders[hex]
    closed, used = at.front(1 - charts.sides[unit]).closed, now.used
    near: list[int] = [to for to in charts.paths[charts.mobile[unit]].ways[hex] if not closed[to]]
    return [to for to in near if not used >> to & 1]


Chain = tuple[tuple[int, int], ...]
"""Units pushed out, from the retreating unit outwards, each with the hex it goes to."""


def chains(
    at: Position, now: Course, holders: Holders, hex: int, before: Chain = ()
) -> Iterator[Chain]:
    """F7.7.2c: every complete way to move the unit in `hex` (and whom it pushes) one hex on."""
    unit = holders[hex]
    for to in displacements(at, now, holders, hex, before):
        link = (*before, (unit, to))
        if to in holders:
            yield from chains(at, now, holders, to, link)
        else:
            yield link


def displacements(
    at: Position, now: Course, holders: Holders, hex: int, before: Chain = ()
) -> tuple[int, ...]:
    """F7.7.2a-c, g: the hexes to which the unit in `hex` may be displaced.

    Q-DIS-2: away from the enemies of the combat if it can, empty hexes first (F7.7.2c); else any
    legal hex. Q-DIS-3: no unit is moved twice, no hex of a retreat path is entered.
    """
    unit = holders[hex]
    pushed = mask_of(u for u, _ in before)
    if (now.moved | pushed) >> unit & 1 or at.charts.stacks:
        return ()
    legal = _outlets(at, now, holders, hex)
    rows = at.scenario.distances
    farther = any if now.any_enemy else all
    away = [to for to in legal if farther(rows[e][to] > rows[e][hex] for e in now.away_from)]
    tiers = (away, legal) if at.scenario.options.displaced_go_away else (legal,)
    with_it = pushed | 1 << unit
    for tier in tiers:
        hexes = [to for to in tier if to not in holders] or [
            to for to in tier if to in holders and _can_displace(at, now, holders, to, with_it)
        ]
        if hexes:
            return tuple(hexes)
    return ()


def stopped_by_sea(at: Position, now: Course) -> bool:
    """F7.7f, Q-RET-5: whether only the sea keeps an amphibious unit from retreating."""
    scenario = at.scenario
    if not scenario.units[now.unit].amphibious:
        return False
    near = [hex for hex in scenario.ground.grid.neighbours[now.here] if scenario.sea >> hex & 1]
    return bool(_open(at, now, vec[i64](near), at.board.at))
