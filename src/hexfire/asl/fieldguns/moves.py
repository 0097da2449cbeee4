"""What may be done with a gun now: every transition, with its cost or the rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from hexfire.asl.fieldguns.limbering import fire, limber, unlimber
from hexfire.asl.fieldguns.manhandling import Entry, finish_pushing, manhandling_drm, refuse_push
from hexfire.asl.fieldguns.portee import load, unload
from hexfire.asl.fieldguns.service import assemble, dismantle
from hexfire.asl.fieldguns.state import Place, PorteeFacing, Situation
from hexfire.asl.fieldguns.towing import hook_cost, hook_up, unhook
from hexfire.rulebook import Message, Refusal, Tally


class Move(msgspec.Struct, frozen=True):
    """One thing to do with a gun: allowed (`refused` is None) or not, by which rule.

    `mp` is the vehicle's cost, `mf` the Infantry's; `drm` stands with a push.
    """

    name: str
    rule: str
    mp: int | None = None
    mf: int | None = None
    drm: Tally | None = None
    refused: Message | None = None

    @property
    def allowed(self) -> bool:
        return self.refused is None


_WITHOUT_DICE: tuple[tuple[str, str, Callable[[Situation], Situation]], ...] = (
    ("fire", "C2.8", fire),
    ("limber", "C10.21", limber),
    ("unlimber", "C10.21", unlimber),
    ("hook_up", "C10.11", hook_up),
    ("unhook", "C10.12", unhook),
    ("load", "C10.51", lambda now: load(now, _facing(now), 0)),
    ("unload", "C10.51", unload),
    ("dismantle", "C9.2", dismantle),
    ("assemble", "C9.2", assemble),
    ("finish_pushing", "C10.3", finish_pushing),
)


def _facing(now: Situation) -> PorteeFacing:
    """The facing that the Ordnance Notes demand, else forward."""
    note = now.vehicle.portee if now.vehicle else None
    return note.facing if note is not None and note.facing else PorteeFacing.FORWARD


def transitions(now: Situation) -> Iterator[tuple[str, Situation]]:
    """Every transition without dice that is legal now, with the situation after it."""
    for name, _, step in _WITHOUT_DICE:
        try:
            yield name, step(now)
        except Refusal:
            continue


def moves(now: Situation, entry: Entry | None = None, low_ammo: bool = False) -> tuple[Move, ...]:
    """C10: all that can be done with a gun, and why the rest cannot be done now.

    With an `entry` the push into that hex is among them.
    """
    all_moves = [_move(now, name, rule, step) for name, rule, step in _WITHOUT_DICE]
    if entry is not None:
        all_moves.append(_push(now, entry, low_ammo))
    return tuple(move for move in all_moves if _worth_saying(now, move))


def _move(now: Situation, name: str, rule: str, step: Callable[[Situation], Situation]) -> Move:
    mp = mf = None
    if now.vehicle is not None and name in ("hook_up", "unhook"):
        mp = hook_cost(now.vehicle.mp, now.gun.counter)
    if name in ("load", "unload"):
        mf = max((hand.mf for hand in now.hands), default=None)
    try:
        step(now)
    except Refusal as refusal:
        return Move(name, refusal.rule, mp, mf, refused=refusal.message)
    if name == "fire" and now.gun.place is Place.PORTEE:
        rule = "C10.54"
    elif name == "fire" and now.gun.limbered:
        rule = "C10.24"
    return Move(name, rule, mp, mf)


def _push(now: Situation, entry: Entry, low_ammo: bool) -> Move:
    drm = manhandling_drm(entry, now.hands, low_ammo and not now.gun.low_ammo)
    try:
        refuse_push(now, entry)
    except Refusal as refusal:
        return Move("push", refusal.rule, None, entry.push_mf, drm, refusal.message)
    return Move("push", "C10.3", None, entry.push_mf, drm)


def _worth_saying(now: Situation, move: Move) -> bool:
    """Leave out what nobody would ask of this gun: a howitzer is not taken apart."""
    gun, counter = now.gun, now.gun.counter
    if move.allowed:
        return True
    match move.name:
        case "dismantle":
            return counter.dismantles and gun.place is Place.GROUND
        case "assemble":
            return gun.place is Place.DISMANTLED
        case "load":
            portee = now.vehicle is not None and now.vehicle.portee is not None
            return portee and gun.place is Place.GROUND
        case "unload":
            return gun.place is Place.PORTEE
        case "hook_up":
            return gun.place is Place.GROUND
        case "unhook":
            return gun.place is Place.HOOKED
        case "limber" | "unlimber":
            ready = gun.place in (Place.GROUND, Place.HOOKED) and not counter.qsu
            return ready and gun.limbered == (move.name == "unlimber")
        case "finish_pushing":
            return False
        case _:
            return True
