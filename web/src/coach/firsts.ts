// What happens for the first time in somebody's first match, and is worth a word.
import { readCard, type Colour } from "../game/cards";
import { boxOf, cellName, readCell, settled } from "../game/cells";
import { ownerOf, type Mode } from "../game/facts";
import { topOf } from "../game/reasons";

type Stacks = Readonly<Record<string, string>>;

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** Whether the square has its final place. */
export function isClosed(stacks: Stacks): boolean {
  const { across, up } = settled(boxOf(Object.keys(stacks)));
  return across && up;
}

/** The sides that have a row that is one card short of winning. */
export function almostThere(stacks: Stacks, mode: Mode): number[] {
  const sides = new Set<number>();
  for (const cell of Object.keys(stacks)) {
    const owner = ownerOf(mode, colourOf(stacks, cell)!);
    if (owner === null) continue;
    for (const [right, up] of DIRECTIONS) {
      if (runFrom(stacks, cell, right, up) === mode.line - 1) sides.add(owner);
    }
  }
  return [...sides];
}

const colourOf = (stacks: Stacks, cell: string): Colour | null => {
  const top = topOf(stacks, cell);
  return top ? readCard(top).colour : null;
};

function step(cell: string, right: number, up: number): string {
  const { column, row } = readCell(cell);
  return cellName({ column: column + right, row: row + up });
}

/** How many cards of a colour follow each other from a cell on; none if a longer row holds it. */
function runFrom(stacks: Stacks, cell: string, right: number, up: number): number {
  const colour = colourOf(stacks, cell);
  if (colourOf(stacks, step(cell, -right, -up)) === colour) return 0;
  let count = 0;
  for (let at = cell; colourOf(stacks, at) === colour; at = step(at, right, up)) count += 1;
  return count;
}
