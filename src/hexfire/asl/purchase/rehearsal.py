"""A wish list bought in the order of the purchase, on credit and with the best of dice.

Whatever the purchase would refuse whatever the dice, it refuses here, by the very same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase import buy_infantry, buy_oba, buy_vehicles
from hexfire.asl.purchase.desk import Desk, Done, change
from hexfire.asl.purchase.facts import Facts
from hexfire.asl.purchase.fortifications import PER_BOARD
from hexfire.asl.purchase.infantry import CAPABILITIES, ELITE, EQUIPMENT, MOL, SKI, WINTER, unit
from hexfire.asl.purchase.oba import module_of_size, read_choice
from hexfire.asl.purchase.op_tanks import directs, op_tank
from hexfire.asl.purchase.quote import Kind, Quote
from hexfire.asl.purchase.state import Agreement, BoughtBattery, Side, State, Step, Terms, Vehicle
from hexfire.asl.purchase.tables import table
from hexfire.asl.purchase.vehicles import FEATURES
from hexfire.dice import Dice
from hexfire.rulebook import Refusal

BEST = (1, 1)
"""The dice that allow most (H1.3T, H1.42T, H1.531)."""


class Rehearsed(NamedTuple):
    """The side after the rehearsal, and what needed a roll of its own, vehicle by vehicle."""

    side: Side
    armed: tuple[tuple[str, tuple[str, ...]], ...]
    fitted: tuple[tuple[str, tuple[str, ...]], ...]


class Wishes(NamedTuple):
    """What is wished for, and by whom against whom."""

    facts: Facts
    nation: str
    enemy: str
    points: int
    quotes: tuple[Quote, ...]
    commanders: int = 0
    night: bool = False
    place: str = ""
    pfk: bool = False


def rehearse(wishes: Wishes) -> Rehearsed:
    """Buy it all, or refuse by the rule that stands in the way."""
    bombed = sum(each.number for each in wishes.quotes if each.kind == "bombardment")
    limits = table("limits")
    mined = sum(each.number for each in wishes.quotes if each.name == "minefield")
    blocks = sum(each.number for each in wishes.quotes if each.name == "roadblock")
    boards = max(
        bombed,
        -(-mined // limits["minefield_factors_per_board"]),
        -(-blocks // limits["roadblocks_per_board"]),
    )
    agreement = Agreement(
        str(wishes.facts.date),
        (Terms(wishes.nation, wishes.points, "own"), Terms(wishes.enemy, 0, "enemy")),
        boards=tuple(str(board + 1) for board in range(boards)),
        night=wishes.night,
        place=wishes.place,
        weather="clear",
        pfk=wishes.pfk,
    )
    state = State(agreement, (Side(step="infantry"), Side(step="infantry")))
    desk = Desk(state, 0, agreement.sides[0], state.sides[0], wishes.facts, on_credit=True)
    return _Rehearsal(desk, wishes).run()


class _Rehearsal:
    """One run through the steps."""

    def __init__(self, desk: Desk, wishes: Wishes) -> None:
        self.desk = desk
        self.wishes = wishes

    def run(self) -> Rehearsed:
        self._infantry()
        self._ordnance()
        armed, fitted = self._vehicles()
        self._oba()
        self._fortifications()
        return Rehearsed(self.desk.side, tuple(armed), tuple(fitted))

    def _of(self, *kinds: Kind) -> Iterator[Quote]:
        return (each for each in self.wishes.quotes if each.kind in kinds)

    def _do(self, buy: Callable[..., Done], *given: object) -> None:
        self.desk = self.desk._replace(side=buy(self.desk, *given).side)

    def _set(self, **fields: object) -> None:
        self.desk = self.desk._replace(side=change(self.desk.side, **fields))

    def _go(self, step: Step) -> None:
        self._set(step=step)

    def _infantry(self) -> None:
        wanted = {code for each in self._of("squad") for code in each.extras}
        check_equipment(self.wishes, [code for code in EQUIPMENT if code in wanted])
        for code in EQUIPMENT:
            if code in wanted:
                self._do(buy_infantry.equip, act.Equip(code))
        # Engineers come last: a majority of the other SS squads must stand by then (H1.22).
        for each in sorted(self._of("squad"), key=lambda each: "A" in each.extras):
            capabilities = tuple(code for code in CAPABILITIES if code in each.extras)
            self._do(buy_infantry.buy_squads, act.Squads(each.name, each.number, capabilities))
        for each in self._of("san"):
            self._do(buy_infantry.raise_san, act.San(int(each.extras[0])))

    def _ordnance(self) -> None:
        self._go("ordnance")
        for each in self._of("gun"):
            if self.desk.side.ordnance is None:
                self._do(buy_vehicles.roll, Dice(BEST))
            self._do(buy_vehicles.buy_gun, act.BuyGun(each.name, each.number))

    def _vehicles(self) -> tuple[list[tuple[str, tuple[str, ...]]], ...]:
        self._go("vehicles")
        for _ in self._of("motorized"):
            self._do(buy_vehicles.motorize)
        refs: list[tuple[Quote, tuple[str, ...]]] = []
        for each in self._of("vehicle"):
            if self.desk.side.rolled is None:
                self._do(buy_vehicles.roll, Dice(BEST))
            before = len(self.desk.side.vehicles)
            ammo = "ammo" in each.extras
            self._do(buy_vehicles.buy_vehicle, act.BuyVehicle(each.name, each.number, ammo))
            refs.append((each, tuple(v.ref for v in self.desk.side.vehicles[before:])))
        armed, fitted = [], []
        for each, bought in refs:
            features = tuple(extra for extra in each.extras if extra in FEATURES)
            weapons = tuple(x for x in each.extras if x not in (*features, "ammo"))
            for ref in bought:
                # H1.12: what came with all counters of the type needs no roll.
                lacking = tuple(x for x in weapons if x not in _options(self.desk.side, ref))
                if lacking:
                    self._do(buy_vehicles.arm, act.Arm(ref, lacking), Dice(BEST))
                    armed.append((each.name, lacking))
                if features:
                    self._do(buy_vehicles.fit, act.Fit(ref, features), Dice(BEST[:1]))
                    fitted.append((each.name, features))
        for _ in range(self.wishes.commanders):
            free = [v.ref for v in self.desk.side.vehicles if v.group is None and v.afv != "no"]
            three = buy_vehicles.three_afv(self.desk.side.vehicles) or tuple(free)
            if not three:
                raise Refusal("H1.43", "purchase.group_size", have="0", full=3)
            self._do(buy_vehicles.commander, act.Commander(three, three[0]), Dice(BEST))
        for each in self._of("item"):
            self._do(buy_vehicles.buy_item, act.BuyItem(each.name, each.number))
        return armed, fitted

    def _oba(self) -> None:
        self._go("oba")
        for each in self._of("battery"):
            of = module_of_size(self.desk.facts, self.desk.nation, each.name)
            for _ in range(each.number):
                self._set(offer=(of.size, of.bpv, of.ir))
                self._do(buy_oba.take_battery, act.TakeBattery(*read_choice(each.extras)))
        for each in self._of("optank"):
            for _ in range(each.number):
                counter = each.name.removesuffix(" OP")
                self._do(buy_oba.buy_op_tank, act.OpTank(counter, self._battery_for(counter).id))
        for each in self._of("preregistered"):
            if not self.desk.side.batteries:
                raise Refusal("H1.53a", "purchase.wants_battery", what="@purchase.preregistered")
            battery = self.desk.side.batteries[0].id
            self._do(buy_oba.preregister, act.Preregister(battery, each.number))
        for each in self._of("bombardment"):
            for board in self._free_boards(each.number):
                self._do(buy_oba.bombard, act.Bombard(board))
        for each in self._of("air", "plane"):
            self._aircraft(each.kind == "air")

    def _aircraft(self, air: bool) -> None:
        """H1.531, H1.532: how likely the DR is, if at all, the plan tells."""
        side = self.desk.side
        if not (side.air_points if air else side.plane_points):
            self._do(buy_oba.roll_air if air else buy_oba.roll_plane, Dice(BEST))
            self._set(**{"air_dr" if air else "plane_dr": (2, True)})
        self._do(buy_oba.buy_air if air else buy_oba.buy_plane)

    def _battery_for(self, counter: str) -> BoughtBattery:
        """H1.46: a battery that the OP tank may direct, or else any: the purchase says why not."""
        tank = op_tank(self.desk.nation, counter)
        free = [battery for battery in self.desk.side.batteries if battery.equipment != "OP"]
        for battery in free:
            if directs(tank, battery.module):
                return battery
        if not self.desk.side.batteries:
            raise Refusal("H1.46", "purchase.wants_battery", what=f"{tank.counter} OP")
        return (free or list(self.desk.side.batteries))[0]

    def _free_boards(self, number: int) -> tuple[str, ...]:
        bombed = self.desk.side.bombardments
        boards = [board for board in self.desk.agreement.boards if board not in bombed]
        return tuple(boards[:number])

    def _fortifications(self) -> None:
        self._go("fortifications")
        for each in self._of("fort"):
            for number, board in self._by_board(each):
                self._do(buy_infantry.fortify, act.Fortify(each.name, number, board))

    def _by_board(self, each: Quote) -> Iterator[tuple[int, str]]:
        """H1.6.2, H1.6.4: what is limited board by board is spread over as many as it needs."""
        if each.name not in PER_BOARD:
            yield each.number, ""
            return
        key = "minefield_factors_per_board" if each.name == "minefield" else "roadblocks_per_board"
        left = each.number
        for board in self.desk.agreement.boards:
            have = sum(
                item.number
                for item in self.desk.side.fortifications
                if (item.name, item.board) == (each.name, board)
            )
            number = min(left, table("limits", key) - have)
            if number > 0:
                yield number, board
                left -= number


def _options(side: Side, ref: str) -> frozenset[str]:
    vehicle: Vehicle = next(v for v in side.vehicles if v.ref == ref)
    return frozenset(name for name, _ in vehicle.options)


def check_equipment(wishes: Wishes, wanted: Sequence[str]) -> None:
    """H1.202, H1.203, H1.25: skis for all Elite, Winter Camouflage and MOL for all MMC or none."""
    rules = {MOL: "H1.25", SKI: "H1.202", WINTER: "H1.203"}
    for each in wishes.quotes:
        if each.kind != "squad":
            continue
        of = unit(wishes.facts, wishes.nation, each.name, wishes.pfk)
        skis = of.sissi or SKI in each.extras
        for code in wanted:
            exempt = {SKI: of.section != ELITE or of.sissi, WINTER: skis}.get(code, False)
            if code not in each.extras and not exempt:
                what = f"@purchase.capability.{code}"
                raise Refusal(rules[code], "purchase.equip_all", what=what, item=each.name)
