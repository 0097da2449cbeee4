// A scenario's map in small, with those who stand on it at the beginning.
import { useEffect, useMemo, useState } from "preact/hooks";
import { call } from "../core/api";
import { draw, Ground } from "./ground";
import type { Board } from "./types";

const known = new Map<string, Promise<Board>>();

function boardOf(name: string): Promise<Board> {
  let board = known.get(name);
  if (!board) {
    board = call<Board>(`/api/games/folio/${encodeURIComponent(name)}/board`);
    board.catch(() => known.delete(name));
    known.set(name, board);
  }
  return board;
}

export function ScenarioPicture({ name }: { name: string }) {
  const [board, setBoard] = useState<Board | null>(null);
  useEffect(() => {
    boardOf(name).then(setBoard, () => undefined);
  }, [name]);
  return board ? <BoardPicture board={board} name={name} /> : <span class="picture" />;
}

export function BoardPicture({ board, name }: { board: Board; name: string }) {
  const drawn = useMemo(() => draw(board), [board]);
  const places = new Map(board.hexes.map((hex) => [hex.label, hex]));
  return (
    <svg
      class="picture"
      viewBox={`0 0 ${board.width} ${board.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Ground board={board} drawn={drawn} name={name} plain />
      {board.units.map((unit) => {
        const hex = unit.turn === 0 && places.get(unit.setup[0] ?? "");
        if (!hex) return null;
        const second = unit.side === board.sides[1]?.id;
        return (
          <rect
            key={unit.id}
            class={second ? "unit-b" : "unit-a"}
            x={hex.x - 24}
            y={hex.y - 20}
            width="48"
            height="40"
            rx={second ? 16 : 3}
          />
        );
      })}
    </svg>
  );
}
