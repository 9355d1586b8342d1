// Work that is done a moment later, a piece at a time: all at once holds a phone up.

const PAUSE_MS = 16;
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function next(): void {
  const [first] = waiting;
  if (first) {
    waiting.delete(first);
    first();
  }
  timer = waiting.size > 0 ? setTimeout(next, PAUSE_MS) : undefined;
}

/** Do a piece of work after those that wait already; what it gives takes it back. */
export function inTurn(work: () => void): () => void {
  waiting.add(work);
  timer ??= setTimeout(next, PAUSE_MS);
  return () => waiting.delete(work);
}
