// A small engine in another language, written from docs/protocol.md and docs/position.md alone.
// It takes the first legal cell of the lowest value that it can cover, or the first empty one.

const readline = require("node:readline");

const SEATS = { "2p": 2, "3p": 3, "4p": 4, teams: 4 };
const COLUMNS = "abcdefghijk";
const ORIGIN = "f6";
const SIZE = 6;

let position = null;
let stopped = true;

const send = (line) => process.stdout.write(`${line}\n`);
const place = (cell) => [COLUMNS.indexOf(cell[0]), Number(cell.slice(1))];
const name = (column, row) => `${COLUMNS[column]}${row}`;

function start(words) {
  if (words[0] === "startpos") {
    const seats = SEATS[words[1] || "2p"];
    if (!seats) throw new Error("mode");
    return { seats, open: false, seat: 0, hands: Array(seats).fill(null), table: new Map() };
  }
  const fields = words[0] === "fen" ? words.slice(1) : words;
  if (fields.length !== 15 || !SEATS[fields[0]]) throw new Error("position");
  const table = new Map();
  for (const stack of fields[7] === "-" ? [] : fields[7].split(",")) {
    const [cell, cards] = stack.split(":");
    table.set(cell, cards.slice(-2));
  }
  return {
    seats: SEATS[fields[0]],
    open: fields[3].split(",").includes("open_cards"),
    seat: fields[8] === "-" ? null : Number(fields[8]) - 1,
    hands: fields[9].split(":").map((card) => (card === "-" ? null : card)),
    table,
  };
}

function setPosition(words) {
  const at = words.indexOf("moves");
  const now = start(at < 0 ? words : words.slice(0, at));
  let turning = now.seat;
  for (const word of at < 0 ? [] : words.slice(at + 1)) {
    if (word.length === 2) {
      now.hands[turning] = word;
      continue;
    }
    now.table.set(word.slice(3), word.slice(0, 2));
    now.hands[now.seat] = null;
    turning = now.open ? now.seat : (now.seat + 1) % now.seats;
    now.seat = (now.seat + 1) % now.seats;
  }
  return now;
}

function legalMoves({ table, seat, hands }) {
  const card = seat === null ? null : hands[seat];
  if (!card) return [];
  if (table.size === 0) return [`${card}@${ORIGIN}`];
  const places = [...table.keys()].map(place);
  const columns = places.map(([column]) => column);
  const rows = places.map(([, row]) => row);
  const moves = [];
  for (let row = 1; row <= 11; row += 1) {
    for (let column = 0; column < 11; column += 1) {
      const below = table.get(name(column, row));
      const near = places.some(([c, r]) => Math.abs(c - column) <= 1 && Math.abs(r - row) <= 1);
      const width = Math.max(column, ...columns) - Math.min(column, ...columns) + 1;
      const height = Math.max(row, ...rows) - Math.min(row, ...rows) + 1;
      if (below) {
        if (below[1] < card[1]) moves.push(`${card}x${name(column, row)}`);
      } else if (near && width <= SIZE && height <= SIZE) {
        moves.push(`${card}@${name(column, row)}`);
      }
    }
  }
  return moves;
}

function finish() {
  if (stopped) return;
  stopped = true;
  const [best] = position ? legalMoves(position) : [];
  if (best) send(`info simulations 1 pv ${best}`);
  send(`bestmove ${best || "none"}`);
}

const commands = {
  ugi() {
    send("id name First cell");
    send("id author somebody else");
    send("ugiok");
  },
  isready: () => send("readyok"),
  setoption() {},
  uginewgame() {},
  position(words) {
    try {
      position = setPosition(words);
    } catch (error) {
      position = null;
      send(`error unreadable-position ${error.message}`);
    }
  },
  go(words) {
    stopped = false;
    const endless = words.length === 0 || words.includes("infinite");
    if (!endless || !position || legalMoves(position).length === 0) finish();
  },
  stop: finish,
  quit: () => process.exit(0),
};

readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [command, ...words] = line.trim().split(/\s+/);
    if (Object.hasOwn(commands, command)) commands[command](words);
    else if (command) send(`error unknown-command ${command}`);
  })
  .on("close", () => process.exit(0));
