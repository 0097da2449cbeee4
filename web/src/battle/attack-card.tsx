// The last attack as it fell: the dice, hit or miss, and all that came of it. It lies there for both.
import { useSignal } from "@preact/signals";
import { say, t } from "../core/words";
import { Icon } from "../parts/icon";
import { Cite } from "../parts/rule";
import { FallenDice, facesOf } from "../table/dice";
import { type Attack, fellOnNobody, HURTS, KILLS, wasHit, whatOf } from "./happened";
import { called } from "./say";
import type { BattleStore } from "./store";

/** The one word for the whole. */
function verdict(attack: Attack): { key: string; tone: string } {
  const words = attack.after.map(whatOf);
  const killed = words.filter((word) => KILLS.has(word));
  if (killed.length) {
    const men = killed.every((word) => word === "eliminated");
    return { key: men ? "eliminate" : "kill", tone: "good" };
  }
  if (words.some((word) => HURTS.has(word))) return { key: "hurt", tone: "good" };
  const hit = wasHit(attack.fired);
  if (hit === false) return { key: "miss", tone: "bad" };
  return { key: hit ? "hit" : "nothing", tone: "even" };
}

export function AttackCard({ store, attack }: { store: BattleStore; attack: Attack }) {
  const closed = useSignal(-1);
  if (closed.value === attack.n) return null;
  const { data } = attack.fired;
  const { key, tone } = verdict(attack);
  const hit = wasHit(attack.fired);
  const after = attack.after.filter((line) => !fellOnNobody(line));
  return (
    <section
      class={`fought attack ${tone}`}
      aria-label={t("web.battle.attack.label")}
      aria-live="polite"
      key={attack.n}
      data-test="attack"
    >
      <header>
        <b class="grow">
          {data.weapon
            ? `${called(store, String(data.weapon))} → ${called(store, String(data.target ?? ""))}`
            : t("web.battle.attack.shells", { battery: String(data.battery ?? "") })}
        </b>
        <button
          type="button"
          class="icon-button"
          aria-label={t("web.close")}
          onClick={() => {
            closed.value = attack.n;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="fought-roll">
        <FallenDice faces={facesOf(attack.fired)} />
        <b class="result" data-test="verdict">
          {t(`web.battle.attack.${key}`)}
        </b>
      </div>
      <p class="small">
        {say(attack.fired.message)} <Cite rule={attack.fired.rule} />
      </p>
      {hit !== null && (
        <p class="num to-hit-line">
          {t(hit ? "web.battle.attack.th_hit" : "web.battle.attack.th_miss", {
            final: Number(data.final),
            th: Number(data.th),
          })}
        </p>
      )}
      {after.length > 0 && (
        <ol class="fought-after steps-after">
          {after.map((line, i) => (
            <li key={i} class={KILLS.has(whatOf(line)) ? "kills" : ""}>
              <FallenDice faces={facesOf(line)} small />
              {say(line.message)} <Cite rule={line.rule} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
