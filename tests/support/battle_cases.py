"""The situations of `shared/examples/battle.yaml`, played through the game's own actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.meeting import meet
from hexfire.asl.battle.fire.weapons import armed
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.pieces import Gun, Vehicle
from hexfire.asl.battle.table.state import State
from hexfire.asl.gunnery.answer import answer
from hexfire.asl.gunnery.arc import new_spine
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, FireCounter, Shot, TargetType
from hexfire.dice import Dice, seeded
from hexfire.play import Event
from hexfire.rulebook import Refusal

CASES = Path(__file__).parents[3] / "shared" / "examples" / "battle.yaml"


def case(id: str) -> dict[str, Any]:
    """One situation; skipped where the shared files are not at hand."""
    if not CASES.is_file():
        pytest.skip("shared/examples/battle.yaml is not here")
    found = yaml.safe_load(CASES.read_text("utf-8"))["cases"]
    return next(one for one in found if one["id"] == id)


@dataclass
class Tabletop:
    """A situation on the table, with the means to play it on and to look at it."""

    spec: dict[str, Any]
    game: Battle = field(default_factory=Battle)

    def __post_init__(self) -> None:
        first = self.spec["events"][0]
        self.sides = list(self.spec["sides"])
        side = str(first["of"]).split()[0]
        self.source = {"data": scenario(self.spec, first["phase"], side)}
        self.state: State = self.game.setup(self.source, {})
        self.log: list[Event] = []

    # Looking

    @property
    def at(self) -> Any:
        return self.game.at(self.state)

    def piece(self, id: str) -> Any:
        return self.state.piece(id)

    def service(self, id: str) -> Any:
        return armed(self.at, id).service

    def event(self, e: Any) -> dict[str, Any]:
        return next(one for one in self.spec["events"] if str(one["e"]) == str(e))

    def expected(self, key: str) -> Any:
        return self.spec["expect"][key]

    # Playing

    def do(self, action: act.Action, *faces: int, seat: str = "") -> tuple[Event, ...]:
        """An action with its dice; further faces are rolled (seeded)."""
        seat = seat or self.game.to_act(self.state)[0]
        dice = Dice(faces, seeded(1))
        self.state, events = self.game.apply(self.state, seat, action, dice)
        self.log += events
        return events

    def to_phase(self, phase: str, of: str) -> None:
        """End phase after phase until it is this one."""
        for _ in range(60):
            clock = self.state.clock
            if (clock.phase.value, clock.phasing) == (phase, of):
                return
            if self.state.move is not None:
                self.do(act.LET_GO if self.state.move.open else act.Finish(self.state.move.unit))
            else:
                self.do(act.END)
        raise AssertionError(f"{phase} of {of} does not come")

    def order(self, event: Mapping[str, Any]) -> act.Fire:
        """The order to fire of an event."""
        return act.Fire(
            event["shot"],
            self.target(event["shot"], str(event["at"])),
            ammo=Ammo(event["ammo"]) if "ammo" in event else None,
            kind=TargetType(event["type"]) if "type" in event else None,
            intensive=bool(event.get("intensive")),
        )

    def target(self, weapon: str, name: str) -> str:
        """How the firer's side calls a target."""
        side = self.piece(weapon).side
        seen = {piece.id for piece in self.game.seen(self.state, side).state.pieces}
        if name in seen or self.state.find(name) is None:
            return name
        spot = self.piece(name).spot
        return f"?{spot.hex}"

    def fire(self, e: Any) -> tuple[Event, ...]:
        event = self.event(e)
        order = self.order(event)
        faces = [*event["dice"], *event.get("further_dr", []), *event.get("effects", [])]
        events = self.do(order, *faces, seat=self.piece(event["shot"]).side)
        # The situations know of no Gun Duel unless they say so.
        return self.do(act.STAND, *faces) if self.state.declared else events

    def shot(self, e: Any, **fields: Any) -> Shot:
        """The shot that an event asks about, settled by its side and meeting who is there."""
        order = self.order({**self.event(e), **fields})
        side = self.piece(order.weapon).side
        seen = self.game.seen(self.state, side)
        return meet(
            self.at, seen, (armed(seen, order.weapon),), to_hit(shot(seen, order, side))
        ).shot

    def refused(self, e: Any, **fields: Any) -> str:
        """The rule that refuses an event's shot, by the legal actions of its side."""
        order = self.order({**self.event(e), **fields})
        seat = self.piece(order.weapon).side
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(order)
        return refusal.value.rule

    # What a shot is

    def facts(self, made: Shot) -> dict[str, Any]:
        """What the situations say of a shot, worked out from it."""
        th = to_hit(made)
        aim = th.aim
        return {
            "range": made.range,
            "hindrance": made.hindrance,
            "turn": made.firer.hexspines_turned,
            "th": th.number,
            "cases": whole_cases(aim.tally.as_dict()),
            "drm": aim.total,
            "hits_on": th.needed(aim),
            "hd": made.target.hd,
            "mp_in_los": made.target.mp_in_los
            if made.phase is Phase.DFF
            else made.firer.mp_target_in_los,
            "breakdown": th.breakdown.total,
            "rof": th.rof.total,
            "facing": {"hull": made.target.facing.value}
            | ({"turret": made.target.turret_facing.value} if made.target.turret_facing else {}),
        }

    def tk(self, made: Shot) -> dict[str, int]:
        """Final TK# by location, of ordinary hits."""
        kills = answer(made).main.kills
        return {
            k.aspect.value: k.number.final for k in kills if k.aspect and k.number and not k.is_ch
        }

    def ca_after(self, made: Shot, weapon: str) -> str:
        """The hexspine after the turn that a shot takes."""
        gun = self.piece(weapon)
        assert isinstance(gun, Gun | Vehicle)
        here = self.at.hex(gun)
        spine = gun.ca if isinstance(gun, Gun) else gun.tca
        new = new_spine(here, spine, self.at.grid.hex(made.target.hex))
        return write_facing(self.at.grid, here, new)

    def marker(self, id: str) -> str | None:
        found = self.service(id).marker
        return None if found is FireCounter.NONE else found.value


