// @vitest-environment node
import { beforeAll, expect, it } from "vitest";
import type { TableEvent } from "../wire/names";
import type { Placed, Replay, SeatShape, TableShape } from "../wire/wire";
import { words } from "../words/words.svelte";
import { applyEvent } from "./fold";
import { listMove, type Move } from "./moves";
import { botAt, companyAt, seatName } from "./people";
import { moverName } from "./sentences";
import three from "./three.fixture.json";

const start = three.before as unknown as TableShape;
const laid = (number: number, more: Partial<Placed> = {}): TableEvent =>
  ({
    ...{ kind: "placed", number, at: 0, seat: 2, card: "O3", cell: `f${number}`, on_top: false },
    ...{ then: [], turn: null },
    ...more,
  }) as TableEvent;

/** The list of moves as a page that followed all events has it. */
function followed(events: TableEvent[]): readonly Move[] {
  let moves: readonly Move[] = [];
  let table: TableShape = { ...start, number: 0 };
  for (const event of events) {
    moves = listMove(moves, event, table.seats);
    table = applyEvent(table, event);
  }
  return moves;
}

const namesOf = (moves: readonly Move[]): string[] =>
  moves.map((move) => moverName({ ...start, seats: move.seats as SeatShape[] }, move.event));

beforeAll(() => words.need("common", "table", "company"));

it("keeps the name of somebody who gave up on the moves they made", () => {
  const gone = { kind: "resigned", number: 3, at: 0, seat: 2, bot: "medium", name: "Juno" };
  const moves = followed([laid(2), gone as TableEvent, laid(4, { by: "bot" })]);
  expect(namesOf(moves)).toEqual(["Bo", "Juno"]);
});

it("says for whom a bot laid a card, and not on the cards before and after", () => {
  const stood = { kind: "stood_in", number: 3, at: 0, seat: 2, bot: "medium" } as TableEvent;
  const back = { kind: "returned", number: 5, at: 0, seat: 2 } as TableEvent;
  const moves = followed([laid(2), stood, laid(4, { by: "bot" }), back, laid(6)]);
  expect(namesOf(moves)).toEqual(["Bo", "Medium for Bo", "Bo"]);
});

it("knows who sat where at every moment of a replay", () => {
  const replay = {
    names: ["Ada", "Juno", "Cleo"],
    bots: [null, "medium", null],
    earlier: [{ seat: 2, cards: 5, name: "Bo" }],
  } as unknown as Replay;
  expect(seatName(companyAt(replay, 5), 2)).toBe("Bo");
  expect(botAt(companyAt(replay, 5), 2)).toBe("");
  expect(seatName(companyAt(replay, 6), 2)).toBe("Juno");
  expect(botAt(companyAt(replay, 6), 2)).toBe("medium");
});

it("reads a record from before bots had names", () => {
  const old = { names: ["Ada", "medium"] } as unknown as Replay;
  expect(seatName(companyAt(old, 1), 2)).toBe("Medium");
});
