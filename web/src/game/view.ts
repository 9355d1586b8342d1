// Which part of the table is seen, how large, and how keys walk on it.
import { cellName, heightOf, readCell, widthOf, type Box } from "./cells";

/** A cell's width before the table is made to fit. */
export const UNIT = 100;
const ROWS = 11;
/** A table of few cards is not blown up beyond what so many cells would be. */
const FEWEST = 5;

export interface Fit {
  readonly scale: number;
  /** The middle of what is seen, in units. */
  readonly x: number;
  readonly y: number;
}

/** Where the upper left corner of a cell is. */
export function cornerOf(cell: string): { x: number; y: number } {
  const { column, row } = readCell(cell);
  return { x: column * UNIT, y: (ROWS - 1 - row) * UNIT };
}

/** Cells as large as they can be in a room of this size. */
export function fit(view: Box, width: number, height: number, turned = 0): Fit {
  const [wide, high] = turned % 2 === 0 ? [width, height] : [height, width];
  const across = wide / Math.max(FEWEST, widthOf(view));
  const up = high / Math.max(FEWEST, heightOf(view));
  return {
    scale: Math.max(0, Math.min(across, up)) / UNIT,
    x: ((view.left + view.right + 1) / 2) * UNIT,
    y: (ROWS - (view.bottom + view.top + 1) / 2) * UNIT,
  };
}

/** The cells of a view by rows, from the top down. */
export function rowsOf(view: Box): { row: number; cells: string[] }[] {
  return Array.from({ length: heightOf(view) }, (_, down) => {
    const row = view.top - down;
    const cells = Array.from({ length: widthOf(view) }, (_, right) =>
      cellName({ column: view.left + right, row }),
    );
    return { row, cells };
  });
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function kept(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The cell of a view that is nearest to one. */
export function within(view: Box, cell: string): string {
  const { column, row } = readCell(cell);
  return cellName({
    column: kept(column, view.left, view.right),
    row: kept(row, view.bottom, view.top),
  });
}

/** Where a key leads from a cell: arrows as they are seen, letters to columns, digits to rows. */
export function walk(view: Box, cell: string, key: string, turned = 0): string | null {
  const { column, row } = readCell(cell);
  const arrow = ARROWS[key];
  if (arrow) {
    let [right, down] = arrow;
    for (let turn = 0; turn < ((turned % 4) + 4) % 4; turn++) [right, down] = [down, -right];
    return within(view, cellName({ column: column + right, row: row - down }));
  }
  if (key === "Home") return cellName({ column: view.left, row });
  if (key === "End") return cellName({ column: view.right, row });
  if (key === "PageUp") return cellName({ column, row: view.top });
  if (key === "PageDown") return cellName({ column, row: view.bottom });
  if (/^[a-k]$/i.test(key)) {
    const to = readCell(`${key.toLowerCase()}1`).column;
    return to < view.left || to > view.right ? null : cellName({ column: to, row });
  }
  if (/^\d$/.test(key)) return rowEndingWith(view, column, row, Number(key));
  return null;
}

/** Rows 10 and 11 are reached by their last digit. */
function rowEndingWith(view: Box, column: number, row: number, digit: number): string | null {
  const rows = [digit - 1, digit + 9].filter((one) => one >= view.bottom && one <= view.top);
  const to = rows.find((one) => one !== row) ?? rows[0];
  return to === undefined ? null : cellName({ column, row: to });
}

/** The next cell of a list in reading order, beginning anew after the last. */
export function after(cells: readonly string[], cell: string, step: 1 | -1): string | null {
  if (cells.length === 0) return null;
  const order = (name: string): number => {
    const { column, row } = readCell(name);
    return (ROWS - row) * 100 + column;
  };
  const sorted = [...cells].sort((a, b) => order(a) - order(b));
  if (step === 1) return sorted.find((one) => order(one) > order(cell)) ?? sorted[0]!;
  return sorted.findLast((one) => order(one) < order(cell)) ?? sorted.at(-1)!;
}
