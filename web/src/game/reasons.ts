// Why a card cannot be laid on a cell: the server's error code, found without asking it.
import { listed, readCard } from "./cards";
import { boxOf, cellName, readCell, settled } from "./cells";

export type Objection = "not-origin" | "not-lower" | "touches-nothing" | "too-wide" | "too-high";

const ORIGIN = "f6";

/** Why this card cannot be laid on this cell; null if it can. */
export function objection(
  stacks: Readonly<Record<string, string>>,
  card: string,
  cell: string,
): Objection | null {
  const box = boxOf(Object.keys(stacks));
  if (box === null) return cell === ORIGIN ? null : "not-origin";
  const below = topOf(stacks, cell);
  if (below) return readCard(below).value < readCard(card).value ? null : "not-lower";
  const { column, row } = readCell(cell);
  // Beyond a visible edge the edge is the reason, even if no card is near.
  const { across, up } = settled(box);
  if (across && (column < box.left || column > box.right)) return "too-wide";
  if (up && (row < box.bottom || row > box.top)) return "too-high";
  const near = [-1, 0, 1].flatMap((right) =>
    [-1, 0, 1].map((up) => cellName({ column: column + right, row: row + up })),
  );
  return near.some((name) => name in stacks) ? null : "touches-nothing";
}

/** The visible card on a cell. */
export function topOf(stacks: Readonly<Record<string, string>>, cell: string): string | undefined {
  return listed(stacks[cell] ?? "").at(-1);
}
