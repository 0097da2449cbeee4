// The pictures on the doors. Drawn on the same paper as the maps, so the same in both themes.
import type { ComponentChildren } from "preact";

const INK = "#2c2a25";
const BLUE = "#3d5a80";
const BRICK = "#a4482f";
const TEAL = "#1f5f5b";

/** A flat-topped hex as path data. */
function hex(x: number, y: number, size: number): string {
  const points = [0, 60, 120, 180, 240, 300].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function honeycomb(size: number): string {
  const out: string[] = [];
  const high = Math.sqrt(3) * size;
  for (let column = -1; column * 1.5 * size < 340; column++) {
    for (let row = -1; row * high < 160; row++) {
      out.push(hex(column * 1.5 * size, row * high + (column % 2 ? high / 2 : 0), size));
    }
  }
  return out.join("");
}

function Art({ children }: { children: ComponentChildren }) {
  return (
    <svg class="art" viewBox="0 0 320 140" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="140" fill="#ebe3cd" />
      {children}
    </svg>
  );
}

function Grid({ size = 26 }: { size?: number }) {
  return <path d={honeycomb(size)} fill="none" stroke={INK} stroke-opacity="0.22" />;
}

function MiniCounter(props: {
  x: number;
  y: number;
  side: "a" | "b";
  armour?: boolean;
  label: string;
}) {
  const { x, y, side, armour, label } = props;
  const colour = side === "a" ? BLUE : BRICK;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-16" y="-16" width="34" height="34" rx="2" fill="#000" opacity="0.22" />
      <rect
        x="-17"
        y="-17"
        width="34"
        height="34"
        rx="2"
        fill={side === "a" ? "#dfe6f0" : "#f2ddd3"}
        stroke={colour}
        stroke-width="1.5"
      />
      <path
        d={side === "a" ? "M-17-17h34v5h-34z" : "M-17-17h34v2h-34zM-17-13.5h34v2h-34z"}
        fill={colour}
      />
      <rect x="-10" y="-9" width="20" height="12" fill="#fffdf7" stroke={INK} />
      {armour ? (
        <rect x="-7" y="-6.5" width="14" height="7" rx="3.5" fill="none" stroke={INK} />
      ) : (
        <path d="M-10-9 10 3M10-9-10 3" stroke={INK} />
      )}
      <text
        y="14"
        text-anchor="middle"
        font-family="Barlow Condensed"
        font-weight="700"
        font-size="10"
        fill={INK}
      >
        {label}
      </text>
    </g>
  );
}

const trees = (x: number, y: number, list: [number, number, number][]) =>
  list
    .map(
      ([dx, dy, r]) =>
        `M${x + dx - r} ${y + dy}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`,
    )
    .join("");

export function FolioArt() {
  return (
    <Art>
      <path d="M-10 20C40-12 96 6 104 40S60 96 20 98-10 60-10 20z" fill="#b9c79b" />
      <path d="M214 96c20-26 78-30 110-8v64H196c-8-18 6-40 18-56z" fill="#cdb98e" />
      <path
        d={trees(0, 0, [
          [28, 34, 7],
          [46, 26, 6],
          [62, 42, 7],
          [40, 56, 6],
          [22, 62, 7],
          [74, 28, 5],
          [56, 70, 5],
          [84, 48, 6],
        ])}
        fill="#7f9a63"
        stroke="#54703f"
      />
      <path
        d="M236 112l10-8m-2 16 14-10m2 18 10-12m6 4 10-10m-2 24 14-14"
        stroke="#8a7345"
        stroke-width="1.5"
        fill="none"
      />
      <path
        d="M132-6c6 22-14 34-6 56s40 24 40 48-16 26-12 48"
        stroke="#7fa6b5"
        stroke-width="9"
        fill="none"
      />
      <path
        d="M132-6c6 22-14 34-6 56s40 24 40 48-16 26-12 48"
        stroke="#a9c8d2"
        stroke-width="5"
        fill="none"
      />
      <path
        d="M-6 108c60-8 92-16 150-30s120-22 190-50"
        stroke="#6f5a3a"
        stroke-width="5"
        fill="none"
      />
      <path
        d="M-6 108c60-8 92-16 150-30s120-22 190-50"
        stroke="#f3ead2"
        stroke-width="2.5"
        fill="none"
      />
      <Grid />
      <path
        d="M124 58C150 40 170 40 188 44"
        stroke={TEAL}
        stroke-width="4"
        fill="none"
        marker-end="url(#door-arrow)"
      />
      <defs>
        <marker
          id="door-arrow"
          viewBox="0 0 10 10"
          refX="6"
          refY="5"
          markerWidth="4"
          markerHeight="4"
          orient="auto"
        >
          <path d="M0 0 10 5 0 10z" fill={TEAL} />
        </marker>
      </defs>
      <MiniCounter x={104} y={68} side="a" armour label="5-4-8" />
      <MiniCounter x={78} y={112} side="a" label="3-4-5" />
      <MiniCounter x={222} y={50} side="b" label="4-5-5" />
      <MiniCounter x={274} y={84} side="b" armour label="6-4-8" />
    </Art>
  );
}

