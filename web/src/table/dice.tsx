// Dice that have fallen: the first is the coloured one.
import type { LogLine } from "../core/live";
import { t } from "../core/words";
import { PIPS } from "../parts/pips";

/** Faces as the log writes them: «3,4». */
export function facesOf(line: LogLine): number[] {
  const { dr, faces } = line.data ?? {};
  if (Array.isArray(faces)) return faces.map(Number);
  if (typeof dr === "number") return [dr];
  if (typeof dr !== "string" || !/^\d(,\d)*$/.test(dr)) return [];
  return dr.split(",").map(Number);
}

/** A die that has fallen. Six sides have pips, others a number. */
export function Die({
  face,
  sides,
  coloured,
}: {
  face: number;
  sides: number;
  coloured?: boolean;
}) {
  const pips = sides === 6 ? PIPS[face] : undefined;
  return (
    <svg
      class={`fallen-die ${coloured ? "coloured" : ""}`}
      viewBox="-26 -26 52 52"
      role="img"
      aria-label={t("web.fought.face", { face })}
    >
      {sides === 6 ? (
        <rect x="-22" y="-22" width="44" height="44" rx="8" />
      ) : (
        <path d="M0-24 22-8 14 20-14 20-22-8Z" />
      )}
      {pips?.map(([x, y], i) => (
        <circle key={i} cx={x * 11.5} cy={y * 11.5} r="4.6" />
      ))}
      {!pips && <text y="8">{face}</text>}
    </svg>
  );
}

/** A DR: the coloured die and the white one; or a single die. */
export function FallenDice({ faces, small }: { faces: readonly number[]; small?: boolean }) {
  if (!faces.length) return null;
  return (
    <span class={`fallen-dice ${small ? "small-dice" : ""}`}>
      {faces.map((face, i) => (
        <Die key={i} face={face} sides={6} coloured={faces.length > 1 && i === 0} />
      ))}
    </span>
  );
}
