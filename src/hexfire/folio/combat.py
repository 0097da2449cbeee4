"""F7.0-F7.6: who may attack whom, the strength differential, the terrain, the roll.

The current player attacks, the other defends (F7.0c). There is no supply (F9.0): nothing here asks
whether a unit is cut off; where exclusive rules do, its strength has been changed before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexfire.dice import Dice, Odds, odds
from hexfire.folio.board import Position
from hexfire.folio.crt import Crt
from hexfire.folio.exclusive import shifts as exclusive
from hexfire.folio.phases import MOBILE_COMBAT
from hexfire.folio.stacking import stack_of
from hexfire.folio.state import Combat
from hexfire.rulebook import Message, Modifier, Refusal, Tally

DOT = "•"
RESULTS = ("De", "D3", "D2", "Ex", "A1", "A2", "A3", "(A)", "Ae", DOT)
"""F7.6: all results a table may hold."""

RETREATS = {"D2": 2, "D3": 3, "A1": 1, "A2": 2, "A3": 3}
"""F7.6b, F7.6c, F7.6e, F7.6f, F7.6g: how far a result drives its side back."""


def check_attackers(at: Position, hex: str, names: tuple[str, ...]) -> None:
    """F7.1b: at least one attacker, nobody twice, no more than may take part."""
    if not names:
        raise Refusal("F7.1b", "folio.attack.nobody_attacks", hex=hex)
    if len(set(names)) < len(names):
        raise Refusal("F7.1b", "folio.attack.twice")
    limit = at.scenario.attacker_limit
    if len(names) > limit:
        raise Refusal("F7.1b", "folio.attack.too_many", limit=limit)


def check_reach(at: Position, unit: int, hex: int) -> None:
    """F7.0a, F7.1c: an attacker is adjacent, with no impassable hexside between."""
    kind, place = at.charts.mobile[unit], at.places[unit]
    if at.charts.strikes[kind][place] >> hex & 1:
        return
    names = {"unit": at.charts.names[unit], "hex": at.label(hex)}
    if hex not in at.scenario.ground.grid.neighbours[place]:
        raise Refusal("F7.0a", "folio.attack.not_adjacent", **names)
    raise Refusal("F7.1c", "folio.attack.impassable", **names)


def check_fresh(at: Position, unit: int) -> None:
    """F7.2a, F7.7.2d, F4.1h: whether a unit of the current player may still attack."""
    state, bit, name = at.state, 1 << unit, at.charts.names[unit]
    if at.charts.idle & bit:
        rule = at.scenario.now.why(unit, "F7.0a")
        raise Refusal(rule, "folio.attack.idle", unit=name, why=f"@exclusive.{rule}")
    if state.attacked & bit:
        raise Refusal("F7.2a", "folio.attack.attacked", unit=name)
    if state.barred & bit:
        raise Refusal("F7.7.2d", "folio.attack.displaced", unit=name)
    if at.phase is MOBILE_COMBAT:
        if not at.charts.mobile[unit]:
            raise Refusal("F4.1h", "folio.attack.foot", unit=name)
        if state.fought & bit:
            raise Refusal("F4.1h", "folio.attack.fought", unit=name)


def check_target(at: Position, target: int) -> None:
    """F7.2b: whether a unit, and all who stand with it, may still be attacked in this phase."""
    for unit in stack_of(at, target):
        if at.state.defended >> unit & 1:
            raise Refusal("F7.2b", "folio.attack.defended", unit=at.charts.names[unit])


def defenders(at: Position, combat: Combat) -> tuple[int, ...]:
    """Q-STK-3: those who defend together: all who stand in the hex that is attacked."""
    if not at.charts.stacks:
        return (combat.target,)
    side = at.charts.sides[combat.target]
    return tuple([unit for unit in at.board.stack(combat.hex) if at.charts.sides[unit] == side])


def pairings(at: Position, only_one: bool = False) -> dict[int, list[int]]:
    """F7.1b, F7.1f: every unit that can be attacked, with all who could take part.

    Whoever only asks whether there is any pair is given the first one.
    """
    state, mobile = at.state, at.charts.mobile
    barred, defended = state.attacked | state.barred | at.charts.idle, state.defended
    only_mobile, stacks = at.phase is MOBILE_COMBAT, at.charts.stacks
    if only_mobile:
        barred |= state.fought
    attackers_of: dict[int, list[int]] = {}
    for unit, target in contacts(at):
        # F7.2b: nobody is attacked twice.
        if barred >> unit & 1 or defended >> target & 1 or (only_mobile and not mobile[unit]):
            continue
        if stacks and any(defended >> other & 1 for other in stack_of(at, target)):
            continue
        if target in attackers_of:
            attackers_of[target].append(unit)
        else:
            attackers_of[target] = [unit]
        if only_one:
            break
    return attackers_of


def contacts(at: Position) -> list[tuple[int, int]]:
    """F7.0a, F7.1c: units of the current player beside enemies, with no impassable hexside between.

    They are kept with the board: combats without a retreat leave it as it is.
    """
    charts, board, player = at.charts, at.board, at.player
    pairs = board.contacts[player]
    if pairs is None:
        enemies, places = board.masks[1 - player], board.places
        pairs = []
        for unit in charts.side_units[player]:
            hex = places[unit]
            if hex < 0:
                continue
            targets = charts.strikes[charts.mobile[unit]][hex] & enemies
            while targets:
                low = targets & -targets
                targets ^= low
                pairs.append((unit, board.at[low.bit_length() - 1]))
        board.contacts[player] = pairs
    return pairs


ROW_OF_THE_DEFENDER = "F7.4c"
"""The rule by which the defender's terrain gives the row of the CRT."""


