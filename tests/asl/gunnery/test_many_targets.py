"""C3.32, C3.33, C3.74: many targets under one To Hit DR: each one's odds are exact, and cheap."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from hexfire.asl.counters import catalogue
from hexfire.asl.effects import command, rounds
from hexfire.asl.gunnery.answer import Chance, Fates, answer
from hexfire.asl.gunnery.fire import fate_odds, fates_of_each, ready, shot_odds
from hexfire.asl.gunnery.throw import throw_odds
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.gunnery.weapons import weapon_of
from hexfire.asl.shots.shot import Ammo, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import Personnel, Rank
from hexfire.dice import Dice
from hexfire.rulebook import BadInput

DATE = "1943-07"
SQUAD = Personnel(morale=7, broken_morale=7)
LEADER = Personnel(rank=Rank.LEADER, morale=8, broken_morale=8, leadership=-1)
LEADERS = (
    LEADER,
    replace(LEADER, morale=9, broken_morale=9),
    replace(LEADER, morale=7, broken_morale=7, leadership=0),
    replace(LEADER, morale=9, broken_morale=9, leadership=-2),
)


def men(name: str, unit: Personnel = SQUAD, **facts: object) -> Target:
    return replace(Target(name=name, kind=TargetKind.INFANTRY, unit=unit), **facts)


def shot(*targets: Target, kind: TargetType = TargetType.INFANTRY, ammo: Ammo = Ammo.HE) -> Shot:
    weapon = weapon_of(catalogue().find("PzKpfw IVH"), DATE)
    return Shot(
        weapon=weapon,
        target=targets[0],
        others=targets[1:],
        range=6,
        date=DATE,
        target_type=kind,
        ammo=ammo,
    )


@pytest.mark.rule("C3.32", "C3.74")
@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
@pytest.mark.parametrize(
    "targets",
    [
        (men("a"), men("b", tem=2)),
        (men("a", tem=1), men("b", LEADER)),
        (men("a", LEADERS[1]), men("b", LEADERS[2])),
        (men("a", LEADER, location="0"), men("b", location="1"), men("c", location="1")),
        (men("a", concealed=True), men("b")),
        (men("a"), men("b", replace(SQUAD, drm=2)), men("c")),
    ],
)
def test_a_targets_own_odds_are_its_share_of_the_joint_table(
    targets: tuple[Target, ...], kind: TargetType
) -> None:
    made = shot(*targets, kind=kind)
    joint = shot_odds(made)
    for i, aim in enumerate(to_hit(made).aims):

        def seen(outcome: object, name: str = aim.target.name) -> object:
            for struck, effect in zip(outcome.hits, outcome.effects, strict=True):
                if struck.name == name:
                    return (struck, effect, outcome.rof_kept, outcome.weapon)
            return (None, None, outcome.rof_kept, outcome.weapon)

        alone = fate_odds(ready(made), i)
        assert alone.map(seen) == joint.map(seen)
        if i == 0:
            assert alone.map(lambda o: o.acquisition) == joint.map(lambda o: o.acquisition)


def test_the_answer_tells_each_target_as_the_joint_table_does() -> None:
    made = shot(men("a"), men("b", LEADER), kind=TargetType.AREA)
    found, joint = answer(made), shot_odds(made)
    th = found.th
    for i, chance in enumerate(found.targets):
        assert chance.hit == joint.chance(
            lambda o, i=i: any(s.name == th.aims[i].target.name for s in o.hits)
        )
        assert sum(chance.effects.values()) == chance.hit
    assert found.miss == joint.chance(lambda o: not o.hits)


@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
@pytest.mark.parametrize("facts", [{}, {"concealed": True}, {"tem": 2}])
def test_targets_that_differ_by_name_alone_fare_alike(kind: TargetType, facts: dict) -> None:
    """The target aimed at too: its odds are told for all that are like it."""
    made = shot(men("a", **facts), men("b", **facts), men("c", LEADER), kind=kind)

    def fate(outcome: object) -> object:
        struck = [(s.aspect, s.is_ch) for s in outcome.hits]
        return (*struck, *(replace(effect, name="") for effect in outcome.effects))

    first, second = (fate_odds(ready(made), i).map(fate) for i in (0, 1))
    assert first == second
    found = answer(made).targets
    assert found[0].effects == found[1].effects != found[2].effects


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How often a stage was run for the odds, and how many situations of leaders were looked at."""
    counted = [0]
    module = sys.modules["hexfire.dice.odds"]

    class Counting(Dice):
        def __init__(self, *args: object) -> None:
            counted[0] += 1
            Dice.__init__(self, *args)

    monkeypatch.setattr(module, "Dice", Counting)
    check = rounds.Walk._check

    def counting(self: object, pool: rounds.Pool, *args: object) -> rounds.Pool:
        counted[0] += len(pool[0])
        return check(self, pool, *args)

    monkeypatch.setattr(rounds.Walk, "_check", counting)
    return counted


