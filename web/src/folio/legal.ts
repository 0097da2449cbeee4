// The legal actions in their typed form, read so that the map can light what they name.

export interface Order {
  text: string;
  verb: string;
  unit?: string;
  hex?: string;
  names: string[];
}

export function readOrder(text: string): Order {
  const [verb = "", ...words] = text.split(" ");
  switch (verb) {
    case "attack":
    case "barrage":
      return { text, verb, hex: words[0], names: list(words.slice(2)) };
    case "counter":
      return { text, verb, names: list(words) };
    case "support":
      return { text, verb, names: words };
    default:
      return { text, verb, unit: words[0], hex: words[1], names: [] };
  }
}

function list(words: string[]): string[] {
  return words.join(" ").split(/,\s*/).filter(Boolean);
}

export class Orders {
  readonly all: Order[];

  constructor(legal: readonly string[]) {
    this.all = legal.map(readOrder);
  }

  of(...verbs: string[]): Order[] {
    return this.all.filter((order) => verbs.includes(order.verb));
  }

  find(verb: string, unit?: string, hex?: string): Order | undefined {
    return this.all.find(
      (order) =>
        order.verb === verb &&
        (unit === undefined || order.unit === unit) &&
        (hex === undefined || order.hex === hex),
    );
  }

  /** Orders by which a unit goes to a hex, whatever they are called. */
  goes(unit?: string): Order[] {
    return this.of("place", "enter", "move", "retreat", "displace", "advance").filter(
      (order) => order.hex && (unit === undefined || order.unit === unit),
    );
  }

  /** For each hex that may be attacked, all who could take part. */
  attacks(): Map<string, string[]> {
    const attackers = new Map<string, Set<string>>();
    for (const order of this.of("attack")) {
      const units = attackers.get(order.hex!) ?? new Set();
      for (const name of order.names) units.add(name);
      attackers.set(order.hex!, units);
    }
    return new Map([...attackers].map(([hex, units]) => [hex, [...units]]));
  }

  /** An attack by some of those who could take part; a crowd has more ways than are listed. */
  attack(hex: string, names: readonly string[], limit: number): Order | undefined {
    const may = this.attacks().get(hex) ?? [];
    const units = may.filter((one) => names.includes(one));
    if (!units.length || units.length !== names.length || units.length > limit) return undefined;
    return readOrder(`attack ${hex} with ${units.join(", ")}`);
  }

  barrages(): Set<string> {
    return new Set(this.of("barrage").map((order) => order.hex!));
  }
}
