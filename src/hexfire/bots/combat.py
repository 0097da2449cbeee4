"""Choosing combats: who attacks whom, which barrage, which support marker."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from hexfire.bots.judge import Judge
from hexfire.folio import combat as rules
from hexfire.folio import support as fire
from hexfire.folio.actions import Action, Attack, Barrage, Counter, Decline, End, Support
from hexfire.folio.board import Position
from hexfire.folio.state import Combat, Slot, replace


def fight(judge: Judge, at: Position) -> Action:
    """The best barrage while there may be one, then the best combat; the end if none pays."""
    barrage = best_barrage(judge, at)
    if barrage is not None:
        return barrage
    for value, combat in allot(judge, at):
        if value > judge.weights.least:
            return declared(at, combat)
    return End()


def allot(judge: Judge, at: Position) -> list[tuple[float, Combat]]:
    """Attackers shared out among targets: the best combat first, then the best of what is left."""
    pairs = rules.pairings(at)
    free = {unit for units in pairs.values() for unit in units}
    limit = at.scenario.attacker_limit
    chosen: list[tuple[float, Combat]] = []
    groups = {
        target: _best_group(judge, at, target, units, limit) for target, units in pairs.items()
    }
    while groups:
        best = max((group for group in groups.values() if group), default=None, key=_value)
        if best is None or best[0] <= 0:
            break
        chosen.append(best)
        used = set(best[1].attackers)
        free -= used
        del groups[best[1].target]
        for target in groups:
            group = groups[target]
            if group is not None and used.intersection(pairs[target]):
                left = [unit for unit in pairs[target] if unit in free]
                groups[target] = _best_group(judge, at, target, left, limit)
    return chosen


def alternatives(judge: Judge, at: Position, legal: Sequence[Action]) -> list[Action]:
    """What may be worth thinking about in any decision but movement."""
    match at.state.pending:
        case None if at.state.phase.is_combat:
            return _proposals(judge, at, 4)
        case Slot():
            # Markers with the same value are as good as each other.
            markers, index = at.scenario.markers, at.scenario.marker_index
            kinds: dict[int, Action] = {
                markers[index[action.marker]].plus: action
                for action in legal
                if isinstance(action, Support)
            }
            return [Decline(), *kinds.values()]
        case _:
            return list(islice(legal, 12))


def _proposals(judge: Judge, at: Position, count: int) -> list[Action]:
    """Attacks on different enemies, the best of them also with all who can take part; the end."""
    pairs = rules.pairings(at)
    limit = at.scenario.attacker_limit
    groups = [
        group
        for target, units in pairs.items()
        if (group := _best_group(judge, at, target, units, limit)) is not None
    ]
    groups.sort(key=_value, reverse=True)
    attacks: list[Action] = [
        declared(at, combat) for value, combat in groups[:count] if value > -1.0
    ]
    for value, combat in groups[:2]:
        # All of them together: what is left over cannot attack anybody else.
        units = tuple(sorted(pairs[combat.target]))
        if value > -1.0 and len(combat.attackers) < len(units) <= limit:
            attacks.append(declared(at, replace(combat, attackers=units)))
    return [*attacks, End()]


def declared(at: Position, combat: Combat) -> Attack:
    """A combat as the action that declares it."""
    return Attack(
        at.label(combat.hex), tuple(at.scenario.units[unit].id for unit in combat.attackers)
    )


def _value(group: tuple[float, Combat]) -> float:
    return group[0]


def _best_group(
    judge: Judge, at: Position, target: int, units: list[int], limit: int
) -> tuple[float, Combat] | None:
    """Who should attack a target: the strongest first, as many as make it better."""
    hex = at.state.places[target]
    group: tuple[int, ...] = ()
    best: tuple[float, Combat] | None = None
    for unit in sorted(units, key=lambda u: -at.strength(u).attack)[:limit]:
        group = tuple(sorted((*group, unit)))
        combat = Combat(target, hex, group)
        value = judge.attack(at, combat) - 0.02 * len(group)  # with equal chances, fewer
        if best is None or value > best[0]:
            best = (value, combat)
    return best


def best_barrage(judge: Judge, at: Position) -> Barrage | None:
    """F8.4: the barrage that pays, if any: markers with the same sum are as good as each other."""
    targets = fire.barrage_targets(at)
    if not targets:
        return None
    hand = at.state.hands[at.state.player]
    sums: dict[int, tuple[int, ...]] = {}
    for markers in fire.marker_sets(hand, min(2, at.scenario.marker_limit)):
        sums.setdefault(sum(at.scenario.markers[m].plus for m in markers), markers)
    best: tuple[float, Barrage] | None = None
    for target in targets:
        hex = at.state.places[target]
        usable = fire.allowed(at, hand, "barrage", hex)
        for plus, markers in sums.items():
            if any(not usable >> marker & 1 for marker in markers):
                continue
            value = judge.attack(at, Combat(target, hex, (), markers)) - judge.weights.marker * plus
            if value > 0.1 and (best is None or value > best[0]):
                names = tuple(at.scenario.markers[m].id for m in markers)
                best = (value, Barrage(at.label(hex), names))
    return best[1] if best else None


def support(judge: Judge, at: Position, side: int) -> Action:
    """F8.3: the marker that gains most, if it gains enough for what it might do elsewhere."""
    combat = at.state.combat
    assert combat is not None
    ours = side == at.state.player
    sign = 1.0 if ours else -1.0
    now = sign * judge.attack(at, combat)
    best: tuple[float, Action] = (0.0, Decline())
    hand = fire.allowed(at, at.state.hands[side], "attack" if ours else "defence", combat.hex)
    for marker in fire.markers_of(hand):
        gain = sign * judge.attack(at, _with(combat, ours, marker)) - now
        worth = gain - judge.weights.stingy * at.scenario.markers[marker].plus
        if worth > best[0]:
            best = (worth, Support(at.scenario.markers[marker].id))
    return best[1]


def _with(combat: Combat, ours: bool, marker: int) -> Combat:
    if ours:
        return replace(combat, attack_markers=(*combat.attack_markers, marker))
    return replace(combat, defence_markers=(*combat.defence_markers, marker))


def counter(judge: Judge, at: Position, side: int) -> Action:
    """F8.4.1: counter-battery, if it saves enough."""
    combat = at.state.combat
    assert combat is not None
    now = judge.attack(at, combat)
    best: tuple[float, Action] = (0.0, Decline())
    hand = fire.allowed(at, at.state.hands[side], "counter", combat.hex)
    for markers in fire.marker_sets(hand, min(2, at.scenario.marker_limit)):
        plus = sum(at.scenario.markers[m].plus for m in markers)
        saved = now - judge.attack(at, replace(combat, defence_markers=markers))
        saved -= judge.weights.stingy * plus
        if saved > best[0]:
            best = (saved, Counter(tuple(at.scenario.markers[m].id for m in markers)))
    return best[1]