@pytest.mark.parametrize(
    ("kind", "ammo", "count", "most"),
    [
        (TargetType.INFANTRY, Ammo.HE, 1, 2_500),
        (TargetType.AREA, Ammo.HE, 1, 2_000),
        (TargetType.AREA, Ammo.WP, 1, 1_000),
        (TargetType.AREA, Ammo.HE, 2, 3_500),
        (TargetType.AREA, Ammo.HE, 3, 5_000),
        (TargetType.AREA, Ammo.WP, 3, 2_500),
        (TargetType.AREA, Ammo.HE, 4, 15_000),
    ],
)
def test_the_work_for_a_crowd_is_bounded(
    kind: TargetType, ammo: Ammo, count: int, most: int, runs: list[int]
) -> None:
    """Twelve units, one to four of them leaders: four squads alone once took millions of runs."""
    squads = [men(f"s{i}", replace(SQUAD, name=f"s{i}")) for i in range(12 - count)]
    leaders = [men(f"l{i + 1}", unit) for i, unit in enumerate(LEADERS[:count])]
    weapon = weapon_of(catalogue().find("PzKpfw IVH"), DATE)
    weapon = replace(weapon, ammo=((Ammo.WP, 7), (Ammo.HE, None)))
    made = replace(shot(*squads, *leaders, kind=kind, ammo=ammo), weapon=weapon)
    found = answer(made)
    assert [chance.name for chance in found.targets][-1] == f"l{count}"
    assert runs[0] < most


def test_leaders_are_walked_once_for_all_kinds_of_men(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many kinds of men ask what their leaders mean to them: one walk for all of these, one
    for the leaders themselves."""
    walks: list[int] = []
    go_on = rounds.Walk.go_on

    def counting(self: rounds.Walk) -> None:
        states = [len(states) for pools in self.waiting.values() for states, _ in pools]
        walks.append(sum(states))
        go_on(self)

    monkeypatch.setattr(rounds.Walk, "go_on", counting)
    kinds = [
        replace(SQUAD, morale=level, broken_morale=broken, broken=up)
        for level, broken, up in ((6, 5, False), (7, 6, False), (7, 7, True), (8, 7, False))
    ]
    squads = [men(f"s{i}", replace(unit, name=f"s{i}")) for i, unit in enumerate(kinds)]
    leaders = [men(f"l{i}", unit) for i, unit in enumerate(LEADERS[:3])]
    answer(shot(*squads[:1], *leaders, kind=TargetType.AREA))
    one_kind = walks[:]
    walks.clear()
    found = answer(shot(*squads, *leaders, kind=TargetType.AREA))
    assert len(one_kind) == len(walks) == 2
    assert len({tuple(sorted(chance.effects.items())) for chance in found.targets}) == 7
    # Others draw lots with them, and a Critical Hit may strike them: no kind has starts of its own.
    assert sum(walks) <= 2 * sum(one_kind)


@pytest.mark.rule("A10.2", "A10.21")
@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
def test_all_targets_at_once_fare_as_each_by_itself(kind: TargetType) -> None:
    """Men of several kinds, one of them in another Location, and leaders, of whom one is pinned."""
    made = shot(
        men("a"),
        men("b", replace(SQUAD, morale=6, broken_morale=5), tem=2),
        men("c", replace(SQUAD, rank=Rank.HS, broken=True)),
        men("d", Personnel(rank=Rank.HERO, morale=9, broken_morale=9)),
        men("e", location="1"),
        men("l1", replace(LEADER, pinned=True)),
        men("l2", LEADERS[3]),
        kind=kind,
    )
    places = range(len(to_hit(made).aims))
    together = fates_of_each(ready(made), places)
    assert together == [fate_odds(ready(made), i) for i in places]


@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
def test_men_who_are_struck_alike_keep_their_own_fates(kind: TargetType) -> None:
    """Whom else the shot strikes is told once for all of them; what becomes of them is not."""
    units = {
        "a": SQUAD,
        "b": replace(SQUAD, rank=Rank.HS, broken=True),
        "c": Personnel(rank=Rank.HERO, morale=9, broken_morale=9),
        "d": replace(SQUAD, morale=5, broken_morale=4, drm=1),
    }
    squads = [men(name, unit, tem=name == "a") for name, unit in units.items()]
    made = shot(*squads, men("l", LEADER), kind=kind)
    found = answer(made).targets
    for chance, own in zip(found, answers_one_by_one(made), strict=True):
        assert chance.name == own.name
        assert (chance.hit, chance.ch, chance.effects) == (own.hit, own.ch, own.effects)
        assert (chance.ift, chance.kills) == (own.ift, own.kills)
    assert len({tuple(sorted(chance.effects.items())) for chance in found}) == len(found)


def answers_one_by_one(made: Shot) -> list[Chance]:
    """Every target's prospects, asked for without the others."""
    th = to_hit(made)

    def fates_of(i: int) -> Fates:
        return Fates(throw_odds(th, (i,)), fate_odds(th, i))

    return list(answer(made, fates_of).targets)


@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
def test_weights_get_the_room_they_need(kind: TargetType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one weight would run into the next, the walk is made again with more room."""
    made = shot(men("a"), men("b", LEADER), men("c", LEADERS[3]), kind=kind)
    places = range(3)
    expected = fates_of_each(ready(made), places)
    monkeypatch.setattr(command, "ROOM", 8)
    assert fates_of_each(ready(made), places) == expected


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("kind", [TargetType.INFANTRY, TargetType.AREA])
def test_two_leaders_who_are_alike_do_not_fare_alike(kind: TargetType) -> None:
    """The first checks with the other's help, the other only if the first has not broken."""
    made = shot(men("a", LEADER), men("b", LEADER), kind=kind)
    first, second = (chance.effects["broken"] for chance in answer(made).targets)
    assert first < second

    def broke(outcome: object) -> bool:
        effect = outcome.effect_on("b")
        return effect is not None and effect.broken and not effect.wounded

    assert second == shot_odds(made).chance(broke)


def test_more_leaders_than_can_be_followed_are_refused() -> None:
    crowd = [men(f"l{i}", LEADER) for i in range(5)]
    with pytest.raises(BadInput) as refused:
        answer(shot(*crowd))
    assert refused.value.message.key == "effects.too_many_leaders"
