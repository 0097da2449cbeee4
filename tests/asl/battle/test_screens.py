"""C8.5–C8.6 on the table: SMOKE comes before all other fire of a phase, and lies where it hit."""

from __future__ import annotations

from typing import Any

import pytest
from battle_orders import Orders

from hexfire.asl.situation import MarkerKind
from hexfire.rulebook import BadInput


class Section(Orders):
    """A mortar with SMOKE, one with WP, a squad beside them; Germans on the street."""

    def __init__(self, phase: str = "PFPh", of: str = "american") -> None:
        units: list[dict[str, Any]] = [{"id": "S", "counter": "am-am666S", "hex": "A5"}]
        for name, counter in (("M", "ge-MTR81s"), ("N", "am-MTR81s")):
            crew = {"id": f"{name}c", "counter": "am-am228C", "hex": "A5"}
            mortar = {"counter": counter, "hex": "A5", "facing": "3", "by": f"{name}c"}
            units += [{"id": name, **mortar}, crew]
        sides = {"american": units, "german": [{"id": "R", "counter": "ge-ge467S", "hex": "F8"}]}
        super().__init__(sides, phase=phase, of=of, first="american", date="1944-08", turns=9)

    @property
    def screens(self) -> list[tuple[MarkerKind, int | None]]:
        return [(marker.kind, marker.drm) for marker in self.state.ground]


@pytest.mark.rule("C8.51#1", "C8.51#2")
@pytest.mark.parametrize(("phase", "of", "drm"), [("PFPh", "american", 3), ("DFPh", "german", 2)])
def test_smoke_is_full_in_the_pfph_and_dispersed_elsewhere(phase: str, of: str, drm: int) -> None:
    table = Section(phase, of)
    table.do("fire M at F8 with SMOKE", 1, 1)
    assert table.screens == [(MarkerKind.SMOKE, drm)]


@pytest.mark.rule("C8.5", "C8.6")
@pytest.mark.parametrize(("mortar", "ammo", "rule"), [("M", "SMOKE", "C8.5"), ("N", "WP", "C8.6")])
def test_after_other_fire_smoke_comes_too_late_in_that_phase(
    mortar: str, ammo: str, rule: str
) -> None:
    table = Section()
    other = {"M": "fire N at F8 with WP", "N": "fire M at F8 with SMOKE"}[mortar]
    table.do(other, 6, 1)
    assert table.state.fired == ()
    table.do("fire S at R", 6, 6)
    assert table.state.fired == ("american",)
    assert table.refused(f"fire {mortar} at F8 with {ammo}") == rule
    while table.state.clock.phasing == "american":
        table.do("end")
    assert table.state.fired == ()


@pytest.mark.rule("C1.71#6")
def test_smoke_drifts_by_hand_as_thick_as_it_is() -> None:
    section = Section()
    section.do("mark smoke at F8 drm 2")
    section.do("drift F8 to G8")
    assert [(m.hex, m.drm) for m in section.state.ground] == [("G8", 2)]
    for order in ("drift F8 to G8", "drift G8 to J5"):
        with pytest.raises(BadInput):
            section.do(order)
    section.do("drift G8 to off")
    assert not section.state.ground


@pytest.mark.parametrize("ground", ["mud", "deep_snow"])
def test_mud_and_snow_lie_whatever_blows_over_them(ground: str) -> None:
    section = Section()
    section.do("mark smoke at F8")
    section.do(f"weather {ground}")
    assert section.state.ground and section.state.weather == (ground,)
    section.do("weather rain")
    assert not section.state.ground and set(section.state.weather) == {"rain", ground}
    section.do("weather gusts")
    assert section.state.weather == (ground,)
    section.do("weather clear")
    assert not section.state.weather


@pytest.mark.rule("C8.7")
@pytest.mark.parametrize("order", ["fire M at F8 with IR", "射撃 M 目標 F8 弾薬 IR"])
def test_illuminating_rounds_are_left_to_the_hand_with_a_sentence(order: str) -> None:
    assert Section().refused(order) == "C8.7"


def test_a_hex_whose_label_is_also_a_pieces_name_is_told_apart() -> None:
    """A German squad in D5 is called E5: the word alone means the squad, `hex=E5` the hex."""
    mortar = {"id": "M", "counter": "am-MTR81s", "hex": "A5", "facing": "3", "by": "C"}
    crew = {"id": "C", "counter": "am-am228C", "hex": "A5"}
    for side, rule in (("american", "C3.4"), ("german", None)):
        sides: dict[str, list[dict[str, Any]]] = {"american": [mortar, crew], "german": []}
        counter = {"american": "am-am666S", "german": "ge-ge467S"}[side]
        sides[side] = [*sides[side], {"id": "E5", "counter": counter, "hex": "D5"}]
        sides["german"] = [*sides["german"], {"id": "R", "counter": "ge-ge467S", "hex": "P8"}]
        table = Orders(sides, phase="PFPh", of="american", first="american", date="1944-08")
        if rule is not None:
            assert table.refused("fire M at E5 with WP") == rule
        events = table.do("fire M at hex=E5 with WP", 1, 2)
        assert [marker.hex for marker in table.state.ground] == ["E5"]
        fired = next(event for event in events if event.message.key == "battle.event.fired")
        assert dict(fired.message.params)["result"] == "@battle.shot.hit"


@pytest.mark.rule("C3.3", "C3.9")
def test_what_the_to_hit_dr_means_is_told_with_its_figures() -> None:
    """A mortar's TH# of 7, 9 for SMOKE, of which it has none after an 8 (C8.9)."""
    for order, faces, word, laid in (
        ("fire M at F8 with SMOKE", (3, 5), "hit", True),
        ("fire M at F8 with SMOKE", (4, 5), "none", False),
        ("fire M at R", (3, 5), "miss", False),
    ):
        events = Section().do(order, *faces)
        fired = next(event for event in events if event.message.key == "battle.event.fired")
        assert dict(fired.message.params)["result"] == f"@battle.shot.{word}"
        assert any(event.message.key == "battle.event.smoke_laid" for event in events) is laid
