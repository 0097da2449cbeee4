"""When an option is legal: each answers with None, or with the rule that forbids it."""

from __future__ import annotations

from hexfire.asl.artillery.battery import Link, Mission
from hexfire.asl.artillery.impact import FFE_REACH, SR_REACH, check_reach
from hexfire.asl.artillery.moment import Moment
from hexfire.asl.artillery.state import Counter, Device, Purpose
from hexfire.asl.sequence import Phase
from hexfire.rulebook import Refusal

Verdict = Refusal | None


def bombardment_given(m: Moment) -> Verdict:
    """C1.8: only if an SSR or a DYO purchase gives it."""
    return None if m.setup.bombardment else Refusal("C1.8", "artillery.no_bombardment")


def by_the_clock(m: Moment) -> Verdict:
    """C1.2: contact is attempted at the start of the own PFPh/DFPh only; the phase brings it."""
    return Refusal("C1.2", "artillery.by_the_clock")


def has_observer_on_board(m: Moment) -> Verdict:
    """C1.63: nothing on the board concerns an Offboard Observer."""
    if m.battery.link is Link.OFFBOARD:
        return Refusal("C1.63", "artillery.offboard_observer")
    return None


def may_change_observer(m: Moment) -> Verdict:
    """C1.61: another may take over; C1.2, C1.6, C1.21: not in a phase in which the radio was used.

    Whoever used it is bound to it for that phase, a red chit or a failed DR notwithstanding.
    """
    if m.state.used_radio and m.table.clock.phase in (Phase.PFPH, Phase.DFPH):
        return Refusal("C1.6", "artillery.observer_used_radio", observer=m.state.observer)
    return has_observer_on_board(m)


def in_contact(m: Moment) -> Verdict:
    """C1.6: only a leader in contact can break it by routing along (A10.711)."""
    if m.battery.link is Link.OFFBOARD:
        return Refusal("C1.63", "artillery.offboard_observer")
    return None if m.state.contact else Refusal("C1.6", "artillery.not_in_contact")


def has_device(m: Moment) -> Verdict:
    """C1.1: there is a radio or phone to lose; an Offboard Observer has none (C1.63)."""
    if m.battery.link is Link.OFFBOARD:
        return Refusal("C1.63", "artillery.offboard_observer")
    if m.state.device is Device.LOST:
        return Refusal("C1.1", "artillery.device_is_lost")
    return None


def may_repair(m: Moment) -> Verdict:
    """C1.22: a malfunctioned radio may be repaired in the RPh, once; C1.23: a phone never."""
    if m.state.device is not Device.BROKEN:
        return Refusal("C1.22", "artillery.not_broken")
    if m.battery.link is Link.PHONE:
        return Refusal("C1.23", "artillery.phone_no_repair")
    if m.table.clock.phase is not Phase.RPH:
        return Refusal("C1.22", "artillery.repair_in_rally")
    return Refusal("C1.22", "artillery.repair_once") if m.state.used_radio else None


def observer_is_free(m: Moment) -> Verdict:
    """C1.6: one radio per Observer and phase, one battery in contact at a time."""
    for battery, state in zip(m.setup.batteries, m.table.states, strict=True):
        same = battery.side == m.battery.side and state.observer == m.state.observer
        if same and battery != m.battery and (state.used_radio or state.contact):
            return Refusal(
                "C1.6", "artillery.observer_busy", observer=state.observer, other=battery.name
            )
    return None


def continuation_was_seen(m: Moment) -> Verdict:
    """C1.34: he must have seen the FFE:C's Blast Height before access was gained."""
    return None if m.state.saw_continuation else Refusal("C1.34", "artillery.continuation_unseen")


def continuation_may_convert(m: Moment) -> Verdict:
    """C1.342: LOS to the base level, or to the Blast Height with a Known enemy at hand."""
    if not m.state.saw_continuation:
        return Refusal("C1.34", "artillery.continuation_unseen")
    return None if converts(m) else Refusal("C1.342", "artillery.convert_blind")


def converts(m: Moment) -> bool:
    """C1.333: base level seen, or Blast Height seen and a Known enemy in or next to the hex."""
    return m.sees_base() or (m.sees_blast_height() and m.known_near(m.marker.hex))


def may_hold_sr(m: Moment) -> Verdict:
    """C1.331: needs LOS to the Blast Height; R-C1.331: or one that SMOKE alone denies."""
    if m.sees_blast_height_but_for_smoke():
        return None
    return Refusal("C1.335", "artillery.marker_out_of_sight")