/** A gun waits at the village street; a tank comes round the corner, and the chance is written on it. */
export function BattleArt() {
  return (
    <Art>
      <path
        d="M0 20Q60 4 120 22T260 12T320 30V0H0Z"
        fill="#a9bd83"
        stroke="#5c7a43"
        stroke-width="2"
      />
      <path
        d="M-10 96C60 70 120 118 190 88S300 70 340 92"
        fill="none"
        stroke="#b9a67a"
        stroke-width="22"
      />
      <path
        d="M-10 96C60 70 120 118 190 88S300 70 340 92"
        fill="none"
        stroke="#efe4c6"
        stroke-width="17"
      />
      <Grid size={30} />
      <path d="M128 34h34v24h-34zM182 104h30v22h-30z" fill="#9b5a40" stroke={INK} />
      <path d="M76 88 236 84" stroke="#b3391d" stroke-width="3" stroke-dasharray="7 6" />
      <g transform="translate(60 90)">
        <rect x="-24" y="-24" width="48" height="48" rx="4" fill="#dfe6f0" stroke={BLUE} />
        <rect x="-24" y="-24" width="48" height="6" fill={BLUE} />
        <path d="M-14 2 22-8l1 4-34 10zM-12 6l-8 10 3 2 10-8z" fill={INK} />
        <circle cx="-8" cy="9" r="6" fill={INK} />
      </g>
      <g transform="translate(252 82)">
        <path
          d="m0-36 31 18v36L0 36l-31-18v-36z"
          fill="#b3391d22"
          stroke="#b3391d"
          stroke-width="3"
        />
        <rect x="-24" y="-24" width="48" height="48" rx="4" fill="#f2ddd3" stroke={BRICK} />
        <path d="M-24-24h48v3h-48zM-24-19h12v3h-12zM12-19h12v3H12z" fill={BRICK} />
        <path d="M-18 4h36l4 7-5 6h-34l-5-6zM-9-8H8l4 12h-24zM-9-5h-14v3h14z" fill={INK} />
        <rect x="-30" y="24" width="60" height="22" rx="5" fill="#22201c" />
        <text
          x="0"
          y="41"
          text-anchor="middle"
          fill="#ffd173"
          style="font: 700 18px var(--numbers)"
        >
          41%
        </text>
      </g>
    </Art>
  );
}

