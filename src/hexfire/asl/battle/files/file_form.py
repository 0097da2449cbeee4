"""The fields of a battle's scenario file, as they are typed (`docs/battle-scenarios.md`)."""

from __future__ import annotations

import msgspec

from hexfire.asl.artillery.battery import Figures, Mission
from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.table.pieces import Drive, Gait, Hull
from hexfire.asl.battle.table.scenario import Aim
from hexfire.asl.battle.table.state import Weather
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.fieldguns.state import PorteeNote
from hexfire.asl.gunnery.acquisition import Size
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.situation import Entrenchment, Marker

Text = str | dict[str, str]
"""A text for both languages, or one for each."""


class Acquired(msgspec.Struct, forbid_unknown_fields=True):
    """An Acquired Target that lies on the board at the beginning."""

    drm: int
    hex: str
    units: list[str] = []
    size: Size = Size.LOCATION
    location: str = "0"


class UnitLine(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A counter of an order of battle. `counter` «?» is a dummy."""

    id: str
    counter: str
    hex: str = ""
    level: int = 0
    bypass: str = ""
    vertex: str = ""
    entrenched: Entrenchment | None = msgspec.field(default=None, name="in")
    facing: str = ""
    turret: str = ""
    by: str = ""
    aboard: str = ""
    rider: bool = False
    area: str = ""
    turn: int = 0
    may_hide: bool = False
    may_conceal: bool = False
    points: int = 1
    concealed: bool = False
    hidden: bool = False
    ce: bool | None = None
    drive: Drive = Drive.STOPPED
    hull: Hull = Hull.MOBILE
    broken: bool = False
    pinned: bool = False
    wounded: bool = False
    cx: bool = False
    ti: bool = False
    gait: Gait = Gait.STILL
    opportunity: bool = False
    emplaced: bool | None = None
    limbered: bool = False
    gyro: bool = False
    dozer: bool = False
    hedge_cutter: bool = False
    trailer: bool = False
    portee: PorteeNote | None = None
    entered: bool = False
    vbm: bool = False
    marker: FireCounter = FireCounter.NONE
    weapon: WeaponState = WeaponState.WORKING
    acquired: Acquired | None = None
    wa: bool = False
    pf: int = 0


class Area(msgspec.Struct, forbid_unknown_fields=True):
    """A set-up area: hexes «C4», runs of a column «C1..C5», whole columns «A-C»."""

    name: str
    hexes: list[str]


class BatteryLine(Figures, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """C1.1: a battery of off-board artillery.

    `observer` and `radio` are ids of units. `counter` … `access`: a mission that is under way.
    """

    observer: str = ""
    radio: str = ""
    nation: str = ""
    pre_registered: tuple[str, ...] = ()
    counter: Counter | None = None
    hex: str = ""
    mission: Mission | None = None
    contact: bool = False
    access: bool = False


class Side(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    name: str
    nation: str = ""
    title: Text = ""
    elr: int = 3
    san: int = 0
    elite: bool = False
    pfk: bool = False
    counted_pf: bool = False
    pre_registered: int = 0
    bombardment: bool = False
    area: list[Area] = []
    unit: list[UnitLine] = []
    battery: list[BatteryLine] = []


class Condition(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    side: str
    kind: Aim
    of: list[str]
    count: int = 0
    at_once: bool = False


class Victory(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    text: Text = ""
    otherwise: str = ""
    condition: list[Condition] = []


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """Play begins here, with nothing to set up."""

    phase: Phase
    of: str
    turn: int = 1


class File(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A scenario file."""

    id: str = ""
    name: Text = ""
    intro: Text = ""
    board: str
    ssr: list[str] = []
    date: str
    theatre: str = "E"
    weather: list[Weather] = []
    turns: int = 1
    first: str = ""
    setup: list[str] = []
    defender: str = ""
    side: list[Side]
    ground: list[Marker] = []
    victory: Victory = msgspec.field(default_factory=Victory)
    start: Start | None = None
