"""A3.2, C2.24: who has fired in the PFPh neither moves nor fires in his MPh."""

from __future__ import annotations

import pytest
from battle_orders import Orders


class Street(Orders):
    """A PzKpfw IV and a squad with a MMG on the street, Russians before them; German PFPh."""

    def __init__(self) -> None:
        german = [
            {"id": "P", "counter": "ge-pzivh", "hex": "H8", "facing": "1"},
            {"id": "S", "counter": "ge-ge467S", "hex": "H8"},
            {"id": "M", "counter": "ge-geMMG", "by": "S"},
        ]
        russian = [{"id": "R", "counter": "ru-ru447S", "hex": "J6"}]
        super().__init__({"german": german, "russian": russian}, phase="PFPh", of="german", turns=9)


@pytest.mark.rule("A3.2", "C2.24")
@pytest.mark.parametrize(
    ("fired", "faces", "moved"),
    [
        ("fire P at R with HE", (1, 6), "start P"),
        ("fire P at R with HE", (6, 5), "start P"),
        ("fire P.CMG at R", (1, 6), "start P"),
        ("fire P at R with HE", (6, 5), "fire P at R with HE intensive"),
        ("fire P.CMG at R", (6, 5), "fire P at R with HE"),
        ("fire M at R", (1, 6), "go S to G8"),
        ("fire M at R", (6, 5), "go S to G8"),
    ],
)
def test_who_has_prep_fired_has_no_movement_phase(
    fired: str, faces: tuple[int, ...], moved: str
) -> None:
    """Though the rate was kept, and before or after a shot of another weapon."""
    table = Street()
    table.do(fired, *faces, 6, 6)
    table.end_to("MPh", "german")
    assert table.refused(moved) == "A3.2"


@pytest.mark.rule("A3.2")
def test_who_has_not_fired_may() -> None:
    for order in ("start P", "fire P at R with HE", "go S to G8"):
        table = Street()
        table.end_to("MPh", "german")
        table.do(order, 6, 5)
