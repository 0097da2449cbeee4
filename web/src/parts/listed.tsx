// A list in a line: a line ends between its words, never within «2-2-8».
import { t } from "../core/words";

export function Listed({ words }: { words: readonly string[] }) {
  const said = words.filter(Boolean);
  return (
    <>
      {said.map((word, i) => (
        <span class="whole-word" key={i}>
          {word}
          {i < said.length - 1 && t("core.list_comma")}
        </span>
      ))}
    </>
  );
}
