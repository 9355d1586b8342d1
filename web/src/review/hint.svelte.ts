// A hint for the card in hand: first the idea, then the cell with its reason.
import { capital, cardName } from "../game/cardNames";
import { listed } from "../game/cards";
import { modeNamed, sideOf } from "../game/facts";
import { refusalText } from "../game/refusalText";
import type { LiveTable } from "../live/table.svelte";
import { Refused } from "../wire/api";
import type { Estimates, ReasonShape, TableShape } from "../wire/wire";
import { say, words } from "../words/words.svelte";
import { analyse } from "./analysis";
import { ideaOf, ideaSentence, whySentence } from "./reasons";

/** The cards on the table that show an idea, without giving away the cell to place the card on. */
export function cardsOf(
  { kind, cells }: Pick<ReasonShape, "kind" | "cells">,
  stacks: Readonly<Record<string, string>>,
  answer: string,
): string[] {
  if (kind === "covers" || kind === "builds") return [];
  const cards = listed(cells).filter((cell) => cell in stacks);
  // The row of somebody else is named, so it is lit as a whole: a card left out would be the
  // answer. In a row of one's own, the card that is covered has no part yet.
  const isTheirs = kind === "blocks" || kind === "hampers";
  return isTheirs ? cards : cards.filter((cell) => cell !== answer);
}

export class Hint {
  stage = $state<"thinking" | "idea" | "cell" | "failed">("thinking");
  #problem = $state("");
  #found = $state.raw<Estimates | null>(null);
  #reasons = $state.raw<Record<string, ReasonShape[]>>({});
  readonly #table: TableShape;
  readonly #seat: number;
  readonly #aborting = new AbortController();

  constructor(live: LiveTable) {
    this.#table = live.table!;
    this.#seat = live.mine!;
    void this.#ask(live.code);
  }

  async #ask(table: string): Promise<void> {
    try {
      await words.need("review", "reasons");
      const wish = { wants: "cells", subject: { about: "table", table } } as const;
      await analyse(
        wish,
        (message) => {
          if (message.type === "reasons") this.#reasons = message.cells;
          else if (message.type === "estimates") this.#found = message;
        },
        this.#aborting.signal,
      );
      this.stage = "idea";
    } catch (error) {
      if (this.#aborting.signal.aborted) return;
      this.#problem =
        error instanceof Refused ? refusalText({ code: error.code, sentence: error.message }) : "";
      this.stage = "failed";
    }
  }

  /** The cell to place the card on. */
  get #cell(): string {
    return this.#found?.cells[0]?.cell ?? "";
  }

  /** What speaks for a cell. */
  #good(cell: string): ReasonShape[] {
    return (this.#reasons[cell] ?? []).filter((one) => !one.is_bad);
  }

  get #idea(): ReasonShape | null {
    return ideaOf(this.#good(this.#cell));
  }

  /** What the hint says now. */
  get sentences(): string[] {
    if (this.stage === "thinking") return [say("loading")];
    if (this.stage === "failed") return [this.#problem || say("connection.offline")];
    return this.stage === "idea" ? [ideaSentence(this.#idea)] : this.#answer();
  }

  #answer(): string[] {
    const best = this.#found!.cells[0]!;
    const side = sideOf(modeNamed(this.#table.settings.mode), this.#seat);
    return [
      capital(say("hinted.cell", { card: cardName(this.#found!.card), cell: best.cell })),
      whySentence(this.#table, this.#good(best.cell), side),
      say("hinted.chance", { chance: Math.round(100 * (best.chances[side - 1] ?? 0)) }),
    ].filter(Boolean);
  }

  /** The cards on the table that the idea is about. */
  get lit(): string[] {
    const idea = this.stage === "idea" ? this.#idea : null;
    return idea ? cardsOf(idea, this.#table.match?.stacks ?? {}, this.#cell) : [];
  }

  /** Where the card should go, once that is asked for. */
  get pointed(): { cell: string; card: string } | null {
    return this.stage === "cell" ? { cell: this.#cell, card: this.#found!.card } : null;
  }

  /** Whether the hint still is about the card in hand. */
  isFor(table: TableShape): boolean {
    const [now, then] = [table.match, this.#table.match];
    return now?.turn?.seat === then?.turn?.seat && now?.stacks === then?.stacks;
  }

  readonly showCell = (): void => {
    this.stage = "cell";
  };

  close(): void {
    this.#aborting.abort();
  }
}
