import { beforeEach, expect, it } from "vitest";
import { words } from "../words/words.svelte";
import type { SettingsShape } from "../wire/wire";
import { defaultSettings } from "./settings";
import * as summary from "./summary";

const rulesText = (settings: SettingsShape): string =>
  summary.rulesText(settings, (side) => ["Ada", "Ben"][side - 1]!);

beforeEach(async () => {
  await words.begin("en");
  await words.need("start");
});

it("mentions a rule only where it differs from the default, as it is then", () => {
  const usual = defaultSettings();
  expect(rulesText(usual)).not.toContain("stalemate");
  const kept = { ...usual, stalemate_removes: undefined } as unknown as typeof usual;
  expect(rulesText(kept)).toBe(rulesText(usual));
  expect(rulesText({ ...usual, open_cards: true })).toContain("Open cards");
  expect(rulesText({ ...usual, stalemate_removes: false })).toContain("A stalemate costs no card");
});

it("names the sides that have a handicap, each with its cards", () => {
  const usual = defaultSettings();
  expect(rulesText({ ...usual, handicap: [0, 0] })).toBe(rulesText(usual));
  expect(rulesText({ ...usual, handicap: [2, 0] })).toContain("Handicap: Ada (2 cards fewer)");
  const both = rulesText({ ...usual, handicap: [1, 6] });
  expect(both).toContain("Handicap: Ada (1 card fewer), Ben (6 cards fewer)");
});
