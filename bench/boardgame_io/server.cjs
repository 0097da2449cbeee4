// The peer: a boardgame.io server as its documentation starts one, everything in memory.
const { Server } = require("boardgame.io/server");
const { hexfill } = require("./game.cjs");

Server({ games: [hexfill], origins: [/127\.0\.0\.1/] }).run({ port: Number(process.argv[2]) });
