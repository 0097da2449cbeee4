"""The actions of a purchase, each with the words a person types for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from hexfire.asl.purchase.infantry import CAPABILITIES, EQUIPMENT, NAMES
from hexfire.rulebook import BadInput

CODE_NAMES = {code: name for name, code in NAMES.items()}


class Act(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a seat may do."""


class Agree(Act, frozen=True, tag="agree"):
    """H1.1: agree to the date, the points, the boards and the rest."""


class Figured(Act, frozen=True, tag="figure"):
    """R-H-missing: propose a figure; it holds once both seats have named the same value."""

    figure: str
    value: str


class Squads(Act, frozen=True, tag="squads"):
    """H1.2, H1.7: buy squads, half-squads or crews."""

    type: str
    number: int = 1
    capabilities: tuple[str, ...] = ()


class Equip(Act, frozen=True, tag="equip"):
    """H1.202, H1.203, H1.25: skis, Winter Camouflage or MOL for the whole side."""

    what: str


class San(Act, frozen=True, tag="san"):
    """H1.29: raise the SAN."""

    to: int


class Roll(Act, frozen=True, tag="roll"):
    """H1.3, H1.4, H1.5: the Availability DR of the step."""


class BuyGun(Act, frozen=True, tag="gun"):
    name: str
    number: int = 1


class Motorize(Act, frozen=True, tag="motorize"):
    """H1.4: spend 10 % for a motorized unit."""


class BuyVehicle(Act, frozen=True, tag="vehicle"):
    name: str
    number: int = 1
    ammo: bool = False


class Arm(Act, frozen=True, tag="arm"):
    """H1.41: roll for a vehicle's optional armament."""

    ref: str
    weapons: tuple[str, ...]


class Fit(Act, frozen=True, tag="fit"):
    """H1.42: roll for Schuerzen or a gyrostabilizer."""

    ref: str
    features: tuple[str, ...]


class Commander(Act, frozen=True, tag="commander"):
    """H1.43: roll for an Armor Leader in one of three AFV."""

    refs: tuple[str, ...]
    aboard: str


class Camouflage(Act, frozen=True, tag="camouflage"):
    """H1.41: Winter Camouflage for all vehicles."""


class BuyItem(Act, frozen=True, tag="item"):
    """H1.44–H1.48: transport that needs no DR."""

    name: str
    number: int = 1


class Tow(Act, frozen=True, tag="tow"):
    """H1.441: a towing vehicle for a Gun although the DR did not allow it."""

    gun: str
    name: str


class TakeBattery(Act, frozen=True, tag="battery"):
    """H1.5, H1.52: buy the battery that the DR offers."""

    ammo: Literal["", "P", "S"] = ""
    barrage: Literal["", "CB", "CBc"] = ""
    phone: bool = False


class Decline(Act, frozen=True, tag="decline"):
    """H1.13: leave what the DR offers."""


class OpTank(Act, frozen=True, tag="optank"):
    """H1.46: an OP tank for a battery."""

    counter: str
    battery: str


class Preregister(Act, frozen=True, tag="preregister"):
    """H1.53a: Pre-Registered hexes for a battery."""

    battery: str
    hexes: int = 1


class Bombard(Act, frozen=True, tag="bombard"):
    """H1.53b: a Bombardment of a board."""

    board: str


class AirRoll(Act, frozen=True, tag="air-roll"):
    """H1.531: the Air Support Availability DR."""


class BuyAir(Act, frozen=True, tag="air"):
    """H1.531: buy Air Support."""


class PlaneRoll(Act, frozen=True, tag="plane-roll"):
    """H1.532: the Availability DR of an Observation Plane."""


class BuyPlane(Act, frozen=True, tag="plane"):
    """H1.532: buy an Observation Plane."""


class Fortify(Act, frozen=True, tag="fortify"):
    """H1.6: buy fortifications."""

    name: str
    number: int = 1
    board: str = ""


class Announce(Act, frozen=True, tag="announce"):
    """H1.71: announce the ELR."""


class Bonus(Act, frozen=True, tag="bonus"):
    """H1.73: take bonus squads, or the half-squad of a fraction."""

    type: str
    number: int = 1
    hs: bool = False


class Choose(Act, frozen=True, tag="leaders"):
    """H1.81: choose the leaders; perhaps exchange one base leader for the next rank."""

    leaders: dict[str, int]
    exchange: bool = False


class Exchange(Act, frozen=True, tag="exchange"):
    """H1.82: the Leader Exchange DR."""


class TakeSW(Act, frozen=True, tag="sw"):
    """H1.83: take the SW that are allotted."""


class Reinforce(Act, frozen=True, tag="reinforce"):
    """H1.7: let squads of a Roster line enter as reinforcements."""

    line: int
    number: int = 1


