import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "../words/languages";
import { words } from "../words/words.svelte";
import type { Replay } from "../wire/wire";
import { momentsOf, type Moment } from "./moments";
import { seatName, sideName } from "../game/people";
import { endSentences, rowText } from "../game/sentences";
import { momentSentence, resultSentence } from "./replaySentences";
import three from "./samples/3p-english-2018-1.json";
import four from "./samples/4p-german-2018-5.json";

const samples = [three, four] as unknown as Replay[];
const [replay] = samples as [Replay];
const moments = momentsOf(replay);

beforeAll(async () => {
  await words.need("common", "table", "replay", "endings");
  await words.use("en");
});

const first = (found: (moment: Moment) => boolean): Moment => moments.find(found)!;

it("tells of every card who put it where, and over what", () => {
  const beside = first((moment) => moment.event !== null && moment.covered === null);
  expect(momentSentence(replay, beside)).toMatch(
    /^\S+ puts the (red|orange|blue|green) \d on f6\.$/,
  );
  const over = first((moment) => moment.covered !== null);
  expect(momentSentence(replay, over)).toMatch(/ on [a-k]\d+, over the \w+ \d\.$/);
});

it("tells how a round ended, and which card left", () => {
  const ends = moments.flatMap((moment) => (moment.end ? [moment.end] : []));
  expect(ends.map((end) => end.kind)).toEqual(["stalemate", "line"]);
  expect(endSentences(replay, ends[0]!)[0]).toMatch(/: the rows are counted\.$/);
  expect(endSentences(replay, ends[1]!).join(" ")).toMatch(
    /^\S+ wins the round with \d in a row\. The \w+ \d leaves the match\.$/,
  );
  const run = ends[0]!.runs.flat()[0]!;
  expect(rowText(run)).toMatch(new RegExp(`^\\d \\+ \\d \\+ \\d = ${run.points}$`));
});

it("names teams by both, and bots as everywhere else", () => {
  const teams = { ...replay, mode: "teams", names: ["Ada", "easy", "Ben", "Dag"] };
  expect(sideName(teams, 1)).toBe("Ada and Ben");
  expect(sideName(teams, 2)).toBe("Easy and Dag");
  expect(seatName(teams, 2)).toBe("Easy");
});

it.each([
  ["resigned", 2, /^\S+ gives up\.$/],
  ["agreed", null, /as agreed$/],
  ["abandoned", 2, /^\S+ gave up: the match ends without a winner$/],
  ["unfinished", null, /^The match was not finished\.$/],
  ["resigned", null, /^The match was not finished\.$/],
] as const)("says why nobody won: %s by %s", (how, seat, said) => {
  expect(resultSentence({ ...replay, winner: null, how, seat })).toMatch(said);
});

it("speaks to the one person who played the match here", () => {
  const won = { ...replay, how: "won" as const, seat: null, winner: 1 };
  expect(resultSentence(won, 1)).toBe("You win the match!");
  expect(resultSentence(won, 2)).toMatch(/^You lose the match\. \S+ wins the match\.$/);
  const resigned = { ...replay, winner: null, how: "resigned" as const, seat: 2 as const };
  expect(resultSentence(resigned, 2)).toBe("You gave up");
});

describe.each(LANGUAGES)("in %s", (language) => {
  it("has a sentence without gaps for every moment", async () => {
    await words.use(language);
    for (const sample of samples) {
      for (const moment of momentsOf(sample)) {
        const told = momentSentence(sample, moment);
        expect(told).not.toMatch(/[{}]|(replay|tell|verdict|over)\.[a-z]/);
        expect(told.length).toBeGreaterThan(10);
      }
      expect(resultSentence(sample)).not.toMatch(/[{}]|(replay|tell|verdict|over)\.[a-z]/);
    }
  });
});