class Assessment(NamedTuple):
    """A combat in numbers: both totals with every reason, the rows that count, the column."""

    attack: Tally
    defence: Tally
    differential: int
    """F7.3a: attack minus defence."""
    rows: tuple[tuple[str, int], ...]
    """The CRT rows the defender could claim, each with the column it leads to."""
    row: str
    column: int
    """-1: off the table and without effect (Q-CRT-3)."""
    shifts: tuple[Modifier, ...] = ()
    """Exclusive rules that moved the column, to the right."""


def assess(at: Position, combat: Combat) -> Assessment:
    """F7.3a, F7.4d, F8.3k: differential and column of a combat or barrage as it stands."""
    attack, defence = _attack(at, combat), _defence(at, combat)
    differential = 0
    for item in attack:
        differential += item.value
    for item in defence:
        differential -= item.value
    rows = [
        (row, _column(at, row, differential)) for row in dict.fromkeys(terrain_rows(at, combat))
    ]
    if at.scenario.now.shifts:
        plain = Assessment(Tally(attack), Tally(defence), differential, tuple(rows), "", -1)
        return _shifted(at, combat, plain)
    # Q-CRT-2: the one row best for the defender; nothing accumulates.
    row, column = rows[0] if len(rows) == 1 else min(rows, key=lambda pair: pair[1])
    return Assessment(Tally(attack), Tally(defence), differential, tuple(rows), row, column)


def _shifted(at: Position, combat: Combat, plain: Assessment) -> Assessment:
    """An assessment with exclusive column shifts, and the row best for the defender."""
    shifts = exclusive.shifts(at, combat)
    by = 0
    for shift in shifts:
        by += shift.value
    rows = tuple([(row, exclusive.shifted(at, column, by)) for row, column in plain.rows])
    row, column = min(plain.rows, key=lambda pair: pair[1])
    return plain._replace(
        rows=rows, row=row, column=exclusive.shifted(at, column, by), shifts=shifts
    )


def _column(at: Position, row: str, differential: int) -> int:
    key, known = (row, differential), at.memo.columns
    column = known.get(key)
    if column is None:
        column = known[key] = _find_column(at, row, differential)
    return column


def _find_column(at: Position, row: str, differential: int) -> int:
    crt = at.scenario.crt
    column = crt.column(row, differential)
    if column is not None:
        return column
    if at.scenario.options.off_table == "no_effect":
        return -1
    return 0 if differential < crt.rows[row][0][0] else crt.columns - 1


def in_fortress(at: Position, combat: Combat) -> bool:
    """F7.5, Q-FORT-5: whether the defending unit stands in a fortress that shelters it."""
    fortress = at.charts.fortresses.get(combat.hex)
    if fortress is None:
        return False
    return fortress.owner in (None, at.scenario.units[combat.target].side)


