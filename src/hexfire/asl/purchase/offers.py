"""What a seat is shown as its choices: candidates, which the game then sifts by its own rules.

A purchase of more than one, or a squad with several capabilities, is legal too; the list shows
each thing once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase import allotting
from hexfire.asl.purchase.actions import Action
from hexfire.asl.purchase.allotment import distributions, ladder, next_rank
from hexfire.asl.purchase.buy_vehicles import three_afv
from hexfire.asl.purchase.desk import Desk
from hexfire.asl.purchase.fortifications import KINDS, PER_BOARD
from hexfire.asl.purchase.infantry import CAPABILITIES, EQUIPMENT
from hexfire.asl.purchase.op_tanks import op_tanks
from hexfire.asl.purchase.state import STEPS, State
from hexfire.asl.purchase.vehicles import ITEMS
from hexfire.rulebook import Refusal

LEADERS_SHOWN = 30
"""A large OB can spread its leaders in thousands of ways; any of them may be typed."""

_PILLBOXES = ("pillbox 1-3-5", "pillbox 2-3-5", "pillbox 3-3-5")


def offers(state: State, index: int) -> Iterator[Action]:
    """Candidates for a seat, in the order a player would look for them."""
    desk = Desk.of(state, index)
    for figure, (seat, value) in state.proposals.items():
        if seat != desk.terms.seat:
            yield act.Figured(figure, value)
    step = desk.side.step
    if step in _BY_STEP:
        yield from _BY_STEP[step](desk)
    if step in STEPS[1 : STEPS.index("second") + 1]:
        yield act.San(desk.side.san + 1)
    if step not in ("agreement", "announce", "done"):
        yield act.Close()


def _agreement(desk: Desk) -> Iterator[Action]:
    yield act.Agree()


def _infantry(desk: Desk) -> Iterator[Action]:
    for type_ in desk.facts.names("squad", desk.nation):
        yield act.Squads(type_)
        for code in CAPABILITIES:
            yield act.Squads(type_, 1, (code,))
    for what in EQUIPMENT:
        yield act.Equip(what)


def _ordnance(desk: Desk) -> Iterator[Action]:
    yield act.Roll()
    for name in desk.facts.names("gun", desk.nation):
        yield act.BuyGun(name)


def _vehicles(desk: Desk) -> Iterator[Action]:
    yield act.Motorize()
    yield act.Roll()
    for name in desk.facts.names("vehicle", desk.nation):
        yield act.BuyVehicle(name)
    for vehicle in desk.side.vehicles:
        weapons = desk.facts.weapons(desk.nation, vehicle.name)
        if weapons:
            yield act.Arm(vehicle.ref, weapons)
        back = desk.facts.get("vehicle", desk.nation, vehicle.name, "back") or ""
        features = tuple(mark for mark in ("Sz", "G") if mark in back.split())
        if features:
            yield act.Fit(vehicle.ref, features)
    three = three_afv(desk.side.vehicles)
    if three:
        yield act.Commander(three, three[0])
    yield act.Camouflage()
    for name in ITEMS:
        yield act.BuyItem(name)
    for gun in desk.side.guns:
        for name in desk.facts.names("vehicle", desk.nation):
            if desk.facts.says_yes("vehicle", desk.nation, name, "truck"):
                yield act.Tow(gun.ref, name)


def _oba(desk: Desk) -> Iterator[Action]:
    if desk.side.offer is not None:
        yield act.TakeBattery()
        yield act.TakeBattery("P")
        yield act.TakeBattery("S")
        yield act.TakeBattery(barrage="CB")
        yield act.TakeBattery(barrage="CBc")
        yield act.Decline()
        return
    yield act.Roll()
    for battery in desk.side.batteries:
        yield act.Preregister(battery.id)
        for tank in op_tanks(desk.nation):
            yield act.OpTank(tank.counter, battery.id)
    for board in desk.agreement.boards:
        yield act.Bombard(board)
    yield act.AirRoll()
    yield act.BuyAir()
    yield act.PlaneRoll()
    yield act.BuyPlane()


def _fortifications(desk: Desk) -> Iterator[Action]:
    for name in (*KINDS, *_PILLBOXES):
        if name in PER_BOARD:
            for board in desk.agreement.boards:
                yield act.Fortify(name, 1, board)
        else:
            yield act.Fortify(name)


def _announce(desk: Desk) -> Iterator[Action]:
    yield act.Announce()
    # Where the chart has lost the figure, nothing goes on until the players have agreed it.
    for value in range(6):
        if desk.facts.get("nation", desk.nation, "", "elr") is None and _lacks_elr(desk):
            yield act.Figured(f"nation/{desk.nation}/elr", str(value))


def _lacks_elr(desk: Desk) -> bool:
    try:
        allotting.announce(desk)
    except Refusal as refusal:
        return refusal.message.key == "purchase.missing_figure"
    return False


def _bonus(desk: Desk) -> Iterator[Action]:
    types, left = allotting.bonus_choice(desk)
    for type_ in types:
        if left >= 1:
            yield act.Bonus(type_)
        else:
            yield act.Bonus(type_, hs=True)


def _leaders(desk: Desk) -> Iterator[Action]:
    try:
        due, _ = allotting.due_leaders(desk)
        ranks = ladder(desk.facts, desk.nation)
    except Refusal:
        return
    for numbers in islice(distributions(len(ranks), due), LEADERS_SHOWN):
        counts = {rank: n for rank, n in zip(ranks, numbers, strict=True) if n}
        if next_rank(ranks, counts):
            yield act.Choose(counts, True)
        yield act.Choose(counts)


def _exchange(desk: Desk) -> Iterator[Action]:
    yield act.Exchange()


def _sw(desk: Desk) -> Iterator[Action]:
    yield act.TakeSW()


def _reinforcements(desk: Desk) -> Iterator[Action]:
    for at, _line in enumerate(desk.side.lines):
        yield act.Reinforce(at + 1)
    for leader in desk.side.leaders:
        yield act.Bring(leader)


def _reveal(desk: Desk) -> Iterator[Action]:
    yield act.Reveal()


_BY_STEP: dict[str, Callable[[Desk], Iterator[Action]]] = {
    "agreement": _agreement,
    "infantry": _infantry,
    "second": _infantry,
    "ordnance": _ordnance,
    "vehicles": _vehicles,
    "oba": _oba,
    "fortifications": _fortifications,
    "announce": _announce,
    "bonus": _bonus,
    "leaders": _leaders,
    "exchange": _exchange,
    "sw": _sw,
    "reinforcements": _reinforcements,
    "done": _reveal,
}
