import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import { words } from "../words/words.svelte";
import SidesField from "./SidesField.svelte";
import { SETTINGS } from "./settings";

beforeEach(async () => {
  await words.begin("en");
  await words.need("start");
});
afterEach(cleanup);

const setting = SETTINGS.find((one) => one.name === "handicap")!;
const called = (side: number): string => ["Ada", "Ben", "Cleo", "Dag"][side - 1]!;

it.each([
  ["2p", 2],
  ["3p", 3],
  ["4p", 4],
  ["teams", 2],
])("has in %s a list for each of the %i sides", async (mode, sides) => {
  const chosen: number[][] = [];
  const change = (numbers: number[]): void => void chosen.push(numbers);
  render(SidesField, { setting, numbers: [], mode, called, change });
  expect(screen.getByRole("group", { name: "Handicap" })).toBeTruthy();
  expect(screen.getAllByRole("combobox")).toHaveLength(sides);
  const ben = screen.getByLabelText<HTMLSelectElement>("Ben");
  expect(ben.selectedOptions[0]!.text).toBe("All cards");
  await fireEvent.change(ben, { target: { value: "2" } });
  expect(chosen).toEqual([Array.from({ length: sides }, (_, place) => (place === 1 ? 2 : 0))]);
});
