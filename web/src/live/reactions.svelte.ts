// What people and bots say, each for a few seconds.
import type { Seat } from "../wire/numbers";

export interface ShownReaction {
  readonly seat: Seat;
  /** The end of a key of the catalogue: a person's `hello`, or what a bot says, `easy.hello`. */
  readonly reaction: string;
  readonly at: number;
}

const REACTION_MS = 5000;

export class Reactions {
  shown = $state.raw<readonly ShownReaction[]>([]);

  /** Show a reaction in place of the seat's last one. */
  add(seat: Seat, reaction: string): void {
    const added = { seat, reaction, at: Date.now() };
    this.shown = [...this.shown.filter((one) => one.seat !== seat), added];
    const forget = (): void => {
      // Whoever looks elsewhere sees it when they are back.
      if (!document.hidden) this.shown = this.shown.filter((one) => one !== added);
      else document.addEventListener("visibilitychange", later, { once: true });
    };
    const later = (): void => void setTimeout(forget, REACTION_MS);
    later();
  }
}