export function ShotArt() {
  return (
    <Art>
      <path d="M0 112c60-10 120-4 180-8s100-14 140-10v46H0z" fill="#cfc39f" />
      <path
        d="M74 92C140 40 190 44 244 84"
        stroke={BRICK}
        stroke-width="2"
        stroke-dasharray="2 6"
        fill="none"
        stroke-linecap="round"
      />
      <g fill={INK}>
        <path d="M24 106l34-9 58-17 1 4-58 18-4 6z" />
        <path d="M44 82l20-4 6 22-20 5z" />
        <path d="M20 110l-16 8 1 3 20-7z" />
        <circle cx="48" cy="108" r="10" />
        <circle cx="48" cy="108" r="5" fill="#ebe3cd" />
      </g>
      <g transform="translate(240 78)" fill={INK}>
        <path d="M-6 10 6 6h44l14 8v10H-10z" />
        <path d="M8-6h28l6 12H2z" />
        <path d="M8-3-26-5v3L6 2z" />
        <path d="M-12 22h78c2 8-4 14-12 14H0c-8 0-14-6-12-14z" />
        <g fill="#ebe3cd">
          <circle cx="2" cy="29" r="4" />
          <circle cx="16" cy="29" r="4" />
          <circle cx="30" cy="29" r="4" />
          <circle cx="44" cy="29" r="4" />
          <circle cx="57" cy="29" r="4" />
        </g>
      </g>
      <g transform="translate(116 22)" fill={TEAL}>
        {[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].map((count, i) => (
          <rect
            key={i}
            x={i * 9}
            y={30 - count * 5}
            width="7"
            height={count * 5}
            opacity={i < 6 ? 1 : 0.28}
          />
        ))}
      </g>
    </Art>
  );
}

export function MissionArt() {
  const blast = [
    hex(208, 72, 24),
    ...[0, 1, 2, 3, 4, 5].map((k) => {
      const angle = ((k * 60 + 30) * Math.PI) / 180;
      return hex(208 + 41.6 * Math.cos(angle), 72 + 41.6 * Math.sin(angle), 24);
    }),
  ];
  return (
    <Art>
      <path d={blast.join("")} fill="#e5b98f" stroke={BRICK} stroke-width="1.5" />
      <g fill="none" stroke={INK} stroke-width="2" stroke-linejoin="round">
        <path
          d="M208 72l-16-22 12 6 2-18 8 16 14-12-6 18 18 2-16 8 10 14-16-6-2 16-8-14-14 10 4-16-18 0z"
          fill="#f6e3c6"
        />
      </g>
      <path
        d="M300 8C270 20 240 36 222 56"
        stroke={INK}
        stroke-width="2"
        stroke-dasharray="6 5"
        fill="none"
      />
      <g font-family="Barlow Condensed" font-weight="700" font-size="13" text-anchor="middle">
        <g fill="#fbf8f1" stroke={INK} stroke-width="1.5">
          <rect x="24" y="16" width="74" height="24" rx="4" />
          <path d="M61 52l34 19-34 19-34-19z" fill="#dbe8e3" stroke={TEAL} />
          <rect x="24" y="102" width="74" height="24" rx="4" />
          <path d="M61 40v12M61 90v12M95 71h30" fill="none" />
        </g>
        <g fill={INK}>
          <text x="61" y="33">
            RADIO
          </text>
          <text x="61" y="76">
            9?
          </text>
          <text x="61" y="119">
            SR
          </text>
        </g>
      </g>
      <circle cx="136" cy="71" r="11" fill="#26241f" />
      <circle cx="136" cy="100" r="11" fill={BRICK} />
      <circle cx="136" cy="71" r="6" fill="none" stroke="#8d877a" />
      <circle cx="136" cy="100" r="6" fill="none" stroke="#e6b3a3" />
    </Art>
  );
}

