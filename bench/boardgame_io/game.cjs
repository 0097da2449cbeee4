// Two players fill a board of 11 × 11 hexes, one hex a turn.
const { INVALID_MOVE } = require("boardgame.io/core");

exports.hexfill = {
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
