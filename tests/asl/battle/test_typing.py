"""Every action has one written form that is read back as the same action."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.aftermath import Trace
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Action
from hexfire.asl.battle.orders.japanese import ORDERS
from hexfire.asl.battle.orders.text import FORMS, inner, read, write
from hexfire.asl.battle.table.facing import read_facing
from hexfire.asl.battle.table.pieces import Veil
from hexfire.asl.battle.table.state import Weather
from hexfire.asl.shots.shot import Ammo, TargetType, Turned
from hexfire.asl.situation import Entrenchment, MarkerKind
from hexfire.boards import open_board
from hexfire.rulebook import BadInput

WRITTEN: list[tuple[Action, str]] = [
    (
        act.Place("G", "H8", facing="H7/I8", entrenched=Entrenchment.FOXHOLE, veil=Veil.HIDDEN),
        "place G at H8 facing H7/I8 in foxhole veil hidden",
    ),
    (act.BoreSight("G", "I6"), "boresight G at I6"),
    (act.PreRegister("I6"), "preregister I6"),
    (act.Allot("S", 2), "allot S pf 2"),
    (act.Give("S", "L"), "give S to L pf 1"),
    (act.Fire("M", "R", spraying="?J8", once=True), "fire M at R spraying ?J8 once"),
    (act.END, "end"),
    (act.Concede(), "concede"),
    (act.Fire("P", "T"), "fire P at T"),
    (act.Fire("S+M", "T", leader="L", ift=True), "fire S+M at T leader L ift"),
    (act.Duel("W", ammo=Ammo.HE, kind=TargetType.INFANTRY), "duel W with HE as Infantry"),
    (act.STAND, "stand"),
    (act.Assault("S.ATMM", "T", drm=-1, ccv=3), "assault S.ATMM at T drm -1 ccv 3"),
    (
        act.Assault("L.ATMM", "T", team="S+H", leader="L", ccv=6),
        "assault L.ATMM at T with S+H leader L ccv 6",
    ),
    (act.Assault("D", "T", thrown=True), "assault D at T thrown"),
    (
        act.Fire(
            "P.CMG",
            "?K8.1",
            Ammo.APCR,
            TargetType.VEHICLE,
            Turned.VCA,
            "L",
            intensive=True,
            immobilize=True,
            case="N",
        ),
        "fire P.CMG at ?K8.1 with APCR as Vehicle turning VCA leader L case N intensive immobilize",
    ),
    (act.Turn("G", "H7/I8"), "turn G to H7/I8"),
    (act.Expose("T"), "ce T"),
    (act.ButtonUp("T"), "bu T"),
    (act.Opportunity("G"), "opportunity G"),
    (act.Start("T"), "start T"),
    (act.Stop("T"), "stop T"),
    (act.Go("T", "J5", cost=1.5, off_road=True), "go T to J5 cost 1.5 off-road"),
    (act.Go("R", "J5", assault=True), "go R to J5 assault"),
    (act.Go("R", "J5", minimum=True), "go R to J5 minimum"),
    (act.Stack("L+S"), "stack L+S"),
    (act.Traverse("T", "2"), "traverse T to 2"),
    (
        act.Go("T", "I5", along="H4", vertex="I4", facing="H4/I4", cost=1),
        "go T to I5 along H4 vertex I4 facing H4/I4 cost 1",
    ),
    (act.Go("S", "J4", level=1, double=True), "go S to J4 level 1 double-time"),
    (act.Go("T", "J6", bog=act.Bog.FAILED, reverse=True), "go T to J6 bog failed reverse"),
    (act.Breach("T", "C3", act.Bog.PASSED), "breach T to C3 bog passed"),
    (act.Go("T", "J6", bog="+2"), "go T to J6 bog +2"),
    (act.Pass(near=3), "pass near 3"),
    (act.Overrun("T", "K6", 4), "overrun T to K6 cost 4"),
    (act.Designate("S", "M"), "spot S for M"),
    (act.Fire("M", "R", spotted=True), "fire M at R spotted"),
    (act.Pivot("T", "J6/J5"), "pivot T to J6/J5"),
    (act.Delay("T"), "delay T"),
    (act.Finish("T"), "finish T"),
    (act.PASS, "pass"),
    (act.LET_GO, "letgo"),
    (act.Push("G", "H7", "G8/G7"), "push G to H7 facing G8/G7"),
    (act.Push("G", "H7", helpers="S1,L1", low_ammo=True), "push G to H7 with S1,L1 low-ammo"),
    (act.Load("G", "V", rear=True), "load G to V rear"),
    (act.Unload("G", "2"), "unload G facing 2"),
    (act.Board("S", "V", 1.5, rider=True), "board S to V cost 1.5 rider"),
    (act.Alight("S", 1), "alight S cost 1"),
    (act.Dismantle("G"), "dismantle G"),
    (act.Assemble("G", "3"), "assemble G facing 3"),
    (act.Leave("C"), "leave C"),
    (act.Hook("G", "O", afoot=True), "hook G to O afoot"),
    (act.Unhook("G"), "unhook G"),
    (act.Limber("G"), "limber G"),
    (act.Limber("G", "3"), "limber G facing 3"),
    (act.Unlimber("G", "3"), "unlimber G facing 3"),
    (act.ChangeWeather(Weather.GUSTS), "weather gusts"),
    (act.Bombard(area="3:right,4:left"), "bombard area 3:right,4:left"),
    (act.PreRegister("I6", "A"), "preregister I6 for A"),
    (act.Oba("A", "place", at="J5"), "oba A place at J5"),
    (act.Oba("A", "new_observer", by="L2"), "oba A new_observer by L2"),
    (act.Barrage("A", "K5,K6", 8), "barrage A area K5,K6 fp 8"),
    (act.Barrage("A"), "barrage A"),
    (act.Aftermath("A", Trace.FLAME, "J6,K6"), "aftermath A flame at J6,K6"),
    (act.Strike("S"), "strike S"),
    (act.Claim("S"), "claim S"),
    (act.Forfeit("S"), "forfeit S"),
    (act.Reveal("S"), "reveal S"),
    (act.Drift("J5", "J6"), "drift J5 to J6"),
    (act.Fire("G", "T", underbelly=True), "fire G at T underbelly"),
    (act.DECLINE, "decline"),
    (act.Shift("S", "J5", level=1), "shift S to J5 level 1"),
    (act.Set("S", "marker", "Prep Fire"), "set S marker: Prep Fire"),
    (act.Add("ge-geL81", "J5"), "add ge-geL81 at J5"),
    (act.Remove("S"), "remove S"),
    (act.Mark(MarkerKind.SMOKE, "J5", drm=2), "mark smoke at J5 drm 2"),
    (act.Unmark(MarkerKind.SMOKE, "J5"), "unmark smoke at J5"),
    (act.Roll(2, "rally of S: alone"), "roll 2: rally of S: alone"),
    (act.Note("well: played"), "note: well: played"),
    (act.Overrule("go T to J5", "we forgot"), "overrule go~T~to~J5: we forgot"),
    (act.AGREE, "agree"),
    (act.REFUSE, "refuse"),
]


@pytest.mark.parametrize(("action", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_an_action_is_read_as_it_was_written(action: Action, text: str) -> None:
    if isinstance(action, act.Overrule):
        assert inner(action) == act.Go("T", "J5")
        text_of = write(action)
        assert text_of == text
        assert inner(read(text_of)) == inner(action)  # type: ignore[arg-type]
        return
    assert write(action) == text
    assert read(text) == action


def test_every_verb_is_tried() -> None:
    assert {text.split()[0].rstrip(":") for _, text in WRITTEN} == set(FORMS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "shoot P at T",
        "fire",
        "fire P at",
        "fire P with XX",
        "go T J5",
        "note:",
        "roll x: y",
        "fire P at T with AP with HE",
        "end now",
        "place G at H8 level high",
        ":",
        "set S: x",
    ],
)
def test_what_is_not_understood_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput):
        read(text)


@pytest.mark.parametrize(
    ("typed", "near"),
    [("fier G1 at T1", "fire"), ("Palce G1 at H8", "place"), ("移勤 T1", "go"), ("zzzz", "")],
)
def test_a_mistyped_verb_is_answered_with_what_comes_near_it(typed: str, near: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(typed)
    message = refused.value.message
    verbs = dict(message.params)["verbs"]
    assert message.key == ("battle.typed.near" if near else "battle.typed.verb")
    assert verbs[0] == (f"@battle.verb.{near}" if near else "@battle.verb.place")


def test_a_hexspine_that_is_none_is_answered_with_those_that_are() -> None:
    grid = open_board("millbrook").grid
    with pytest.raises(BadInput) as refused:
        read_facing(grid, grid.hex("H8"), "I7/I8")
    there = dict(refused.value.message.params)["there"]
    assert there == ("G8/H7", "H7/I8", "I8/I9", "I9/H9", "H9/G9", "G9/G8")


def test_the_short_word_of_a_shot_is_understood_here_too() -> None:
    assert ORDERS.english("射撃 S1 対 R1 弾薬 HE") == "fire S1 at R1 with HE"
    assert ORDERS.english("射撃 M1 目標 hex=G1 弾薬 SMOKE") == "fire M1 at hex=G1 with SMOKE"
