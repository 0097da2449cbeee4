// Every battery as a card: contact, access, counter, chits.

import type { BatteryState, Standing } from "../api/types";
import { hexName, t } from "../core/words";
import { sideName } from "../sight/names";
import { nodeName } from "./names";

function Chits({ count, colour }: { count: number; colour: "black" | "red" }) {
  return (
    <span class="chits" role="img" aria-label={t(`web.mission.${colour}`, { count })}>
      {Array.from({ length: count }, (_, i) => (
        <i key={i} class={colour} />
      ))}
    </span>
  );
}

interface Props {
  standing: Standing;
  onBattery: (name: string) => void;
}

export function BatteryCards({ standing, onBattery }: Props) {
  const { sides } = standing;
  return (
    <div class="battery-cards">
      {standing.batteries.map((battery) => (
        <BatteryCard
          key={battery.name}
          battery={battery}
          second={battery.side !== sides[0]}
          current={battery.name === standing.battery}
          several={standing.batteries.length > 1}
          onChoose={() => onBattery(battery.name)}
        />
      ))}
    </div>
  );
}

interface CardProps {
  battery: BatteryState;
  second: boolean;
  current: boolean;
  several: boolean;
  onChoose: () => void;
}

function BatteryCard({ battery, second, current, several, onChoose }: CardProps) {
  const yes = (on: boolean) => (on ? t("core.yes") : t("core.no"));
  return (
    <section
      class={`panel battery ${second ? "side-b" : "side-a"} ${current && several ? "current" : ""}`}
      aria-label={t("web.mission.battery", { name: battery.name })}
    >
      <div class="row between">
        <h2>
          {battery.name} · {sideName(battery.nation)} <span class="num">{battery.caliber}mm</span>
        </h2>
        {battery.counter && (
          <span class="counter-chip">
            {t(`artillery.${battery.due ?? battery.counter}`)} {hexName(battery.hex ?? "")}
          </span>
        )}
      </div>
      <dl class="battery-facts">
        <div>
          <dt>{t("web.mission.contact")}</dt>
          <dd>{yes(battery.contact)}</dd>
        </div>
        <div>
          <dt>{t("web.mission.access")}</dt>
          <dd>{battery.barred ? t("web.mission.barred") : yes(battery.access)}</dd>
        </div>
        <div>
          <dt>{t("web.mission.mission")}</dt>
          <dd>{battery.mission ? t(`web.mission.type.${battery.mission}`) : "–"}</dd>
        </div>
        <div>
          <dt>{t("web.mission.observer")}</dt>
          <dd>{battery.observer}</dd>
        </div>
        <div>
          <dt>{t("web.mission.left")}</dt>
          <dd>
            <Chits count={battery.pile.black} colour="black" />{" "}
            <Chits count={battery.pile.red} colour="red" />
          </dd>
        </div>
        <div>
          <dt>{t("web.mission.stands")}</dt>
          <dd>{nodeName(battery.node)}</dd>
        </div>
      </dl>
      {several && !current && (
        <div>
          <button type="button" class="button small" onClick={onChoose}>
            {t("web.mission.on_to", { name: battery.name })}
          </button>
        </div>
      )}
    </section>
  );
}
