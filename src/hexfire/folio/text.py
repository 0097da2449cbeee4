"""Actions as a person types them; the same form in journal, log, command line and page."""

from __future__ import annotations

import re
from collections.abc import Callable

from hexfire.folio import actions, movement
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.japanese import ORDERS
from hexfire.rulebook import BadInput, Refusal

FORMS = {
    "place": "place UNIT HEX",
    "enter": "enter UNIT HEX",
    "move": "move UNIT HEX",
    "exit": "exit UNIT",
    "end": "end",
    "barrage": "barrage HEX with MARKER, MARKER",
    "attack": "attack HEX with UNIT, UNIT",
    "support": "support MARKER",
    "counter": "counter MARKER, MARKER",
    "decline": "decline",
    "roll": "roll",
    "hold": "hold UNIT",
    "retreat": "retreat UNIT HEX",
    "displace": "displace UNIT HEX",
    "lose": "lose UNIT",
    "advance": "advance UNIT HEX",
    "stay": "stay",
    "blow": "blow BRIDGE",
    "build": "build UNIT BRIDGE",
    "fortify": "fortify UNIT",
    "restore": "restore UNIT",
    "rebuild": "rebuild UNIT HEX",
}
"""Every verb with the form of its sentence."""
_VERBS = tuple(f"@folio.verb.{verb}" for verb in FORMS)


def write(action: Action) -> str:
    """The action as it is typed.

    >>> write(actions.Attack("0914", ("4/47", "12")))
    'attack 0914 with 4/47, 12'
    """
    match action:
        case actions.Move():  # by far the most of all that is ever listed
            return f"move {action.unit} {action.to}"
        case actions.Attack():
            return f"attack {action.hex} with {', '.join(action.units)}"
        case actions.Barrage():
            return f"barrage {action.hex} with {', '.join(action.markers)}"
        case actions.Counter():
            return f"counter {', '.join(action.markers)}"
        case _:
            verb = str(action.__struct_config__.tag)
            words = (getattr(action, name) for name in action.__struct_fields__)
            return " ".join((verb, *(word for word in words if word)))


def read(at: Position, seat: str, text: str) -> Action:
    """The action a person typed, in either language. A whole way is checked hex by hex."""
    words = ORDERS.english(text).replace(",", " , ").split()
    if not words:
        raise BadInput("folio.typed.empty", verbs=_VERBS)
    verb = words[0].lower()
    maker = _READERS.get(verb)
    if maker is None:
        raise BadInput("folio.typed.verb", text=words[0], verbs=_VERBS)
    action = maker(words[1:])
    if action is None:
        raise BadInput("folio.typed.form", text=text.strip(), form=f"@folio.form.{verb}")
    if isinstance(action, actions.Move) and "-" in action.to:
        return _walked(at, action)
    return _in_order(at, action)


def _walked(at: Position, action: actions.Move) -> actions.Move:
    """`move 4/47 0812-0913`: from and to; with more hexes, the whole way, checked by the rules."""
    labels = action.to.split("-")
    unit = at.scenario.unit_index.get(action.unit)
    if unit is None:
        raise BadInput("folio.no_unit", unit=action.unit)
    hexes = []
    for label in labels:
        hex = at.scenario.hex_index.get(label)
        if hex is None:
            first, last = at.scenario.labels[0], at.scenario.labels[-1]
            raise BadInput("folio.no_hex", hex=label, first=first, last=last)
        hexes.append(hex)
    here = at.places[unit]
    if hexes[0] != here:
        if here < 0:
            raise Refusal("F2.1", "folio.not_on_map", unit=action.unit)
        raise Refusal("F5.0a", "folio.move.not_there", unit=action.unit, hex=at.label(here))
    if len(hexes) > 2:
        movement.walk(at, unit, hexes)
    return actions.Move(action.unit, labels[-1])


def _in_order(at: Position, action: Action) -> Action:
    """Units and markers in the scenario's order, so that one combat has one form."""
    last = 1 << 30
    match action:
        case actions.Attack():
            units = at.scenario.unit_index
            names = tuple(sorted(action.units, key=lambda name: units.get(name, last)))
            return actions.Attack(action.hex, names)
        case actions.Barrage() | actions.Counter():
            markers = at.scenario.marker_index
            names = tuple(sorted(action.markers, key=lambda name: markers.get(name, last)))
            if isinstance(action, actions.Barrage):
                return actions.Barrage(action.hex, names)
            return actions.Counter(names)
        case _:
            return action


def _two(make: Callable[[str, str], Action]) -> Callable[[list[str]], Action | None]:
    return lambda words: make(*words) if len(words) == 2 and "," not in words else None


def _one(make: Callable[[str], Action]) -> Callable[[list[str]], Action | None]:
    return lambda words: make(words[0]) if len(words) == 1 and words != [","] else None


def _none(make: Callable[[], Action]) -> Callable[[list[str]], Action | None]:
    return lambda words: None if words else make()


def _names(words: list[str]) -> tuple[str, ...] | None:
    """Names parted by commas (or just blanks)."""
    names = tuple(name for name in re.split(r"[,\s]+", " ".join(words)) if name)
    return names or None


def _with(make: Callable[[str, tuple[str, ...]], Action]) -> Callable[[list[str]], Action | None]:
    def maker(words: list[str]) -> Action | None:
        if len(words) < 3 or words[1].lower() != "with":
            return None
        names = _names(words[2:])
        return make(words[0], names) if names else None

    return maker


def _counter(words: list[str]) -> Action | None:
    names = _names(words)
    return actions.Counter(names) if names else None


def _retreat(words: list[str]) -> Action | None:
    return actions.Retreat(*words) if len(words) in (1, 2) and "," not in words else None


_READERS: dict[str, Callable[[list[str]], Action | None]] = {
    "place": _two(actions.Place),
    "enter": _two(actions.Enter),
    "move": _two(actions.Move),
    "exit": _one(actions.Leave),
    "end": _none(actions.End),
    "barrage": _with(actions.Barrage),
    "attack": _with(actions.Attack),
    "support": _one(actions.Support),
    "counter": _counter,
    "decline": _none(actions.Decline),
    "roll": _none(actions.Roll),
    "hold": _one(actions.Hold),
    "retreat": _retreat,
    "displace": _two(actions.Displace),
    "lose": _one(actions.Lose),
    "advance": _two(actions.Advance),
    "stay": _none(actions.Stay),
    "blow": _one(actions.Blow),
    "build": _two(actions.Build),
    "fortify": _one(actions.Fortify),
    "restore": _one(actions.Restore),
    "rebuild": _two(actions.Rebuild),
}
