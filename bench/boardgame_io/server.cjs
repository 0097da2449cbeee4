// The peer: a boardgame.io server as its documentation starts one, everything in memory.
// Two players fill a board of 11×11 hexes, one hex a turn.
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const HexFill = {
  name: "hexfill",
  setup: () => ({ cells: Array(121).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    fill: ({ G, playerID }, at) => {
      if (G.cells[at] !== null) return INVALID_MOVE;
      G.cells[at] = playerID;
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

Server({ games: [HexFill], origins: [/127\.0\.0\.1/] }).run({ port: Number(process.argv[2]) });
