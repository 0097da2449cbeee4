"""What an option does once it is taken."""

from __future__ import annotations

from hexfire.asl.artillery.battery import Link, Mission
from hexfire.asl.artillery.moment import Moment
from hexfire.asl.artillery.state import Counter, Device, Purpose
from hexfire.asl.sequence import Phase
from hexfire.rulebook import BadInput


def start(m: Moment) -> None:
    """C1.1, C1.211, C1.73: the pile is made, the Pre-Registered hexes are on record."""
    m.tell("C1.211", "pile", black=m.state.pile.black, red=m.state.pile.red)


def bombard(m: Moment) -> None:
    """C1.8: after setup and before play; see `bombardment`."""
    m.tell("C1.81", "bombard")
    start(m)


def own_phase(m: Moment) -> None:
    """C1.2: a new own PFPh/DFPh begins."""
    m.become(saw_continuation=False, purpose=None, ar=None, forced=False)


def rally_ends(m: Moment) -> None:
    """C1.21, C1.34: access ends with an RPh that finds an FFE:C on the board.

    C1.22: without contact the FFE:C is cancelled then.
    """
    if not m.has(Counter.FFEC):
        return
    if m.state.contact:
        if m.state.access:
            m.tell("C1.21", "access_lost")
        m.become(access=False)
    else:
        m.end_mission("C1.22")


def lose_contact(m: Moment) -> None:
    """C1.61: an Observer who is not in Good Order loses contact at once; access stays (C1.22)."""
    if m.state.contact:
        m.tell("C1.61", "contact_lost")
    m.become(contact=False)


def break_contact(m: Moment) -> None:
    """C1.22: contact broken by choice: access is lost and the mission cancelled."""
    m.tell("C1.22", "contact_broken")
    m.become(contact=False)
    m.end_mission("C1.22")


def new_observer(m: Moment) -> None:
    """C1.61: another may use the radio, but contact starts afresh; C1.733: not his registration."""
    if not m.argument.strip():
        raise BadInput("artillery.nameless")
    lose_contact(m)
    m.become(observer=m.argument.strip())
    m.tell("C1.61", "new_observer", observer=m.state.observer)


def device_lost(m: Moment) -> None:
    """C1.1: with its radio the battery is out of reach for good; C1.23: so with a cut wire."""
    m.become(contact=False, device=Device.LOST)
    phone = m.battery.link is Link.PHONE
    m.tell("C1.23" if phone else "C1.1", "phone_lost" if phone else "radio_lost")


def use_radio(m: Moment) -> None:
    """C1.6: whoever uses the radio does nothing else; after the PFPh he does not move either.

    A hidden Observer (C1.23) is not marked.
    """
    m.become(used_radio=True)
    if m.battery.link is not Link.OFFBOARD and not m.battery.hidden:
        prep = m.table.clock.phase is Phase.PFPH
        m.tell("C1.6", "marked_prep" if prep else "marked_final", observer=m.state.observer)


def declare_ir(m: Moment) -> None:
    """C1.7: an IR mission is declared before its first access attempt."""
    m.become(mission=Mission.IR)
    m.tell("C1.7", "declared", mission="@artillery.mission.ir")


# -- FFE:C (C1.34) ------------------------------------------------------------------------------


def continuation_to_sr(m: Moment) -> None:
    """C1.341: the FFE:C becomes an SR that stays in its hex."""
    m.place(Counter.SR, m.marker.hex)
    m.become(purpose=None)
    m.tell("C1.341", "sr_placed", hex=m.label(m.marker.hex))


def continuation_to_corrected_sr(m: Moment) -> None:
    """C1.341: the FFE:C becomes an SR that is corrected."""
    continuation_to_sr(m)
    m.become(purpose=Purpose.CORRECT_SR)


def remove_continuation(m: Moment) -> None:
    """C1.343: the FFE:C goes, and a new AR may come."""
    m.tell("C1.343", "removed", counter="@artillery.ffec", hex=m.label(m.marker.hex))
    m.become(marker=None, purpose=Purpose.NEW_ROUND)


# -- SR and FFE:1/2 (C1.33) ---------------------------------------------------------------------


def hold_sr(m: Moment) -> None:
    """C1.331."""
    m.tell("C1.331", "sr_held", hex=m.label(m.marker.hex))


def correct_sr(m: Moment) -> None:
    """C1.331."""
    m.become(purpose=Purpose.CORRECT_SR, forced=False)


def forced_sr(m: Moment) -> None:
    """C1.335: never accurate, no limit to the error (C1.4)."""
    m.become(purpose=Purpose.CORRECT_SR, forced=True)


def correct_and_convert(m: Moment) -> None:
    """C1.332."""
    m.become(purpose=Purpose.CORRECT_AND_CONVERT, forced=False)


def convert(m: Moment) -> None:
    """C1.333, C1.342."""
    m.become(purpose=Purpose.CONVERT)


def cancel_sr(m: Moment) -> None:
    """C1.336, C1.35: only the SR goes: mission and access stay. `after_cancel` looks at its hex."""
    m.tell("C1.336", "removed", counter="@artillery.sr", hex=m.label(m.marker.hex))


def keep_ffe(m: Moment) -> None:
    """C1.334."""
    m.tell("C1.334", "ffe_kept", hex=m.label(m.marker.hex))


def correct_ffe(m: Moment) -> None:
    """C1.331."""
    m.become(purpose=Purpose.CORRECT_FFE, forced=False)


def forced_ffe(m: Moment) -> None:
    """C1.335."""
    m.become(purpose=Purpose.CORRECT_FFE, forced=True)


def cancel_ffe(m: Moment) -> None:
    """C1.337, C1.35."""
    m.end_mission("C1.337")


# -- AR and mission type ------------------------------------------------------------------------


def place_ar(m: Moment) -> None:
    """C1.3: the AR is placed; only then is LOS checked."""
    if not m.argument:
        raise BadInput("artillery.need_hex")
    m.become(ar=m.setup.hex(m.argument), hindrance=0)
    assert m.state.ar is not None
    m.tell("C1.3", "ar_placed", hex=m.label(m.state.ar))


def opponent_cancels(m: Moment) -> None:
    """C1.3: an AR placed without LOS lets the opponent cancel the mission."""
    m.end_mission("C1.3")


def skip_sr(m: Moment) -> None:
    """C1.731: FFE:1 at once, without an SR."""
    m.become(purpose=Purpose.REGISTERED_FFE)


def _declare(m: Moment, mission: Mission, rule: str) -> None:
    m.become(mission=mission)
    m.tell(rule, "declared", mission=f"@artillery.mission.{mission.value}")


def declare_he(m: Moment) -> None:
    """C1.7."""
    _declare(m, Mission.HE, "C1.7")


def declare_harassing(m: Moment) -> None:
    """C1.72."""
    _declare(m, Mission.HARASSING, "C1.72")


def declare_smoke(m: Moment) -> None:
    """C1.71."""
    _declare(m, Mission.SMOKE, "C1.71")


def declare_wp(m: Moment) -> None:
    """C1.71."""
    _declare(m, Mission.WP, "C1.71")


def declare_barrage(m: Moment) -> None:
    """C1.7."""
    _declare(m, Mission.BARRAGE, "C1.7")


def declare_smoke_barrage(m: Moment) -> None:
    """C1.7."""
    _declare(m, Mission.SMOKE_BARRAGE, "C1.7")


def declare_creeping_barrage(m: Moment) -> None:
    """C1.7."""
    _declare(m, Mission.CREEPING_BARRAGE, "C1.7")
