import { table } from "../wire/facts.json";

/** Cells of the table, a1 to k11; the first card of a round lies on f6. */
export const SPAN = table.span;
const FIRST = "a".charCodeAt(0);

export interface Cell {
  readonly column: number;
  readonly row: number;
}

export function readCell(name: string): Cell {
  return { column: name.charCodeAt(0) - FIRST, row: Number(name.slice(1)) - 1 };
}

/** Cells off the table have names too, which nobody gets to see: they can be pointed at. */
export function cellName({ column, row }: Cell): string {
  return `${String.fromCharCode(FIRST + column)}${row + 1}`;
}

/** A part of the table, from the lowest to the highest column and row. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export function boxOf(cells: Iterable<string>): Box | null {
  let box: Box | null = null;
  for (const name of cells) {
    const { column, row } = readCell(name);
    box = box
      ? {
          left: Math.min(box.left, column),
          right: Math.max(box.right, column),
          bottom: Math.min(box.bottom, row),
          top: Math.max(box.top, row),
        }
      : { left: column, right: column, bottom: row, top: row };
  }
  return box;
}

export const widthOf = (box: Box): number => box.right - box.left + 1;
export const heightOf = (box: Box): number => box.top - box.bottom + 1;

/** What the table can still come to cover: where the square is settled, exactly that. */
export function reach(box: Box | null): Box {
  if (box === null) return { left: 4, right: 6, bottom: 4, top: 6 };
  const [across, up] = [SPAN - widthOf(box), SPAN - heightOf(box)];
  return {
    left: box.left - Math.min(1, across),
    right: box.right + Math.min(1, across),
    bottom: box.bottom - Math.min(1, up),
    top: box.top + Math.min(1, up),
  };
}

/** Which directions of the square are settled. */
export function settled(box: Box | null): { across: boolean; up: boolean } {
  return {
    across: box !== null && widthOf(box) === SPAN,
    up: box !== null && heightOf(box) === SPAN,
  };
}
