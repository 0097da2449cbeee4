// Random games of hex-fill, 11 × 11, with boardgame.io's own client in one process: moves a second.
const { Client } = require("boardgame.io/client");
const { hexfill } = require("./game.cjs");

const FIELDS = 121;

function game() {
  const client = Client({ game: hexfill, numPlayers: 2, debug: false });
  client.start();
  const free = Array.from({ length: FIELDS }, (_, field) => field);
  while (free.length) {
    const n = Math.floor(Math.random() * free.length);
    client.moves.fill(free[n]);
    free[n] = free[free.length - 1];
    free.pop();
  }
  const filled = client.getState().G.cells.every((cell) => cell !== null);
  client.stop();
  if (!filled) throw new Error("a move was not made");
}

const worked = () => process.cpuUsage().user + process.cpuUsage().system;

for (let n = 0; n < 20; n++) game();
let best = 0;
for (let round = 0; round < 3; round++) {
  const start = worked();
  let moves = 0;
  while (worked() - start < Number(process.argv[2]) * 1e6) {
    game();
    moves += FIELDS;
  }
  best = Math.max(best, (moves * 1e6) / (worked() - start));
}
console.log(best);
