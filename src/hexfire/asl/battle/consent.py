"""A rule overruled by consent: one side asks with a reason, the other allows it once or not."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire import turning
from hexfire.asl.battle.moves import movement
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Proposal
from hexfire.play import Seat


def propose(at: Position, seat: Seat, action: act.Overrule, rule: str, log: Log) -> Position:
    """Ask; nothing is done until the other side answers."""
    plain = text.write(text.inner(action))
    log.say(rule, "overrule_asked", seat=f"@{seat}", action=plain, reason=action.reason)
    return at.then(replace(at.state, proposal=Proposal(seat, plain, action.reason, rule)))


def refuse(at: Position, seat: Seat, log: Log) -> Position:
    log.say("", "overrule_refused", seat=f"@{seat}")
    return at.then(replace(at.state, proposal=None))


def agree(at: Position, seat: Seat, log: Log) -> Position:
    """The action is carried out as it was asked, whatever rule refuses it."""
    asked = at.state.proposal
    assert asked is not None
    log.say(asked.rule, "overruled", seat=f"@{seat}", action=asked.action, reason=asked.reason)
    at = at.then(replace(at.state, proposal=None))
    action = text.read(asked.action)
    match action:
        case act.Go():
            return movement.forced(at, action, log)
        case act.Turn():
            return turning.forced(at, action, log)
        case act.Opportunity():
            return turning.opportunity(at, action, log)
        case _:
            return at
