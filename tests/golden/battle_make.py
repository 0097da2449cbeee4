"""Makes the golden battles anew: games of our scenarios that together run most of C and B9.

Run it when the battle's rules change what happens: `python tests/golden/battle_make.py`. Many games
are played by a player who tries everything; those that run the most rules are kept, with the list
of the rows they ran (`battle-played.txt`).
"""

from __future__ import annotations

import gzip
import random
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from played_rules import rows_run

from hexfire.asl.battle.files.library import builtin_names
from hexfire.asl.battle.fire.weapons import weapon_names
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Action
from hexfire.asl.battle.table.pieces import Gun, Men, Support, Vehicle, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, TargetType, Turned
from hexfire.dice import Choice, NeedAnswer, seeded
from hexfire.play import Table
from hexfire.rulebook import Refusal, ledger
from hexfire.rulebook.played import BATTLE_PARTS, Played

HERE = Path(__file__).parent
SEEDS = range(2)
KEPT = 9
RANGES = ("range", "proving")
LONGEST = 1_500
"""Actions of a game; one that is longer is given up."""


NOT_YET = "no recorded battle has come to it"
HEAD = """\
# Rows of chapter C and B9 that no golden battle runs, and why. `hexfire rules --coverage` counts
# those that are played; tests/asl/battle/test_golden.py fails when a row stands neither here nor
# in battle-played.txt. battle_make.py strikes what is played and adds what is not.
"""
SELDOM = {
    act.Overrule: 0.01,
    act.Claim: 0.1,
    act.Forfeit: 0.05,
    act.Opportunity: 0.1,
    act.LetGo: 0.05,
    act.Finish: 0.2,
    act.Pass: 0.5,
}
"""How often what is nearly always allowed is done, beside the rest."""


