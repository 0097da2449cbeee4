"""A gun walked through all its states: nothing illegal is reachable, and every state is reached."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from msgspec.structs import replace

from hexfire.asl.fieldguns import (
    Done,
    Emplacement,
    Entry,
    Gun,
    Hand,
    HandKind,
    Manned,
    Place,
    PorteeNote,
    Situation,
    Vehicle,
    broken_rules,
    gun_named,
    man,
    may_fire,
    moves,
    next_phase,
    push,
    transitions,
)
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

COUNTERS = [
    "ge-AT75L",  # QSU
    "ge-AR105",  # limbered, circled M#
    "ge-AA88L",  # LF
    "ge-AR150",  # NM
    "ge-AR150L",  # RFNM
    "ge-MTR81s",  # comes apart
    "ge-RCL75s",
    "br-AT40L",
]


def start(counter_id: str, towed: bool) -> Situation:
    counter = gun_named(counter_id)
    note = PorteeNote(counter.caliber, counter.barrel, pp=10, fires=True)
    vehicle = Vehicle("tractor", 17, -4, 25, portee=note, burden=counter.name if towed else None)
    if towed:
        gun = Gun(counter, Place.HOOKED, limbered=not counter.qsu, vehicle="tractor")
        crew = Hand(HandKind.CREW, on_foot=False)
    else:
        emplaced = Emplacement.NEVER if counter.is_rcl else Emplacement.EMPLACED
        gun, crew = Gun(counter, emplacement=emplaced), Hand(HandKind.CREW)
    return Situation(gun, (crew,), vehicle)


def step(now: Situation, rng: random.Random, dice: Dice) -> Situation:
    """One random legal thing; often just the next phase."""
    options = [after for _, after in transitions(now)]
    with suppress(Refusal):
        options.append(push(dice, now, Entry())[1])
    if rng.random() < 0.1 and now.gun.place is Place.GROUND:
        options.append(replace(now, gun=man(now.gun, rng.choice(list(Manned)))))
    after = rng.choice(options) if options and rng.random() < 0.6 else next_phase(now)
    if after.vehicle is None:  # the gun was pushed away from it: it follows
        after = replace(after, vehicle=start(now.gun.counter.id, towed=False).vehicle)
    return after


@pytest.mark.rule("C10.2", "C10.21", "C10.11", "C10.12", "C10.3", "C10.51", "C10.26")
@pytest.mark.parametrize("towed", [False, True])
@pytest.mark.parametrize("counter_id", COUNTERS)
def test_random_walk(counter_id: str, towed: bool) -> None:
    rng = random.Random(f"{counter_id}{towed}")
    now = start(counter_id, towed)
    dice = Dice(source=seeded(counter_id))
    rests = now.gun.counter.rests
    lost = now.gun.emplacement is not Emplacement.EMPLACED
    seen: set[tuple[Place, bool]] = set()
    for _ in range(1500):
        before, now = now, step(now, rng, dice)
        gun = now.gun
        seen.add((gun.place, gun.limbered))
        assert list(broken_rules(gun)) == []
        # what no rule allows, said once more in other words
        if gun.place is Place.HOOKED:
            assert gun.limbered or gun.counter.qsu
            assert not may_fire(now)
        if gun.ti or gun.done in (Done.PUSHING, Done.PUSHED_AND_STOPPED, Done.LIMBERED):
            assert not may_fire(now)
        if rests:
            assert gun.limbered == before.gun.limbered
        # C11.3: emplacement never comes back
        assert not (lost and gun.emplacement is Emplacement.EMPLACED)
        lost = lost or gun.emplacement is not Emplacement.EMPLACED
        if gun.emplacement is Emplacement.EMPLACED:
            assert gun.place is Place.GROUND
        for move in moves(now, Entry()):
            assert move.rule
    wanted = {
        "ge-AT75L": {(Place.GROUND, False), (Place.HOOKED, False), (Place.PORTEE, False)},
        "ge-AR105": {(Place.GROUND, False), (Place.GROUND, True), (Place.HOOKED, True)},
        "ge-MTR81s": {(Place.DISMANTLED, False), (Place.HOOKED, False)},
        "ge-AR150": {(Place.GROUND, towed)},
    }
    assert wanted.get(counter_id, set()) <= seen


def test_what_moves_offers_is_what_the_transitions_do() -> None:
    rng, dice = random.Random(7), Dice(source=seeded(7))
    for counter_id in COUNTERS:
        now = start(counter_id, towed=False)
        for _ in range(200):
            allowed = {m.name for m in moves(now, Entry()) if m.allowed} - {"push"}
            assert allowed == {name for name, _ in transitions(now)}
            now = step(now, rng, dice)


@pytest.mark.parametrize(
    ("rule", "what"),
    [
        ("C10.11", {"place": Place.HOOKED}),
        ("C11.3", {"place": Place.HOOKED, "vehicle": "t", "emplacement": Emplacement.EMPLACED}),
        ("C11.3", {"done": Done.PUSHING, "emplacement": Emplacement.EMPLACED}),
        ("C11.3", {"manned": Manned.HALF_SQUAD, "emplacement": Emplacement.EMPLACED}),
        ("C9.2", {"place": Place.DISMANTLED}),
        ("C10.12", {"place": Place.HOOKED, "vehicle": "t", "done": Done.UNHOOKED}),
        ("C10.1", {"place": Place.HOOKED, "vehicle": "t", "done": Done.FIRED}),
    ],
)
def test_a_gun_that_cannot_be(rule: str, what: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=rule.replace(".", r"\.")):
        Gun(gun_named("ge-AT75L"), **what)  # type: ignore[arg-type]


def test_phases_go_round() -> None:
    now = start("ge-AT75L", towed=False)
    for _ in range(16):
        now = next_phase(now)
    assert (now.phase, now.own) == (Phase.PFPH, True)


def test_c11_3_emplacement_by_who_mans_the_gun() -> None:
    gun = start("ge-AT75L", towed=False).gun
    assert gun.emplacement_tem == 2
    squad = man(gun, Manned.SQUAD)
    assert (squad.emplacement_tem, man(squad, Manned.CREW).emplacement_tem) == (0, 2)
    assert man(man(gun, Manned.HALF_SQUAD), Manned.CREW).emplacement_tem == 0
