"""What the documentation says is so."""

from __future__ import annotations

import re
from pathlib import Path

from hexfire.asl.purchase.facts import FIELDS
from hexfire.asl.purchase.spelling import VERBS

DOCS = Path(__file__).parents[3] / "docs"


def test_the_library_example_runs():
    text = (DOCS / "purchase.md").read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, "docs/purchase.md", "exec"), {})


def test_every_word_and_field_is_documented():
    text = (DOCS / "purchase.md").read_text("utf-8")
    for verb in VERBS:
        if verb != "agree":  # `dyo new` does it for both
            assert f"`{verb}" in text, verb
    for kind, fields in FIELDS.items():
        for field in fields:
            if field not in ("inferred", "bpv_at_most"):  # the built-in facts' own marks
                assert f"`{field}`" in text, (kind, field)


def test_every_ruling_the_code_cites_is_written_down():
    rulings = set(
        re.findall(r"^\| (R-H[\w.-]+) \|", (DOCS / "rulings/purchase.md").read_text("utf-8"), re.M)
    )
    source = DOCS.parent / "src" / "hexfire" / "asl" / "purchase"
    cited = set()
    for file in source.glob("*.py"):
        cited |= set(re.findall(r"R-H[\w.]*(?:-\w+)?\w", file.read_text("utf-8")))
    assert cited
    assert cited <= rulings
