"""The words of an order in the Japanese rulebook's terms: `対 "T-34 M41" 射程 8 側面 移動中`."""

from __future__ import annotations

from collections.abc import Sequence

WORDS = {
    "対": "at",
    "射程": "range",
    "妨害": "hindrance",
    "捕捉": "acquired",
    "前面": "front",
    "側面": "side",
    "後面": "rear",
    "砲塔": "turret",
    "移動中": "moving",
    "機動状態": "motion",
    "非停止": "non-stopped",
    "HD状態": "hd",
    "隠蔽": "concealed",
    "隠匿": "hidden",
    "走行不能": "immobile",
    "設置": "emplaced",
    "混乱": "broken",
    "釘付け": "pinned",
    "麻痺": "stunned",
    "回頭": "turned",
    "捕獲": "captured",
    "追加射撃": "intensive",
    "待機射撃": "opportunity",
    "緊急事態": "desperation",
    "砲腔照準": "bore-sighted",
    "エリート": "elite",
    "照明弾": "ir",
    "散弾": "canister",
    "煙幕": "smoke",
    "歩兵": "infantry",
    "兵士": "men",
    "車両": "vehicle",
    "地域": "area",
    "レベル": "level",
    "ヘクス": "hex",
    "分隊": "squad",
    "操作班": "crew",
    "ヒーロー": "hero",
}


def english(words: Sequence[str]) -> list[str]:
    """The same order in the words that are read; what is English already stays as it is."""
    return [WORDS.get(word, word) for word in words]
