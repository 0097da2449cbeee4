"""The nodes that no player decides: each looks, rolls or reckons, and names the way on."""

from __future__ import annotations

from hexfire.asl.artillery import guards
from hexfire.asl.artillery.acts import break_contact
from hexfire.asl.artillery.battery import (
    Kind,
    Link,
    Mission,
    accuracy_number,
    contact_number,
)
from hexfire.asl.artillery.impact import Aim, accuracy_needed, is_accurate, stray
from hexfire.asl.artillery.moment import Moment
from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.state import Counter, Device, Purpose
from hexfire.hexes import Hex
from hexfire.rulebook import Modifier, Tally

BLACK, RED = "black", "red"


def begin(m: Moment) -> str:
    """C1.1, C1.2: is there anyone to call, and anything left to call for?"""
    if m.spent and m.state.marker is None:
        m.become(contact=False)
        return "spent"
    if m.battery.link is not Link.OFFBOARD and m.state.device is not Device.WORKS:
        return "no_device"
    return "works"


def able(m: Moment) -> str:
    """C1.2, C1.61: may the Observer use the radio? If not, contact is lost."""
    if m.battery.link is Link.OFFBOARD or m.observer_is_able():
        return "yes"
    m.tell("C1.2", "observer_unable", observer=m.state.observer)
    if m.state.contact:
        m.tell("C1.61", "contact_lost")
    m.become(contact=False)
    return "no"


def refrain(m: Moment) -> str:
    """C1.22: not rolling breaks contact by choice, unless the SR's or FFE's Blast Height is seen.

    R-C1.22b: with access but no counter on the board there is no Blast Height to see.
    """
    if m.state.marker is not None and m.sees_blast_height():
        m.become(contact=False)
        return "involuntary"
    if m.state.contact or m.state.access or m.state.marker is not None:
        break_contact(m)
    return "voluntary"


def contact_drm(m: Moment) -> Tally:
    """C1.22: -1 to maintain contact, -2 with 70/80mm battalion mortars; nothing to establish it."""
    mortars = m.battery.kind is Kind.BATTALION_MORTARS
    return Tally.of(
        (
            Modifier("maintenance", "C1.22", -1, m.state.contact and not mortars),
            Modifier("battalion_mortars", "C1.22", -2, m.state.contact and mortars),
        )
    )


def contact(m: Moment) -> str:
    """C1.2, C1.22: contact on a DR within the Contact Value; C1.63: automatic offboard.

    The radio malfunctions on an Original 12 (or its own number); R-C1.23: a phone is lost by it.
    """
    if m.battery.link is Link.OFFBOARD:
        m.become(contact=True)
        return "automatic"
    maintained = m.state.contact
    original = m.dice.total("C1.22" if maintained else "C1.2")
    if original >= m.battery.breakdown:
        phone = m.battery.link is Link.PHONE
        m.become(contact=False, device=Device.LOST if phone else Device.BROKEN)
        m.tell("C1.23" if phone else "C1.22", "phone_lost" if phone else "radio_broken")
        return "broken"
    in_contact = original + contact_drm(m).total <= contact_number(m.battery)
    m.become(contact=in_contact)
    outcome = ("maintained" if maintained else "established") if in_contact else "failed"
    m.tell("C1.22" if maintained else "C1.2", f"contact_{outcome}", roll=original)
    return "made" if in_contact else "failed"


def repair(m: Moment) -> str:
    """C1.22 (A9.72): a radio is repaired on a dr of 1 and eliminated on a 6."""
    m.become(used_radio=True)
    roll = m.dice.dr("C1.22")
    if roll == 1:
        m.become(device=Device.WORKS)
        m.tell("C1.22", "radio_repaired")
        return "repaired"
    if roll == 6:
        m.become(device=Device.LOST)
        m.tell("C1.22", "radio_lost")
        return "eliminated"
    return "no_change"


def contacted(m: Moment) -> str:
    """C1.21, C1.33, C1.34: what comes next depends on access and on the counter on the board."""
    if m.has(Counter.SR):
        return "sr"
    if m.has(Counter.FFE1, Counter.FFE2):
        return "ffe"
    if m.has(Counter.FFEC):
        if not (m.rockets and m.spent):
            return "continuation"
        m.end_mission("C1.9")
        return "spent"
    # R-C1.21b: a battery that still holds access draws no second chit for the same mission.
    if m.state.access:
        m.become(purpose=Purpose.NEW_ROUND)
        return "access"
    return "no_access"


def continuation_seen(m: Moment) -> str:
    """C1.34: what counts is LOS to the FFE:C's Blast Height before the chit is drawn."""
    seen = m.sees_blast_height()
    m.become(saw_continuation=seen)
    return "yes" if seen else "no"


def new_mission(m: Moment) -> str:
    """C1.7: a mission begins with its access draw; IR must be declared before it."""
    m.become(mission=None, known_in_mission=False, purpose=None)
    return "ir_possible" if Mission.IR in m.battery.missions else "plain"


