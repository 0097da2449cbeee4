"""The Folio game in its box: its scenarios, its maps as the page draws them, its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from hexfire.assist.hints import Hint, hint
from hexfire.dice import Odds
from hexfire.folio import combat as rules
from hexfire.folio import legal, movement, support, text
from hexfire.folio.actions import Attack, Barrage
from hexfire.folio.board import Position
from hexfire.folio.combat import Assessment
from hexfire.folio.game import Folio
from hexfire.folio.library import builtin, builtin_names
from hexfire.folio.problems import BadScenario
from hexfire.folio.reader import load
from hexfire.folio.state import Combat, State
from hexfire.hexes import iterate
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes.box import ScenarioCard
from hexfire.server.boxes.folio_map import card, drawn
from hexfire.server.boxes.own_scenario import OWN
from hexfire.server.files.uploads import read_scenario

HINT = "hint"
HINT_SECONDS = 2.0
"""How long a phase is thought about for a hint."""


class FolioBox:
    """Folio scenarios for the server."""

    heavy: frozenset[str] = frozenset({HINT})

    def __init__(self) -> None:
        self._folio = Folio()
        self.game: Game[Any, Any] = self._folio

    def cards(self) -> tuple[ScenarioCard, ...]:
        return tuple(_card(name) for name in builtin_names())

    def scenario(self, name: str) -> Any:
        """The two texts themselves: a game under way keeps them, whatever becomes of ours."""
        if name not in builtin_names():
            raise Refusal("", "server.no_scenario", name=name, names=builtin_names())
        return dict(builtin(name))

    async def written(self, data: Mapping[str, Any]) -> tuple[str, Any]:
        """A player's own scenario: its two texts, checked in a bounded worker before anything."""
        match data:
            case {"toml": str(toml), "map": str(map), **rest} if not rest:
                read = await read_scenario(toml, map)
            case _:
                raise BadInput("folio.scenario.texts")
        if read.card is None:
            raise BadScenario(read.problems)
        return _listed(read.card), {"toml": toml, "map": map}

    def board(self, state: State) -> Any:
        """The map. Only what is word for word ours goes by its name: the lesson is made for it."""
        scenario = self._folio.scenario(state)
        ours = scenario.id in builtin_names() and scenario.source == builtin(scenario.id)
        return {**drawn(scenario), "id": scenario.id if ours else OWN}

    def ask(self, state: State, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """One question: `{"reach": "4/47"}`, `{"odds": {"hex": "0914", "units": […]}}` …

        All of a Folio position is open to both sides but the markers in hand, and no answer here
        tells of a marker that the asker did not name himself or that is not on the table.
        """
        if len(question) != 1:
            raise BadInput("server.bad_question", why=", ".join(map(str, question)) or "{}")
        ((name, about),) = question.items()
        if name == HINT:
            return self._hint(state, seat)
        answer = _QUESTIONS.get(name)
        if answer is None:
            raise BadInput("server.bad_question", why=str(name)[:40])
        return answer(self._folio.at(state), seat, about)

    def _hint(self, state: State, seat: Seat | None) -> Hint:
        """What the bot would do in the seat's place: for whoever sits there, nobody else."""
        if seat is None:
            raise Refusal("", "server.not_your_seat", seat="—")
        return hint(self._folio, state, seat, seconds=HINT_SECONDS)


@lru_cache
def _card(name: str) -> ScenarioCard:
    return card(name, load(builtin(name)))


def _listed(card: ScenarioCard) -> str:
    """What the table of an own scenario is listed by; never the name of one of ours."""
    title = "".join(sign for sign in card.title["en"] if sign.isprintable()).strip()[:60]
    return title if title and title not in builtin_names() else f"{title} *".strip()


# -- questions -------------------------------------------------------------------------------------


def _reach(at: Position, seat: Seat | None, about: Any) -> Any:
    """Where a unit may end its move, and what it costs (F5.0)."""
    unit = _unit(at, about)
    if at.state.places[unit] < 0:
        return {"unit": about, "costs": {}}
    costs = movement.reach(at, unit)
    ends = movement.destinations(at, unit)
    return {
        "unit": about,
        "allowance": at.strength(unit).movement,
        "costs": {at.label(hex): movement.mp(costs.cost(hex)) for hex in iterate(ends)},
    }


def _path(at: Position, seat: Seat | None, about: Any) -> Any:
    """A cheapest way to a hex, with what has been spent at each step."""
    unit, to = _unit(at, _field(about, "unit")), _hex(at, _field(about, "to"))
    if at.state.places[unit] < 0:
        return {"path": []}
    way = movement.cheapest_way(at, unit, to) or ()
    return {"path": [[at.label(step.hex), movement.mp(step.spent)] for step in way]}


def _zoc(at: Position, seat: Seat | None, about: Any) -> Any:
    """F6.0: the hexes in each side's zone of control."""
    return {
        side: [at.label(hex) for hex in iterate(at.board.zoc[i])]
        for i, side in enumerate(at.scenario.seats)
    }


def _odds(at: Position, seat: Seat | None, about: Any) -> Any:
    """A combat or barrage that might be declared: both tallies, the column, the exact odds."""
    scenario, state = at.scenario, at.state
    label = _text(_field(about, "hex"))
    markers = tuple(_markers(at, about.get("markers", ())))
    names = tuple(_text(name) for name in _list(about.get("units", ())))
    hex = _hex(at, label)
    if names:
        legal.menu_of(at, state.player).check(_in_order(at, Attack(label, names)))
        units = tuple(sorted(scenario.unit_index[name] for name in names))
    else:
        ids = tuple(scenario.markers[m].id for m in markers)
        legal.menu_of(at, state.player).check(Barrage(label, ids))
        units = ()
    return _assessed(at, Combat(at.board.at[hex], hex, units, markers))


def _combat(at: Position, seat: Seat | None, about: Any) -> Any:
    """The combat under way; with `{"marker": …}`, as it would be with that marker committed too."""
    combat = at.state.combat
    if combat is None or at.state.places[combat.target] != combat.hex:
        return None
    if isinstance(about, Mapping) and about.get("marker"):
        (marker,) = _markers(at, [about["marker"]])
        side = legal.side_to_act(at.state)
        seats = at.scenario.seats
        mine_to_commit = side if side is not None and seat == seats[side] else -1
        support.check_own(at, marker, mine_to_commit)
        mine = (*combat.attack_markers, marker) if side == at.state.player else None
        combat = Combat(
            combat.target,
            combat.hex,
            combat.attackers,
            mine or combat.attack_markers,
            combat.defence_markers if mine else (*combat.defence_markers, marker),
        )
    return _assessed(at, combat)


def _assessed(at: Position, combat: Combat) -> dict[str, Any]:
    assessed: Assessment = rules.assess(at, combat)
    chances: Odds[str] = rules.chances(at, combat)
    crt = at.scenario.crt
    rolls: dict[str, list[int]] = {}
    if assessed.column >= 0:
        for roll in crt.rolls:
            rolls.setdefault(crt.results[roll][assessed.column], []).append(roll)
    order = {result: n for n, result in enumerate(rules.RESULTS)}
    return {
        "attack": {"items": assessed.attack.items, "total": assessed.attack.total},
        "defence": {"items": assessed.defence.items, "total": assessed.defence.total},
        "differential": assessed.differential,
        "row": assessed.row,
        "rows": assessed.rows,
        "column": assessed.column,
        "range": crt.rows[assessed.row][assessed.column] if assessed.column >= 0 else None,
        "odds": [
            {"result": result, "exact": _fraction(chance), "rolls": rolls.get(result, [])}
            for result, chance in sorted(chances.items(), key=lambda pair: order[pair[0]])
        ],
    }


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _targets(at: Position, seat: Seat | None, about: Any) -> Any:
    """F7.0, F8.4: who may be attacked now, and by whom; who may be barraged."""
    if not at.state.phase.is_combat or at.state.pending is not None:
        return {"attacks": {}, "barrages": []}
    units = at.scenario.units
    return {
        "attacks": {
            at.label(at.state.places[target]): [units[unit].id for unit in attackers]
            for target, attackers in rules.pairings(at).items()
        },
        "barrages": [at.label(at.state.places[t]) for t in support.barrage_targets(at)],
    }


def _why_not(at: Position, seat: Seat | None, about: Any) -> Any:
    """Whether a typed action is legal; if not, the refusal says why."""
    if seat is None:
        raise Refusal("", "server.not_your_seat", seat="—")
    action = text.read(at, seat, _text(about))
    legal.menu_of(at, at.scenario.seats.index(seat)).check(action)
    return {"legal": True, "action": text.write(action)}


_QUESTIONS: dict[str, Callable[[Position, Seat | None, Any], Any]] = {
    "reach": _reach,
    "path": _path,
    "zoc": _zoc,
    "odds": _odds,
    "combat": _combat,
    "targets": _targets,
    "why": _why_not,
}


# -- reading what a question names -----------------------------------------------------------------


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > 20:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return list(value)


def _field(value: Any, name: str) -> Any:
    if not isinstance(value, Mapping) or name not in value:
        raise BadInput("server.bad_question", why=name)
    return value[name]


def _unit(at: Position, name: Any) -> int:
    unit = at.scenario.unit_index.get(_text(name))
    if unit is None:
        raise BadInput("folio.no_unit", unit=name)
    return unit


def _hex(at: Position, label: Any) -> int:
    hex = at.scenario.hex_index.get(_text(label))
    if hex is None:
        labels = at.scenario.labels
        raise BadInput("folio.no_hex", hex=label, first=labels[0], last=labels[-1])
    return hex


def _markers(at: Position, names: Any) -> list[int]:
    markers = []
    for name in _list(names):
        marker = at.scenario.marker_index.get(_text(name))
        if marker is None:
            raise BadInput("folio.no_marker", marker=name)
        markers.append(marker)
    return sorted(markers)


def _in_order(at: Position, action: Attack) -> Attack:
    last = 1 << 30
    index = at.scenario.unit_index
    return Attack(action.hex, tuple(sorted(action.units, key=lambda name: index.get(name, last))))
