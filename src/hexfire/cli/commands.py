"""What is typed at a table in the terminal beside orders, in either language."""

from __future__ import annotations

_JAPANESE = {
    "やめる": "quit",
    "ヘルプ": "help",
    "？": "?",
    "取り消す": "undo",
    "マップ": "map",
    "駒": "units",
    "到達": "reach",
    "ヒント": "hint",
    "確率": "odds",
    "カウンター": "pieces",
    "目標": "targets",
    "砲撃任務": "mission",
}


def command(line: str) -> list[str]:
    """The words of a line; a command in Japanese becomes the one that is read."""
    words = line.split()
    return [_JAPANESE.get(words[0], words[0]), *words[1:]] if words else []