def sees_marker(m: Moment) -> Verdict:
    """C1.331, C1.332: needs LOS to the Blast Height."""
    if m.sees_blast_height():
        return None
    return Refusal("C1.331", "artillery.blast_height_unseen")


def may_convert_sr(m: Moment) -> Verdict:
    """C1.333."""
    return None if converts(m) else Refusal("C1.333", "artillery.convert_blind")


def marker_is_lost(m: Moment) -> Verdict:
    """C1.335: only if, ignoring SMOKE, the Blast Height is out of LOS."""
    if m.sees_blast_height_but_for_smoke():
        return Refusal("C1.335", "artillery.marker_in_sight")
    return None


def may_keep_ffe(m: Moment) -> Verdict:
    """C1.334: ignoring SMOKE, base level seen, or Blast Height seen and an enemy (once) Known."""
    if not m.sees_blast_height_but_for_smoke():
        return Refusal("C1.335", "artillery.marker_out_of_sight")
    if m.sees_base_but_for_smoke() or m.known_in_mission(m.marker.hex):
        return None
    return Refusal("C1.334", "artillery.keep_blind")


def may_correct_ffe(m: Moment) -> Verdict:
    """C1.331; C1.9: rockets are never corrected."""
    if m.rockets:
        return Refusal("C1.9", "artillery.rockets_not_corrected")
    return sees_marker(m)


def may_force_ffe(m: Moment) -> Verdict:
    """C1.335; C1.9: rockets are never corrected, so theirs must be cancelled.

    C1.4: nor an FFE so far off the board that no hex for the AR is in reach.
    """
    if m.rockets:
        return Refusal("C1.9", "artillery.rockets_not_corrected")
    if all(hex.distance(m.marker.hex) > FFE_REACH for hex in m.setup.grid.hexes):
        return Refusal("C1.4", "artillery.nothing_in_reach", reach=FFE_REACH)
    return marker_is_lost(m)


def may_place_ar(m: Moment) -> Verdict:
    """C1.3, C1.4: a hex on the board; a correction reaches 18 hexes (SR) or 3 (FFE)."""
    if not m.argument:
        return None
    target = m.setup.hex(m.argument)
    if m.state.marker is not None:
        reach = SR_REACH if m.has(Counter.SR) else FFE_REACH
        try:
            check_reach(m.marker.hex, target, reach)
        except Refusal as refusal:
            return refusal
    return None


def may_stop(m: Moment) -> Verdict:
    """C1.3: a first AR need not be placed; a declared correction must be gone through with."""
    if m.state.purpose is Purpose.NEW_ROUND:
        return None
    return Refusal("C1.33", "artillery.declared")


def _may_fire(m: Moment, mission: Mission) -> Verdict:
    """C1.7: one type for the whole mission, of those the battery has; an IR mission stays IR."""
    if m.state.mission is Mission.IR:
        return Refusal("C1.7", "artillery.ir_declared")
    if mission not in m.battery.missions:
        return Refusal(
            "C1.7", "artillery.cannot_fire", mission=f"@artillery.mission.{mission.value}"
        )
    if mission.is_smoke and m.smoke_weather():
        return Refusal("C1.71", "artillery.smoke_weather")
    return None


def may_fire_he(m: Moment) -> Verdict:
    """C1.7."""
    return _may_fire(m, Mission.HE)


def may_fire_harassing(m: Moment) -> Verdict:
    """C1.72: wherever an ordinary HE FFE:1 could be placed; C1.9: not by rockets."""
    return _may_fire(m, Mission.HARASSING)


def may_fire_smoke(m: Moment) -> Verdict:
    """C1.71."""
    return _may_fire(m, Mission.SMOKE)


def may_fire_wp(m: Moment) -> Verdict:
    """C1.71."""
    return _may_fire(m, Mission.WP)


def may_fire_barrage(m: Moment) -> Verdict:
    """C1.7 (E12.1)."""
    return _may_fire(m, Mission.BARRAGE)


def may_fire_smoke_barrage(m: Moment) -> Verdict:
    """C1.7 (E12.51)."""
    return _may_fire(m, Mission.SMOKE_BARRAGE)


def may_fire_creeping_barrage(m: Moment) -> Verdict:
    """C1.7 (E12.7); C1.733: never as Pre-Registered Fire."""
    if m.state.purpose is Purpose.REGISTERED_FFE:
        return Refusal("C1.733", "artillery.no_registered_creeping")
    return _may_fire(m, Mission.CREEPING_BARRAGE)


def ir_was_declared(m: Moment) -> Verdict:
    """C1.7: IR only if it was declared before the mission's first access attempt."""
    return None if m.state.mission is Mission.IR else Refusal("C1.7", "artillery.ir_too_late")