def _draw(m: Moment, *, back: bool) -> str:
    """C1.211: one chit; drawn chits are gone, an extra one goes back. An empty pile says so."""
    black, red = m.state.pile
    if black + red == 0:
        m.tell("C1.211", "pile_empty")
        return "empty"
    chit = m.dice.draw({BLACK: black, RED: red}, "C1.21")
    if not back:
        took = Chits(chit == BLACK, chit == RED)
        m.become(
            pile=Chits(black - took.black, red - took.red),
            gone=Chits(m.state.gone.black + took.black, m.state.gone.red + took.red),
        )
    m.tell("C1.21", "extra_chit" if back else "chit", chit=f"@artillery.chit.{chit}")
    return chit


def access(m: Moment) -> str:
    """C1.21: black gains Battery Access; red ends it all for this phase, the second red for good.

    C1.34: with an FFE:C on the board the old mission is over either way.
    """
    chit = _draw(m, back=False)
    if chit == BLACK:
        m.become(access=True, purpose=Purpose.NEW_ROUND, missions_fired=m.state.missions_fired + 1)
        m.tell("C1.21", "access_gained")
        return "black_continuation" if m.has(Counter.FFEC) else "black"
    m.end_mission("C1.21")
    if chit == RED:
        m.become(reds=m.state.reds + 1)
        if m.state.barred:
            m.tell("C1.21", "barred")
            return "second_red"
    return chit


def after_cancel(m: Moment) -> str:
    """C1.336: after a cancelled SR a new AR may follow at once.

    R-C1.336: out of LOS (ignoring SMOKE) only if a Known enemy is seen in or next to its hex.
    """
    again = m.sees_blast_height_but_for_smoke() or m.known_near(m.marker.hex)
    m.become(marker=None, purpose=Purpose.NEW_ROUND if again else None, mission=_ir_only(m))
    return "new_ar" if again else "no_ar"


def _ir_only(m: Moment) -> Mission | None:
    """C1.7: a type declared for a conversion that did not happen is open again; IR is not."""
    return Mission.IR if m.state.mission is Mission.IR else None


def ar_seen(m: Moment) -> str:
    """C1.3, C1.6: without LOS to a non-aerial Location of its hex the AR goes."""
    if m.sees_ar():
        return "yes"
    m.become(ar=None, purpose=None, forced=False, hindrance=0)
    if not m.has(Counter.FFE1, Counter.FFE2):
        m.become(mission=_ir_only(m))
    m.tell("C1.3", "ar_unseen")
    return "no"


def _enemy(m: Moment, hex: Hex) -> str:
    """C1.21 (R-C1.21): an extra draw only if enemies are near and none of them is Known."""
    if m.known_near(hex):
        return "known"
    return "unknown" if m.enemy_near(hex) else "none"


def enemy_at_ar(m: Moment) -> str:
    """C1.21: looks at the AR's hex and those around it."""
    assert m.state.ar is not None
    return _enemy(m, m.state.ar)


def _extra(m: Moment) -> str:
    """C1.21: an extra chit; a red one cancels the mission but never counts as the second red."""
    chit = _draw(m, back=True)
    if chit != BLACK:
        m.end_mission("C1.21")
    return chit


def extra_draw_ar(m: Moment) -> str:
    """C1.21."""
    return _extra(m)


def registered(m: Moment) -> str:
    """C1.73, C1.731, C1.9: a first AR in a Pre-Registered hex may skip the SR; rockets lack it."""
    assert m.state.ar is not None
    if m.rockets:
        m.become(mission=Mission.HE)
        return "rockets"
    first = m.state.purpose is Purpose.NEW_ROUND
    return "registered" if first and m.is_registered(m.state.ar) else "plain"


def declared(m: Moment) -> str:
    """C1.7: the type is named; on with what it was named for."""
    assert m.state.purpose is not None
    return m.state.purpose.value


def aim(m: Moment) -> Aim:
    """C1.3: everything the Accuracy dr and the error depend on."""
    state = m.state
    assert state.ar is not None
    return Aim(
        target=state.ar,
        limit=accuracy_number(m.battery),
        start=state.marker.hex if state.marker is not None else None,
        hindrance=state.hindrance,
        converting=state.purpose is Purpose.CORRECT_AND_CONVERT,
        forced=state.forced,
        preregistered=m.is_registered(state.ar),
        rockets=m.rockets,
    )


def _looking(m: Moment) -> Aim:
    """C1.62, H1.461: the aim with what the Observer's view and his OP tank add to the dr."""
    assert m.state.ar is not None
    # A dr that is never made, or that ignores all drm, needs no look at the Hindrances.
    if m.state.forced or m.is_registered(m.state.ar):
        return aim(m)
    m.become(hindrance=m.hindrance(m.state.ar))
    return aim(m)._replace(op_tank=m.op_tank_drm().applied)


