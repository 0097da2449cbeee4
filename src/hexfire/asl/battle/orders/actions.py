"""All that a player can do. Pieces go by id, hexes by label, hexspines by the hexes they part.

A weapon is the id of a Gun, a SW or a vehicle (its MA); `P1.CMG` is another weapon of a vehicle.
Men's own arms go by their id; `S1+S2+MG1` are a Fire Group.
A target is the id of a Known piece, `?K8` for who is concealed there (`?K8.1` on level 1), or a
hex.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.artillery.aftermath import Trace
from hexfire.asl.battle.table.pieces import Veil
from hexfire.asl.battle.table.state import Weather
from hexfire.asl.shots.shot import Ammo, TargetType, Turned
from hexfire.asl.situation import Entrenchment, MarkerKind


class Act(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """An action."""


# Set-up


class Place(Act, frozen=True, tag="place"):
    """A2.9: set a piece up, or change where it was set up."""

    unit: str
    at: str
    level: int = 0
    facing: str = ""
    turret: str = ""
    entrenched: Entrenchment | None = None
    veil: Veil | None = None


class BoreSight(Act, frozen=True, tag="boresight"):
    """C6.41: write down a weapon's Bore Sighted Location."""

    weapon: str
    at: str


class PreRegister(Act, frozen=True, tag="preregister"):
    """C1.73: write down a Pre-Registered hex of a battery (left out: of the side's only one)."""

    at: str
    battery: str = ""


class Allot(Act, frozen=True, tag="allot"):
    """C13.311: write down how many of the side's counted PF a unit has."""

    unit: str
    count: int


# Phases


class End(Act, frozen=True, tag="end"):
    """End one's set-up, or one's part of the phase."""


class Concede(Act, frozen=True, tag="concede"):
    """Give the game up."""


# Fire


class Fire(Act, frozen=True, tag="fire"):
    """C3.1, A7: fire a weapon at a target, with all that is declared before the DR.

    Men fire their own FP by their id; `S1+MG1+S2` fire together (A7.5).
    """

    weapon: str
    at: str
    ammo: Ammo | None = None
    kind: TargetType | None = None
    turning: Turned | None = None
    leader: str = ""
    intensive: bool = False
    immobilize: bool = False
    ife: bool = False
    ift: bool = False
    """A MG or ATR straight on the IFT: at who is exposed on an AFV, at a Gun (C13.24)."""
    case: str = ""
    """«M» or «N» where both could apply (C6.4)."""
    spotted: bool = False
    """C9.3: a mortar fires by its Spotter's eyes though its crew sees the target as well."""
    how: str = ""
    """The way of firing a backblast weapon from indoors (C13.8): `case_c3`, `desperation` …"""
    mp: float | None = None
    """C6.17: at which of the MF or MP that the target has spent in its Location; else the last."""
    underbelly: bool = False
    """B9.54c: at the underbelly of an AFV that has just crossed bocage, where D4.3 allows it."""
    tem: bool = False
    """The vehicle aimed at takes the TEM of its hex and is not Hull Down: its owner says so."""
    spraying: str = ""
    """A9.5: the second target of Spraying Fire, in a hex next to that of the first."""
    once: bool = False
    """A8.2: First Fire that forgoes its rate, and leaves Residual FP whatever the dice say."""
    levels: bool = False
    """C8.4: canister at three levels of the target's building instead of a vertex."""


class Designate(Act, frozen=True, tag="spot"):
    """C9.3: name a Spotter for a mortar (a hidden one at set-up, in secret)."""

    unit: str
    mortar: str


class Duel(Act, frozen=True, tag="duel"):
    """C2.2401, C5.33: fire back at who has declared a shot, and see who is the quicker."""

    weapon: str
    ammo: Ammo | None = None
    kind: TargetType | None = None
    intensive: bool = False


class Give(Act, frozen=True, tag="give"):
    """C13.311: pass counted PF to another unit of the Location."""

    unit: str
    to: str
    count: int = 1


