import { beforeAll, expect, test } from "vitest";
import type { TableEvent } from "../wire/names";
import type { Placed, TableShape } from "../wire/wire";
import { words } from "../words/words.svelte";
import { applyEvent } from "./fold";
import { listMove, type Move } from "./moves";
import { cellLabel } from "./cardNames";
import { seatLabel, sideLabel } from "./people";
import { refusalText } from "./refusalText";
import {
  eventSentences,
  overSentence,
  ownResult,
  ownVerdict,
  roundSentences,
  verdictSentence,
} from "./sentences";
import three from "./three.fixture.json";

beforeAll(async () => {
  await words.begin("en");
  await words.need("table", "endings");
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

test("describes a move in words", () => {
  const table = { ...before, match: { ...before.match!, stacks: { g6: "R4" } } };
  const event = placed({});
  const [move, turn] = eventSentences(table, applyEvent(table, event), event, [3]);
  expect(move).toBe("Ada puts the orange 5 on g6, over the red 4.");
  expect(turn).toBe("Bo to play, with the blue 3.");
});

test("says you to the one person on a device who gave no name, and a name to the others", async () => {
  await words.need("start");
  const [ada, ...others] = before.seats;
  const table = {
    ...before,
    seats: [{ ...ada!, kind: "person", name: "Guest" }, ...others],
    match: { ...before.match!, stacks: { g6: "R4" } },
  } as TableShape;
  const event = placed({});
  const after = applyEvent(table, event);
  const tell = (mine: number[]): string => eventSentences(table, after, event, mine)[0]!;
  expect(tell([1])).toBe("You put the orange 5 on g6, over the red 4.");
  expect(tell([3])).toBe("Guest puts the orange 5 on g6, over the red 4.");
  expect(tell([1, 3])).toBe("Guest puts the orange 5 on g6, over the red 4.");
  expect(eventSentences(before, after, placed({ on_top: false }), [1])[0]).toMatch(/^Ada puts/);
  expect([seatLabel(table, 1, [1]), seatLabel(table, 1, [3])]).toEqual(["You", "Guest"]);
  expect(sideLabel(table, 1, [1])).toBe("You");
});

test('says "your turn" for one\'s own turn', () => {
  const event = placed({});
  expect(eventSentences(before, applyEvent(before, event), event, [2]).at(-1)).toBe(
    "Your turn, with the blue 3.",
  );
});

test("gives the reason why a round ended", () => {
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
  const moves = events.reduce<readonly Move[]>(
    (all, event) => listMove(all, event, before.seats),
    [],
  );
  expect(moves.map((move) => [move.round, move.below])).toEqual([
    [1, undefined],
    [1, "R4"],
    [2, undefined],
  ]);
  const undone = { kind: "undone", number: 9, at: 0, count: 2, match: before.match! } as const;
  expect(listMove(moves, undone, before.seats)).toHaveLength(1);
});

test("a refusal is said in words, with cards by their names", () => {
  expect(refusalText({ code: "not-lower", sentence: "?", values: { below: "R7" } })).toBe(
    "The red 7 is not lower: a card can only cover a lower one.",
  );
  expect(refusalText({ code: "new-code", sentence: "In English." })).toBe("In English.");
});

const line = {
  kind: "line",
  seat: 1,
  winner: 1,
  removed: "R9",
  stuck: null,
  runs: [[{ cells: "a1 b1 c1 d1", cards: "R1 R9 R3 R4", points: 17 }], [], []],
} as never;

test("the one person on a device wins or loses a round; several have names", () => {
  expect(ownVerdict(before, line, [1])).toEqual(["You win the round with 4 in a row!"]);
  expect(ownVerdict(before, line, [2])).toEqual([
    "You lose the round.",
    "Ada wins the round with 4 in a row.",
  ]);
  expect(ownVerdict(before, line, [1, 2])).toEqual(["Ada wins the round with 4 in a row."]);
  expect(ownVerdict(before, line, [])).toEqual(["Ada wins the round with 4 in a row."]);
});

test("a team wins in the plural, in languages that have one for you", async () => {
  const teams = { ...before, settings: { ...before.settings, mode: "teams" } };
  const over = { how: "won", winner: 1, seat: null };
  expect(ownResult(teams, over, [1])).toEqual(["Your team wins the match!"]);
  await words.use("de");
  expect(ownResult(teams, over, [1])).toEqual(["Ihr gewinnt die Partie!"]);
  expect(ownResult(before, over, [1])).toEqual(["Du gewinnst die Partie!"]);
  expect(ownVerdict(teams, line, [1])[0]).toMatch(/^Ihr gewinnt die Runde/);
  await words.use("en");
});

test("the result of a match is said to the one person on the device", () => {
  const won = { how: "won", winner: 1, seat: null };
  expect(ownResult(before, won, [1])).toEqual(["You win the match!"]);
  expect(ownResult(before, won, [2])).toEqual(["You lose the match", "Ada wins the match"]);
  expect(ownResult(before, won, [])).toEqual(["Ada wins the match"]);
  const resigned = { how: "resigned", winner: 1, seat: 2 };
  expect(ownResult(before, resigned, [1])).toEqual(["You win the match!", "Bo gives up."]);
  expect(ownResult(before, resigned, [2])).toEqual(["You gave up", "Ada wins the match"]);
  const agreed = { how: "agreed", winner: null, seat: null };
  expect(ownResult(before, agreed, [1])).toEqual([overSentence(before, agreed)]);
});

test("the next round is announced only when it begins", () => {
  const event = placed({
    then: [
      { kind: "round_ended", round: 1, end: line },
      { kind: "round_started", round: 2, start: 2 },
    ],
  });
  const told = eventSentences(before, applyEvent(before, event), event, [1]);
  expect(told.at(-1)).toBe("The red 9 leaves the match.");
  expect(roundSentences(before, [1])[0]).toBe(`Round ${before.match!.round} begins.`);
});

test("says that the clock placed a card", () => {
  const event = placed({ by: "clock" });
  const after = applyEvent(before, event);
  expect(eventSentences(before, after, event, [2])[0]).toBe("Time ran out for Ada.");
  expect(eventSentences(before, after, event, [1])[0]).toBe("Your time ran out.");
});