def needed(m: Moment) -> int | None:
    """C1.2, C1.22, C1.3: the highest Original DR or dr that succeeds, at a node with one.

    The radio's breakdown number (C1.22) never succeeds.
    """
    if m.state.node == "contact":
        highest = contact_number(m.battery) - contact_drm(m).total
        return min(highest, m.battery.breakdown - 1)
    return accuracy_needed(_looking(m)) if m.state.node == "accuracy" else None


def accuracy(m: Moment) -> str:
    """C1.3, C1.62: the Accuracy dr, with the Hindrances the Observer looks through."""
    shot = _looking(m)
    if accuracy_needed(shot) is None:
        m.tell("C1.62" if not shot.forced else "C1.4", "never_accurate")
        return "impossible"
    if not is_accurate(m.dice, shot):
        m.tell("C1.3", "inaccurate")
        return "off"
    m.tell("C1.3", "accurate", hex=m.label(shot.target))
    return "accurate"


def scatter(m: Moment) -> str:
    """C1.31, C1.4: direction and extent of the error; C1.321: perhaps off the board."""
    impact = stray(m.dice, aim(m))
    on_board = impact.hex in m.setup.grid
    m.tell("C1.31", "error", hex=m.label(impact.hex), extent=impact.error)
    if not on_board:
        m.tell("C1.321", "off_board", hex=m.label(impact.hex))
    m.become(ar=impact.hex)
    return "on_board" if on_board else "off_board"


def landed(m: Moment) -> str:
    """C1.31, C1.322: the AR makes way for the counter it was placed for."""
    hex, purpose = m.state.ar, m.state.purpose
    assert hex is not None
    m.become(forced=False, hindrance=0)
    if m.rockets or purpose is Purpose.REGISTERED_FFE:
        m.place(Counter.FFE1, hex)
        m.tell("C1.9" if m.rockets else "C1.731", "ffe_placed", hex=m.label(hex))
        return "ffe"
    if purpose is Purpose.CORRECT_FFE:
        m.place(m.marker.counter, hex)
        m.become(purpose=None, known_in_mission=False)
        m.tell("C1.4", "ffe_corrected", hex=m.label(hex))
        return "ffe"
    m.place(Counter.SR, hex)
    m.tell("C1.31", "sr_placed", hex=m.label(hex))
    if purpose is Purpose.CORRECT_AND_CONVERT:
        return "convert"
    m.become(purpose=None)
    return "sr"


def enemy_at_marker(m: Moment) -> str:
    """C1.21: before a conversion; looks at the SR's or FFE:C's hex and those around it.

    C1.321: an SR off the board is out of LOS and cannot be converted: no chit is drawn.
    """
    if m.marker.hex not in m.setup.grid and not m.has(Counter.FFEC):
        _stay_sr(m)
        return "off_board"
    enemy = _enemy(m, m.marker.hex)
    if enemy == "known":
        m.become(known_in_mission=True)
    return enemy


def extra_draw_marker(m: Moment) -> str:
    """C1.21."""
    return _extra(m)


def _stay_sr(m: Moment) -> None:
    m.tell("C1.332", "sr_stays", hex=m.label(m.marker.hex))
    m.become(purpose=None, mission=_ir_only(m), known_in_mission=False)


def convert_check(m: Moment) -> str:
    """C1.332, C1.333: a corrected SR becomes FFE:1 if it may be converted where it landed."""
    in_place = m.state.purpose is Purpose.CONVERT  # its conditions were checked when it was chosen
    if not in_place and not guards.converts(m):
        _stay_sr(m)
        return "unmet"
    m.place(Counter.FFE1, m.marker.hex)
    m.become(purpose=None)
    m.tell("C1.333", "ffe_placed", hex=m.label(m.marker.hex))
    return "met"


def wind_up(m: Moment) -> str:
    """C1.22, C1.5: what the Observer can no longer direct: an FFE:1/2 is still resolved."""
    return "ffe" if m.has(Counter.FFE1, Counter.FFE2) else "rest"


def resolve(m: Moment) -> str:
    """C1.5: FFE:1 is resolved and becomes FFE:2; FFE:2 is resolved and becomes FFE:C."""
    marker, mission = m.marker, m.state.mission or Mission.HE
    first = marker.counter is Counter.FFE1
    m.tell(
        "C1.5",
        "resolve",
        counter=f"@artillery.{marker.counter.value}",
        mission=f"@artillery.mission.{mission.value}",
        hexes=tuple(m.label(hex) for hex in m.area()),
    )
    if not mission.in_our_books:
        m.tell("C1.7", "by_your_book", mission=f"@artillery.mission.{mission.value}")
    m.place(Counter.FFE2 if first else Counter.FFEC, marker.hex)
    m.become(purpose=None, forced=False)
    return "first" if first else "second"
