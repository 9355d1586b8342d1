import { expect, test } from "vitest";
import { homeSeat, othersOf } from "./seating";

test("a device with one seat has it at the bottom, whoever is to play", () => {
  expect(homeSeat(2, null, [2])).toBe(2);
  expect(homeSeat(null, 2, [2])).toBe(2);
  expect(homeSeat(null, null, [3])).toBe(3);
});

test("a shared device has who is to play at the bottom, and keeps them while others play", () => {
  expect(homeSeat(3, 1, [1, 3])).toBe(3);
  expect(homeSeat(null, 3, [1, 3])).toBe(3);
});

test("a seat that went to another device does not stay at the bottom", () => {
  expect(homeSeat(null, 3, [1])).toBe(1);
});

test("spectators look on from the first seat", () => {
  expect(homeSeat(null, null, [])).toBe(1);
});

test("the others are listed from the left, in the order of play", () => {
  expect(othersOf(1, 2)).toEqual([2]);
  expect(othersOf(2, 3)).toEqual([3, 1]);
  expect(othersOf(3, 4)).toEqual([4, 1, 2]);
});
