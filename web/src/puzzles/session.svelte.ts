// Solving puzzles one after the other: fetching them, the answer, and what follows from it.
import { api } from "../wire/api";
import type { PuzzleReasons, Puzzles, PuzzleShape } from "../wire/wire";
import { choosePage, choosePuzzle, wishAfter, type Wish } from "./choosing";
import { progressAfter, readProgress, writeProgress, type Progress } from "./progress";

export class Session {
  puzzle = $state.raw<PuzzleShape | null>(null);
  /** The cell that was answered. */
  tried = $state<string | null>(null);
  reasons = $state.raw<PuzzleReasons | null>(null);
  /** Whether the reasons could not be fetched: without a connection there is only a result. */
  isUnexplained = $state(false);
  /** Why there is no puzzle. */
  problem = $state<"none" | "unreachable" | null>(null);
  wish = $state.raw<Wish>({ kind: null, mode: null });
  progress = $state.raw<Progress>(readProgress());
  /** By how much the last answer changed the rating. */
  change = $state(0);
  /** The day whose puzzle it is. */
  day = $state<string | null>(null);

  /** Whether the puzzle of that day was solved before; undefined if it was not tried. */
  dayResult = $state<boolean | undefined>();

  readonly isRight = $derived(this.tried !== null && this.tried === this.puzzle?.answer);
  #counts: Puzzles["counts"] | null = null;
  readonly #pages: Record<string, PuzzleShape[]> = {};
  /** How many puzzles were asked for: an answer to an earlier request than the last is ignored. */
  #asked = 0;

  /** Show the puzzle of a day. */
  async showDay(day: string): Promise<void> {
    await this.#show(day, () => api.puzzleOfDay(day));
  }

  /** Show a puzzle that fits the wish. */
  async showNext(): Promise<void> {
    await this.#show(null, () => this.#choose());
  }

  async #show(day: string | null, find: () => Promise<PuzzleShape | null>): Promise<void> {
    const number = ++this.#asked;
    try {
      const found = await find();
      if (number !== this.#asked) return;
      this.problem = found ? null : "none";
      if (found) this.puzzle = found;
    } catch {
      if (number === this.#asked) this.problem = "unreachable";
      return;
    }
    this.day = day;
    this.dayResult = day === null ? undefined : this.progress.days[day];
    this.tried = null;
    this.reasons = null;
    this.isUnexplained = false;
  }

  async #choose(): Promise<PuzzleShape | null> {
    this.#counts ??= (await api.puzzles()).counts;
    const page = choosePage(this.#counts, wishAfter(this.progress.tries, this.wish), Math.random);
    if (!page) return null;
    const name = `${page.mode} ${page.kind}`;
    const puzzles = (this.#pages[name] ??= await api.puzzlePage(page.mode, page.kind));
    const { rating, solved } = this.progress;
    return choosePuzzle(puzzles, rating.value, solved, Math.random) ?? null;
  }

  /** Answer with a cell: the first answer counts. */
  readonly answer = (cell: string): void => {
    const puzzle = this.puzzle;
    if (!puzzle || this.tried !== null) return;
    this.tried = cell;
    const before = this.progress;
    // The puzzle of a day counts once, however often it is shown.
    if (this.day === null || !(this.day in before.days)) {
      this.progress = progressAfter(before, puzzle, cell === puzzle.answer, this.day);
      writeProgress(this.progress);
    }
    this.change = Math.round(this.progress.rating.value) - Math.round(before.rating.value);
    void api
      .puzzleReasons(puzzle.name, cell)
      .then((reasons) => {
        if (this.puzzle === puzzle) this.reasons = reasons;
      })
      .catch(() => {
        if (this.puzzle === puzzle) this.isUnexplained = true;
      });
  };
}
