"""What players can reach, read from the sources of a little package."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfire.rulebook import ledger
from hexfire.rulebook.coverage import coverage
from hexfire.rulebook.reach import Definition, Entry, Reach
from hexfire.rulebook.standing import Owed, Standing, Waiting, chapters, debt, reached, standing

FILES = {
    "__init__.py": "",
    "cli/__init__.py": "",
    "cli/fire.py": """
from little import rules as the_rules
from little.guns import Gun

def add_to(app):
    app.command("fire")(fire)

def fire(gun: Gun):
    return the_rules.to_hit(gun), gun.shoots()
""",
    "server/__init__.py": "",
    "server/app.py": """
from little.rules import served

def make(app):
    @app.get("/api/tools/served/{what}")
    async def served_route(what):
        return served(what)
""",
    "games.py": """
from little.war import War

def all_games():
    return {"war": War()}
""",
    "war.py": """
from little.rules import played

class War:
    def apply(self, state):
        return played(state)
""",
    "guns.py": '''
class Gun:
    barrel: "Barrel"

    def shoots(self):
        """C6.2: reached by the command."""
        return self.barrel.fires()

class Barrel:
    def fires(self):
        """C6.3: reached through a field of a known type."""

class Toy:
    def shoots(self):
        """C6.4: of the same name, but nobody has one."""
''',
    "rules.py": '''
TABLE = {"J": "C6.6"}

def to_hit(gun):
    """C6.1: reached by the command; C6.11 too."""
    return TABLE

def forgotten(gun):
    """C6.11: nobody calls it."""

def forgotten_clause(gun):
    """C6.1#1: nobody calls it."""

def served(what):
    """C6.8: reached by the page."""

def played(state):
    """C6.7: reached by the game."""
''',
}


@pytest.fixture
def little(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "little" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path / "little"


def test_what_a_door_leads_to_is_in_reach(little: Path) -> None:
    reach = Reach(little)
    rules = {name: reach.reached(Definition("little.rules", name)) for name in ("to_hit", "TABLE")}
    assert rules == {"to_hit": True, "TABLE": True}
    assert not reach.reached(Definition("little.rules", "forgotten"))
    assert reach.reached(Definition("little.guns", "Barrel.fires"))
    assert not reach.reached(Definition("little.guns", "Toy.shoots"))


def test_doors_are_named(little: Path) -> None:
    reach = Reach(little)

    def doors(module: str, name: str) -> tuple[Entry, ...]:
        return reach.entries_to([Definition(f"little.{module}", name)])

    assert doors("guns", "Barrel.fires") == (Entry("command", "fire"),)
    assert doors("rules", "served") == (Entry("page", "/api/tools/served/{what}"),)
    assert doors("rules", "played") == (Entry("game", "War"),)
    assert doors("rules", "forgotten") == ()


def test_a_clause_is_in_reach_when_all_that_carries_it_is(little: Path) -> None:
    reach, places = Reach(little), coverage(ledger(), little, None)
    assert reached(places, reach, "C6.2").whole
    assert not reached(places, reach, "C6.11").whole, "one of its two functions is not called"
    assert [place.name for place in reached(places, reach, "C6.11").out_of_reach] == ["forgotten"]
    assert reached(places, reach, "C6.1#2").whole, "carried by what cites the rule"
    assert not reached(places, reach, "C6.1#1").whole, "carried by what cites the clause"
    assert not reached(places, reach, "C6.5").whole, "nobody carries it"
    found = standing(places, reach, "some", ["C6.1#1", "C6.1#2", "C6.2", "C6.5"])
    assert (found.clauses, found.tested, found.reached) == (4, 0, 2)
    assert found.out_of_reach == ("C6.1", "C6.5")


def test_what_is_owed_may_not_grow() -> None:
    owed = Owed({"walls": 2}, (Waiting("later", ("B9.1", "B9.2")),))

    def part(untested: int, *lost: str) -> Standing:
        ids = tuple(f"B9.{n}" for n in range(untested))
        return Standing("walls", 9, 9 - untested, 9, ids, lost)

    assert not debt(owed, [part(2, "B9.1", "B9.2")]).grown
    assert debt(owed, [part(3)]).untested == (("walls", 3, 2),)
    assert debt(owed, [part(0, "B9.3", "B9.1")]).out_of_reach == ("B9.3",)
    assert debt(owed, [part(0, "B9.1")]).settled == ("B9.2",)


def test_clauses_are_counted_by_chapter() -> None:
    book = ledger()
    guns, walls = dict(chapters(book, "gunnery")), dict(chapters(book, "walls"))
    assert {"C2", "C6", "C11", "Case"} <= set(guns) and set(walls) >= {"B9.3", "B9.5"}
    assert sum(map(len, guns.values())) == len(book.to_prove("gunnery"))


def test_every_clause_belongs_to_a_rule_and_says_something() -> None:
    book = ledger()
    for rule in book:
        clauses = book.clauses_of(rule)
        assert [clause.id for clause in clauses] == [f"{rule}#{n + 1}" for n in range(len(clauses))]
        assert all(clause.text for clause in clauses)
    assert sum(len(book.clauses_of(rule)) for rule in book) >= 2400


def test_rows_of_tables_prove_clauses(tmp_path: Path) -> None:
    (tmp_path / "clauses").mkdir()
    table = '[[ask]]\nclauses = ["C6.1#1",\n  "C6.2#2"]\nhexfire = "shot"\n'
    (tmp_path / "clauses" / "shots.toml").write_text(table, "utf-8")
    places = coverage(ledger(), tmp_path / "none", tmp_path)
    assert set(places.tests) == {"C6.1#1", "C6.2#2"}
    assert places.tests["C6.1#1"][0].line == 2
    untested = places.untested(ledger(), "gunnery")
    assert "C6.1#1" not in untested and "C6.1#2" in untested
    assert "C6.1" not in places.gaps(ledger(), "gunnery")