class Assault(Act, frozen=True, tag="assault"):
    """C7.344, C7.346, C13.7: a FT or DC at a vehicle close by, or `S.ATMM` in Close Combat.

    `team`: who attacks together with a SMC that lays a mine, `S1+S2` (C13.73); `leader`: who
    directs the attack. `drm` and `ccv` are what else Close Combat brings: the table does not know
    them.
    """

    weapon: str
    at: str
    team: str = ""
    leader: str = ""
    drm: int | None = None
    ccv: int | None = None
    thrown: bool = False


class Stand(Act, frozen=True, tag="stand"):
    """C2.2401: let a declared shot come without a Gun Duel.

    B9.36b: Hull Down, where the wall makes the vehicle so, or (`tem`) with the TEM of its hex.
    """

    tem: bool = False


class Turn(Act, frozen=True, tag="turn"):
    """C3.22: turn a weapon's Covered Arc without firing, at the end of a fire phase."""

    weapon: str
    to: str


class Opportunity(Act, frozen=True, tag="opportunity"):
    """A7.25: mark a unit for Opportunity Fire in the AFPh."""

    unit: str


class Expose(Act, frozen=True, tag="ce"):
    """D5.33: the crew of an AFV opens its hatches; when it may, the players know."""

    unit: str


class ButtonUp(Act, frozen=True, tag="bu"):
    """D5.33: the crew of an AFV buttons up."""

    unit: str


# Movement, and the other side's reaction


class Start(Act, frozen=True, tag="start"):
    """D2.12: a vehicle spends its Start MP."""

    unit: str


class Stop(Act, frozen=True, tag="stop"):
    """D2.13: a vehicle spends a Stop MP."""

    unit: str


class Bog(StrEnum):
    """How a Bog Check went that was rolled with dice of one's own."""

    PASSED = "passed"
    FAILED = "failed"


class Stack(Act, frozen=True, tag="stack"):
    """A4.2: `L1+S1+S2` move as one stack from now on, wherever one of them goes."""

    units: str


class Go(Act, frozen=True, tag="go"):
    """A4.1, D2.1: enter an adjacent hex. `cost` replaces the reckoned one, by hand.

    `along` and `vertex`: in bypass, along the hexside to that hex, to the vertex with that third
    hex (`facing`: as a vehicle then stands). `level`: on or to that level of a building. `bog`: how
    the Bog Check of the step went, or its DRM (`+1`): then the table rolls. `double`: Double Time
    from now on (A4.5). `minimum`: with all MF, though they do not suffice (A4.134).
    """

    unit: str
    to: str
    assault: bool = False
    off_road: bool = False
    cost: float | None = None
    level: int = 0
    along: str = ""
    vertex: str = ""
    facing: str = ""
    bog: str = ""
    reverse: bool = False
    double: bool = False
    minimum: bool = False


class Breach(Act, frozen=True, tag="breach"):
    """B9.541: break through bocage into the hex beyond; `bog` as in `Go`."""

    unit: str
    to: str
    bog: str


class Overrun(Act, frozen=True, tag="overrun"):
    """C5.64, D7.1: announce an OVR of an adjacent hex and enter it. `cost` as in `Go`."""

    unit: str
    to: str
    cost: float | None = None


class Pivot(Act, frozen=True, tag="pivot"):
    """D2.11: a vehicle turns its VCA (and turret with it). `cost` as in `Go`."""

    unit: str
    to: str
    cost: float | None = None


class Traverse(Act, frozen=True, tag="traverse"):
    """D3.12: a vehicle on the move turns its turret, for MP."""

    unit: str
    to: str


class Delay(Act, frozen=True, tag="delay"):
    """D2.17: a vehicle spends one MP in place."""

    unit: str


class Finish(Act, frozen=True, tag="finish"):
    """A4.2: the move of the unit is over, or of its whole stack if it is the first of it."""

    unit: str


