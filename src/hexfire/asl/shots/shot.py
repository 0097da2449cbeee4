"""A shot as it stands on the table: the weapon, who fires it, at what, in which situation.

A `Shot` says only what can be seen or was declared. Everything that follows from it (whether the
target counts as moving, which cases apply, the colour of the To Hit number) is derived by the
rules. All values are frozen and hashable, so that a shot can be a stage's argument.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import StrEnum

import msgspec

from hexfire.asl.counters import Vehicle
from hexfire.asl.sequence import FirePhase, Phase
from hexfire.asl.shots.targets import passengers_exposed


class TargetType(StrEnum):
    """C3.31–C3.33: the row of the To Hit Table."""

    VEHICLE = "Vehicle"
    INFANTRY = "Infantry"
    AREA = "Area"


class Ammo(StrEnum):
    """What is in the breech."""

    AP = "AP"
    HE = "HE"
    APCR = "APCR"
    APDS = "APDS"
    HEAT = "HEAT"
    CANISTER = "Canister"
    SMOKE = "SMOKE"
    WP = "WP"


class Barrel(StrEnum):
    """C4.1: short, normal, long, extra long."""

    SHORT = "*"
    NORMAL = ""
    LONG = "L"
    EXTRA_LONG = "LL"


class Mount(StrEnum):
    """C2.3, D1.3: how the weapon turns."""

    T = "T"
    ST = "ST"
    RST = "RST"
    ONE_MAN = "1MT"
    NT = "NT"


class Kind(StrEnum):
    """C2.22 and the ordnance that is not a Gun."""

    AT = "AT"
    INF = "INF"
    ART = "ART"
    AA = "AA"
    MTR = "MTR"
    RCL = "RCL"
    MG = "MG"
    ATR = "ATR"
    LATW = "LATW"
    FT = "FT"
    MOL = "MOL"
    DC = "DC"
    ATMM = "ATMM"
    AP_MINES = "A-P"
    AT_MINES = "A-T"


class PrintedSide(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """C10.24: the figures that a Gun prints on each of its sides: it may fire from either (LF)."""

    barrel: Barrel = Barrel.NORMAL
    mount: Mount = Mount.NT
    rof: int = 0
    b: int = 12
    ife: int | None = None


class Weapon(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """The weapon's printed figures, as far as its fire needs them (C2.1–C2.9).

    A Gun has `sw` false, an ordnance SW true (C2.1); `vehicular` ones are mounted on a vehicle.
    `main_armament` is false for a vehicle's MG that are neither its MA nor its SA.
    `nt_tca`, the `no_…` marks and the like are what a star on the counter points to (C2.9).

    `th_table` names the LATW whose own To Hit numbers (`to-hit.toml`, `latw`) are used instead of
    the C3 table. `ammo` are the Depletion Numbers that hold on the day: (ammunition, number);
    without a number the ammunition is carried without limit. `figures` is the counter of the
    catalogue it was taken from, if any.
    """

    caliber: int
    name: str = ""
    id: str = ""
    nation: str = ""
    barrel: Barrel = Barrel.NORMAL
    kind: Kind = Kind.AT
    mount: Mount = Mount.NT
    vehicular: bool = False
    armored: bool = False
    open_topped: bool = False
    sw: bool = False
    rof: int = 0
    b: int = 12
    x: int | None = None
    circled_b: bool = False
    ife: int | None = None
    fp: int | None = None
    normal_range: int | None = None
    no_ap: bool = False
    no_he: bool = False
    no_intensive_fire: bool = False
    min_range: int = 0
    max_range: int | None = None
    ammo: tuple[tuple[Ammo, int | None], ...] = ()
    gyro: bool = False
    aa: bool = False
    aamg: bool = False
    main_armament: bool = True
    nt_tca: bool = False
    no_bounding_fire: bool = False
    no_bounding_first_fire: bool = False
    no_acquisition: bool = False
    no_area: bool = False
    size: int = 0
    limbered: PrintedSide | None = None
    rfnm: bool = False
    tk_rolls: int = 1
    th_table: str | None = None
    backblast: bool = False
    red_th_through: str = ""
    figures: Hashable = None

    def depletion(self, ammo: Ammo) -> int | None:
        """The Depletion Number of an ammunition, `None` where it has none."""
        return dict(self.ammo).get(ammo)

    def lists(self, ammo: Ammo) -> bool:
        """Whether the counter names an ammunition."""
        return any(kind is ammo for kind, _ in self.ammo)


class Turned(StrEnum):
    """What was turned to bring the target into the arc."""

    TCA = "TCA"
    VCA = "VCA"
    CA = "CA"


class FireCounter(StrEnum):
    """The fire counter that already lies on the weapon in this Player Turn."""

    NONE = ""
    PREP = "Prep Fire"
    FIRST = "First Fire"
    FINAL = "Final Fire"
    INTENSIVE = "Intensive Fire"
    NO_FIRE = "No Fire"


class Firer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Who fires, where, and in what state.

    `bu` unsaid: the crew is CE if it may fire so, else Buttoned Up (RST and 1MT turrets). `hex` and
    `ca` (the two hexes that the hexspine it points along parts, «O5/O6») are for what looks at the
    map: canister, and the range if it is not said. `cowers` unsaid: a MG's Infantry without leader.
    """

    hex: str = ""
    ca: str = ""
    terrain: str = "open_ground"
    on_woods_road: bool = False
    bypassing: bool = False
    level: int = 0
    hexspines_turned: int = 0
    turned: Turned | None = None
    bu: bool | None = None
    entered_new_hex: bool = False
    non_stopped: bool = False
    motion: bool = False
    mp_target_in_los: float | None = None
    passenger: bool = False
    man: str = ""
    """The Passenger who fires, by name: what strikes his vehicle may strike him (C2.2401)."""
    pinned: bool = False
    area_fire_status: int = 0
    stunned: bool = False
    shocked: bool = False
    opportunity_fire: bool = False
    intensive_fire: bool = False
    ovr_prevention: bool = False
    marker: FireCounter = FireCounter.NONE
    shots_this_phase: int = 0
    smoke_shots: int = 0
    friends_fired: bool = False
    thrown: bool = False
    ccv: int | None = None
    aerial: bool = False
    mp_since_shot: float | None = None
    fired_from_here: bool = False
    low_ammo: bool = False
    limbered: bool = False
    portee: bool = False
    captured: bool = False
    non_qualified: bool = False
    inexperienced: bool = False
    gyro_in_use: bool = False
    cx: bool = False
    encircled: bool = False
    overstacked: int = 0
    leadership: int = 0
    hero: bool = False
    on_wire: bool = False
    known_enemy_in_hex: bool = False
    """C10.25: what keeps a RFNM Gun from firing at all."""
    spotted: bool = False
    spotter_leader: bool = False
    bypass_tca_through_side: bool = False
    desperation: bool = False
    confined: bool | None = None
    cowers: bool | None = None
    crew_moved: bool = False
    spraying: bool = False
    snap_shot: bool = False
    fire_lane: bool = False
    """A9.5, A8.15, A9.22: how a MG fires, as far as C2.29 and C6.44 ask for it."""
    morale: int | None = None


