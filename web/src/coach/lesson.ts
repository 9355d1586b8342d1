// The coached first match as the server's rules wrote it: chapters, steps, and all answers.
import prepared from "../wire/lesson.json";
import type { MatchShape, Placed, SettingsShape } from "../wire/wire";

/** A placement without what only a table in use knows. */
export type Prepared = Omit<Placed, "number" | "at" | "id" | "kind">;

/** One card of the learner. */
export interface Step {
  /** What its words begin with. */
  readonly name: string;
  /** The cells that show what the step teaches. */
  readonly accepted: string;
  /** What follows, by cell; missing in the last step of a chapter. */
  readonly answers?: Readonly<Record<string, { events: Prepared[]; step: Step }>>;
  /** What follows the last card of a chapter: nothing, or the end of the round. */
  readonly last?: Pick<Placed, "then" | "match">;
}

export interface Chapter {
  /** The table before the coach lays a card. */
  readonly match: MatchShape;
  readonly opening: Prepared;
  readonly step: Step;
}

interface Lesson {
  readonly settings: SettingsShape;
  readonly chapters: readonly Chapter[];
}

export const { settings: SETTINGS, chapters: CHAPTERS } = prepared as unknown as Lesson;

/** How many cards the learner lays from this step to the end of its chapter. */
export function cardsFrom(step: Step): number {
  const [answer] = Object.values(step.answers ?? {});
  return 1 + (answer ? cardsFrom(answer.step) : 0);
}

/** How many cards the learner lays in the whole lesson. */
export const CARDS = CHAPTERS.reduce((sum, { step }) => sum + cardsFrom(step), 0);