class Pass(Act, frozen=True, tag="pass"):
    """A8.1: no (further) fire at this expenditure.

    `near`: nor at later ones, until the unit is so close to one of yours that its side knows of.
    """

    near: int = 0


class LetGo(Act, frozen=True, tag="letgo"):
    """A8.1: no fire at this unit for the rest of its move."""


# Guns (C10)


class Push(Act, frozen=True, tag="push"):
    """C10.3: those who man a Gun push it into an adjacent hex.

    `helpers`: who helps them, `S1,L1`. `low_ammo`: its ammunition is left behind for it.
    """

    gun: str
    to: str
    facing: str = ""
    helpers: str = ""
    low_ammo: bool = False


class Hook(Act, frozen=True, tag="hook"):
    """C10.11: a stopped vehicle takes a Gun on the hook; its crew boards unless `afoot`."""

    gun: str
    vehicle: str
    afoot: bool = False


class Unhook(Act, frozen=True, tag="unhook"):
    """C10.12: the vehicle leaves the Gun in its hex."""

    gun: str
    facing: str = ""


class Limber(Act, frozen=True, tag="limber"):
    """C10.21, C10.22: turn a Gun to its limbered side, and its CA with it."""

    gun: str
    facing: str = ""


class Unlimber(Act, frozen=True, tag="unlimber"):
    """C10.21: turn a Gun to its firing side."""

    gun: str
    facing: str = ""


class Load(Act, frozen=True, tag="load"):
    """C10.51: a crew loads a Gun en portee, pointing ahead or to the `rear` (C10.53)."""

    gun: str
    vehicle: str
    rear: bool = False


class Unload(Act, frozen=True, tag="unload"):
    """C10.51: a crew unloads a Gun that rides en portee."""

    gun: str
    facing: str = ""


class Board(Act, frozen=True, tag="board"):
    """D6.4: Infantry gets into a vehicle in its hex, or on it as `rider`, for the MF said."""

    unit: str
    vehicle: str
    cost: float
    rider: bool = False


class Alight(Act, frozen=True, tag="alight"):
    """D6.5: Infantry gets out of or off its vehicle, for the MF said."""

    unit: str
    cost: float


class Dismantle(Act, frozen=True, tag="dismantle"):
    """C9.2: take a 76–82mm mortar apart, in place of firing it."""

    gun: str


class Assemble(Act, frozen=True, tag="assemble"):
    """C9.2: put a dismantled mortar together, in place of firing it."""

    gun: str
    facing: str = ""


class Leave(Act, frozen=True, tag="leave"):
    """A4.43: men leave the Gun that they man where it stands."""

    unit: str


# Off-board artillery (C1)


class Bombard(Act, frozen=True, tag="bombard"):
    """C1.81: bombard an area before play: a board, or two half boards (`3:right,4:left`)."""

    area: str = ""


class Oba(Act, frozen=True, tag="oba"):
    """C1: what is decided for a battery: an option of its flow, with its hex or its new Observer.

    The options are those of `asl.artillery`: `radio`, `place`, `correct`, `convert`, `cancel` …
    """

    battery: str
    option: str
    at: str = ""
    by: str = ""


class Barrage(Act, frozen=True, tag="barrage"):
    """C1.7: the hexes and the FP of a Barrage that falls now, out of the player's own chapter E.

    `area`: `K5,K6,K7`; left out, the players resolve it by hand. `fp`: of an HE Barrage (R-E12).
    """

    battery: str
    area: str = ""
    fp: int | None = None


class Aftermath(Act, frozen=True, tag="aftermath"):
    """C1.5: what an FFE has left, `J6,K6`, where the table has asked; no hex: nowhere."""

    battery: str
    trace: Trace
    at: str = ""


class Strike(Act, frozen=True, tag="strike"):
    """C1.51: the FFE over its hex attacks a unit that entered, or stands barer, by hand."""

    unit: str


