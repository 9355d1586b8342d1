// What this device remembers of newcomers: apart from the lesson itself, which is much larger.

const KEY = "punto.coach";

interface Kept {
  /** How far somebody got in the coached match. */
  chapter?: unknown;
  cells?: unknown;
  /** Whether it was played to its end, or is not wanted. */
  isDone?: unknown;
  /** The hints that were shown. */
  hints?: unknown;
}

export function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

export function writeKept(change: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readKept(), ...change }));
  } catch {
    // Without storage it is offered again.
  }
}

/** Whether the coached match has begun and waits to be continued. */
export const hasBegun = (): boolean => readKept().chapter !== undefined;
/** Whether nobody needs to be asked any more. */
export const isDone = (): boolean => readKept().isDone === true;

/** The hints that were shown on this device. */
export function shownHints(): string[] {
  const { hints } = readKept();
  return Array.isArray(hints) ? hints.filter((one) => typeof one === "string") : [];
}

export function rememberHint(name: string): void {
  writeKept({ hints: [...shownHints(), name] });
}
