"""Actions as a person types them: `squads 4-6-8 x3 sapper`, `fortify wire x2`, `close`."""

from __future__ import annotations

import re
from collections.abc import Callable

from hexfire.asl.purchase.actions import (
    Action,
    Agree,
    AirRoll,
    Announce,
    Arm,
    Bombard,
    Bonus,
    Bring,
    BuyAir,
    BuyGun,
    BuyItem,
    BuyPlane,
    BuyVehicle,
    Camouflage,
    Choose,
    Close,
    Commander,
    Decline,
    Equip,
    Exchange,
    Figured,
    Fit,
    Fortify,
    Motorize,
    OpTank,
    PlaneRoll,
    Preregister,
    Reinforce,
    Reveal,
    Roll,
    San,
    Squads,
    TakeBattery,
    TakeSW,
    Tow,
)
from hexfire.asl.purchase.infantry import CAPABILITIES, NAMES
from hexfire.asl.purchase.japanese import english
from hexfire.asl.purchase.oba import read_choice
from hexfire.rulebook import BadInput, read_whole

CODE_NAMES = {code: name for name, code in NAMES.items()}


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
            supply = {"P": "plentiful", "S": "scarce", "": ""}[ammo]
            return _join("battery", supply, barrage.lower(), "phone" if phone else "")
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


def _whole(text: str) -> int:
    if (number := read_whole(text)) is None:
        raise BadInput("purchase.bad_number", text=text[:40])
    return number


class _Words:
    """The words after the verb, eaten one by one; what nobody eats is a mistake."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()

    def number(self) -> int:
        """Takes `x3` or `×3` from wherever it stands; 1 without it."""
        for at, word in enumerate(self.words):
            if times := re.fullmatch(r"[x×*](\d+)", word):
                del self.words[at]
                return _whole(times[1])
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
        codes = set()
        for word in list(self.words):
            if NAMES.get(word.lower()) in CAPABILITIES:
                codes.add(NAMES[word.lower()])
                self.words.remove(word)
        return tuple(code for code in CAPABILITIES if code in codes)

    def name(self) -> str:
        """All that is left, as one name."""
        if not self.words:
            raise BadInput("purchase.bad_action", text=self.text)
        name, self.words = " ".join(self.words), []
        return name

    def first(self) -> str:
        if not self.words:
            raise BadInput("purchase.bad_action", text=self.text)
        return self.words.pop(0)

    def whole(self) -> int:
        return _whole(self.first().removeprefix("line"))

    def rest(self) -> tuple[str, ...]:
        words, self.words = tuple(self.words), []
        return words


def _read_figure(w: _Words) -> Action:
    key, equals, value = " ".join(w.rest()).partition(" = ")
    if not equals:
        raise BadInput("purchase.bad_figure", text=w.text)
    return Figured(key.strip(), value.strip())


def _read_leaders(w: _Words) -> Action:
    exchange = w.flag("exchange")
    counts: dict[str, int] = {}
    for word in w.rest():
        leaders = re.fullmatch(r"(\d{1,2}[-+]\d)[x×*](\d{1,4})", word)
        if not leaders:
            raise BadInput("purchase.bad_leaders", text=word)
        counts[leaders[1]] = counts.get(leaders[1], 0) + int(leaders[2])
    return Choose(counts, exchange)


def _read_battery(w: _Words) -> Action:
    return TakeBattery(*read_choice(w.rest()))


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
    """The action a person typed, in either language."""
    verb, _, rest = english(text).partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None:
        verbs = tuple(f"@purchase.verb.{known}" for known in VERBS)
        raise BadInput("purchase.unknown_verb", text=verb, verbs=verbs)
    words = _Words(rest)
    action = reader(words)
    if words.words:
        raise BadInput("purchase.left_over", text=" ".join(words.words), action=verb)
    return action
