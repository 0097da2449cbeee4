import { signal } from "@preact/signals";
import { Refused } from "../core/api";
import { type Message, say, t } from "../core/words";
import { Icon } from "./icon";
import { Cite } from "./rule";

interface Toast {
  n: number;
  text: string;
  message: Message | null;
  rule: string | null;
}

const shown = signal<Toast[]>([]);
let count = 0;

function add(text: string, message: Message | null, rule: string | null): void {
  const n = ++count;
  shown.value = [...shown.value.slice(-2), { n, text, message, rule }];
  setTimeout(() => dismiss(n), 8000);
}

function dismiss(n: number): void {
  shown.value = shown.value.filter((toast) => toast.n !== n);
}

export function tell(key: string, params: Message["params"] = []): void {
  add("", { key, params }, null);
}

/** Something that is said already, with the rule it rests on. */
export function tellText(text: string, rule: string | null = null): void {
  add(text, null, rule);
}

export function tellError(error: unknown): void {
  if (error instanceof Refused) add(error.sentence, error.said, error.rule);
  else {
    console.error(error);
    add("", { key: "web.unexpected" }, null);
  }
}

export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.said ? say(error.said) : error.sentence;
  return t("web.unexpected");
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map((toast) => (
        <div class="toast" key={toast.n}>
          <span>
            {toast.rule && (
              <>
                <Cite rule={toast.rule} />{" "}
              </>
            )}
            {toast.message ? say(toast.message) : toast.text}
          </span>
          <button
            type="button"
            class="button quiet small"
            aria-label={t("web.close")}
            onClick={() => dismiss(toast.n)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
