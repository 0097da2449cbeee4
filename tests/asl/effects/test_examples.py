"""The documents' own worked examples of C.6, C.7, C7, C8, C9.5 and C11, with all they expect."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import yaml

from hexfire.asl.counters import catalogue
from hexfire.asl.effects import vehicles
from hexfire.asl.effects.ammunition import printed_number
from hexfire.asl.effects.canister import aiming_vertices
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.guns import best_tem, gunshield, near_miss_drm
from hexfire.asl.effects.kill_number import aerial_af
from hexfire.asl.effects.payload import payload
from hexfire.asl.effects.stack import Fire, Means, Struck, strike
from hexfire.asl.effects.to_kill import basic_number, kill_number, to_kill
from hexfire.asl.shots.shot import Facing, Kind
from hexfire.asl.shots.targets import Effect, GunState, GunTarget, Unknown, vehicle
from hexfire.asl.tables import ift
from hexfire.asl.tables import to_kill as table
from hexfire.hexes import ORIGIN

from .conftest import crew, gun, hit, squad, typed


@pytest.fixture(scope="module")
def cases(shared) -> dict[str, dict[str, Any]]:
    found = {}
    for name in ("c-01-06.yaml", "c-07-13.yaml"):
        for case in yaml.safe_load((shared / "examples" / name).read_text("utf-8")):
            found[case["id"]] = case
    return found


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """What holds without a condition."""
    return {item["fact"]: item["value"] for item in case["expect"] if "when" not in item}


def conditional(case: dict[str, Any]) -> list[tuple[dict[str, Any], str, Any]]:
    return [(i["when"], i["fact"], i["value"]) for i in case["expect"] if "when" in i]


def two_dice(total: int) -> tuple[int, int]:
    high = min(6, total - 1)
    return high, total - high


WORDS = {
    "burning wreck": Effect.BURNING,
    "eliminated": Effect.ELIMINATED,
    "immobilized": Effect.IMMOBILIZED,
    "possible shock (NTC)": Effect.POSSIBLE_SHOCK,
    "stun": Effect.STUN,
    "no effect": Effect.NONE,
}


def _tk_example(case: dict[str, Any], found) -> None:
    facts, number = expected(case), kill_number(found)
    assert number.basic == facts["basic_tk"]
    assert number.cases.value_of("A") == facts["tk_case_a"]
    assert number.cases.value_of("D") == facts["tk_case_d"]
    assert number.modified == facts["modified_tk"]
    assert number.final == facts["final_tk"]
    for when, _, wanted in conditional(case):
        # Faces beyond the TK DR serve the crew's own check, whatever it is.
        after = _resolve(found, two_dice(when["tk_dr"]))
        assert after.effect is WORDS[wanted], when


def _resolve(found, dice):
    for more in ((), (1, 1)):
        try:
            return typed(to_kill, found, dice=dice + more)[0]
        except Exception:
            if more:
                raise
    raise AssertionError


@pytest.mark.rule("C7.12", "C7.11-T")
def test_c7_12_a(cases) -> None:
    tank = catalogue().find("T-50")
    assert min(tank.afs) == cases["C7.12-a"]["situation"]["thinnest_af"]
    assert aerial_af(tank) == expected(cases["C7.12-a"])["aerial_af"]


@pytest.mark.rule("C7.11", "C7.21", "C7.24", "C7.31")
def test_c7_24_a(cases) -> None:
    case = cases["C7.24-a"]
    found = hit("KV-1E", weapon=gun("50L", nation="German"), range=25, facing=Facing.REAR)
    assert kill_number(found).af == case["situation"]["af_hull_rear"]
    _tk_example(case, found)


@pytest.mark.rule("C7.22", "C7.24")
def test_c7_24_b(cases) -> None:
    case = cases["C7.24-b"]
    found = hit(
        "PzKpfw IIA",
        weapon=gun("7", kind=Kind.MG),
        range=1,
        facing=Facing.REAR,
        target={"level": -case["situation"]["firer_level"]},
    )
    _tk_example(case, found)
    applies = kill_number(found).cases.value_of("B") != 0
    assert applies is expected(case)["tk_case_b_applies"]


@pytest.mark.rule("C7.31")
def test_c7_31(cases) -> None:
    soviet, other = (value for _, _, value in conditional(cases["C7.31-a"]))
    assert basic_number(hit("PzKpfw IVH", weapon=gun("76L", nation="Russian"))).number == soviet
    assert basic_number(hit("PzKpfw IVH", weapon=gun("76L", nation="German"))).number == other
    for when, _, value in conditional(cases["C7.31-b"]):
        nations = when["nationality"]
        for nation in [nations] if isinstance(nations, str) else nations:
            name = {"Soviet": "Russian", "other": "German"}.get(nation, nation)
            rifle = gun(when.get("caliber", "14"), kind=Kind.ATR, nation=name)
            assert basic_number(hit("KV-1E", weapon=rifle)).number == value


@pytest.mark.rule("C7.34")
def test_c7_34_a(cases) -> None:
    facts = expected(cases["C7.34-a"])
    assert f"{table.he_row(76)}+" == facts["he_tk_column"]
    assert [table.he_basic(76), table.he_unarmored(76)] == facts["basic_tk_options"]


@pytest.mark.rule("C8.4")
def test_c8_4_a(cases) -> None:
    facts = expected(cases["C8.4-a"])
    vertices = aiming_vertices(ORIGIN, 2)
    assert len(vertices) == facts["number_of_legal_aiming_vertices_per_ca"]
    assert {len(set(v.hexes)) for v in vertices} == {facts["hexes_per_aiming_vertex"]}
    assert facts["aiming_vertices_choosable_per_shot"] == 1


@pytest.mark.rule("C8.91")
def test_c8_91_a(cases) -> None:
    numbers = dict(catalogue().find("T-34/85").ammo)["A"]
    for when, _, value in conditional(cases["C8.91-a"]):
        assert printed_number(numbers, f"{when['year']}-06").n == value


def plain(case: dict[str, Any]) -> dict[str, Any]:
    """The facts of the older files: one per line, unnamed."""
    return {key: value for item in case["expect"] for key, value in item.items()}


@pytest.mark.rule("C.6")
def test_c_6(cases) -> None:
    for name in ("C.6-a", "C.6-b"):
        for weapon in cases[name]["situation"]["weapons"]:
            caliber = int(weapon.split("_")[1].removesuffix("mm"))
            assert ift.he_fp(caliber) == plain(cases[name])["ift_column_fp"]


@pytest.mark.rule("C.7", "C3.71")
@pytest.mark.parametrize(
    ("name", "caliber", "heavy"),
    [("C.7-a", 120, False), ("C.7-b", 150, True), ("C.7-c", 250, True)],
)
def test_c_7(cases, name: str, caliber: int, heavy: bool) -> None:
    wanted, fp = plain(cases[name]), ift.he_fp(caliber)
    assert fp == wanted.get("base_fp", 36) and 2 * fp == wanted["doubled_fp"]
    found = payload(fp, ch=True, caliber=caliber, heavy=heavy)
    assert f"{found.column}+" == wanted["ift_column"]
    assert found.total == wanted["heavy_payload_drm"]
    assert found.drm.value_of("heavy_payload") == wanted.get("caliber_bonus_drm", 0)
    assert found.drm.value_of("beyond_36") == wanted.get("ch_bonus_drm", found.total)


@pytest.mark.rule("C.7", "C1.53")
@pytest.mark.rule("C.7#7")
def test_c_7_b_the_dr_of_2_that_made_the_ch_is_used_again(cases) -> None:
    assert plain(cases["C.7-b"])["effects_dr_used"] == 2
    found = payload(30, ch=True, caliber=150, heavy=True)
    (after,) = typed(
        ift_result, (Struck(Unknown(), found.column, found.total),), Fire(), 2, dice=()
    )
    assert str(after) == "7KIA"  # 2 - 3 in the 36 column


@pytest.mark.rule("C1.55", "C3.72")
def test_c9_5(cases) -> None:
    facts = expected(cases["C9.5-b"])
    critical = payload(ift.he_fp(76), ch=True, halvings=1)
    assert critical.column == facts["fp"]
    tank = vehicle(catalogue().find("PzKpfw IVF2"))
    # The example reads the 24 column plainly: a tank without an armour DRM.
    plain = msgspec.structs.replace(tank, afs=(8, 3))
    for dr in range(2, 5):
        assert vehicles.by_ift(plain, 24, dr, turret=False).destroyed
    for dr in (5, 6):
        assert vehicles.by_ift(plain, 24, dr, turret=False) is Effect.IMMOBILIZED
        assert vehicles.by_ift(plain, 24, dr, turret=True) is Effect.SHOCK
    assert expected(cases["C9.5-c"])["afv_result"] == Effect.SHOCK.value
    other = expected(cases["C9.5-d"])
    normal = payload(ift.he_fp(76), halvings=1)
    assert normal.column == other["fp"]
    (seen,) = typed(ift_result, (Struck(Unknown(), 6, other["drm"]),), Fire(), 6, dice=())
    assert str(seen) == other["result"]


# -- C11 -----------------------------------------------------------------------------------------


@pytest.mark.rule("C11.2")
def test_c11_2_a_the_owner_takes_the_better_tem(cases) -> None:
    assert best_tem(3, emplaced=True) == expected(cases["C11.2-a"])["th_drm"]


def pair(**facts) -> tuple[GunTarget, GunTarget]:
    return (
        GunTarget(name="emplaced", crew=crew(), **facts),
        GunTarget(name="unemplaced", crew=crew(), **facts),
    )


@pytest.mark.rule("C11.4", "C11.5")
def test_c11_5_a(cases) -> None:
    case, facts = cases["C11.5-a"], expected(cases["C11.5-a"])
    column, dr = case["situation"]["ift_column"], case["situation"]["original_ift_dr"]
    assert str(ift.result(column, dr)) == facts["unmodified_result"]
    shield = gunshield(crew(), shielded=True, in_ca=True)
    assert near_miss_drm(shield, 0) == facts["gunshield_drm"]
    softened = ift.result(column, dr + facts["gunshield_drm"])
    assert str(softened) == facts["result_for_each_crew"]
    # Both crews pass the 1MC with a 6 and break with an 8; neither Gun is touched.
    stack = strike(pair(gunshield=2), column)
    results = typed(ift_result, stack, Fire(), dr, dice=(3, 3, 4, 4))
    assert [found.state for found in results] == [GunState.INTACT, GunState.INTACT]
    assert [found.crew.broken for found in results] == [False, True]
    assert facts["classification_for_both_guns"] == "Near Miss"


@pytest.mark.rule("C11.4", "C11.5", "A.9")
@pytest.mark.rule("C11.4#5")
def test_c11_5_b(cases) -> None:
    case, facts = cases["C11.5-b"], expected(cases["C11.5-b"])
    column, dr = case["situation"]["ift_column"], case["situation"]["original_ift_dr"]
    assert str(ift.result(column, dr)) == facts["unmodified_result"]
    assert facts["result_for_crew_of_unselected_gun"] == str(ift.result(column, dr + 2))
    # The first is selected: Gun broken down, crew gone. The other crew: 2MC, 6 + 2 just passes.
    stack = strike(pair(gunshield=2), column)
    hit_one, other = typed(ift_result, stack, Fire(), dr, dice=(6, 1, 3, 3))
    assert (hit_one.state, hit_one.crew.eliminated) == (GunState.MALFUNCTIONED, True)
    assert (other.state, other.crew.pinned) == (GunState.INTACT, True)
    _, other = typed(ift_result, stack, Fire(), dr, dice=(6, 1, 3, 4))
    assert other.crew.broken


@pytest.mark.rule("C11.4", "A7.301")
def test_c11_5_c(cases) -> None:
    wanted = expected(cases["C11.5-c"])["result_for_units_not_killed"]
    stack = strike((*pair(gunshield=2), squad()), 12)
    killed, other, man = typed(ift_result, stack, Fire(), 2, dice=(6, 2, 1))
    assert killed.state is GunState.DESTROYED and killed.crew.eliminated
    assert wanted == "broken" and other.crew.broken and man.broken
    assert other.state is GunState.INTACT


@pytest.mark.rule("C11.5", "C11.51", "C11.6-T")
def test_c11_5_d(cases) -> None:
    case = cases["C11.5-d"]
    shield = gunshield(crew(), shielded=True, means=Means.SMALL_ARMS)
    for when, _, value in conditional(case):
        emplaced = when["target"] == "emplaced"
        tem = best_tem(0, emplaced)
        assert tem + near_miss_drm(shield, tem) == value
    # No DR of the squad's 8 FP hits a Gun itself; only a KIA asks for Random Destruction.
    assert expected(case)["direct_hit_possible"] is False
    stack = strike(pair(gunshield=2), 8)
    for dr in (3, 4, 5):
        results = typed(ift_result, stack, Fire(means=Means.SMALL_ARMS), dr, dice=(1, 1, 1, 1))
        assert {found.state for found in results} == {GunState.INTACT}