class Player:
    """Somebody who tries everything: each kind of action, each ammunition, each way to fire."""

    def __init__(self, game: Battle, rng: random.Random) -> None:
        self.game, self.rng, self.done = game, rng, 0

    def choose(self, state: State, seat: str) -> Action:
        menu = self.game.menu(state, seat)
        listed = list(menu)
        if state.clock.phase is Phase.SETUP:
            return self._set_up(menu, listed)
        self.done += 1
        if act.END in listed and self.rng.random() < 0.03:
            return act.END
        wild: list[Action] = []
        if self.rng.random() < 0.3:
            wild = [action for action in self._wild(menu, state) if action in menu]
        kinds: dict[type, list[Action]] = {}
        for action in (*listed, *wild):
            if not isinstance(action, act.End):
                kinds.setdefault(type(action), []).append(action)
        if not kinds or (act.END in listed and self.done % 25 == 0):
            return act.END if act.END in listed else self.rng.choice(listed)
        shots = kinds.get(act.Fire)
        if shots and self.rng.random() < 0.6:
            return self._declared(menu, self.rng.choice(shots))
        weights = [SELDOM.get(kind, 1.0) for kind in kinds]
        return self.rng.choice(kinds[self.rng.choices(list(kinds), weights)[0]])

    def _set_up(self, menu: Menu, listed: list[Action]) -> Action:
        """Hidden or concealed where allowed; Bore Sighted and Pre-Registered before the end."""
        action = self.rng.choice(listed)
        if not isinstance(action, act.Place):
            secret = [one for one in self._secrets(menu) if one in menu]
            return self.rng.choice(secret) if secret and self.rng.random() < 0.8 else action
        facing = str(self.rng.randrange(6))
        for veil in (Veil.HIDDEN, Veil.CONCEALED, None):
            wished = replace(action, veil=veil, facing=facing)
            if wished in menu:
                return wished
        return action

    def _secrets(self, menu: Menu) -> Iterator[Action]:
        hexes = [menu.at.grid.label(hex) for hex in self.rng.sample(menu.at.grid.hexes, 20)]
        for hex in hexes:
            yield act.PreRegister(hex)
            for piece in menu.at.state.pieces:
                if isinstance(piece, Gun) and piece.side == menu.seat:
                    yield act.BoreSight(piece.id, hex)

    def _wild(self, menu: Menu, state: State) -> Iterator[Action]:
        """What is legal and not listed: a few of each."""
        own = [p for p in menu.at.state.pieces if p.side == menu.seat and p.spot is not None]
        weapons = list(weapon_names(menu.at, menu.seat))
        if own:
            unit = self.rng.choice(own)
            yield act.Opportunity(unit.id)
            yield act.Claim(unit.id)
            yield act.Forfeit(unit.id)
            if state.clock.phase is Phase.MPH and self.rng.random() < 0.02:
                there = menu.at.grid.label(self.rng.choice(menu.at.grid.hexes))
                yield act.Overrule(f"go {unit.id} to {there} cost 1", "a short cut")
        for weapon in self.rng.sample(weapons, min(3, len(weapons))):
            yield act.Turn(weapon, str(self.rng.randrange(6)))
            hex = self.rng.choice(menu.at.grid.hexes)
            yield act.Fire(weapon, menu.at.grid.label(hex), kind=TargetType.AREA)
            yield act.Fire(weapon, menu.at.grid.label(hex), ammo=Ammo.SMOKE, kind=TargetType.AREA)
        if state.move is not None and not state.move.open:
            yield act.Delay(state.move.unit)
            yield from self._ways(menu, state.move.unit)
        yield from self._assaults(menu)

    def _ways(self, menu: Menu, unit: str) -> Iterator[Action]:
        """Steps that need something said: bogs, bypass, reverse, OVR, breaching."""
        here = menu.at.hex(menu.at.piece(unit))
        assert here is not None
        for there in here.neighbours():
            if there not in menu.at.grid:
                continue
            to = menu.at.grid.label(there)
            yield act.Go(unit, to, bog="+1")
            yield act.Go(unit, to, reverse=True, cost=3)
            yield act.Overrun(unit, to, 4)
            yield act.Breach(unit, to, "+1")
            for beside in there.neighbours():
                if beside in menu.at.grid and beside != here:
                    yield act.Go(unit, to, along=menu.at.grid.label(beside), cost=2)

    def _assaults(self, menu: Menu) -> Iterator[Action]:
        """FT, DC and magnetic mines at every vehicle nearby."""
        pieces = [p for p in menu.at.state.pieces if menu.at.spot(p) is not None]
        vehicles = [p.id for p in pieces if isinstance(p, Vehicle) and p.side != menu.seat]
        for piece in pieces:
            if piece.side != menu.seat:
                continue
            if isinstance(piece, Men) and menu.at.state.clock.phase is Phase.CCPH:
                yield from (act.Assault(f"{piece.id}.ATMM", one, 0, 4) for one in vehicles)
            elif isinstance(piece, Support):
                yield from (act.Assault(piece.id, one) for one in vehicles)
                yield from (act.Assault(piece.id, one, thrown=True) for one in vehicles)

    def _declared(self, menu: Menu, usual: Action) -> Action:
        """The shot with something declared, if that is allowed."""
        assert isinstance(usual, act.Fire)
        leaders = [p.id for p in menu.at.state.pieces if isinstance(p, Men) and p.side == menu.seat]
        ways = [
            *(replace(usual, ammo=ammo) for ammo in Ammo),
            *(replace(usual, kind=kind) for kind in TargetType),
            *(replace(usual, turning=by) for by in Turned),
            *(replace(usual, leader=one) for one in leaders),
            replace(usual, intensive=True),
            replace(usual, immobilize=True),
            replace(usual, ife=True),
            replace(usual, ift=True),
        ]
        self.rng.shuffle(ways)
        return next((way for way in ways[:12] if way in menu), usual)


def source_of(name: str) -> object:
    """One of our scenarios, or a range beside this file."""
    return {"toml": (HERE / f"{name}.toml").read_text()} if name in RANGES else name


def play(name: str, seed: int) -> bytes | None:
    """One game; None if it did not end."""
    rng, journal = random.Random(seed), bytearray()
    game = Battle()
    table = Table.new(game, source_of(name), source=seeded(seed), keep=journal.extend)
    player = Player(game, rng)
    for _ in range(LONGEST):
        if table.outcome() is not None:
            return bytes(journal)
        seat = rng.choice(game.to_act(table.state))
        try:
            table.do(seat, player.choose(table.state, seat))
        except NeedAnswer:
            _answered(table, rng)
        except Refusal:
            continue  # refused on the table as it is: nothing has happened
    return None


