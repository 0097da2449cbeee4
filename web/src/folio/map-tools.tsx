import { t } from "../core/words";
import { Icon, type IconName } from "../parts/icon";
import type { Screen } from "../table/screen";
import { setSounds, sounds } from "./sound";
import type { FolioStore } from "./store";
import type { LabelControl } from "./zooming";

interface Tool {
  name: string;
  icon: IconName;
  key?: string;
  class?: string;
  pressed?: boolean;
  onClick: () => void;
}

interface Props {
  store: FolioStore;
  screen: Screen;
  control: { current: LabelControl | null };
}

export function MapTools({ store, screen, control }: Props) {
  const last = store.live.frame.value!.last;
  const tools: Tool[] = [
    {
      name: "web.map.in",
      icon: "plus",
      key: "+",
      class: "by-hand",
      onClick: () => control.current?.by(1.4),
    },
    {
      name: "web.map.out",
      icon: "minus",
      key: "−",
      class: "by-hand",
      onClick: () => control.current?.by(1 / 1.4),
    },
    { name: "web.map.whole", icon: "whole", key: "0", onClick: () => control.current?.whole() },
    {
      name: "web.map.zoc",
      icon: "zone",
      key: "z",
      class: "zones",
      pressed: store.zones.value !== null,
      onClick: () => store.toggleZones(),
    },
    {
      name: "web.map.legend",
      icon: "legend",
      onClick: () => (screen.opened.value = "legend"),
    },
    {
      name: "web.command.label",
      icon: "keyboard",
      key: "/",
      onClick: () => (screen.typing.value = true),
    },
    {
      name: "web.replay.label",
      icon: "play",
      pressed: store.past.value !== null,
      onClick: () => store.go(store.past.value ? last : 0),
    },
    {
      name: "web.sounds",
      icon: sounds.value ? "sound" : "silence",
      pressed: sounds.value,
      onClick: () => setSounds(!sounds.peek()),
    },
    {
      name: "web.help.title",
      icon: "help",
      key: "?",
      onClick: () => (screen.opened.value = "help"),
    },
  ];
  return (
    <div class="map-tools" role="group" aria-label={t("web.map.tools")}>
      {tools.map((tool) => (
        <button
          type="button"
          key={tool.name}
          class={`icon-button ${tool.class ?? ""}`}
          aria-label={t(tool.name)}
          title={tool.key ? `${t(tool.name)} (${tool.key})` : t(tool.name)}
          aria-pressed={tool.pressed}
          onClick={tool.onClick}
        >
          <Icon name={tool.icon} />
        </button>
      ))}
    </div>
  );
}
