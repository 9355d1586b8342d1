// Lists that are longer than the screen: their parts take turns.

/** The part of a list to show; `turn` counts how often the parts have changed. */
export function pageOf<Item>(all: readonly Item[], size: number, turn: number): readonly Item[] {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = (turn % pages) * size;
  return all.slice(at, at + size);
}
