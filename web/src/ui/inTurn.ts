// A queue for deferred work, one piece at a time: all of it at once would block a phone.

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

/** Queue a piece of work; call the returned function to cancel it. */
export function inTurn(work: () => void): () => void {
  waiting.add(work);
  timer ??= setTimeout(next, PAUSE_MS);
  return () => waiting.delete(work);
}