def whole_cases(found: Mapping[str, int]) -> dict[str, int]:
    """Cases that are not 0; J1 and J2 stand for the whole of Case J."""
    cases = {case: value for case, value in found.items() if value}
    for finer in ("J1", "J2"):
        if finer in cases:
            cases[finer] += cases.pop("J")
    return cases


def same(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Every fact that the situation gives and that `found` knows is as given."""
    shared = {key: value for key, value in wanted.items() if key in found}
    assert shared, f"nothing to compare: {sorted(wanted)}"
    for key, value in shared.items():
        if isinstance(value, dict) and key == "facing":
            assert {part: found[key].get(part) for part in value} == value
        else:
            assert found[key] == value, (key, found[key], value)


def scenario(spec: Mapping[str, Any], phase: str, of: str) -> dict[str, Any]:
    """A situation as the plain data of a scenario."""
    return {
        "board": spec["board"],
        "date": str(spec["date"])[:7],
        "ssr": list(spec.get("ssr", [])),
        "turns": 9,
        "first": of,
        "setup": list(spec["sides"]),
        "start": {"phase": phase, "of": of},
        "side": [{"name": side, "unit": list(_units(spec, side))} for side in spec["sides"]],
    }


_STATES = {
    "pinned": {"pinned": True},
    "Opportunity Fire": {"opportunity": True},
    "stopped": {},
    "fired this Player Turn": {"marker": "Prep Fire"},
    "entered I5 in bypass this MPh": {"entered": True, "vbm": True},
}


def _units(spec: Mapping[str, Any], side: str) -> Iterator[dict[str, Any]]:
    for place in spec["place"]:
        if place.get("side") != side or "unit" not in place:
            continue
        unit = {"id": place["id"], "counter": place["unit"], "hex": place["hex"]}
        for ours, theirs in (("facing", "ca"), ("facing", "vca"), ("turret", "tca")):
            if theirs in place:
                unit[ours] = place[theirs]
        for ours, theirs in (
            ("by", "manned_by"),
            ("in", "in"),
            ("level", "level"),
            ("concealed", "concealed"),
            ("hidden", "hidden"),
            ("ce", "ce"),
            ("emplaced", "emplaced"),
            ("wa", "wa"),
        ):
            if theirs in place:
                unit[ours] = place[theirs]
        if "vertex" in place:
            unit |= {"bypass": place["bypass"], "vertex": place["vertex"]}
        if isinstance(place.get("acquired"), dict):
            unit["acquired"] = place["acquired"]
        if place.get("bu"):
            unit["ce"] = False
        if place.get("gyro"):
            unit["gyro"] = True
        for state in place.get("state", []):
            unit |= _STATES[state]
        yield unit
