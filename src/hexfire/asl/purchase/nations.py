"""Who is who: the nations a side may be, and whose row of a table each one reads."""

from __future__ import annotations

from hexfire.rulebook import BadInput

AXIS_MINOR, ALLIED_MINOR, FINNISH = "Axis Minor", "Allied Minor", "Finnish"
BRITISH, FRENCH, GERMAN, SOVIET, US = "British", "French", "German", "Soviet", "U.S."
ITALIAN, JAPANESE, GMD = "Italian", "Japanese", "G.M.D."
FREE_FRENCH, VICHY, RED_CHINESE, PARTISAN = "Free French", "Vichy French", "Red Chinese", "Partisan"
SPONSORED = "British-sponsored"

# Nation -> the family whose rules it follows. A nation of its own is its own family.
FAMILY = {
    GERMAN: GERMAN,
    SOVIET: SOVIET,
    US: US,
    "U.S.M.C.": US,
    BRITISH: BRITISH,
    "Commonwealth": BRITISH,
    "Canadian": BRITISH,
    "ANZAC": BRITISH,
    "Indian": BRITISH,
    "South African": BRITISH,
    SPONSORED: SPONSORED,
    FREE_FRENCH: FREE_FRENCH,
    FRENCH: FRENCH,
    VICHY: VICHY,
    ITALIAN: ITALIAN,
    JAPANESE: JAPANESE,
    GMD: GMD,
    RED_CHINESE: RED_CHINESE,
    FINNISH: FINNISH,
    AXIS_MINOR: AXIS_MINOR,
    "Romanian": AXIS_MINOR,
    "Hungarian": AXIS_MINOR,
    "Bulgarian": AXIS_MINOR,
    "Slovakian": AXIS_MINOR,
    "Croatian": AXIS_MINOR,
    ALLIED_MINOR: ALLIED_MINOR,
    "Polish": ALLIED_MINOR,
    "Belgian": ALLIED_MINOR,
    "Dutch": ALLIED_MINOR,
    "Norwegian": ALLIED_MINOR,
    "Danish": ALLIED_MINOR,
    "Greek": ALLIED_MINOR,
    "Yugoslavian": ALLIED_MINOR,
    PARTISAN: PARTISAN,
}
NATIONS = tuple(FAMILY)

CHINESE = (GMD, RED_CHINESE)
BRITISH_ROW = (BRITISH, FREE_FRENCH, SPONSORED)
"""H1.28.*, H1.28.***, H1.531.3: these read the British row."""

_ALSO = {
    "russian": SOVIET,
    "ussr": SOVIET,
    "american": US,
    "us": US,
    "usa": US,
    "usmc": "U.S.M.C.",
    "uk": BRITISH,
    "gmd": GMD,
    "chinese": GMD,
    "partisans": PARTISAN,
    "romania": "Romanian",
    "ドイツ": GERMAN,
    "ドイツ軍": GERMAN,
    "ソ連": SOVIET,
    "ソ連軍": SOVIET,
    "アメリカ": US,
    "イギリス": BRITISH,
    "イギリス軍": BRITISH,
    "イタリア": ITALIAN,
    "イタリア軍": ITALIAN,
    "日本": JAPANESE,
    "日本軍": JAPANESE,
    "フランス": FRENCH,
    "フランス軍": FRENCH,
    "フィンランド": FINNISH,
    "フィンランド軍": FINNISH,
    "パルチザン": PARTISAN,
}


def read_nation(text: str) -> str:
    """A nation as a person writes it."""
    wanted = text.strip().lower()
    for nation in NATIONS:
        if wanted in (nation.lower(), nation.lower().replace(" ", "-")):
            return nation
    if wanted in _ALSO:
        return _ALSO[wanted]
    raise BadInput("purchase.unknown_nation", text=text, nations=NATIONS)


def family(nation: str) -> str:
    """Whose rules a nation follows."""
    return FAMILY[nation]


def special_rules(nation: str, place: str = "") -> tuple[str, ...]:
    """H1.1, H1.201: rules of other chapters to look at before buying for this nation or place."""
    found = {
        JAPANESE: ("G1.66–G1.664",),
        GMD: ("G18.8–G18.81", "G18.82"),
        RED_CHINESE: ("G18.8–G18.81", "G18.82"),
    }.get(family(nation), ())
    if nation == "U.S.M.C.":
        found = ("G17.15–G17.152",)
    if place == "North Africa":
        african = ("F.6",) if family(nation) == GERMAN else ()
        found = (*found, *african, "F11.701", "F12.3–F12.4")
    return found


def seat_name(nation: str) -> str:
    """The seat of a side that was given no other name."""
    return nation.lower().replace(".", "").replace(" ", "-")