def _attack(at: Position, combat: Combat) -> tuple[Modifier, ...]:
    """F7.1e, F8.3a, F8.4c: the attackers' strengths and their support fire.

    F7.3d: each strength as a whole; F9.0: whether a unit is cut off is not asked.
    """
    items = []
    for unit in combat.attackers:
        strength = at.strength(unit).attack
        items.append(Modifier("attacker", "F7.1e", strength, why=_unit(at, unit)))
    rule = "F8.4c" if combat.is_barrage else "F8.3a"
    markers, total = at.scenario.markers, 0
    for marker in combat.attack_markers:
        total += markers[marker].plus
        items.append(Modifier("support", rule, markers[marker].plus))
    # F8.4.1, Q-BAR-4: counter-battery is subtracted from the barrage, with no floor.
    counter = combat.defence_markers if combat.is_barrage else ()
    if in_fortress(at, combat):
        if not at.scenario.options.halve_before_counter_battery:
            total -= sum([markers[m].plus for m in counter])
        # F7.5b, Q-FORT-1, Q-FORT-3: the sum is halved, once, fractions dropped.
        if total > 0:
            items.append(Modifier("fortress_support", "F7.5b", total // 2 - total))
    for marker in counter:
        minus = -markers[marker].plus
        items.append(Modifier("counter_battery", "F8.4.1", minus))
    return tuple(items)


def _defence(at: Position, combat: Combat) -> tuple[Modifier, ...]:
    """F2.3.2b, F7.5a, F8.3a: the defender's strength, doubled in a fortress, and its support."""
    items, own = [], 0
    for unit in defenders(at, combat):
        strength = at.strength(unit).defence
        items.append(Modifier("defender", "F2.3.2b", strength, why=_unit(at, unit)))
        own += strength
    if in_fortress(at, combat):
        items.append(Modifier("fortress", "F7.5a", own))  # Q-FORT-2: markers are not doubled
    if not combat.is_barrage:
        for marker in combat.defence_markers:
            plus = at.scenario.markers[marker].plus
            items.append(Modifier("support", "F8.3a", plus))
    return tuple(items)


def _unit(at: Position, unit: int) -> Message:
    """The reason for a unit's strength: which unit, and the face that is up."""
    key, known = (unit, at.state.reduced >> unit & 1), at.memo.unit_reasons
    reason = known.get(key)
    if reason is None:
        name, strength = at.charts.names[unit], str(at.strength(unit))
        reason = Message.of("folio.tally.unit", unit=name, strength=strength)
        rules = at.scenario.now.altered.get(unit)
        if rules:
            why = tuple([f"@exclusive.{rule.id}" for rule in rules])
            reason = Message.of("folio.tally.altered", unit=name, strength=strength, why=why)
        known[key] = reason
    return reason


def terrain_rows(at: Position, combat: Combat) -> list[str]:
    """F7.4a, F7.4b, F8.5b: the CRT rows that may serve the defender: its hex, the hexsides between.

    The attackers' own hexes never matter (F7.1d). No hexside lies between a barrage and its
    target (Q-TER-3).
    """
    scenario = at.scenario
    if in_fortress(at, combat) and not scenario.options.fortress_keeps_terrain:
        rows = ["clear"]
    else:
        rows = [scenario.terrains[scenario.ground.terrain[combat.hex]].row]
    if combat.is_barrage:
        return rows
    sides, places = scenario.ground.sides, at.places
    between = [sides.get((places[unit], combat.hex), ()) for unit in combat.attackers]
    for kind in sorted({kind for kinds in between for kind in kinds}):
        side = scenario.hexsides[kind]
        if side.row is None:
            continue
        if side.needs_all and not all(_across(at, kinds, side.group) for kinds in between):
            continue
        rows.append(side.row)
    return rows


def _across(at: Position, sides: Iterable[int], group: str) -> bool:
    return any(at.scenario.hexsides[kind].group == group for kind in sides)


def resolve(dice: Dice, crt: Crt, column: int) -> str:
    """F7.3b, F2.2: a roll on the column, by the scenario's table. Odds and play both run this."""
    count, sides = crt.dice
    if (count, sides) == (2, 6):
        roll = dice.total("F7.3b")
    else:
        roll = 0
        for _ in range(count):
            roll += dice.dr("F7.3b", sides)
    return crt.results[roll][column] if column >= 0 else DOT


def chances(at: Position, combat: Combat) -> Odds[str]:
    """The exact chance of each result of a combat as it stands."""
    return odds(resolve, at.scenario.crt, assess(at, combat).column)
