"""`hexfire oba`: off-board artillery beside a real table, or answered call by call."""

from __future__ import annotations

import json as plain_json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.text import Text

from hexfire.asl.artillery.battery import Battery, Kind, Link, Mission, Supply
from hexfire.asl.artillery.engine import IDLE, Prospect, prospect
from hexfire.asl.artillery.facts import Both, Given, Typed, read_facts
from hexfire.asl.artillery.record import Record, load, run_on, save, standing
from hexfire.asl.artillery.state import Event, Setup, State
from hexfire.asl.artillery.view import Seen, view
from hexfire.asl.eyes import Eyes, NeedFact
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, Draw, NeedAnswer, Source, secure, seeded
from hexfire.play import read_text
from hexfire.rulebook import BadInput

if TYPE_CHECKING:
    from hexfire.asl.situation import Scene

DEFAULT = Path("oba.json")
# Types that a battery never had are not options it lacks now.
_NOT_WORTH_SAYING = ("artillery.by_the_clock", "artillery.cannot_fire", "artillery.ir_too_late")

File = Annotated[Path, typer.Argument(help=text("artillery.cli.file"))]
Name = Annotated[str | None, typer.Option("--battery", "-b", help=text("artillery.cli.battery"))]
FactsFile = Annotated[Path | None, typer.Option("--facts", help=text("artillery.cli.facts"))]
Fact = Annotated[list[str] | None, typer.Option("--fact", "-f", help=text("artillery.cli.fact"))]
Board = Annotated[Path | None, typer.Option("--situation", help=text("artillery.cli.situation"))]
Rolls = Annotated[str, typer.Option("--dice", "-d", help=text("artillery.cli.dice"))]
Roll = Annotated[bool, typer.Option("--roll", help=text("artillery.cli.roll"))]
Seed = Annotated[str | None, typer.Option("--seed", help=text("artillery.cli.seed"))]


def add_to(app: typer.Typer) -> None:
    from hexfire.cli import oba_bombard, oba_reports

    oba = typer.Typer(
        help=text("artillery.cli.oba"), rich_markup_mode=None, invoke_without_command=True
    )
    oba.callback()(begin)
    for name, command in (
        ("new", new),
        ("run", run),
        ("show", show),
        ("options", options),
        ("step", step),
        ("next", next_phase),
        ("undo", undo),
        ("log", log),
        ("odds", oba_reports.odds_command),
        ("ffe", oba_reports.ffe_command),
        ("bombard", oba_bombard.bombard),
        ("flow", oba_reports.flow_command),
    ):
        oba.command(name, help=text(f"artillery.cli.{name}"))(command)
    app.add_typer(oba, name="oba")


def begin(context: typer.Context, lang: Lang = None) -> None:
    """Without a word of its own, `hexfire oba` goes on with the file `oba.json`."""
    if context.invoked_subcommand is not None:
        return
    if not DEFAULT.exists():
        raise BadInput("artillery.cli.no_default", path=str(DEFAULT))
    run(DEFAULT)


# -- files ----------------------------------------------------------------------------------------


def json_of(path: Path) -> Any:
    try:
        return plain_json.loads(read_text(path))
    except ValueError as error:
        raise BadInput("core.bad_json", path=str(path), why=str(error)) from None


