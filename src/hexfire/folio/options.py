"""Named rule options: where the common rules are silent or doubtful, a scenario may choose.

The defaults are the rulings of `docs/rulings/folio.md`; each field names its ruling.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule options of a scenario."""

    foot_stops_on_entering_ezoc: Annotated[Literal["always", "if_started_in_ezoc"], "Q-ZOC-1"] = (
        "always"
    )
    """Whether a foot unit that began outside EZOC stops on entering one."""
    free_exit_after_infiltration: Annotated[bool, "Q-ZOC-3"] = True
    """The direct EZOC-to-EZOC step right after an infiltration pays terrain only."""
    zoc_crosses_prohibited_hexsides: Annotated[bool, "Q-ZOC-11"] = True
    """Whether ZOC reaches across hexsides that nobody may cross."""
    off_table: Annotated[Literal["clamp", "no_effect"], "Q-CRT-3"] = "clamp"
    """A differential beyond the table takes the end column, or has no effect."""
    fortress_keeps_terrain: Annotated[bool, "Q-FORT-4"] = True
    """A unit in a fortress also uses the CRT row of its terrain."""
    halve_before_counter_battery: Annotated[bool, "Q-FORT-3"] = True
    """Against a fortress the barrage is halved before counter-battery is subtracted."""
    defender_may_skip_first: Annotated[bool, "Q-SUP-1"] = True
    """A defender who declined D1 may still commit a marker at D2."""
    hold_at_displacement: Annotated[bool, "Q-DIS-5"] = False
    """Stubborn defence may also be chosen when a displacement comes up."""
    displaced_go_away: Annotated[bool, "Q-DIS-2"] = True
    """A displaced unit must get farther from the enemies of the combat if it can."""
    barrage_in_mobile_phase: Annotated[bool, "Q-BAR-2"] = True
    """The Mobile Combat Phase, too, opens with barrages."""
    ae_in_barrage: Annotated[Literal["none", "friendly_fire"], "Q-BAR-5"] = "none"
    """What Ae does in a barrage."""
    barrage_hex_once: Annotated[Literal["both_sides", "each_side"], "Q-BAR-7"] = "both_sides"
    """Whether a hex is barraged once a game turn by both sides together, or by each."""
    barrage_unit_once: Annotated[bool, "Q-BAR-8"] = True
    """A unit is barraged once a game turn, wherever it has retreated to."""
    entry_in_ezoc: Annotated[bool, "Q-MOV-5"] = False
    """Whether reinforcements may be placed in an EZOC."""
    markers_public: Annotated[bool, "Q-MRK-4"] = True
    """Whether a player sees which markers the other has available."""


class Choice(NamedTuple):
    """One option: what a scenario may set it to, what holds if it says nothing, whose ruling."""

    values: tuple[str | bool, ...]
    by_default: str | bool
    ruling: str


def choices() -> dict[str, Choice]:
    """Every option by its name, in the order of the struct."""
    hints: dict[str, Any] = get_type_hints(Options, include_extras=True)
    usual = Options()
    known = {}
    for name, hint in hints.items():
        kind, ruling = get_args(hint)
        values = (True, False) if kind is bool else get_args(kind)
        known[name] = Choice(values, getattr(usual, name), ruling)
    return known
