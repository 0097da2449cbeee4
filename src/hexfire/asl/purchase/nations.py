"""Who is who: the nations a side may be, and whose row of a table each one reads."""

from __future__ import annotations

from hexfire.asl.nations import nation_called, nations
from hexfire.rulebook import BadInput

AXIS_MINOR, ALLIED_MINOR, FINNISH = "Axis Minor", "Allied Minor", "Finnish"
BRITISH, FRENCH, GERMAN, SOVIET, US = "British", "French", "German", "Soviet", "U.S."
ITALIAN, JAPANESE, GMD = "Italian", "Japanese", "G.M.D."
FREE_FRENCH, VICHY, RED_CHINESE, PARTISAN = "Free French", "Vichy French", "Red Chinese", "Partisan"
SPONSORED = "British-sponsored"

FAMILY = {nation.name: nation.family for nation in nations() if nation.family}
"""Nation -> the family whose rules it follows. A nation of its own is its own family."""
NATIONS = tuple(FAMILY)

CHINESE = (GMD, RED_CHINESE)
BRITISH_ROW = (BRITISH, FREE_FRENCH, SPONSORED)
"""H1.28.*, H1.28.***, H1.531.3: these read the British row."""


def read_nation(text: str) -> str:
    """A nation as a person writes it."""
    nation = nation_called(text)
    if nation is None or not nation.family:
        raise BadInput("purchase.unknown_nation", text=text, nations=NATIONS)
    return nation.name


def family(nation: str) -> str:
    """Whose rules a nation follows."""
    return FAMILY[nation]


def special_rules(nation: str, place: str = "") -> tuple[str, ...]:
    """H1.1, H1.201: rules of other chapters to look at before buying for this nation or place."""
    citations = {
        JAPANESE: ("G1.66–G1.664",),
        GMD: ("G18.8–G18.81", "G18.82"),
        RED_CHINESE: ("G18.8–G18.81", "G18.82"),
    }.get(family(nation), ())
    if nation == "U.S.M.C.":
        citations = ("G17.15–G17.152",)
    if place == "North Africa":
        african = ("F.6",) if family(nation) == GERMAN else ()
        citations = (*citations, *african, "F11.701", "F12.3–F12.4")
    return citations


def seat_name(nation: str) -> str:
    """The seat of a side that was given no other name."""
    return nation.lower().replace(".", "").replace(" ", "-")
