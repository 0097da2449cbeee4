"""What lies on the board at one moment: units, smoke, wrecks, fire for effect.

Plain data with no behaviour of its own; hexes are labels, so that a situation can be written by
hand (see docs/boards.md).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.sequence import Phase, check_phase


class UnitKind(StrEnum):
    """What a unit is."""

    SQUAD = "squad"
    HALF_SQUAD = "half_squad"
    CREW = "crew"
    LEADER = "leader"
    HERO = "hero"
    DUMMY = "dummy"
    CAVALRY = "cavalry"
    GUN = "gun"
    VEHICLE = "vehicle"


class Entrenchment(StrEnum):
    """What a unit is in or beneath."""

    FOXHOLE = "foxhole"
    TRENCH = "trench"
    PILLBOX = "pillbox"


class Unit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit or a stack of dummies."""

    id: str
    side: str
    hex: str
    kind: UnitKind = UnitKind.SQUAD
    level: float = 0
    """Above the base level of the hex."""
    name: str = ""
    """What the counter says, e.g. 4-6-7."""
    broken: bool = False
    pinned: bool = False
    concealed: bool = False
    hidden: bool = False
    """Hidden Initial Placement: not on the map for the other side."""
    unarmed: bool = False
    entrenched: Entrenchment | None = None
    beside_shellholes: bool = False
    """Came into its hex for 1 MF, and so not into the shellholes there (B2)."""
    bypass: str | None = None
    """In bypass: the other hex of the hexside it moves along."""
    vertex: str | None = None
    """In bypass: the third hex at the vertex where it stands; None: somewhere along the hexside."""
    facing: int | None = None
    """The hexspine that the Covered Arc is centred on, 0..5."""
    moving: bool = False
    """Moving, or in Motion, or stopped during its own MPh (C.8)."""
    armored: bool = False
    fully_tracked: bool = False
    movement: str = ""
    """How a vehicle moves: `tracked`, `halftrack`, `truck`, `armored_car`, `motorcycle`; empty: as
    its counter says, if `name` is one of the catalogue."""
    reverse: bool = False
    bogged: bool = False
    riders: bool = False
    dozer: bool = False
    hedge_cutter: bool = False
    bocage_only: bool = False
    """Set up hidden or concealed only because its hex has bocage (B9.55)."""
    radio: bool | None = None
    """Whether it possesses a working radio or field phone (C1.2); None: not said."""
    radios: tuple[str, ...] = ()
    """The batteries whose radios or field phones it possesses (C1.1); none named: any."""
    aboard: str = ""
    """The id of the vehicle whose Passenger, Rider or crew (PRC) it is."""
    rider: bool = False
    ce: bool = False
    """A vehicle whose crew is exposed."""
    op_tank: bool = False
    observer_out: bool = False
    """An OP tank whose own observer has left it (H1.461)."""
    stunned: bool = False
    """An OP tank whose CE observer was Stunned (H1.461)."""
    outnumbered_guard: bool = False
    """It guards prisoners of a higher US# than its own (C1.2)."""
    berserk: bool = False
    manned_by: str = ""
    """A Gun: the id of the unit that mans it."""
    emplaced: bool = False
    """A Gun that was crewed at setup and has not moved since (C11.2)."""
    weapons: tuple[str, ...] = ()
    """The SW it possesses, by name."""
    out_of_reach: str = ""
    """Why Indirect Fire cannot touch it (C1.5): `aerial`, `sewer`, `tunnel` or `climbing`."""

    @property
    def is_vehicle(self) -> bool:
        return self.kind is UnitKind.VEHICLE

    @property
    def is_aerial(self) -> bool:
        return self.out_of_reach == "aerial"

    @property
    def is_dummy(self) -> bool:
        return self.kind is UnitKind.DUMMY

    @property
    def is_infantry(self) -> bool:
        return self.kind in _INFANTRY

    @property
    def good_order(self) -> bool:
        """Neither broken nor a dummy."""
        return not self.broken and not self.is_dummy


_INFANTRY = {UnitKind.SQUAD, UnitKind.HALF_SQUAD, UnitKind.CREW, UnitKind.LEADER, UnitKind.HERO}


class MarkerKind(StrEnum):
    """Counters that are not units."""

    SMOKE = "smoke"
    WP = "wp"
    BLAZE = "blaze"
    WRECK = "wreck"
    FFE = "ffe"
    BREACH = "breach"
    ROADBLOCK = "roadblock"
    WIRE = "wire"
    MINES = "mines"
    BROWN_PILLBOX = "brown_pillbox"
    GREY_PILLBOX = "grey_pillbox"
    SANGAR = "sangar"
    FORTIFIED = "fortified"
    """Every Location of the hex's building is Fortified."""
    WEAPON = "weapon"
    """A SW or Gun that nobody possesses; `id` is its name."""
    SHELLHOLES = "shellholes"
    RUBBLE = "rubble"
    FLAME = "flame"


class Marker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A counter on a hex, or on a hexside (`to` names the hex across)."""

    kind: MarkerKind
    hex: str
    to: str | None = None
    drm: int | None = None
    """The hindrance, where it is not the usual one (dispersed smoke …)."""
    id: str = ""
    """Markers with one id belong together, as the hexes of one FFE do."""
    burning: bool = False
    hidden: str = ""
    """The side that alone knows of it (HIP); empty: both do."""


class Situation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything on the board at one moment."""

    board: str
    """A built-in board's name, or the path of a VASL archive; several join side by side."""
    ssr: tuple[str, ...] = ()
    units: tuple[Unit, ...] = ()
    markers: tuple[Marker, ...] = ()
    wall_advantage: tuple[str, ...] = ()
    """The ids of the units that hold Wall Advantage; in Deluxe ASL `id:hex` for one hexside."""
    deluxe: bool = False
    phase: Phase = Phase.RPH
    phasing: str = ""
    """The side whose player turn it is."""
    date: str = ""
    """The day or month of the battle, as 1944-07-25 or 1944-07; empty: not said."""
    night: bool = False
    weather: tuple[str, ...] = ()
    """`rain`, `heavy_winds`, `gusts`, `mud`, `deep_snow`, `winter_camouflage:SIDE`."""

    def __post_init__(self) -> None:
        check_phase(self.phase, setup=True)

    def unit(self, id: str) -> Unit:
        for unit in self.units:
            if unit.id == id:
                return unit
        raise KeyError(id)
