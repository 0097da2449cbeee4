// Japanese may be broken into lines nearly anywhere. A number stays with what it counts, and a word
// with a dot in it stays whole, also where a browser knows no phrases (`word-break: auto-phrase`).
const JOINER = "\u2060";
const COUNTED =
  /(\d)(?=個|枚|両|門|人|点|回|度|行|手|つ|ヘクス|ターン|ポイント|ゲーム|フェイズ|MP|MF|FP|%|日|年|月)/g;
const DOTTED = /(ゲーム|プレイヤー)・(ターン)/g;

/** The text with joiners where no line may end. */
export function kept(text: string): string {
  return text.replace(COUNTED, `$1${JOINER}`).replace(DOTTED, `$1${JOINER}・${JOINER}$2`);
}