class Bring(Act, frozen=True, tag="bring"):
    """H1.84: a leader who comes with the reinforcements."""

    leader: str
    number: int = 1


class Close(Act, frozen=True, tag="close"):
    """H1.1: go on to the next step; there is no way back."""


class Reveal(Act, frozen=True, tag="reveal"):
    """H1.1: show the Roster to the opponent."""


Action = (
    Agree
    | Figured
    | Squads
    | Equip
    | San
    | Roll
    | BuyGun
    | Motorize
    | BuyVehicle
    | Arm
    | Fit
    | Commander
    | Camouflage
    | BuyItem
    | Tow
    | TakeBattery
    | Decline
    | OpTank
    | Preregister
    | Bombard
    | AirRoll
    | BuyAir
    | PlaneRoll
    | BuyPlane
    | Fortify
    | Announce
    | Bonus
    | Choose
    | Exchange
    | TakeSW
    | Reinforce
    | Bring
    | Close
    | Reveal
)


def write(action: Action) -> str:
    """The action as a person types it; `read` understands it again."""
    match action:
        case Figured(figure, value):
            return f"figure {figure} = {value}"
        case Squads(type_, number, capabilities):
            return _join("squads", type_, _times(number), *(CODE_NAMES[c] for c in capabilities))
        case Equip(what):
            return f"equip {CODE_NAMES.get(what, what)}"
        case San(to):
            return f"san {to}"
        case BuyGun(name, number):
            return _join("gun", name, _times(number))
        case BuyVehicle(name, number, ammo):
            return _join("vehicle", name, _times(number), "ammo" if ammo else "")
        case Arm(ref, what) | Fit(ref, what):
            return _join(type(action).__struct_config__.tag, ref, *what)
        case Commander(refs, aboard):
            return _join("commander", *refs, "in", aboard)
        case BuyItem(name, number):
            return _join("item", name, _times(number))
        case Tow(gun, name):
            return f"tow {gun} {name}"
        case TakeBattery(ammo, barrage, phone):
            said = {"P": "plentiful", "S": "scarce", "": ""}[ammo]
            return _join("battery", said, barrage.lower(), "phone" if phone else "")
        case OpTank(counter, battery):
            return f"optank {counter} for {battery}"
        case Preregister(battery, hexes):
            return _join("preregister", battery, _times(hexes))
        case Bombard(board):
            return f"bombard {board}"
        case Fortify(name, number, board):
            return _join("fortify", name, _times(number), f"on {board}" if board else "")
        case Bonus(type_, number, hs):
            return _join("bonus", type_, _times(number), "hs" if hs else "")
        case Choose(leaders, exchange):
            ranks = (f"{rank}x{number}" for rank, number in leaders.items())
            return _join("leaders", *ranks, "exchange" if exchange else "")
        case Reinforce(line, number):
            return _join("reinforce", f"line{line}", _times(number))
        case Bring(leader, number):
            return _join("bring", leader, _times(number))
    return str(type(action).__struct_config__.tag)


def _times(number: int) -> str:
    return f"x{number}" if number != 1 else ""


def _join(*parts: object) -> str:
    return " ".join(str(part) for part in parts if str(part))


