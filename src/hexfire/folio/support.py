"""F8: support fire: what each side receives, who may commit a marker when, what may be barraged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexfire.folio.board import Position
from hexfire.folio.exclusive import limits
from hexfire.folio.phases import COMBAT, MOBILE_COMBAT
from hexfire.folio.scenario import Scenario
from hexfire.folio.seen import SlotName
from hexfire.folio.stacking import stack_of
from hexfire.folio.state import Combat, Countering, Rolling, Slot
from hexfire.rulebook import Refusal

A1: Final = 0
D1: Final = 1
A2: Final = 2
D2: Final = 3
SLOT_NAMES: tuple[SlotName, ...] = ("A1", "D1", "A2", "D2")


def received(scenario: Scenario, turn: int) -> tuple[int, int]:
    """F8.0b, F8.1, F8.6c: the markers each side has at the start of a game turn.

    The lowest of the whole pool, in order; nothing is carried over. The number left of the slash
    is the first player's; it counts markers, not points (F3.0f).
    """
    space = scenario.turns[turn - 1]
    hands = [0, 0]
    for place, side in enumerate((space.first, 1 - space.first)):
        pool = sorted(
            (i for i, marker in enumerate(scenario.markers) if marker.side == side),
            key=lambda i: (scenario.markers[i].order, i),
        )
        count = scenario.now.support[side].of(space.support[place])
        hands[side] = sum(1 << i for i in pool[:count])  # Q-MRK-3
    without = ~scenario.now.unusable
    return hands[0] & without, hands[1] & without


def next_slot(at: Position, combat: Combat, slot: Slot | None) -> Slot | Rolling:
    """F8.3c: the next slot in which a marker can be committed, or the roll (Q-SUP-1).

    F8.3d: the defender has the last word. F8.3e, F8.3g: an attacker who declines is out. F8.3f: a
    defender who declined D1 keeps D2. A side with no marker left declines by itself.
    """
    now = slot or Slot(-1)
    options, limit = at.scenario.options, at.scenario.marker_limit
    attacker = at.player
    number = now.slot
    while number < D2:
        number += 1
        side = attacker if number in (A1, A2) else 1 - attacker
        done = combat.attack_markers if side == attacker else combat.defence_markers
        barred = (now.locked and number == A2) or (
            now.skipped and number == D2 and not options.defender_may_skip_first
        )
        hand = at.state.hands[side]
        if hand and at.scenario.exclusive is not None:
            hand = allowed(at, hand, "attack" if side == attacker else "defence", combat.hex)
        if not barred and hand and len(done) < limit:
            return Slot(number, now.locked, now.skipped)
    return Rolling()


def allowed(at: Position, hand: int, use: str, hex: int) -> int:
    """Those markers of a hand that exclusive rules let be used so against a hex, or in it."""
    if at.scenario.exclusive is None or not at.scenario.exclusive.markers:
        return hand
    return limits.allowed(at, hand, use, hex)


def barrage_targets(at: Position) -> list[int]:
    """F8.4a, F8.4b, F8.6d: the enemy units that may be barraged now.

    F7.0b, F8.2, F8.5a: wherever they are; no unit of ours need be near, no line of sight is drawn.
    """
    state, scenario = at.state, at.scenario
    if not state.barrages or not state.hands[at.player] or not scenario.now.barrages:
        return []
    phase, options = at.phase, scenario.options
    if phase is MOBILE_COMBAT and not options.barrage_in_mobile_phase:
        return []
    if phase is not COMBAT and phase is not MOBILE_COMBAT:
        return []
    both = options.barrage_hex_once == "both_sides"
    closed = {hex for hex, side in state.barraged if both or side == at.player}
    shelled = state.shelled if options.barrage_unit_once else 0
    places = at.places
    targets = [
        unit
        for unit in at.charts.side_units[1 - at.player]
        if (hex := places[unit]) >= 0 and hex not in closed and not shelled >> unit & 1
    ]
    if scenario.exclusive is None:
        return targets
    if at.charts.stacks:  # Q-STK-4: the hex is one target, and nobody in it is shelled twice
        targets = [
            unit
            for unit in targets
            if at.board.at[places[unit]] == unit
            and not any(shelled >> other & 1 for other in at.board.stack(places[unit]))
        ]
    hand = state.hands[at.player]
    return [unit for unit in targets if allowed(at, hand, "barrage", places[unit])]


def check_barrage_window(at: Position) -> None:
    """F8.4a, Q-BAR-1, Q-BAR-2: barrages come before the first combat of a phase."""
    if not at.state.barrages:
        raise Refusal("F8.4a", "folio.barrage.late")
    if at.phase is MOBILE_COMBAT and not at.scenario.options.barrage_in_mobile_phase:
        raise Refusal("F8.4a", "folio.barrage.mobile_phase")
    if not at.scenario.now.barrages:
        rule = at.scenario.now.no_barrages
        raise Refusal(rule, "folio.barrage.not_now", why=f"@exclusive.{rule}")


def check_barrage(at: Position, target: int) -> None:
    """F8.4a, F8.6d, Q-BAR-8: whether a unit may be barraged now."""
    check_barrage_window(at)
    if target in barrage_targets(at):
        return
    for unit in stack_of(at, target):
        if at.state.shelled >> unit & 1 and at.scenario.options.barrage_unit_once:
            raise Refusal("F8.6d", "folio.barrage.unit_again", unit=at.charts.names[unit])
    raise Refusal("F8.6d", "folio.barrage.again", hex=at.label(at.places[target]))


def marker_sets(hand: int, limit: int) -> Iterator[tuple[int, ...]]:
    """F8.4f, F8.4.1: every set of one or two markers of a hand."""
    markers = markers_of(hand)
    for i, first in enumerate(markers):
        yield (first,)
        if limit > 1:
            for second in markers[i + 1 :]:
                yield first, second


def count_sets(scenario: Scenario, markers: list[int]) -> int:
    """How many sets of one or two markers there are."""
    count = len(markers)
    return count * (count + 1) // 2 if scenario.marker_limit > 1 else count


def nth_set(scenario: Scenario, markers: list[int], n: int) -> tuple[int, ...]:
    """The n-th of the sets, in the order of `marker_sets`."""
    if scenario.marker_limit < 2:
        return (markers[n],)
    for i, first in enumerate(markers):
        with_first = len(markers) - i
        if n < with_first:
            return (first,) if n == 0 else (first, markers[i + n])
        n -= with_first
    raise IndexError(n)


def check_own(at: Position, marker: int, side: int) -> None:
    """F8.0b: a side uses its own markers only."""
    marker_held = at.scenario.markers[marker]
    if marker_held.side != side:
        raise Refusal("F8.0b", "folio.marker.not_yours", marker=marker_held.id)


def check_available(at: Position, hand: int, marker: int) -> None:
    """F8.1, F8.3b, F8.3j: a marker that was not received, or is spent, serves no more this turn."""
    if not hand >> marker & 1:
        fire, turn = at.scenario.markers[marker], at.state.turn
        was_received = turn > 0 and received(at.scenario, turn)[fire.side] >> marker & 1
        if was_received:
            raise Refusal("F8.3b", "folio.marker.spent", marker=fire.id)
        raise Refusal("F8.1", "folio.marker.not_received", marker=fire.id)


def markers_of(hand: int) -> list[int]:
    """The markers of a hand, ascending."""
    markers = []
    while hand:
        low = hand & -hand
        markers.append(low.bit_length() - 1)
        hand ^= low
    return markers


def after_barrage_declared(at: Position, hex: int) -> Countering | Rolling:
    """F8.4.1, Q-BAR-3: the defender answers if he has a marker; then the die is rolled."""
    hand = at.state.hands[1 - at.player]
    return Countering() if allowed(at, hand, "counter", hex) else Rolling()
