// What the engine lists as legal, in its typed form: «go T1 to L6», «fire G1 at T1 intensive».

export interface Order {
  text: string;
  verb: string;
  /** Who acts: the first word behind the verb; "" for what nobody in particular does. */
  unit: string;
  /** Words behind a keyword, and flags. */
  said: Record<string, string>;
}

const KEYWORDS = new Set(
  "at to with as turning leader facing veil cost level along vertex bog by case how in turret for near mp area fp pf spraying".split(
    " ",
  ),
);
const NOBODY = new Set("end pass letgo decline agree refuse concede stand bombard".split(" "));

/** Verbs whose goal is a hex beside the unit: they are given by clicking it. */
export const TO_HEX = new Set(["go", "push"]);

/** Verbs whose goal is a hexspine of the unit's own hex, as a number. */
export const TO_SPINE = new Set(["pivot", "traverse", "turn"]);

export function readOrder(text: string): Order {
  const [verb = "", ...words] = text.split(" ");
  const said: Record<string, string> = {};
  const unit = NOBODY.has(verb) || KEYWORDS.has(words[0] ?? "") ? "" : (words.shift() ?? "");
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (KEYWORDS.has(word)) said[word] = words[++i] ?? "";
    else said[word] = word;
  }
  return { text, verb, unit, said };
}

/** The order with a word declared anew: a flag is "", null takes it back. */
export function redeclared(text: string, word: string, value: string | null): string {
  const words = text.split(" ");
  const at = words.indexOf(word, 1);
  if (at > 0) words.splice(at, KEYWORDS.has(word) ? 2 : 1);
  if (value !== null) words.push(...(value ? [word, value] : [word]));
  return words.join(" ");
}

/** The piece of a weapon: `P1` of `P1.CMG`; of a Fire Group the first. */
export const pieceOf = (weapon: string): string => weapon.split(/[.+]/)[0] ?? weapon;

export class Orders {
  readonly all: Order[];

  constructor(legal: readonly string[]) {
    this.all = legal.map(readOrder);
  }

  find(verb: string, unit = ""): Order | undefined {
    return this.all.find((order) => order.verb === verb && (!unit || order.unit === unit));
  }

  /** What a piece may do, by itself or with its stack. */
  of(unit: string): Order[] {
    return this.all.filter((order) => order.unit.split("+").some((one) => pieceOf(one) === unit));
  }

  /** What no piece does: decisions of the side. */
  general(): Order[] {
    return this.all.filter((order) => !order.unit);
  }

  /** Pieces that may do something, in the order of the list. */
  units(): string[] {
    return [...new Set(this.all.map((order) => pieceOf(order.unit)).filter(Boolean))];
  }

  /** What is decided for a battery; its option is the word behind its name. */
  battery(name: string): { option: string; order: Order }[] {
    return this.all
      .filter((order) => order.verb === "oba" && order.unit === name)
      .map((order) => ({ option: order.text.split(" ")[2] ?? "", order }));
  }

  /** The step of a unit into a hex. */
  step(unit: string, hex: string): Order | undefined {
    return this.all.find(
      (order) =>
        TO_HEX.has(order.verb) &&
        order.unit === unit &&
        order.said.to === hex &&
        order.said.level === undefined,
    );
  }
}
