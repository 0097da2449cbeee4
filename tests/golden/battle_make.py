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
from hexfire.asl.battle.table.pieces import Gun, Men, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, TargetType, Turned
from hexfire.dice import Choice, NeedAnswer, seeded
from hexfire.play import Table
from hexfire.rulebook import Refusal, ledger
from hexfire.rulebook.played import BATTLE_PARTS, Played

HERE = Path(__file__).parent
SEEDS = range(3)
KEPT = 9
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
        if self.rng.random() < 0.25:
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
    """One of our scenarios, or the range beside this file."""
    return {"toml": (HERE / "range.toml").read_text()} if name == "range" else name


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
    for name in (*builtin_names(), "range"):
        for seed in SEEDS:
            journal = play(name, seed)
            if journal is not None:
                games[f"{name}-{seed}"] = journal, rows_run(journal)
                print(name, seed, len(games[f"{name}-{seed}"][1]), flush=True)
    for old in HERE.glob("battle-*.jsonl.gz"):
        old.unlink()
    seen: set[str] = set()
    kinds = {_kind(key) for key in games}
    while games and len(list(HERE.glob("battle-*.jsonl.gz"))) < KEPT:
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
