import { beforeEach, expect, it } from "vitest";
import { words } from "../words/words.svelte";
import { defaultSettings } from "./settings";
import { rulesText } from "./summary";

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
