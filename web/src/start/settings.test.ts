import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { words } from "../words/words.svelte";
import SettingField from "./SettingField.svelte";
import { choicesFor, defaultSettings, readValue, SETTINGS, type Setting } from "./settings";

beforeEach(async () => {
  await words.begin("en");
  await words.need("start");
});
afterEach(cleanup);

/** A setting that the server might get: its words are there, the page knows nothing of it. */
const PLAIN: Setting = {
  name: "new_one",
  kind: "flag",
  default: false,
  isOptional: false,
  words: "open_cards",
  part: "company",
  isForGuests: false,
  minimum: null,
  maximum: null,
  options: null,
  offered: null,
};
const GRACE: Setting = {
  ...PLAIN,
  name: "grace_seconds",
  kind: "duration",
  default: null,
  isOptional: true,
  words: "grace",
  minimum: 10,
  maximum: 600,
  offered: [10, 30, 60, 600],
};

describe("a setting that nobody has written a control for", () => {
  it("is a tick if it is a flag", async () => {
    const chosen: unknown[] = [];
    const change = (value: unknown): void => void chosen.push(value);
    render(SettingField, { setting: PLAIN, value: false, change });
    await fireEvent.click(screen.getByRole("checkbox"));
    expect(chosen).toEqual([true]);
  });

  it("is a list of all numbers within its limits", () => {
    const setting: Setting = { ...PLAIN, kind: "number", words: "rounds", minimum: 2, maximum: 4 };
    render(SettingField, { setting, value: 3, change: () => undefined });
    const options = screen.getAllByRole<HTMLOptionElement>("option");
    expect(options.map((one) => one.text)).toEqual(
      [2, 3, 4].map((n) => `First to win ${n} rounds`),
    );
    expect(options.map((one) => one.selected)).toEqual([false, true, false]);
  });

  it("is a list of the words for a choice", () => {
    const options = ["english-2018", "german-2018"];
    const setting: Setting = { ...PLAIN, kind: "choice", words: "edition", options };
    render(SettingField, { setting, value: "german-2018", change: () => undefined });
    expect(screen.getAllByRole("option")).toHaveLength(2);
  });

  it("is a list of durations, with the server's own first if it may be left open", async () => {
    const chosen: unknown[] = [];
    const change = (value: unknown): void => void chosen.push(value);
    render(SettingField, { setting: GRACE, value: null, change });
    const options = screen.getAllByRole<HTMLOptionElement>("option");
    expect(options.map((one) => one.text)).toEqual([
      "After the usual time",
      "After 10 seconds",
      "After 30 seconds",
      "After 1 minute",
      "After 10 minutes",
    ]);
    expect(options[0]!.selected).toBe(true);
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "60" } });
    expect(chosen).toEqual([60]);
  });
});

describe("what was kept", () => {
  it("is taken if the setting can have that value, and else is the default", () => {
    expect(readValue(GRACE, 30)).toBe(30);
    expect(readValue(GRACE, 31)).toBeNull();
    expect(readValue({ ...GRACE, default: 30 }, null)).toBeNull();
    expect(readValue({ ...PLAIN, default: true }, false)).toBe(false);
    expect(readValue({ ...PLAIN, default: true }, "no")).toBe(true);
  });

  it("is taken as numbers for the sides only if each is within the limits", () => {
    const handicap = SETTINGS.find((setting) => setting.name === "handicap")!;
    expect(readValue(handicap, [2, 0])).toEqual([2, 0]);
    for (const wrong of [[7, 0], [-1, 0], ["2", 0], 2, "2,0", null, undefined, { length: 2 }]) {
      expect(readValue(handicap, wrong)).toEqual([]);
    }
  });
});

describe.each(SETTINGS)("the setting $name", (setting) => {
  it("has a default that can be chosen, and words", () => {
    const { name, kind, words: key } = setting;
    if (kind === "sides") expect(choicesFor(setting)).toContain(0);
    else if (kind !== "flag") expect(choicesFor(setting)).toContain(setting.default);
    expect(words.has(`${key}.title`)).toBe(true);
    expect(defaultSettings()).toHaveProperty(name);
  });
});
