// Which part of the table is visible, at what scale, and where keys move the focus.
import { table } from "../wire/facts.json";
import { cellName, heightOf, readCell, widthOf, type Box } from "./cells";

/** A cell's width before the table is made to fit. */
export const UNIT = 100;
const ROWS = table.reach;
/** A small table is not scaled up further than one of so many cells. */
const FEWEST = 5;

export interface Fit {
  readonly scale: number;
  /** The centre of the visible part, in units. */
  readonly x: number;
  readonly y: number;
}

/** The position of a cell's upper left corner. */
export function cornerOf(cell: string): { x: number; y: number } {
  const { column, row } = readCell(cell);
  return { x: column * UNIT, y: (ROWS - 1 - row) * UNIT };
}

/** The largest scale at which a view fits a space of this size. */
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

const quarters = (turned: number): number => ((turned % 4) + 4) % 4;

/** The centre of a cell, relative to the centre of the space. */
export function placeOf(fit: Fit, cell: string, turned = 0): { x: number; y: number } {
  const corner = cornerOf(cell);
  let [x, y] = [corner.x + UNIT / 2 - fit.x, corner.y + UNIT / 2 - fit.y];
  for (let turn = 0; turn < quarters(turned); turn++) [x, y] = [-y, x];
  return { x: x * fit.scale, y: y * fit.scale };
}

/** How far from the middle of a cell a finger may be and still mean it, in cells. */
const SNAP = 0.85;

/** The cell that a finger means: the one below it, or the nearest possible one within reach. */
export function meantBy(
  fit: Fit,
  x: number,
  y: number,
  possible: readonly string[],
  turned = 0,
): string {
  const below = cellAt(fit, x, y, turned);
  if (possible.includes(below)) return below;
  const far = (cell: string): number => {
    const place = placeOf(fit, cell, turned);
    return Math.hypot(place.x - x, place.y - y) / (UNIT * fit.scale);
  };
  const near = possible.map((cell) => ({ cell, far: far(cell) })).filter((one) => one.far <= SNAP);
  return near.sort((a, b) => a.far - b.far)[0]?.cell ?? below;
}

/** The cell at a point of the space, even beyond the table's edge. */
export function cellAt(fit: Fit, x: number, y: number, turned = 0): string {
  let [right, down] = [x / fit.scale, y / fit.scale];
  for (let turn = 0; turn < quarters(turned); turn++) [right, down] = [down, -right];
  return cellName({
    column: Math.floor((right + fit.x) / UNIT),
    row: ROWS - 1 - Math.floor((down + fit.y) / UNIT),
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

/** The cell of a view that is nearest to a given cell. */
export function within(view: Box, cell: string): string {
  const { column, row } = readCell(cell);
  return cellName({
    column: kept(column, view.left, view.right),
    row: kept(row, view.bottom, view.top),
  });
}

/**
 * Where a key leads from a cell: arrows as seen on the screen, letters to columns, digits to rows.
 * The result may lie outside the view; then the focus stays.
 */
export function walk(view: Box, cell: string, key: string, turned = 0): string | null {
  const { column, row } = readCell(cell);
  const arrow = ARROWS[key];
  if (arrow) {
    let [right, down] = arrow;
    for (let turn = 0; turn < quarters(turned); turn++) [right, down] = [down, -right];
    return cellName({ column: column + right, row: row - down });
  }
  if (key === "Home") return cellName({ column: view.left, row });
  if (key === "End") return cellName({ column: view.right, row });
  if (key === "PageUp") return cellName({ column, row: view.top });
  if (key === "PageDown") return cellName({ column, row: view.bottom });
  if (/^[a-k]$/i.test(key)) return cellName({ ...readCell(`${key.toLowerCase()}1`), row });
  return /^\d$/.test(key) ? cellName({ column, row: rowEndingWith(view, row, Number(key)) }) : null;
}

/** Rows 10 and 11 are reached by their last digit. */
function rowEndingWith(view: Box, row: number, digit: number): number {
  const rows = [digit - 1, digit + 9].filter((one) => one >= 0 && one < ROWS);
  const seen = rows.filter((one) => one >= view.bottom && one <= view.top);
  return seen.find((one) => one !== row) ?? seen[0] ?? rows[0]!;
}

/** The next cell of a list in reading order, wrapping round after the last. */
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