def new(
    file: File,
    setup: Annotated[Path | None, typer.Option("--setup", help=text("artillery.cli.setup"))] = None,
    name: Annotated[str, typer.Option(help=text("artillery.cli.name"))] = "A",
    nation: Annotated[str, typer.Option(help=text("artillery.cli.nation"))] = "german",
    caliber: Annotated[int, typer.Option(help=text("artillery.cli.caliber"))] = 100,
    observer: Annotated[str, typer.Option(help=text("artillery.cli.observer"))] = "Observer",
    date: Annotated[str, typer.Option(help=text("artillery.cli.date"))] = "",
    kind: Annotated[Kind, typer.Option(help=text("artillery.cli.kind"))] = Kind.GUNS,
    link: Annotated[Link, typer.Option(help=text("artillery.cli.link"))] = Link.RADIO,
    supply: Annotated[Supply, typer.Option(help=text("artillery.cli.supply"))] = Supply.NORMAL,
    board: Annotated[str, typer.Option(help=text("artillery.cli.board"))] = "",
    enemy: Annotated[str, typer.Option(help=text("artillery.cli.enemy"))] = "enemy",
    force: Annotated[bool, typer.Option("--force", help=text("artillery.cli.force"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    if file.exists() and not force:
        raise BadInput("artillery.cli.exists", path=str(file))
    if setup is not None:
        try:
            given = msgspec.convert(json_of(setup), Setup)
        except msgspec.ValidationError as error:
            raise BadInput("artillery.bad_record", path=str(setup), why=str(error)) from None
    else:
        missions = (Mission.HE,) if kind is Kind.ROCKETS else (
            Mission.HE, Mission.HARASSING, Mission.SMOKE
        )  # fmt: skip
        battery = Battery(
            name=name, side=nation, nation=nation, caliber=caliber, observer=observer, date=date,
            kind=kind, link=link, supply=supply, missions=missions,
        )  # fmt: skip
        boards = tuple(tuple(row.split("+")) for row in board.split("/")) if board else ()
        given = Setup(sides=(nation, enemy), batteries=(battery,), map=boards)
    record = Record.new(given)
    save(file, record)
    _show(screen(), record)


# -- looking --------------------------------------------------------------------------------------


def show(
    file: File,
    side: Annotated[str | None, typer.Option("--side", help=text("artillery.cli.side"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    if side is None:
        _show(out, record)
        return
    seen = view(record.setup, record.table, side)
    if out.json:
        out.data({"clock": record.table.clock, "batteries": seen})
        return
    out.print(Text(clock_line(out, record), style="bold"))
    for battery, state, known in zip(
        record.setup.batteries, record.table.states, seen, strict=True
    ):
        line = state_line(out, record, battery, state) if known.own else _seen_line(out, known)
        out.print(Text(line))


def _seen_line(out: Screen, known: Seen) -> str:
    yes, no = "@core.yes", "@core.no"
    counter = out.say("artillery.cli.nothing")
    if known.counter is not None:
        key = f"@artillery.{known.counter.value}"
        counter = out.say("artillery.cli.counter_in", counter=key, hex=known.hex)
    return out.say(
        "artillery.cli.enemy_state",
        battery=known.name,
        side=known.side,
        contact=yes if known.contact else no,
        access=yes if known.access else no,
        counter=counter,
    )


def _show(out: Screen, record: Record) -> None:
    if out.json:
        out.data({"clock": record.table.clock, "batteries": _states(record)})
        return
    out.print(Text(clock_line(out, record), style="bold"))
    for battery, state in zip(record.setup.batteries, record.table.states, strict=True):
        out.print(Text(state_line(out, record, battery, state)))


def _states(record: Record) -> dict[str, Any]:
    pairs = zip(record.setup.batteries, record.table.states, strict=True)
    return {
        battery.name: {
            "side": battery.side,
            "node": state.node,
            "contact": state.contact,
            "access": state.access,
            "counter": state.marker.counter.value if state.marker else None,
            "hex": record.setup.label(state.marker.hex) if state.marker else None,
            "mission": state.mission.value if state.mission else None,
            "pile": state.pile._asdict(),
            "drawn": state.gone._asdict(),
            "barred": state.barred,
            "radio": state.device.value,
            "observer": state.observer,
        }
        for battery, state in pairs
    }


def clock_line(out: Screen, record: Record) -> str:
    clock = record.table.clock
    side = record.setup.sides[clock.mover]
    return out.say("artillery.cli.clock", turn=clock.turn, side=side, phase=clock.phase.value)


def state_line(out: Screen, record: Record, battery: Battery, state: State) -> str:
    where = out.say("artillery.cli.nothing")
    if state.marker is not None:
        where = out.say(
            "artillery.cli.counter_in",
            counter=f"@artillery.{state.marker.counter.value}",
            hex=record.setup.label(state.marker.hex),
        )
    yes, no = "@core.yes", "@core.no"
    return out.say(
        "artillery.cli.state",
        battery=battery.name,
        side=battery.side,
        contact=yes if state.contact else no,
        access=yes if state.access else no,
        counter=where,
        black=state.pile.black,
        red=state.pile.red,
        node=f"@artillery.node.{state.node}",
    )


def tell(out: Screen, events: Iterable[Event]) -> None:
    for event in events:
        out.print(Text.assemble((f"{event.rule:<7} ", "cyan"), out.words.say(event.message)))


def log(file: File, json: Json = False, lang: Lang = None) -> None:
    out, record = screen(), load(file)
    seen = list(record.replay())
    if out.json:
        out.data(
            [
                {
                    "battery": s.step.battery, "node": s.walked.node, "way": s.walked.outcome,
                    "argument": s.step.argument, "facts": s.step.facts, "faces": s.step.faces,
                    "events": _events(out, s.walked.events),
                }
                for s in seen
            ]
        )  # fmt: skip
        return
    if not seen:
        out.print(out.say("artillery.cli.empty_log"))
    table = Record.new(record.setup)
    for s in seen:
        if not s.step.battery:
            table = msgspec.structs.replace(table, table=s.walked.table)
            out.print(Text(clock_line(out, table), style="bold"))
        tell(out, s.walked.events)


def _events(out: Screen, events: Iterable[Event]) -> list[dict[str, str]]:
    return [
        {"rule": e.rule, "key": e.message.key, "text": out.words.say(e.message)} for e in events
    ]


# -- options and steps ----------------------------------------------------------------------------


def the_battery(record: Record, name: str | None) -> str:
    """The battery meant: the one named, the only one, or the only one with something to do."""
    if name is not None:
        return record.setup.battery(name).name
    names = [battery.name for battery in record.setup.batteries]
    busy = [n for n in names if standing(record, n) not in (IDLE, "before_play")]
    if len(names) == 1 or len(busy) == 1:
        return (busy or names)[0]
    raise BadInput("artillery.cli.which", batteries=tuple(names))


def facts_of(path: Path | None, typed: list[str] | None, battery: str) -> Given:
    data: Any = json_of(path) if path is not None else {}
    if isinstance(data, dict):
        for item in typed or ():
            key, _, value = item.partition("=")
            data[key.strip()] = _value(value.strip())
    return read_facts(data, battery, str(path or "--fact"))


def _value(given: str) -> bool | int | str:
    words = {
        "yes": True,
        "y": True,
        "true": True,
        "": True,
        "no": False,
        "n": False,
        "false": False,
    }
    if given.lower() in words:
        return words[given.lower()]
    return int(given) if given.isdecimal() else given


def source_of(rolls: str, roll: bool, seed: str | None) -> Typed:
    beyond: Source | None = seeded(seed) if seed is not None else secure() if roll else None
    return Typed(rolls, beyond)


def scene_of(path: Path, record: Record) -> Scene:
    """The situation of a file on its board; the map must be the record's."""
    # Boards need numpy: whoever plays on cardboard need not wait for it.
    from hexfire.asl.situation import Scene, read_situation
    from hexfire.boards import read_board
    from hexfire.boards.ssr import change

    situation = read_situation(path)
    folder = os.environ.get("HEXFIRE_VASL_BOARDS", "")
    names = (situation.board, f"bd{situation.board}")
    places = [Path(n) for n in names] + [path.parent / n for n in names]
    places += [Path(folder) / n for n in names] if folder else []
    board = next((place for place in places if place.is_file()), None)
    if board is None:
        raise BadInput("artillery.cli.no_board", board=situation.board)
    scene = Scene.of(situation, change(read_board(board), situation.ssr))
    ours, theirs = record.setup.grid, scene.board.grid
    if ours.hexes != theirs.hexes or ours.label(ours.hexes[0]) != theirs.label(theirs.hexes[0]):
        raise BadInput("artillery.cli.other_map", board=situation.board)
    return scene


def eyes_of(record: Record, battery: str, given: Given, situation: Path | None) -> Eyes:
    """The facts that were said; where they are silent, the board's, if there is one."""
    if situation is None:
        return given
    from hexfire.asl.artillery.on_board import OnBoard

    scene, ours = scene_of(situation, record), record.setup.battery(battery)
    if ours.link is Link.OFFBOARD:
        if not ours.offboard_hex:
            raise BadInput("artillery.cli.offboard_where", name=battery)
        level = ours.offboard_level
        return Both(given, OnBoard.offboard(scene, ours.side, ours.offboard_hex, level))
    observer = record.table.states[record.setup.index(battery)].observer
    return Both(given, OnBoard.of(scene, observer))


def options(
    file: File,
    name: Name = None,
    facts: FactsFile = None,
    fact: Fact = None,
    situation: Board = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    eyes = eyes_of(record, battery, facts_of(facts, fact, battery), situation)
    # What facts alone decide is looked through, but nothing is written.
    ahead, _, need = run_on(record, battery, eyes)
    _next(out, ahead, battery, eyes, need)


def step(
    file: File,
    option: Annotated[str | None, typer.Argument(help=text("artillery.cli.option"))] = None,
    argument: Annotated[str, typer.Argument(help=text("artillery.cli.argument"))] = "",
    name: Name = None,
    facts: FactsFile = None,
    fact: Fact = None,
    situation: Board = None,
    rolls: Rolls = "",
    roll: Roll = False,
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    given, source = facts_of(facts, fact, battery), source_of(rolls, roll, seed)
    eyes = eyes_of(record, battery, given, situation)
    record, events, need = run_on(record, battery, eyes, source)
    if option is not None:
        if option == "radio" and given.not_able is not None:
            raise given.not_able
        if need is not None:
            missing(out, need)
        record, walked = record.take(battery, eyes, Dice(), option, argument)
        events += walked.events
        record, more, need = run_on(record, battery, eyes, source)
        events += more
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    save(file, record)
    _next(out, record, battery, eyes, need, events)


def missing(out: Screen, need: NeedFact | NeedAnswer) -> None:
    """A decision cannot be taken before what lies in between is answered."""
    if isinstance(need, NeedFact):
        fact = need.question
        raise BadInput(
            "artillery.cli.need_fact", fact=fact.name, question=out.words.say(fact.message)
        )
    raise BadInput("artillery.cli.need_roll", what=request_line(out, need))


def _next(
    out: Screen,
    record: Record,
    battery: str,
    eyes: Eyes,
    need: NeedFact | NeedAnswer | None,
    events: tuple[Event, ...] = (),
) -> None:
    seen = prospect(record.setup, record.table, battery, eyes)
    if out.json:
        out.data(_next_data(out, record, battery, seen, need, events))
        return
    tell(out, events)
    index = record.setup.index(battery)
    out.print(Text(state_line(out, record, record.setup.batteries[index],
                              record.table.states[index]), style="bold"))  # fmt: skip
    if isinstance(need, NeedFact):
        say_question(out, need)
    elif need is not None:
        out.print(Text(request_line(out, need)))
    elif seen.node == IDLE and events:
        out.print(Text(out.say("artillery.cli.done"), style="dim"))
    else:
        say_options(out, seen)


def request_line(out: Screen, need: NeedAnswer) -> str:
    """Which roll or chit is wanted, the pile in the reader's language."""
    wanted = need.request
    if not isinstance(wanted, Draw):
        return out.words.request(need)
    pile = dict(wanted.pile)
    black, red = pile.get("black", 0), pile.get("red", 0)
    return out.say("artillery.cli.draw", rule=wanted.rule, black=black, red=red)


def say_question(out: Screen, need: NeedFact) -> None:
    asked = need.question
    line = (f"{asked.rule:<7} ", "cyan"), out.words.say(asked.message), (f"  [{asked.name}]", "dim")
    out.print(Text.assemble(*line))


def say_options(out: Screen, seen: Prospect) -> None:
    for question in seen.questions:
        say_question(out, NeedFact(question))
    who = "artillery.cli.opponent_may" if seen.by == "opponent" else "artillery.cli.may"
    if seen.options:
        out.print(Text(out.say(who), style="bold"))
    for number, option in enumerate(seen.options, start=1):
        label = out.say(f"artillery.edge.{seen.node}.{option.name}")
        takes = f" {option.takes.upper()}" if option.takes else ""
        out.print(Text.assemble(
            f" {number}  ", (f"{option.name}{takes}", "bold"), f"  {label}  ",
            (" ".join(option.rules), "cyan"),
        ))  # fmt: skip
    if seen.node == IDLE:
        out.print(Text(out.say("artillery.cli.done"), style="dim"))
        return
    for no in seen.refused:
        if no.reason.message.key in _NOT_WORTH_SAYING:
            continue
        label = out.say(f"artillery.edge.{seen.node}.{no.name}")
        out.print(Text(f" ✗  {label}: {out.words.refusal(no.reason)}", style="dim"))


def _next_data(
    out: Screen,
    record: Record,
    battery: str,
    seen: Prospect,
    need: NeedFact | NeedAnswer | None,
    events: tuple[Event, ...],
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "battery": battery,
        "state": _states(record)[battery],
        "node": seen.node,
        "by": seen.by,
        "events": _events(out, events),
        "options": [
            {
                "name": o.name,
                "text": out.say(f"artillery.edge.{seen.node}.{o.name}"),
                "rules": o.rules,
                "takes": o.takes,
            }
            for o in seen.options
        ],
        "refused": [
            {"name": r.name, "rule": r.reason.rule, "text": out.words.refusal(r.reason)}
            for r in seen.refused
        ],
        "questions": [_question(out, NeedFact(q)) for q in seen.questions],
        "roll": None,
    }
    if isinstance(need, NeedFact):
        data["questions"].append(_question(out, need))
    elif need is not None:
        data["roll"] = {"rule": need.request.rule, "text": request_line(out, need)}
    return data


def _question(out: Screen, need: NeedFact) -> dict[str, str]:
    asked = need.question
    return {
        "fact": asked.name,
        "rule": asked.rule,
        "wants": asked.wants.value,
        "text": out.words.say(asked.message),
    }


def next_phase(
    file: File,
    fire: Annotated[bool, typer.Option("--fire", help=text("artillery.cli.to_fire"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    events: list[Event] = []
    while True:
        record, walked = record.next_phase()
        events += walked.events
        busy = any(state.node != IDLE for state in record.table.states)
        if busy or not fire or not record.setup.batteries:
            break
    save(file, record)
    if not out.json:
        tell(out, events)
    _show(out, record)


def undo(
    file: File,
    steps: Annotated[int, typer.Option(help=text("artillery.cli.steps"))] = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    record = load(file)
    record = record.undo(steps) if steps else record.undo_answer()
    save(file, record)
    _show(screen(), record)


def run(file: File, situation: Board = None, lang: Lang = None) -> None:
    from hexfire.cli.oba_dialogue import talk

    talk(screen(), file, situation)
