"""`hexfire …`: finds the command, runs it, and answers every mistake in one clear sentence."""

from __future__ import annotations

import importlib
import re
import sys
from difflib import get_close_matches
from errno import ENAMETOOLONG
from typing import Annotated, Any, NamedTuple

import typer
from typer.exceptions import TyperException

from hexfire import __version__
from hexfire.cli import screen as screens
from hexfire.cli.help import speak
from hexfire.cli.screen import text
from hexfire.dice import BadFace
from hexfire.hexes import BadLabel
from hexfire.rulebook import Refusal


class Command(NamedTuple):
    """A command's module (it adds itself to the program by its function `add_to`) and its help."""

    module: str
    help: str


# A module is loaded only when its command is called: `hexfire rules` need not load the boards, and
# `hexfire --help` needs none of them.
COMMANDS = {
    "folio": Command("hexfire.cli.folio", "folio.cli.help"),
    "battle": Command("hexfire.cli.battle", "battle.cli.help"),
    "shot": Command("hexfire.cli.shot", "gunnery.cli.shot"),
    "duel": Command("hexfire.cli.duel", "gunnery.cli.duel"),
    "gun": Command("hexfire.cli.gun", "fieldguns.cli.gun"),
    "panzerfausts": Command("hexfire.cli.panzerfausts", "fieldguns.cli.panzerfausts"),
    "unit": Command("hexfire.cli.unit", "effects.cli.unit"),
    "oba": Command("hexfire.cli.oba", "artillery.cli.oba"),
    "sight": Command("hexfire.cli.sight", "sight.cli.sight"),
    "wall": Command("hexfire.cli.wall", "sight.cli.wall"),
    "board": Command("hexfire.cli.board", "sight.cli.board"),
    "vasl": Command("hexfire.cli.vasl", "vasl.cli.vasl"),
    "dyo": Command("hexfire.cli.dyo", "purchase.cli.help"),
    "rules": Command("hexfire.cli.rules", "core.cli.rules"),
    "verify": Command("hexfire.cli.verify", "core.cli.verify"),
    "lab": Command("hexfire.cli.lab", "lab.cli.lab"),
    "serve": Command("hexfire.cli.serve", "server.cli.serve"),
    "backup": Command("hexfire.cli.backup", "server.cli.backup"),
    "restore": Command("hexfire.cli.backup", "server.cli.restore"),
    "export": Command("hexfire.cli.backup", "server.cli.export"),
}


def program(arguments: list[str]) -> typer.Typer:
    """The program with the command that is called; with a list of all of them if none is."""
    app = typer.Typer(
        name="hexfire",
        help=text("core.cli.help"),
        epilog=text("core.cli.unofficial"),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def main(
        lang: screens.Lang = None,
        version: Annotated[
            bool,
            typer.Option(
                "--version", is_eager=True, callback=_version, help=text("core.cli.version")
            ),
        ] = False,
    ) -> None:
        pass

    called = _called(arguments)
    if called is not None:
        importlib.import_module(COMMANDS[called].module).add_to(app)
        return app
    for name, command in COMMANDS.items():
        app.command(name, help=text(command.help))(_listed)
    return app


def _called(arguments: list[str]) -> str | None:
    return next((name for name in arguments if name in COMMANDS), None)


def _listed() -> None:
    """Stands for a command in the list of all; who calls a command gets the command itself."""


def run(arguments: list[str] | None = None) -> None:
    """Run one call and leave with 0, with 2 after bad input, or with what the command decides."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        out = screens.begin(arguments)
        arguments = screens.without_language(arguments)
        command = speak(typer.main.get_command(program(arguments)))
        sys.exit(command.main(arguments, prog_name="hexfire", standalone_mode=False) or 0)
    except Refusal as refusal:
        out = screens.screen()
        out.fail(out.words.refusal(refusal), refusal.rule)
    except BadFace as error:
        out.fail(out.words.bad_face(error), error.request.rule)
    except BadLabel as error:
        out.fail(out.words.bad_label(error))
    except typer.Exit as leave:
        sys.exit(leave.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        out.fail(out.say("core.cli.aborted"))
        sys.exit(130)
    except TyperException as error:
        _wrong_call(out, error, _called(arguments))
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone (`| head`): nobody is left to be told
        sys.exit(0)
    except RecursionError:  # a file nested without end: no reader of ours goes that deep
        out.fail(out.say("core.too_deep"))
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
        out.fail(out.say("core.name_too_long", name=str(error.filename)[:60]))
    sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"hexfire {__version__}")
        raise typer.Exit


def _wrong_call(out: screens.Screen, error: TyperException, called: str | None) -> None:
    """A wrong call in one sentence of the reader's language."""
    context = getattr(error, "ctx", None)
    call = context.command_path if context else " ".join(filter(None, ("hexfire", called)))
    name = _name(getattr(error, "param", None))
    # Typer keeps the classes of these mistakes to itself; their names are stable.
    match type(error).__name__:
        case "NoArgsIsHelpError":
            out.print(error.format_message(), markup=False, soft_wrap=True)
        case "NoSuchOption":
            out.fail(out.say("core.cli.no_option", option=error.option_name, call=call))  # type: ignore[attr-defined]
        case "MissingParameter":
            out.fail(out.say("core.cli.missing", name=name, call=call))
        case "BadParameter":
            out.fail(out.say("core.cli.bad_value", name=name, why=error.message, call=call))
        case "BadOptionUsage":
            key = "option_value" if " requires " in error.message else "option_no_value"
            out.fail(out.say(f"core.cli.{key}", option=error.option_name, call=call))  # type: ignore[attr-defined]
        case _:
            out.fail(_odd_words(out, error.message, call, context))


_NO_COMMAND = re.compile(r"No such command '(?P<name>.*?)'\.")
_LEFT_OVER = re.compile(r"Got unexpected extra argument\(?s?\)? \((?P<words>.*)\)")


def _odd_words(out: screens.Screen, message: str, call: str, context: Any) -> str:
    """Words that nobody expected: a command that does not exist, or more than a command takes."""
    if matched := _NO_COMMAND.match(message):
        known = list(context.command.commands) if context else list(COMMANDS)
        near = get_close_matches(matched["name"], known)
        key = "core.cli.no_command_near" if near else "core.cli.no_command"
        return out.say(
            key, call=call, name=matched["name"], **({"near": tuple(near)} if near else {})
        )
    if matched := _LEFT_OVER.match(message):
        return out.say("core.cli.left_over", words=matched["words"], call=call)
    if message == "Missing command.":
        return out.say("core.cli.no_command_given", call=call)
    return out.say("core.cli.usage", why=message, call=call)


def _name(parameter: Any) -> str:
    """What an argument or option is called in `--help`."""
    if parameter is None:
        return ""
    option = parameter.param_type_name == "option"
    return str(parameter.opts[0] if option else parameter.name.upper())
