"""A moment at one node: the battery, its state, the two doors (eyes and dice), and what happens."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.asl.artillery.battery import Battery, Kind, Mission
from hexfire.asl.artillery.impact import blast_area, blast_height, blast_radius
from hexfire.asl.artillery.op_tanks import Observing, accuracy_drm, op_tank, recalled
from hexfire.asl.artillery.state import Counter, Device, Event, Marker, Setup, State, Table
from hexfire.asl.eyes import Eyes, Question, Wants
from hexfire.dice import Dice
from hexfire.hexes import Hex
from hexfire.rulebook import Message, Param, Tally


class Moment:
    """What a node's function sees. `become` replaces the state; nothing is changed in place."""

    def __init__(self, setup: Setup, table: Table, name: str, eyes: Eyes, dice: Dice) -> None:
        self.setup = setup
        self.table = table
        self.battery: Battery = setup.battery(name)
        self.index = setup.batteries.index(self.battery)
        self.state: State = table.states[self.index]
        self.eyes = eyes
        self.dice = dice
        self.argument = ""
        self.events: list[Event] = []

    def become(self, **changes: Any) -> None:
        self.state = msgspec.structs.replace(self.state, **changes)

    def tell(self, rule: str, key: str, **params: Param) -> None:
        message = Message.of(f"artillery.event.{key}", battery=self.battery.name, **params)
        self.events.append(Event(rule, message))

    @property
    def after(self) -> Table:
        states = list(self.table.states)
        states[self.index] = self.state
        return msgspec.structs.replace(self.table, states=tuple(states))

    # -- the counter on the board ---------------------------------------------------------------

    @property
    def marker(self) -> Marker:
        if self.state.marker is None:
            raise ValueError(f"{self.battery.name} has no counter on the board")
        return self.state.marker

    def has(self, *counters: Counter) -> bool:
        return self.state.marker is not None and self.state.marker.counter in counters

    def label(self, hex: Hex) -> str:
        return self.setup.label(hex)

    def place(self, counter: Counter, hex: Hex) -> None:
        self.become(marker=Marker(counter, hex), ar=None)

    def end_mission(self, rule: str) -> None:
        """C1.35: the mission is over: its counters leave the board, access must be regained."""
        if self.state.marker is not None:
            counter, hex = self.state.marker.counter, self.state.marker.hex
            self.tell(rule, "removed", counter=f"@artillery.{counter.value}", hex=self.label(hex))
        if self.state.access:
            self.tell(rule, "access_lost")
        self.become(
            access=False, marker=None, ar=None, mission=None, purpose=None, forced=False,
            known_in_mission=False, hindrance=0,
        )  # fmt: skip

    # -- what the Observer sees -----------------------------------------------------------------

    def _yes(self, topic: str, rule: str, hex: Hex | None = None, **more: Param) -> bool:
        where = self.label(hex) if hex is not None else ""
        about = {"battery": self.battery.name, "observer": self.state.observer, **more}
        details = tuple(sorted(about.items()))
        return self.eyes.yes(Question(f"artillery.ask.{topic}", rule, where, details=details))

    def _blast(self) -> dict[str, Param]:
        """What a board must know to look for a Blast Height: how high, and over which hexes."""
        sr = self.marker.counter is Counter.SR
        hexes = (self.marker.hex,) if sr else self.area()
        return {
            "levels": blast_height(None if sr else self.state.mission),
            "hexes": tuple(self.label(hex) for hex in hexes),
        }

    def observer_is_able(self) -> bool:
        """C1.2, C1.6: see `may_observe`."""
        return self._yes("observer_able", "C1.2")

    def _has_blast_height(self) -> bool:
        """C1.32, C1.321: off the board an SR has none; an FFE has it where its area is on board."""
        marker = self.marker
        if marker.counter is Counter.SR:
            return marker.hex in self.setup.grid
        return bool(self.area())

    def area(self) -> tuple[Hex, ...]:
        """The Blast Area on the board, of the FFE that lies there.

        R-E12: of a Barrage or IR only the counter's own hex is sure; the rest is in E12 and E1.93.
        """
        mission = self.state.mission or Mission.HE
        radius = blast_radius(self.battery.kind, mission) if mission.in_our_books else 0
        return blast_area(self.marker.hex, radius, self.setup.grid)

    def sees_blast_height(self) -> bool:
        """C1.32: LOS, through whatever SMOKE there is, to the SR's or FFE's Blast Height."""
        return self._has_blast_height() and self._yes(
            "sees_blast_height", "C1.32", self.marker.hex, **self._blast()
        )

    def sees_blast_height_but_for_smoke(self) -> bool:
        """C1.335: the same, ignoring SMOKE."""
        return self._has_blast_height() and (
            self.sees_blast_height()
            or self._yes(
                "sees_blast_height_but_for_smoke", "C1.335", self.marker.hex, **self._blast()
            )
        )

    def sees_base(self) -> bool:
        """C1.333: LOS to the base level of the counter's hex, which must be on the board."""
        hex = self.marker.hex
        return hex in self.setup.grid and self._yes("sees_base", "C1.333", hex)

    def sees_base_but_for_smoke(self) -> bool:
        """C1.334: the same, ignoring SMOKE."""
        hex = self.marker.hex
        return hex in self.setup.grid and (
            self.sees_base() or self._yes("sees_base_but_for_smoke", "C1.334", hex)
        )

    def sees_ar(self) -> bool:
        """C1.3: LOS to some non-aerial Location of the AR's hex."""
        return self._yes("sees_ar", "C1.3", self.state.ar)

    def known_near(self, hex: Hex) -> bool:
        """C1.21, C1.6: whether an enemy ground unit in or next to a hex is Known to him."""
        return self._yes("known_near", "C1.6", hex, hexes=self._around(hex))

    def enemy_near(self, hex: Hex) -> bool:
        """C1.21: whether any enemy ground unit that is not HIP is in or next to a hex."""
        return self._yes("enemy_near", "C1.21", hex, hexes=self._around(hex))

    def known_in_mission(self, hex: Hex) -> bool:
        """C1.334: whether one is, or was during this Fire Mission, Known in or next to the hex."""
        return self.state.known_in_mission or self._yes(
            "known_in_mission", "C1.334", hex, hexes=self._around(hex)
        )

    def _around(self, hex: Hex) -> tuple[str, ...]:
        """A hex and those next to it, as far as they are on the board."""
        return tuple(self.label(near) for near in hex.disc(1) if near in self.setup.grid)

    def hindrance(self, hex: Hex) -> int:
        """C1.62: drm of all LOS Hindrances to every visible non-aerial Location of the AR's hex."""
        about = (("battery", self.battery.name), ("observer", self.state.observer))
        question = Question(
            "artillery.ask.hindrance", "C1.62", self.label(hex), Wants.NUMBER, about
        )
        return self.eyes.number(question)

    def op_tank_drm(self) -> Tally:
        """H1.461, H1.463–H1.465: what an OP tank's observer adds to the Accuracy dr."""
        if not self.battery.op_tank:
            return Tally()
        tank = op_tank(self.battery.op_tank)
        buttoned_up = bool(tank.bu_drm) and self._yes("observer_buttoned_up", tank.rule)
        looks_back = (
            buttoned_up
            and tank.outside_vca
            and self._yes("ar_outside_vca", tank.rule, self.state.ar)
        )
        now = Observing(
            buttoned_up=buttoned_up,
            los_in_vca=not looks_back,
            stunned=self._yes("observer_stunned", "H1.461"),
        )
        return accuracy_drm(tank, now)

    def smoke_weather(self) -> bool:
        """C1.71: whether rain or Heavy Winds forbid SMOKE."""
        return self._yes("rain_or_heavy_winds", "C1.71")

    # -- what the battery is --------------------------------------------------------------------

    @property
    def rockets(self) -> bool:
        return self.battery.kind is Kind.ROCKETS

    @property
    def spent(self) -> bool:
        """C1.21, C1.211, C1.9: no further mission is possible, and none is under way."""
        state = self.state
        if state.access:
            return False
        return state.barred or not sum(state.pile) or (self.rockets and state.missions_fired > 0)

    @property
    def silenced(self) -> bool:
        """H1.461: whether its Observer can call no Fire Mission any more."""
        return self.state.device is Device.LOST or (self.spent and self.state.marker is None)

    def tell_recall(self, before: bool) -> None:
        """H1.461: an OP tank is Recalled at once when it can call no further Fire Mission."""
        gone = recalled(Observing(missions_possible=not self.silenced))
        if self.battery.op_tank and gone and not before:
            self.tell("H1.461", "op_tank_recalled", observer=self.state.observer)

    def is_registered(self, hex: Hex) -> bool:
        """C1.73, C1.733: a Pre-Registered hex of this battery, and the Observer who had it."""
        return (
            self.state.observer == self.state.registered_observer
            and hex in self.setup.grid
            and any(self.setup.hex(name) == hex for name in self.battery.preregistered)
        )
