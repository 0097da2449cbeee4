"""Build hook: the catalogues (.po → .mo), so that an installed Hexfire starts quickly.

With HEXFIRE_COMPILE=1 also the hot part of the engine as machine code.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE = os.environ.get("HEXFIRE_COMPILE", "") not in ("", "0")


class MakeReady(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return ["mypy[mypyc]>=2.4", "msgspec>=0.19"] if COMPILE else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout reads the .po files themselves, so that an edit shows at once
        for source in sorted(Path(self.root, "src/hexfire/lang").glob("*/*.po")):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
        if COMPILE:
            self._compile(build_data)

    def _compile(self, build_data: dict[str, Any]) -> None:
        subprocess.run([sys.executable, str(Path(self.root, "compile_engine.py"))], check=True)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] += ["src/hexfire/**/*.so", "src/hexfire/**/*.pyd"]
        build_data["dependencies"] += ["librt>=0.16"]  # the packed arrays of compiled code
