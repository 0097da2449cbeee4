"""Build hook: what a package needs besides its sources.

- the page (web/ → src/hexfire/web/static): built here unless it is there already. A source archive
  carries the built page, so that a wheel can be made from it without Node.js.
- the catalogues (.po → .mo), so that an installed Hexfire starts quickly.
- with HEXFIRE_COMPILE=1 the hot part of the engine as machine code.
"""

from __future__ import annotations

import os
import shutil
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
        return ["mypy[mypyc]>=2.4", "msgspec>=0.19", "numpy>=2", "pillow>=11"] if COMPILE else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout reads the .po files themselves, and `make web` builds the page
        build_page(Path(self.root))
        if self.target_name != "wheel":
            return
        for source in sorted(Path(self.root, "src/hexfire/lang").glob("*/*.po")):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
        if COMPILE:
            self._was_compiled = Path(self.root, "src/hexfire/compiled_from.txt").exists()
            self._engine("--if-changed")
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["artifacts"] += ["src/hexfire/**/*.so", "src/hexfire/**/*.pyd"]
            # Compiled code imports these two: packed arrays, and mypyc's own.
            build_data["dependencies"] += ["librt>=0.16", "mypy-extensions>=1.0"]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The sources are left as they were: plain, or compiled."""
        if version == "editable" or self.target_name != "wheel":
            return
        for compiled in Path(self.root, "src/hexfire/lang").glob("*/*.mo"):
            compiled.unlink()
        if COMPILE and not self._was_compiled:
            self._engine("--remove")

    def _engine(self, what: str) -> None:
        subprocess.run(
            [sys.executable, str(Path(self.root, "compile_engine.py")), what], check=True
        )


def build_page(root: Path) -> None:
    """A package without its page would start and show nothing: better no package than that."""
    built, sources = root / "src/hexfire/web/static/index.html", (root / "web/src").rglob("*.*")
    if built.exists() and all(file.stat().st_mtime <= built.stat().st_mtime for file in sources):
        return
    npm = shutil.which(os.environ.get("NPM", "npm"))
    if npm is None:
        raise SystemExit("The page is not built: Node.js 20 or newer with npm is needed for it.")
    quiet = ["--silent", "--no-audit", "--no-fund"]
    subprocess.run([npm, "install", "--no-save", *quiet], cwd=root / "web", check=True)
    subprocess.run([npm, "run", "--silent", "build"], cwd=root / "web", check=True)