def drills() -> Iterator[tuple[str, bytes]]:
    """The games of `drills.toml`, played as they are ordered."""
    for each in tomllib.loads((HERE / "drills.toml").read_text())["drill"]:
        game, rng, journal = Battle(), random.Random(each["seed"]), bytearray()
        source = {"data": each["scenario"]}
        table = Table.new(game, source, source=seeded(each["seed"]), keep=journal.extend)
        for order in each["orders"]:
            for text in _typed(game, table, order, rng):
                seat = game.to_act(table.state)[0]
                try:
                    table.do(seat, game.read(text, table.state, seat))
                except NeedAnswer:
                    _answered(table, rng)
        yield f"drill-{each['name']}", bytes(journal)


def _typed(
    game: Battle, table: Table[State, Action], order: str, rng: random.Random
) -> Iterator[str]:
    """An order of a drill as the actions that it means."""
    if order == "batteries":
        while table.outcome() is None and not table.state.clock.over:
            seat = game.to_act(table.state)[0]
            listed = list(game.menu(table.state, seat))
            oba = [one for one in listed if isinstance(one, act.Oba) and one.option != "silent"]
            rest = [one for one in listed if isinstance(one, act.Oba | act.End | act.Pass)]
            yield game.write(rng.choice(oba or rest))
    elif order.startswith("to "):
        wanted = order.split()[1:]
        while True:
            yield "end"
            if [table.state.clock.phase.value, table.state.clock.phasing] == wanted:
                return
    else:
        yield order


def _answered(table: Table[State, Action], rng: random.Random) -> None:
    """Decisions in the middle of an action are taken at random."""
    while (need := table.request()) is not None:
        wanted = need.request
        assert isinstance(wanted, Choice)
        try:
            table.answer(wanted.seat, [rng.randrange(len(wanted.options))])
        except NeedAnswer:
            continue


def _kind(game: str) -> str:
    """The scenario of a game: each of them is kept once at least."""
    return game.partition("-")[0]


def main() -> None:
    games: dict[str, tuple[bytes, frozenset[str]]] = {}
    for name in (*builtin_names(), *RANGES):
        for seed in SEEDS:
            journal = play(name, seed)
            if journal is not None:
                games[f"{name}-{seed}"] = journal, rows_run(journal)
                print(name, seed, len(games[f"{name}-{seed}"][1]), flush=True)
    for old in HERE.glob("battle-*.jsonl.gz"):
        old.unlink()
    seen: set[str] = set()
    for name, journal in drills():
        seen |= rows_run(journal)
        (HERE / f"battle-{name}.jsonl.gz").write_bytes(gzip.compress(journal, mtime=0))
    kinds = {_kind(key) for key in games}
    for _ in range(KEPT):
        if not games:
            break
        best = max(games, key=lambda one: (_kind(one) in kinds, len(games[one][1] - seen)))
        kind = _kind(best)
        if kind not in kinds and not games[best][1] - seen:
            break
        kinds.discard(kind)
        journal, rows = games.pop(best)
        seen |= rows
        (HERE / f"battle-{best}.jsonl.gz").write_bytes(gzip.compress(journal, mtime=0))
    (HERE / "battle-played.txt").write_text("\n".join(sorted(seen)) + "\n")
    account_for_the_rest()
    print(len(seen), "rows")


def account_for_the_rest() -> None:
    """Rows that run now are struck from the reasons, rows that no longer do are added to them."""
    played, book = Played.read(HERE), ledger()
    assert played is not None
    rows = [
        rule.id for part in BATTLE_PARTS for rule in book.of(part) if rule.id not in played.rows
    ]
    known = {id: each.reason for each in played.unplayed for id in each.rules}
    reasons: dict[str, list[str]] = {each.reason: [] for each in played.unplayed}
    for id in (id for id in rows if id not in played.rows):
        reasons.setdefault(known.get(id, NOT_YET), []).append(id)
    lines = [HEAD]
    for reason, ids in reasons.items():
        if ids:
            listed = textwrap.wrap(" ".join(f'"{id}",' for id in ids), 92)
            inner = [f"    {line}" for line in listed]
            lines += ["[[unplayed]]", f'reason = "{reason}"', "rules = [", *inner, "]", ""]
    (HERE / "unplayed.toml").write_text("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