class _Words:
    """The words after the verb, eaten one by one; what nobody eats is a mistake."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()

    def number(self) -> int:
        """Takes `x3` or `×3` from wherever it stands; 1 without it."""
        for at, word in enumerate(self.words):
            if found := re.fullmatch(r"[x×*](\d+)", word):
                del self.words[at]
                return int(found[1])
        return 1

    def flag(self, *names: str) -> bool:
        for at, word in enumerate(self.words):
            if word.lower() in names:
                del self.words[at]
                return True
        return False

    def after(self, word: str) -> str:
        """Everything behind a word such as `for` or `on`, or nothing."""
        lower = [each.lower() for each in self.words]
        if word not in lower:
            return ""
        at = lower.index(word)
        rest = " ".join(self.words[at + 1 :])
        del self.words[at:]
        return rest

    def capabilities(self) -> tuple[str, ...]:
        found = set()
        for word in list(self.words):
            if NAMES.get(word.lower()) in CAPABILITIES:
                found.add(NAMES[word.lower()])
                self.words.remove(word)
        return tuple(code for code in CAPABILITIES if code in found)

    def name(self) -> str:
        """All that is left, as one name."""
        if not self.words:
            raise BadInput("purchase.bad_action", text=self.text)
        found, self.words = " ".join(self.words), []
        return found

    def first(self) -> str:
        if not self.words:
            raise BadInput("purchase.bad_action", text=self.text)
        return self.words.pop(0)

    def whole(self) -> int:
        word = self.first().removeprefix("line")
        if not word.isdigit():
            raise BadInput("purchase.bad_number", text=word)
        return int(word)

    def rest(self) -> tuple[str, ...]:
        found, self.words = tuple(self.words), []
        return found


def _read_figure(w: _Words) -> Action:
    key, equals, value = " ".join(w.rest()).partition(" = ")
    if not equals:
        raise BadInput("purchase.bad_figure", text=w.text)
    return Figured(key.strip(), value.strip())


def _read_leaders(w: _Words) -> Action:
    exchange = w.flag("exchange")
    counts: dict[str, int] = {}
    for word in w.rest():
        found = re.fullmatch(r"(\d+[-+]\d)[x×*](\d+)", word)
        if not found:
            raise BadInput("purchase.bad_leaders", text=word)
        counts[found[1]] = counts.get(found[1], 0) + int(found[2])
    return Choose(counts, exchange)


def _read_battery(w: _Words) -> Action:
    ammo: Literal["", "P", "S"] = ""
    barrage: Literal["", "CB", "CBc"] = ""
    if w.flag("plentiful"):
        ammo = "P"
    elif w.flag("scarce"):
        ammo = "S"
    if w.flag("cb"):
        barrage = "CB"
    elif w.flag("cbc"):
        barrage = "CBc"
    phone = w.flag("phone")
    w.flag("radio")
    return TakeBattery(ammo, barrage, phone)


def _read_commander(w: _Words) -> Action:
    aboard = w.after("in")
    refs = w.rest()
    return Commander(refs, aboard or (refs[0] if refs else ""))


def _read_squads(w: _Words) -> Action:
    number, capabilities = w.number(), w.capabilities()
    return Squads(w.name(), number, capabilities)


def _read_fortify(w: _Words) -> Action:
    board, number = w.after("on"), w.number()
    return Fortify(w.name(), number, board)


def _read_vehicle(w: _Words) -> Action:
    number, ammo = w.number(), w.flag("ammo")
    return BuyVehicle(w.name(), number, ammo)


def _read_bonus(w: _Words) -> Action:
    number, hs = w.number(), w.flag("hs")
    return Bonus(w.name(), number, hs)


def _read_optank(w: _Words) -> Action:
    battery = w.after("for")
    return OpTank(w.name(), battery)


def _read_equip(w: _Words) -> Action:
    word = w.name().lower()
    return Equip(NAMES.get(word, word))


def _counted(make: Callable[[str, int], Action]) -> Callable[[_Words], Action]:
    def read_it(w: _Words) -> Action:
        number = w.number()
        return make(w.name(), number)

    return read_it


_READERS: dict[str, Callable[[_Words], Action]] = {
    "agree": lambda w: Agree(),
    "figure": _read_figure,
    "squads": _read_squads,
    "equip": _read_equip,
    "san": lambda w: San(w.whole()),
    "roll": lambda w: Roll(),
    "gun": _counted(BuyGun),
    "motorize": lambda w: Motorize(),
    "vehicle": _read_vehicle,
    "arm": lambda w: Arm(w.first(), w.rest()),
    "fit": lambda w: Fit(w.first(), w.rest()),
    "commander": _read_commander,
    "camouflage": lambda w: Camouflage(),
    "item": _counted(BuyItem),
    "tow": lambda w: Tow(w.first(), w.name()),
    "battery": _read_battery,
    "decline": lambda w: Decline(),
    "optank": _read_optank,
    "preregister": _counted(Preregister),
    "bombard": lambda w: Bombard(w.name()),
    "air-roll": lambda w: AirRoll(),
    "air": lambda w: BuyAir(),
    "plane-roll": lambda w: PlaneRoll(),
    "plane": lambda w: BuyPlane(),
    "fortify": _read_fortify,
    "announce": lambda w: Announce(),
    "bonus": _read_bonus,
    "leaders": _read_leaders,
    "exchange": lambda w: Exchange(),
    "sw": lambda w: TakeSW(),
    "reinforce": lambda w: Reinforce(number=w.number(), line=w.whole()),
    "bring": _counted(Bring),
    "close": lambda w: Close(),
    "reveal": lambda w: Reveal(),
}
VERBS = tuple(_READERS)


def read(text: str) -> Action:
    """The action a person typed."""
    verb, _, rest = text.strip().partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise BadInput("purchase.unknown_verb", text=verb, verbs=VERBS)
    words = _Words(rest)
    action = reader(words)
    if words.words:
        raise BadInput("purchase.left_over", text=" ".join(words.words), action=verb)
    return action


def ordered(capabilities: Iterable[str]) -> tuple[str, ...]:
    """Capabilities in the Roster's order, each once."""
    found = set(capabilities)
    return tuple(code for code in (*CAPABILITIES, *EQUIPMENT) if code in found)
