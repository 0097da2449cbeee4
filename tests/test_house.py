"""The house itself: layers, what the repo may say, and that the docs' commands exist."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def tracked() -> list[Path]:
    """All files of the repo (of the folder, where there is no git)."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs the git checkout")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


def test_dependencies_point_downwards_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout


def test_no_registry_and_no_machine_path_in_the_repo() -> None:
    hosts = ("files.pythonhosted" + ".org", "registry.npmjs" + ".org", "pypi" + ".org/simple")
    paths = re.compile(r"/(?:root|home/\w+|work|Users/\w+)/(?!\.)[\w.]+/")
    for file in tracked():
        if file.suffix in {".png", ".gz", ".woff2", ".ico"}:
            continue
        text = file.read_text("utf-8", errors="replace")
        assert not any(host in text for host in hosts), file
        if file != Path(__file__).resolve():
            assert not paths.search(text), (file, paths.search(text))


def test_the_lock_file_pins_every_package() -> None:
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[\w.\[\],-]+==[\w.]+( ; .+)?", line), line


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_readme_names_the_two_commands(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "make play" in text and "make test" in text


def test_the_types_of_the_page_are_fresh() -> None:
    result = subprocess.run(
        [sys.executable, "page_types.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


CITED = re.compile(r"[A-H]\d{1,2}(\.\d+)+[a-z]?")


def test_command_line_and_server_cite_no_rule_by_themselves() -> None:
    found: dict[str, set[str]] = {}
    package = ROOT / "src" / "hexfire"
    for file in sorted([*package.glob("cli/**/*.py"), *package.glob("server/**/*.py")]):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and CITED.fullmatch(value):
                found.setdefault(file.relative_to(package).as_posix(), set()).add(value)
    assert found == {}


NAMES_THAT_TELL_NOTHING = {"found", "made", "loose", "carry", "concerns"}


def names_of_values(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """What is assigned to (names, attributes, captures), parameters and functions."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.arg(arg=name) | ast.FunctionDef(name=name):
                yield name, node.lineno
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name, node.lineno


def test_values_are_named_by_what_they_hold() -> None:
    package = ROOT / "src" / "hexfire"
    for file in sorted(package.rglob("*.py")):
        for name, line in names_of_values(ast.parse(file.read_text("utf-8"))):
            assert name not in NAMES_THAT_TELL_NOTHING, f"{file.relative_to(package)}:{line} {name}"


DECLARED_ON_THE_PAGE = re.compile(
    r"\b(?:const|let|function)\s+[\[{]?\s*(\w+)|[\[{(,]\s*(\w+)\s*(?::[^,()]+)?\)?\s*=>"
)


def test_values_of_the_page_are_named_by_what_they_hold() -> None:
    page = ROOT / "web" / "src"
    for file in sorted([*page.rglob("*.ts"), *page.rglob("*.tsx")]):
        for line, text in enumerate(file.read_text("utf-8").splitlines(), start=1):
            declared = {name for names in DECLARED_ON_THE_PAGE.findall(text) for name in names}
            assert not declared & NAMES_THAT_TELL_NOTHING, f"{file.relative_to(page)}:{line}"


def test_no_function_is_longer_than_a_hundred_lines() -> None:
    package = ROOT / "src" / "hexfire"
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                assert lines <= 100, f"{file.relative_to(package)}:{node.lineno} {node.name}"


def test_every_promise_of_the_hosting_page_names_tests_that_exist() -> None:
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    table = page.split("## What survives what", 1)[1].split("\n\n")[2]
    for line in table.splitlines()[2:]:
        named = re.findall(r"`([\w/]+\.py)`", line.rsplit(" | ", 1)[1])
        assert named, line
        for name in named:
            assert (ROOT / "tests" / name).is_file(), name
