import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "../words/languages";
import { words } from "../words/words.svelte";
import type { Replay, ReasonShape } from "../wire/wire";
import sample from "../replay/samples/3p-english-2018-1.json";
import { ideaOf, ideaSentence, reasonSentence, whySentence } from "./reasons";

const replay = sample as unknown as Replay;

function reason(kind: string, more: Partial<ReasonShape> = {}): ReasonShape {
  const row = { cells: "f6 g7 h8", gaps: "i9", cards: "B4 B5", out_of: 20, instead: "d4" };
  return { kind, is_bad: false, side: 2, colour: "B", ...row, before: 5, now: 2, ...more };
}

const KINDS = [
  ...["wins", "misses", "blocks", "reduces", "leaves", "hands_over", "opens", "spoils"],
  ...["counts", "joins", "hampers", "builds", "connects", "narrows", "starts", "holds"],
  ...["spares", "covers", "closes_columns", "closes_rows"],
];

beforeAll(async () => {
  await words.need("common", "table", "reasons");
  await words.use("en");
});

it("names rows by their direction and ends, with colours and counts", () => {
  const sentence = reasonSentence(replay, reason("blocks"), 1);
  expect(sentence).toContain("the diagonal f6–h8 (blue)");
  expect(sentence).toContain("2 of 20");
  expect(reasonSentence(replay, reason("leaves"), 1)).toContain(replay.names[1]);
});

it("says how many cards are left, and how many there were", () => {
  const sentence = reasonSentence(replay, reason("reduces"), 1);
  expect(sentence).toContain("only 2 of 20 cards");
  expect(sentence).toContain("instead of 5");
});

it("counts what is taken from a colour, and whose it is", () => {
  const narrows = reason("narrows", { cards: "" });
  expect(reasonSentence(replay, narrows, 1)).toBe("It takes 3 of 5 possible lines from blue.");
  expect(reasonSentence(replay, narrows, 2)).toContain("one’s own");
});

it.each([
  ["f7 g7 i7", "row f7–i7", "row 7"],
  ["g4 g8", "column g4–g8", "column g"],
  ["f10 g10", "row f10–g10", "row 10"],
  ["h6 f8", "diagonal h6–f8", "a diagonal"],
])("tells the colour and direction of %s, but not the cell", (cells, row, lane) => {
  const idea = (kind: string): string => ideaSentence(reason(kind, { cells }));
  expect(idea("blocks")).toBe(`Blue threatens the ${row}: one card is missing.`);
  expect(idea("builds")).toContain(`${lane}.`);
  expect(idea("opens")).not.toContain(cells.split(" ").at(-1));
});

it("says each thing once, and not too much", () => {
  const reasons = [reason("builds"), reason("builds"), reason("hampers"), reason("opens")];
  expect(whySentence(replay, reasons, 1).split(". ").length).toBeLessThanOrEqual(2);
});

it("finds the most urgent idea, or says that there is none", () => {
  expect(ideaOf([reason("builds"), reason("blocks")])!.kind).toBe("blocks");
  expect(ideaOf([reason("closes_rows")])).toBeNull();
  expect(ideaSentence(null)).not.toBe("");
});

describe.each(LANGUAGES)("in %s", (language) => {
  it("has words without gaps for every reason", async () => {
    await words.use(language);
    for (const kind of KINDS) {
      expect(reasonSentence(replay, reason(kind), 1)).not.toMatch(/[{}]|reason\./);
      expect(reasonSentence(replay, reason(kind), 2)).not.toMatch(/[{}]|reason\./);
    }
    for (const kind of KINDS) {
      expect(ideaSentence(ideaOf([reason(kind)]))).not.toMatch(/[{}]|idea\./);
    }
  });
});
