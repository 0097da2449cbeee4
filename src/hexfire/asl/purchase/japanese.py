"""What a purchase is told, in the words of the Japanese rulebook: `分隊 4-6-8 x3 工兵`, `終了`."""

from __future__ import annotations

VERBS = {
    "agree": "合意",
    "figure": "数値",
    "squads": "分隊",
    "equip": "装備",
    "san": "SAN",
    "roll": "振る",
    "gun": "砲",
    "motorize": "自動車化",
    "vehicle": "車両",
    "arm": "武装",
    "fit": "取付",
    "commander": "戦車指揮官",
    "camouflage": "迷彩",
    "item": "輸送",
    "tow": "牽引",
    "battery": "砲兵中隊",
    "decline": "辞退",
    "optank": "OP戦車",
    "preregister": "事前指定",
    "bombard": "事前砲撃",
    "air-roll": "航空支援DR",
    "air": "航空支援",
    "plane-roll": "観測機DR",
    "plane": "観測機",
    "fortify": "構築物",
    "announce": "宣言",
    "bonus": "ボーナス",
    "leaders": "指揮官",
    "exchange": "交換",
    "sw": "SW",
    "reinforce": "増援",
    "bring": "同行",
    "close": "終了",
    "reveal": "公開",
}
_NAMES = {
    "engineer": "突撃工兵",
    "sapper": "工兵",
    "commando": "コマンド",
    "parachute": "落下傘",
    "ski": "スキー",
    "winter": "冬季迷彩",
    "plentiful": "豊富",
    "scarce": "不足",
    "radio": "無線機",
    "phone": "野戦電話",
    "ammo": "弾薬車両",
    "wagon": "ワゴン",
    "sledge": "ソリ",
    "large-raft": "大型ラフト",
    "assault-boat": "突撃艇",
    "trench": "塹壕",
    "minefield": "地雷原",
    "at-mine": "A-T地雷",
    "daisy-chain": "連鎖地雷",
    "roadblock": "道路障害",
    "wire": "鉄条網",
    "fortified-building": "要塞化建物",
    "tunnel": "トンネル",
    "sangar": "サンガ",
    "trip-flare": "仕掛け照明弾",
    "cave": "洞窟",
    "tetrahedron": "阻止杭",
    "ammo-dump": "弾薬集積所",
    "pillbox": "トーチカ",
}
_ALSO = {
    "ロール": "roll",
    "砲兵隊": "battery",
    "計画砲撃": "preregister",
    "冬期迷彩": "winter",
    "パンジ": "panji",
    "偵察": "recon",
}
_TO_JAPANESE = _NAMES | VERBS
_TO_ENGLISH = {said: word for word, said in _TO_JAPANESE.items()} | _ALSO


def english(text: str) -> str:
    """The same in the words that are read; what is English already stays as it is."""
    return " ".join(_TO_ENGLISH.get(word, word) for word in text.split())


def japanese(text: str) -> str:
    """The same in the rulebook's words, as `english` reads it again."""
    return " ".join(_TO_JAPANESE.get(word, word) for word in text.split())