# Walls


class Claim(Act, frozen=True, tag="claim"):
    """B9.32: claim Wall Advantage."""

    unit: str


class Forfeit(Act, frozen=True, tag="forfeit"):
    """B9.322f: give Wall Advantage up."""

    unit: str


class Reveal(Act, frozen=True, tag="reveal"):
    """B9.324d: put a hidden unit on board concealed, where it may claim Wall Advantage at once."""

    unit: str


class Decline(Act, frozen=True, tag="decline"):
    """B9.323: nobody who could forestall an enemy's Mandatory WA does so."""


# By hand


class Shift(Act, frozen=True, tag="shift"):
    """By hand: put a piece somewhere (a hex, a vehicle's id, or `off`)."""

    unit: str
    to: str
    level: int = 0
    facing: str = ""


class Set(Act, frozen=True, tag="set"):
    """By hand: change a state of a piece."""

    unit: str
    what: str
    value: str


class Add(Act, frozen=True, tag="add"):
    """By hand: add a counter of the catalogue."""

    counter: str
    at: str
    level: int = 0


class Remove(Act, frozen=True, tag="remove"):
    """By hand: take a piece off the table; it counts as eliminated, or has left the board."""

    unit: str
    exited: bool = False


class Mark(Act, frozen=True, tag="mark"):
    """By hand: lay a counter on a hex (`across` names the hexside's other hex)."""

    kind: MarkerKind
    at: str
    across: str = ""
    drm: int | None = None


class Unmark(Act, frozen=True, tag="unmark"):
    """By hand: take a counter off a hex."""

    kind: MarkerKind
    at: str


class Drift(Act, frozen=True, tag="drift"):
    """By hand: the SMOKE of a hex drifts into the next one (A24, C1.71), as thick as it is."""

    at: str
    to: str


class ChangeWeather(Act, frozen=True, tag="weather"):
    """By hand: the weather changes; what C1.71 says of SMOKE then happens."""

    to: Weather


class Roll(Act, frozen=True, tag="roll"):
    """By hand: roll so many dice, with a label that says for what."""

    dice: int
    label: str


class Note(Act, frozen=True, tag="note"):
    """A remark for both."""

    text: str


class Overrule(Act, frozen=True, tag="overrule"):
    """Ask the other side to allow a refused action this once. `what` is the action as typed."""

    what: str
    reason: str


class Agree(Act, frozen=True, tag="agree"):
    """Allow what was asked."""


class Refuse(Act, frozen=True, tag="refuse"):
    """Do not allow it."""


Action = (
    Place
    | BoreSight
    | PreRegister
    | Allot
    | End
    | Concede
    | Fire
    | Designate
    | Duel
    | Give
    | Stand
    | Assault
    | Turn
    | Opportunity
    | Expose
    | ButtonUp
    | Start
    | Stop
    | Stack
    | Go
    | Breach
    | Overrun
    | Pivot
    | Traverse
    | Delay
    | Finish
    | Pass
    | LetGo
    | Push
    | Hook
    | Unhook
    | Limber
    | Unlimber
    | Load
    | Unload
    | Board
    | Alight
    | Dismantle
    | Assemble
    | Leave
    | Bombard
    | Oba
    | Barrage
    | Aftermath
    | Strike
    | Claim
    | Forfeit
    | Reveal
    | Decline
    | Shift
    | Set
    | Add
    | Remove
    | Mark
    | Unmark
    | Drift
    | ChangeWeather
    | Roll
    | Note
    | Overrule
    | Agree
    | Refuse
)
HAND = (Shift, Set, Add, Remove, Mark, Unmark, Drift, ChangeWeather, Roll, Note)
"""What is done by hand: recorded, shown to the other as such, bound by no rule."""
END, PASS, LET_GO, DECLINE, AGREE, REFUSE = End(), Pass(), LetGo(), Decline(), Agree(), Refuse()
STAND = Stand()