export function SightArt() {
  return (
    <Art>
      <path d="M178 30c36-20 92-18 112 14s-6 70-44 74-86-8-96-38 4-38 28-50z" fill="#d9c795" />
      <path d="M204 48c22-10 52-8 62 12s-8 38-30 40-46-6-50-22 4-24 18-30z" fill="#c6af74" />
      <Grid />
      <path
        d={trees(0, 0, [
          [112, 34, 8],
          [126, 50, 7],
          [104, 54, 7],
          [130, 30, 6],
        ])}
        fill="#8ba36e"
        stroke="#54703f"
      />
      <path
        d="M117 98h26M143 98l13 22"
        stroke="#5d6b3f"
        stroke-width="7"
        stroke-linecap="round"
        stroke-dasharray="1 8"
      />
      <path d="M39 100 236 70" stroke="#fdfaf2" stroke-width="6" />
      <path d="M39 100 142 84" stroke={TEAL} stroke-width="3" />
      <path d="M142 84 236 70" stroke={BRICK} stroke-width="3" stroke-dasharray="7 6" />
      <circle cx="142" cy="84" r="5" fill="#fdfaf2" stroke={BRICK} stroke-width="3" />
      <g transform="translate(39 100)" fill={INK}>
        <circle r="12" fill="#fbf8f1" stroke={INK} stroke-width="2" />
        <path d="M-8 0q8-9 16 0-8 9-16 0z" />
        <circle r="3" fill="#fbf8f1" />
      </g>
      <MiniCounter x={240} y={70} side="b" label="4-6-7" />
    </Art>
  );
}

export function ForceArt() {
  return (
    <Art>
      <g transform="rotate(-2 160 70)">
        <rect
          x="72"
          y="12"
          width="176"
          height="140"
          fill="#000"
          opacity="0.15"
          transform="translate(3 3)"
        />
        <rect x="72" y="12" width="176" height="140" fill="#fbf8f1" stroke={INK} />
        <path d="M84 44h152M84 62h152M84 80h152M84 98h152M84 116h152M206 36v100" stroke="#b9ad95" />
        <path d="M84 26h70" stroke={INK} stroke-width="5" />
        <path d="M88 53h64M88 71h82M88 89h50M88 107h74" stroke="#6d675c" stroke-width="3" />
        <g
          font-family="Barlow Condensed"
          font-weight="700"
          font-size="14"
          fill={INK}
          text-anchor="end"
        >
          <text x="232" y="58">
            12
          </text>
          <text x="232" y="76">
            37
          </text>
          <text x="232" y="94">
            8
          </text>
          <text x="232" y="112">
            54
          </text>
          <text x="232" y="32" fill={TEAL} font-size="18">
            111
          </text>
        </g>
      </g>
      <MiniCounter x={40} y={50} side="a" label="4-6-7" />
      <MiniCounter x={44} y={96} side="a" armour label="37L" />
      <MiniCounter x={282} y={58} side="b" label="4-4-7" />
      <MiniCounter x={276} y={104} side="b" armour label="76L" />
    </Art>
  );
}

export function WorkshopArt() {
  return (
    <Art>
      <path
        d="M-10 96C40 84 70 108 120 92s70-44 120-40 60-20 100-26V150H-10z"
        fill="#cfd9ae"
        opacity="0.9"
      />
      <Grid />
      <path
        d="M-6 42C44 52 60 20 108 30s64 46 118 36 60-18 104-10"
        fill="none"
        stroke="#4f8296"
        stroke-width="6"
        stroke-linecap="round"
      />
      <path
        d={hex(195, 67.5, 26) + hex(156, 90, 26) + hex(195, 112.6, 26)}
        fill="#8fa96b"
        fill-opacity="0.75"
        stroke={TEAL}
        stroke-width="2"
        stroke-dasharray="6 4"
      />
      <MiniCounter x={78} y={67} side="a" label="4-4-4" />
      <g transform="translate(214 84) rotate(38)">
        <path d="M-5-2h10v-66l-5-9-5 9z" fill="#d9a441" stroke={INK} stroke-width="1.6" />
        <path d="M-5-60h10M-5-2v-58M5-2v-58" fill="none" stroke={INK} stroke-width="1.2" />
        <path
          d="M-7-2h14v12c0 12-7 14-7 24 0-10-7-12-7-24z"
          fill="#6f8f4c"
          stroke={INK}
          stroke-width="1.6"
        />
      </g>
    </Art>
  );
}
