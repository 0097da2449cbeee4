"""Named rule options: where the common rules are silent or doubtful, a scenario may choose.

The defaults are the rulings of `docs/rulings/folio.md`; each field names its ruling.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule options of a scenario."""

    foot_stops_on_entering_ezoc: Literal["always", "if_started_in_ezoc"] = "always"
    """Q-ZOC-1: whether a foot unit that began outside EZOC stops on entering one."""
    free_exit_after_infiltration: bool = True
    """Q-ZOC-3: the direct EZOC-to-EZOC step right after an infiltration pays terrain only."""
    zoc_crosses_prohibited_hexsides: bool = True
    """Q-ZOC-11: whether ZOC reaches across hexsides that nobody may cross."""
    off_table: Literal["clamp", "no_effect"] = "clamp"
    """Q-CRT-3: a differential beyond the table takes the end column, or has no effect."""
    fortress_keeps_terrain: bool = True
    """Q-FORT-4: a unit in a fortress also uses the CRT row of its terrain."""
    halve_before_counter_battery: bool = True
    """Q-FORT-3: against a fortress the barrage is halved before counter-battery is subtracted."""
    defender_may_skip_first: bool = True
    """Q-SUP-1: a defender who declined D1 may still commit a marker at D2."""
    hold_at_displacement: bool = False
    """Q-DIS-5: stubborn defence may also be chosen when a displacement comes up."""
    displaced_go_away: bool = True
    """Q-DIS-2: a displaced unit must get farther from the enemies of the combat if it can."""
    barrage_in_mobile_phase: bool = True
    """Q-BAR-2: the Mobile Combat Phase, too, opens with barrages."""
    ae_in_barrage: Literal["none", "friendly_fire"] = "none"
    """Q-BAR-5: what Ae does in a barrage."""
    barrage_hex_once: Literal["both_sides", "each_side"] = "both_sides"
    """Q-BAR-7: whether a hex is barraged once a game turn by both sides together, or by each."""
    barrage_unit_once: bool = True
    """Q-BAR-8: a unit is barraged once a game turn, wherever it has retreated to."""
    entry_in_ezoc: bool = False
    """Q-MOV-5: whether reinforcements may be placed in an EZOC."""
    markers_public: bool = True
    """Q-MRK-4: whether a player sees which markers the other has available."""