class TargetKind(StrEnum):
    """What stands there, as the To Hit process tells targets apart."""

    AFV = "afv"
    VEHICLE = "vehicle"
    MOTORCYCLE = "motorcycle"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    GUN = "gun"
    PILLBOX = "pillbox"
    BRIDGE = "bridge"
    TERRAIN = "terrain"
    AERIAL = "aerial"


class Facing(StrEnum):
    """D3.2: the side of a vehicle that the shot meets."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


class Target(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """One thing that may be hit. `unit` is its counter of the catalogue, if it has one.

    `tem` is the whole TEM that holds for this target against this shot (`None`: what `terrain`
    gives); `tem_kept` is the part of it that a Critical Hit does not reverse (B23.32, B30.113);
    `air_burst` is the −1 that fire into woods gets where Air Bursts happen. `front_dr` is for
    fire within a hex: the first of the two neighbouring directions (1–6) that the front covers.
    `entered_from` is the hex from which it came into the firer's own hex in this MPh (C5.51).
    `obscured`: its LOS is cut by SMOKE, LV Hindrance or night alone (C8.4).
    """

    name: str = ""
    hex: str = ""
    entered_from: str = ""
    kind: TargetKind = TargetKind.AFV
    unit: Hashable = None
    size: int | None = None
    facing: Facing = Facing.FRONT
    turret_facing: Facing | None = None
    front_dr: int = 6
    hd: bool = False
    immobile: bool = False
    moving: bool = False
    entered_new_hex: bool = False
    vbm: bool = False
    motion: bool = False
    began_in_motion: bool = False
    non_stopped: bool = False
    mp_in_los: float | None = None
    concealed: bool = False
    hidden: bool = False
    in_los: bool = True
    obscured: bool = False
    friendly: bool = False
    too_close: bool = False
    moved_to_draw_fire: bool = True
    leads_only: bool = False
    """A leader beside who is struck, whom the attack itself misses: he leads their checks."""
    ffnam: bool = False
    ffmo: bool = False
    dashing: bool = False
    hazardous: bool = False
    trail_break: bool = False
    overstacked: int = 0
    in_pillbox: bool = False
    underbelly: bool = False
    aerial_af: int | None = None
    location: str = ""
    terrain: str = "open_ground"
    ground: str = ""
    """The terrain of its hex, where `terrain` is what covers it there."""
    tem: int | None = None
    tem_kept: int = 0
    air_burst: bool = False
    hindrance: int | None = None
    level: int = 0
    in_marsh: bool = False
    wading: bool = False
    emplaced: bool = False
    crewed: bool = True
    gunshield: bool | None = None
    in_gun_ca: bool = True
    ce: bool = False
    broken: bool = False
    unit_pinned: bool = False
    riders: tuple[Hashable, ...] = ()
    passengers: tuple[Hashable, ...] = ()
    manning: Hashable = None
    morale: int | None = None

    @property
    def is_vehicle(self) -> bool:
        """A vehicle other than a motorcycle."""
        return self.kind in (TargetKind.AFV, TargetKind.VEHICLE)

    @property
    def is_armored(self) -> bool:
        return self.kind is TargetKind.AFV

    @property
    def is_personnel(self) -> bool:
        return self.kind in (TargetKind.INFANTRY, TargetKind.CAVALRY, TargetKind.MOTORCYCLE)

    @property
    def has_exposed(self) -> bool:
        """D5.3, D6.1: a CE crew, Riders or exposed Passengers: its Vulnerable PRC."""
        return self.is_vehicle and (self.ce or bool(self.riders) or self._passengers_exposed)

    @property
    def _passengers_exposed(self) -> bool:
        if not self.passengers:
            return False
        if isinstance(self.unit, Vehicle):
            return passengers_exposed(self.unit, ce=self.ce)
        return not self.is_armored

    @property
    def is_known(self) -> bool:
        return not (self.concealed or self.hidden) and self.in_los

    @property
    def is_moving(self) -> bool:
        """C.8: a moving target, even if it has stopped since; a motorcycle too is vehicular.

        Only what can still move is in Motion or Non-Stopped.
        """
        vehicular = self.is_vehicle or self.kind is TargetKind.MOTORCYCLE
        has_moved = self.moving or self.entered_new_hex or self.vbm or self.began_in_motion
        moves = (self.motion or self.non_stopped) and not self.immobile
        return vehicular and (has_moved or moves)


class Canister(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """C8.4: what canister is aimed at: a vertex by its three hexes («P5/P6/Q6»), or a building.

    `level` is the common level of the three hexes (unsaid: the firer's); for a `building` it is the
    middle one of three of its `levels`, counted from its `ground`. `obstacle`: the nearest of the
    three hexes holds one.
    `vertex_in_los` matters for those who are `obscured`.
    """

    vertex: str = ""
    level: int | None = None
    building: str = ""
    levels: int = 3
    ground: int = 0
    obstacle: bool = False
    vertex_in_los: bool = True


class Shot(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One shot: the weapon and its firer, the target, what was declared, what lies between.

    `target` is what was aimed at; `others` are the other units that the same To Hit DR may hit
    (its Location for the Infantry Target Type, its whole hex for the Area Target Type). `group` are
    the shots of the other members of a Fire Group, with the same targets in the same order (A7.5).
    """

    weapon: Weapon
    target: Target
    range: int
    phase: FirePhase = Phase.PFPH
    target_type: TargetType | None = None
    ammo: Ammo | None = None
    firer: Firer = Firer()
    others: tuple[Target, ...] = ()
    nation: str = ""
    date: str = ""
    elite: bool = False
    hindrance: int = 0
    acquisition: int = 0
    bore_sighted: bool = False
    prefer: str = ""
    deliberate_immobilization: bool = False
    ife: bool = False
    small_arms: bool = False
    canister: Canister = Canister()
    group: tuple[Shot, ...] = ()

    @property
    def year(self) -> int | None:
        return int(self.date[:4]) if self.date else None

    @property
    def targets(self) -> tuple[Target, ...]:
        return (self.target, *self.others)

    @property
    def printed(self) -> PrintedSide:
        """C10.24: the figures of the side that is up: a limbered Gun fires with those of that one.

        Its solid shot pierces as ever (C2.21).
        """
        gun = self.weapon
        if self.firer.limbered and gun.limbered is not None:
            return gun.limbered
        return PrintedSide(barrel=gun.barrel, mount=gun.mount, rof=gun.rof, b=gun.b, ife=gun.ife)

    @property
    def own_hex(self) -> bool:
        return self.range == 0
