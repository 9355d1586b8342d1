// How far somebody got in the coached match, remembered on this device.
import { CHAPTERS } from "./lesson";
import { readKept, writeKept } from "./kept";

export interface Progress {
  readonly chapter: number;
  /** The cells where the learner laid the cards of this chapter. */
  readonly cells: readonly string[];
}

/** Read the saved progress; whatever does not fit this lesson is dropped. */
export function savedProgress(): Progress | null {
  const { chapter, cells } = readKept();
  const begin = typeof chapter === "number" ? CHAPTERS[chapter] : undefined;
  if (!begin || typeof chapter !== "number" || !Array.isArray(cells)) return null;
  const fitting: string[] = [];
  let step: typeof begin.step | undefined = begin.step;
  for (const cell of cells as unknown[]) {
    if (typeof cell !== "string" || !step?.accepted.split(" ").includes(cell)) break;
    fitting.push(cell);
    step = step.answers?.[cell]?.step;
  }
  return { chapter, cells: fitting };
}

export function saveProgress(progress: Progress | null): void {
  writeKept({ chapter: progress?.chapter, cells: progress?.cells });
}
