// A lesson at a table: which step comes next is read from the position and the plan, so taking back,
// or doing something else, leads it nowhere wrong.
import { computed, signal } from "@preact/signals";
import { remember, remembered } from "../core/storage";

export interface Step {
  /** `<words>.<name>` says what to do, `<words>.<name>.why` the reason. */
  name: string;
  chapter: number;
  rule?: string;
  hexes?: string[];
  /** What is to be pressed; the style sheet puts a ring around it. */
  press?: string;
  /** Nothing is to be done but to read on. */
  read?: boolean;
}

interface Kept {
  table: string;
  left: boolean;
  seen: string[];
  /** How often each roll was made, by its rule: which of the dice that lie ready comes next. */
  rolled?: Record<string, number>;
}

/** The lesson of a table; null if it was not opened for one. */
function lessonAt(table: string): Kept | null {
  const kept = remembered<Kept>("lesson");
  return kept?.table === table ? kept : null;
}

export const isLesson = (table: string): boolean => lessonAt(table) !== null;

/** A table is opened to learn at: only there the page teaches. */
export const openLesson = (table: string): void => {
  remember("lesson", { table, left: false, seen: [] } satisfies Kept);
};

/** The last step of every lesson. */
const DONE = "done";

export abstract class Lesson {
  /** Where its texts stand in the catalogue. */
  abstract readonly words: string;
  abstract readonly chapters: readonly string[];
  /** Whether the table was opened as a lesson, and whoever is taught sits there. */
  readonly offered: boolean;

  /** Something goes on by itself: there is nothing to press meanwhile. */
  readonly running = signal(false);

  private readonly kept = signal<Kept>({ table: "", left: false, seen: [] });

  readonly step = computed<Step | null>(() => {
    const { left, seen } = this.kept.value;
    return this.offered && !left ? this.next(seen) : null;
  });

  constructor(table: string, sits: boolean) {
    const lesson = lessonAt(table);
    this.offered = lesson !== null && sits;
    if (lesson) this.kept.value = lesson;
  }

  /** What is to be done now; null: nothing that the lesson has a word for. */
  protected abstract next(seen: readonly string[]): Step | null;

  private keep(change: Partial<Kept>): void {
    this.kept.value = { ...this.kept.peek(), ...change };
    remember("lesson", this.kept.peek());
  }

  protected rolledBefore(rule: string): number {
    return this.kept.peek().rolled?.[rule] ?? 0;
  }

  protected countRolls(rule: string, times: number): void {
    this.keep({ rolled: { ...this.kept.peek().rolled, [rule]: times } });
  }

  start = (): void => this.keep({ left: false, seen: [] });

  leave = (): void => this.keep({ left: true });

  readOn(): void {
    const name = this.step.peek()?.name;
    if (!name) return;
    if (name === DONE) this.leave();
    else this.keep({ seen: [...this.kept.peek().seen, name] });
  }

  isLast(step: Step): boolean {
    return step.name === DONE;
  }
}
