import { expect, test } from "vitest";
import { boxOf, reach, settled } from "./cells";
import { after, cellAt, fit, meantBy, placeOf, rowsOf, walk, within } from "./view";
import { facing } from "./turning";

test("a table of one card shows the cells around it", () => {
  const view = reach(boxOf(["f6"]));
  expect(rowsOf(view).map((row) => row.cells)).toEqual([
    ["e7", "f7", "g7"],
    ["e6", "f6", "g6"],
    ["e5", "f5", "g5"],
  ]);
});

test("where the square is settled, nothing beyond it is shown", () => {
  const box = boxOf(["a6", "f6"]);
  expect(settled(box)).toEqual({ across: true, up: false });
  expect(reach(box)).toEqual({ left: 0, right: 5, bottom: 4, top: 6 });
});

test("cells are as large as the narrower side allows, but few cells are not blown up", () => {
  const view = reach(boxOf(["a6", "f6"]));
  expect(fit(view, 300, 900).scale).toBeCloseTo(0.5);
  expect(fit(view, 900, 300, 1).scale).toBeCloseTo(0.5);
  expect(fit(reach(boxOf(["f6"])), 500, 500).scale).toBeCloseTo(1);
  expect(fit(view, 0, 0).scale).toBe(0);
});

test("on a phone of 320 pixels the largest table has cells for a thumb", () => {
  const view = { left: 0, right: 6, bottom: 0, top: 6 };
  expect(fit(view, 320 - 12, 320).scale * 100).toBeGreaterThanOrEqual(44);
});

const view = { left: 3, right: 9, bottom: 2, top: 8 };

test.each([
  ["ArrowRight", "f6", "g6"],
  ["ArrowUp", "f6", "f7"],
  ["h", "f6", "h6"],
  ["4", "f6", "f4"],
  ["1", "f6", "f1"],
  ["Home", "f6", "d6"],
  ["PageUp", "f6", "f9"],
  ["x", "f6", null],
])("the key %s leads from %s to %s", (key, from, to) => {
  expect(walk(view, from, key)).toBe(to);
});

test.each([
  ["ArrowDown", "f3", "f2"],
  ["ArrowLeft", "d5", "c5"],
  ["a", "f6", "a6"],
  ["0", "f6", "f10"],
])("the key %s leads from %s out of the view, to %s", (key, from, to) => {
  expect(walk(view, from, key)).toBe(to);
  expect(within(view, to)).not.toBe(to);
});

test.each([0, 1, 2, 3, -1])("a cell is where it is pointed at, %i quarter turns on", (turned) => {
  const size = fit(view, 300, 500, turned);
  for (const cell of ["d3", "f6", "j9", "`0", "l12"]) {
    const { x, y } = placeOf(size, cell, turned);
    expect(cellAt(size, x, y, turned)).toBe(cell);
  }
  const { x, y } = placeOf(size, "f6", turned);
  expect(cellAt(size, x + 0.4 * size.scale * 100, y, turned)).toBe("f6");
  expect(cellAt(size, x + 0.6 * size.scale * 100, y, turned)).not.toBe("f6");
});

test("arrows go where they point, also on a turned table", () => {
  expect(walk(view, "f6", "ArrowDown", 1)).toBe("g6");
  expect(walk(view, "f6", "ArrowRight", 2)).toBe("e6");
  expect(walk(view, "f6", "ArrowUp", 3)).toBe("g6");
  expect(walk(view, "f6", "ArrowUp", -1)).toBe("g6");
});

test("the focus stays on the table when it shrinks", () => {
  expect(within(view, "a11")).toBe("d9");
});

test("the possible cells come one after the other in reading order", () => {
  const cells = ["e5", "g7", "e7"];
  expect(after(cells, "f6", 1)).toBe("e5");
  expect(after(cells, "e5", 1)).toBe("e7");
  expect(after(cells, "e7", -1)).toBe("e5");
  expect(after([], "e7", 1)).toBeNull();
});

test("the table turns the short way round", () => {
  expect(facing(0, 4, 4)).toBe(-1);
  expect(facing(-1, 1, 4)).toBe(0);
  expect(facing(0, 2, 2)).toBe(2);
});

test.each([0, 1, 2, 3])(
  "a finger means the cell below it, or the nearest possible one within reach (turned %i)",
  (turned) => {
    const size = fit(reach(boxOf(["f6"])), 350, 350, turned);
    const side = size.scale * 100;
    const at = placeOf(size, "e7", turned);
    const beside = (right: number, down: number): string =>
      meantBy(size, at.x + right * side, at.y + down * side, ["e7", "f7", "g7", "e6"], turned);
    expect(beside(0, 0)).toBe("e7");
    expect(beside(0.45, 0.45)).toBe("e7");
    const out = placeOf(size, "d8", turned);
    const [right, down] = [Math.sign(out.x - at.x), Math.sign(out.y - at.y)];
    expect(beside(0.58 * right, 0.58 * down)).toBe("e7"); // already over d8, but near
    expect(beside(right, down)).toBe("d8");
  },
);
