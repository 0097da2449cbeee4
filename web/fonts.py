"""Cut Noto Sans JP (OFL) into what the page needs, so that Japanese looks alike everywhere.

    npm pack @fontsource/noto-sans-jp && tar xzf fontsource-noto-sans-jp-*.tgz
    python web/fonts.py package        # needs fonttools and brotli

writes `web/src/fonts/*.woff2` and `web/src/styles/japanese.css`. Four slices in two weights: the
characters of the first screens, of the rest of the page, of the rulebook, and the remaining kanji
of JIS level 1. A browser fetches a slice when a character of it is shown. To be run again when
`tests/browser/test_page.py` finds a character without a glyph.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src/hexfire"
WEIGHTS = (400, 700)
OWNER = "Copyright 2014-2021 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'"
FIRST = re.compile(
    r"web\.(home|door|game|brand|nav|skip|theme|sign|your|continue|new|level|seat|join|watch|forget"
    r"|loading|unofficial|battle\.new|vasl)"
)


def japanese(texts: Iterable[str]) -> set[str]:
    """All that a Latin font does not have."""
    return {sign for text in texts for sign in text if ord(sign) >= 0x3000}


def catalogues() -> dict[str, str]:
    found: dict[str, str] = {}
    for file in (SOURCE / "lang/ja").glob("*.po"):
        entries = re.findall(r'msgid "([^"]*)"\nmsgstr "(.*)"', file.read_text("utf-8"))
        found.update(entries)
    return found


def files(pattern: str) -> list[str]:
    return [file.read_text("utf-8") for file in sorted(SOURCE.glob(pattern))]


def level_one() -> set[str]:
    """JIS X 0208: kana, and the kanji of level 1 (rows 16 to 47)."""
    found = {chr(code) for code in range(0x3041, 0x3100)}
    for row in range(16, 48):
        for place in range(1, 95):
            sign = bytes((0xA0 + row, 0xA0 + place)).decode("euc_jp", "ignore")
            found.update(sign)
    return found


def slices() -> dict[str, set[str]]:
    texts = catalogues()
    kana = {sign for sign in level_one() if ord(sign) < 0x3100}
    on_first_screens = (text for key, text in texts.items() if FIRST.match(key))
    first = kana | japanese([*on_first_screens, *files("asl/battle/scenarios/*.toml")])
    page = japanese([*texts.values(), *files("folio/scenarios/*")]) - first
    rules = japanese(files("rulebook/ledger/*.tsv")) - first - page
    return {
        "rest": level_one() - first - page - rules,
        "rules": rules,
        "page": page,
        "first": first,
    }


def ranges(signs: Iterable[str]) -> str:
    codes = sorted(map(ord, signs))
    spans: list[list[int]] = []
    for code in codes:
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ", ".join(f"U+{a:x}" if a == b else f"U+{a:x}-{b:x}" for a, b in spans)


def cut(source: Path, weight: int, signs: set[str], target: Path) -> None:
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=["palt", "kern"], hinting=False)
    font = subset.load_font(source / f"files/noto-sans-jp-japanese-{weight}-normal.woff2", options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=map(ord, signs))
    cutter.subset(font)
    subset.save_font(font, target, options)


def main(package: str) -> None:
    source, fonts = Path(package), HERE / "src/fonts"
    fonts.mkdir(exist_ok=True)
    faces = ["/* Made by web/fonts.py. Of overlapping ranges the later one counts. */\n"]
    for name, signs in slices().items():
        # What no slice names is looked for in the largest one, and then in the system's own font.
        shown = "U+3000-9fff, U+ff00-ffef" if name == "rest" else ranges(signs)
        for weight in WEIGHTS:
            file = fonts / f"noto-sans-jp-{name}-{weight}.woff2"
            cut(source, weight, signs, file)
            print(f"{file.name}: {len(signs)} characters, {file.stat().st_size:,} bytes")
            faces.append(
                "@font-face {\n"
                '  font-family: "Noto Sans JP";\n'
                f"  font-weight: {weight};\n"
                "  font-display: swap;\n"
                f'  src: url("../fonts/{file.name}") format("woff2");\n'
                f"  unicode-range: {shown};\n"
                "}\n"
            )
    (HERE / "src/styles/japanese.css").write_text("".join(faces), "utf-8")
    licence = (source / "LICENSE").read_text("utf-8").partition("\n")[2]
    owner = f"Noto Sans JP. {OWNER}\n"
    (HERE / "public/noto-sans-jp-OFL.txt").write_text(owner + licence, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
