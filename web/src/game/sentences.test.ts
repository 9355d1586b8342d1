import { beforeAll, expect, test } from "vitest";
import type { TableEvent } from "../wire/names";
import type { Placed, TableShape } from "../wire/wire";
import { words } from "../words/words.svelte";
import { applyEvent } from "./fold";
import { listMove, type Move } from "./moves";
import { cellLabel } from "./cardNames";
import { refusalText } from "./refusalText";
import { eventSentences, overSentence, verdictSentence } from "./sentences";
import three from "./three.fixture.json";

beforeAll(async () => {
  await words.begin("en");
  await words.need("table");
});

const before = three.before as unknown as TableShape;
const placed = (change: Partial<Placed>): Placed => ({
  kind: "placed",
  number: before.number + 1,
  at: 0,
  seat: 1,
  card: "O5",
  cell: "g6",
  on_top: true,
  then: [],
  turn: { seat: 2, card: "B3", cells: "f6" },
  ...change,
});

test("a move is told in words", () => {
  const table = { ...before, match: { ...before.match!, stacks: { g6: "R4" } } };
  const event = placed({});
  const [move, turn] = eventSentences(table, applyEvent(table, event), event, [3]);
  expect(move).toBe("Ada puts the orange 5 on g6, over the red 4.");
  expect(turn).toBe("Bo to play, with the blue 3.");
});

test("one's own turn is told as such", () => {
  const event = placed({});
  expect(eventSentences(before, applyEvent(before, event), event, [2]).at(-1)).toBe(
    "Your turn, with the blue 3.",
  );
});

test("the end of a round is told with its reason", () => {
  const end = {
    kind: "stalemate",
    seat: 2,
    winner: 1,
    removed: "R7",
    stuck: "O1",
    runs: [
      [{ cells: "a1 b1 c1", cards: "R3 R7 R5", points: 15 }],
      [{ cells: "a3 b3 c3", cards: "O5 O4 O8", points: 17 }],
      [],
    ],
  } as const;
  const event = placed({
    turn: null,
    then: [{ kind: "round_ended", round: 1, end: structuredClone(end) as never }],
  });
  expect(eventSentences(before, applyEvent(before, event), event, []).slice(1)).toEqual([
    "Bo cannot place the orange 1 anywhere: the rows are counted.",
    "Ada wins the round: 15 beats 17.",
    "The red 7 leaves the match.",
  ]);
});

test.each([
  ["en", "Ada and Cleo win the round", "Bo gives up: Ada and Cleo win the match"],
  ["de", "Ada und Cleo gewinnen die Runde", "Bo gibt auf: Ada und Cleo gewinnen die Partie"],
  ["fi", "Ada ja Cleo voittavat kierroksen", "Bo luovuttaa: Ada ja Cleo voittavat ottelun"],
  ["is", "Ada og Cleo vinna umferðina", "Bo gefst upp: Ada og Cleo vinna leikinn"],
] as const)("a team takes a plural verb in %s", async (language, round, match) => {
  await words.use(language);
  const person = (name: string) => ({ ...before.seats[0]!, kind: "person" as const, name });
  const teams = {
    ...before,
    settings: { ...before.settings, mode: "teams" as const },
    seats: ["Ada", "Bo", "Cleo", "Dag"].map(person),
  };
  const end = { kind: "line", seat: 1, winner: 1, removed: null, stuck: null } as const;
  const runs = [[{ cells: "a1 b1 c1 d1 e1", cards: "R1 R2 R3 R4 R5", points: 15 }], []];
  expect(verdictSentence(teams, { ...end, runs } as never)).toMatch(new RegExp(`^${round}`));
  expect(overSentence(teams, { how: "resigned", winner: 1, seat: 2 })).toBe(match);
  await words.use("en");
});

test("cells have names", () => {
  expect(cellLabel("g6", "", false)).toBe("g6, free");
  expect(cellLabel("g6", "O5", false)).toBe("g6, orange 5");
  expect(cellLabel("g6", "R4 O5", true)).toBe("g6, orange 5 over red 4, possible");
});

test("moves are listed by rounds, and taken back", () => {
  const round = { kind: "round_ended", round: 1, end: { runs: [] } as never } as const;
  const events: TableEvent[] = [
    placed({ card: "R4", on_top: false }),
    placed({ then: [round] }),
    placed({ card: "B1", on_top: false }),
  ];
  const moves = events.reduce<readonly Move[]>(listMove, []);
  expect(moves.map((move) => [move.round, move.below])).toEqual([
    [1, undefined],
    [1, "R4"],
    [2, undefined],
  ]);
  const undone = { kind: "undone", number: 9, at: 0, count: 2, match: before.match! } as const;
  expect(listMove(moves, undone)).toHaveLength(1);
});

test("a refusal is said in words, with cards by their names", () => {
  expect(refusalText({ code: "not-lower", sentence: "?", values: { below: "R7" } })).toBe(
    "The red 7 is not lower: a card can only cover a lower one.",
  );
  expect(refusalText({ code: "new-code", sentence: "In English." })).toBe("In English.");
});
