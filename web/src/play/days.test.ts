import { expect, it } from "vitest";
import { dayOf, daysInARow, endOf, weeksUntil, writeDay } from "./days";

it("makes weeks from Monday to Sunday, and the last one has the day", () => {
  const weeks = weeksUntil("2026-11-17", 2);
  expect(weeks.map((week) => [week[0], week[6]])).toEqual([
    ["2026-11-09", "2026-11-15"],
    ["2026-11-16", "2026-11-22"],
  ]);
  expect(weeksUntil("2026-11-22", 1)[0]![6]).toBe("2026-11-22");
});

it("ends a day at midnight UTC", () => {
  expect(dayOf(endOf("2026-12-31"))).toBe("2027-01-01");
  expect(dayOf(endOf("2026-12-31") - 1)).toBe("2026-12-31");
});

it("counts days in a row, also before today was played", () => {
  const played = new Set(["2026-11-14", "2026-11-15", "2026-11-16"]);
  expect(daysInARow("2026-11-16", played)).toBe(3);
  expect(daysInARow("2026-11-17", played)).toBe(3);
  expect(daysInARow("2026-11-18", played)).toBe(0);
});

it("writes a day as the same date everywhere", () => {
  expect(writeDay("2026-11-17", "en", { day: "numeric", month: "long" })).toBe("November 17");
  expect(writeDay("2026-11-17", "de", { day: "numeric", month: "long" })).toBe("17. November");
});
