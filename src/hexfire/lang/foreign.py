"""What the readers of JSON, TOML, files and forms say of a mistake, as keys of our catalogues.

They speak English only, in sentences of their own. Those that a player can bring about are known
here by their form; any other is passed on as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hexfire.rulebook import Param

KINDS = {
    "int": "whole",
    "integer": "whole",
    "float": "number",
    "number": "number",
    "str": "text",
    "string": "text",
    "bool": "yes_no",
    "boolean": "yes_no",
    "array": "list",
    "list": "list",
    "tuple": "list",
    "set": "list",
    "object": "table",
    "dict": "table",
    "dictionary": "table",
    "null": "nothing",
}
LONGEST = 120
"""So many characters of what somebody wrote are told back."""
_WHERE = re.compile(
    r" - at `\$?\.?(?P<place>[^`]*)`$"
    r"| \(at line (?P<line>\d+), column (?P<column>\d+)\)$"
    r"|: line (?P<json_line>\d+) column (?P<json_column>\d+) \(char \d+\)$"
    r"| \((?:at end of document|byte \d+)\)$"
)
_FORMS = tuple(
    (re.compile(form), key)
    for form, key in (
        (r"Expected `(?P<want>[^`]+)`, got `(?P<got>[^`]+)`", "kind"),
        (r"Expected `(?P<want>[^`]+)` >= (?P<low>\S+)", "at_least"),
        (r"Expected `(?P<want>[^`]+)` <= (?P<high>\S+)", "at_most"),
        (r"Expected `[^`]+` of length .*", "length"),
        (r"Input should be greater than or equal to (?P<low>\S+)", "at_least"),
        (r"Input should be less than or equal to (?P<high>\S+)", "at_most"),
        (r"Input should be a valid (?P<want>[a-z]+)\b.*", "wanted"),
        (r"Input should be (?P<choices>'.+')", "one_of"),
        (r"(?:String|List|Dictionary|Value) should have at least (?P<low>\d+) .*", "too_short"),
        (r"(?:String|List|Dictionary|Value) should have at most (?P<high>\d+) .*", "too_long"),
        (r"Object missing required field `(?P<field>[^`]+)`", "missing_field"),
        (r"Field required", "missing"),
        (r"Object contains unknown field `(?P<field>[^`]+)`", "unknown_field"),
        (r"Extra inputs are not permitted", "unknown"),
        (r"Invalid enum value '?(?P<value>[^']*)'?", "not_one_of"),
        (r"Value error, (?:control characters|halves of signs)", "signs"),
        (r"(?:Number|Integer value) out of range", "out_of_range"),
        (r"(?:Input data was truncated|Unclosed .*|Unterminated .*)", "cut_short"),
        (r"JSON is malformed: .* utf-16 surrogate pair", "signs"),
        (r"(?:JSON is malformed.*|JSON decode error|Expecting .*|Invalid JSON.*)", "json"),
        (r"Cannot (?:declare|overwrite|mutate|redefine).*", "twice"),
        (r"(?:Invalid|Expected|Illegal|Unescaped|Duplicate|Empty) .*", "form"),
        (r"\[Errno 2\].*", "no_file"),
        (r"\[Errno 13\].*", "not_allowed"),
        (r"\[Errno 2[01]\].*", "folder"),
        (r"\[Errno 28\].*", "full"),
        (r"'utf-8' codec can't decode.*", "not_utf8"),
    )
)


def understood(why: str) -> tuple[str, Mapping[str, Param]] | None:
    """The key of a mistake that another reader has found, with its blanks; None if unknown."""
    where = _WHERE.search(why)
    text = why[: where.start()] if where else why
    for form, key in _FORMS:
        if matched := form.fullmatch(text):
            blanks: dict[str, Param] = {n: v[:LONGEST] for n, v in matched.groupdict().items() if v}
            if "choices" in blanks:
                blanks["choices"] = tuple(re.findall("'([^']*)'", matched["choices"]))
            return f"core.foreign.{key}", blanks
    return None


def place(why: str) -> tuple[str, Mapping[str, str]] | None:
    """Where in the file or form it is, as far as the other reader said so."""
    where = _WHERE.search(why)
    if not where:
        return None
    blanks = {n.removeprefix("json_"): v[:LONGEST] for n, v in where.groupdict().items() if v}
    if "line" in blanks:
        return "core.foreign.at_line", blanks
    return ("core.foreign.at_place", blanks) if blanks else None


def kind(named: str) -> str | None:
    """The key of what a programmer calls `int` or `str | null`; None if it is no such name."""
    first = named.split("|")[0].strip()
    return f"core.foreign.kind.{KINDS[first]}" if first in KINDS else None
