"""Orders of a Folio game in the words of the Japanese rulebook: `攻撃 0914 使用 4/47、12`."""

from __future__ import annotations

from hexfire.play.spoken import Spoken

VERBS = {
    "place": "配置",
    "enter": "登場",
    "move": "移動",
    "exit": "退出",
    "end": "終了",
    "barrage": "砲爆撃",
    "attack": "攻撃",
    "support": "支援",
    "counter": "対砲兵",
    "decline": "見送る",
    "roll": "振る",
    "hold": "死守",
    "retreat": "退却",
    "displace": "再配置",
    "lose": "減少",
    "advance": "前進",
    "stay": "留まる",
    "blow": "爆破",
    "build": "架設",
    "fortify": "築城",
    "restore": "回復",
    "rebuild": "再建",
}
ORDERS = Spoken(VERBS, {"with": "使用"})
