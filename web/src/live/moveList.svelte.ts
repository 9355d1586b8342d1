// The moves of a match. They are loaded when somebody opens the list, and kept up to date then.
import { applyEvent } from "../game/fold";
import { listMove, type Move } from "../game/moves";
import { api } from "../wire/api";
import type { TableEvent } from "../wire/names";
import type { TableShape } from "../wire/wire";

export class MoveList {
  /** Null until they are loaded. */
  moves = $state.raw<readonly Move[] | null>(null);
  #isClosed = false;

  constructor(
    readonly code: string,
    /** The table as it is shown now; the list says nothing that is not shown yet. */
    readonly shownTable: () => TableShape | null,
  ) {}

  /** Fetch all moves up to now. */
  async load(): Promise<void> {
    let moves: readonly Move[] = [];
    let number = 0;
    let then = withoutMatch(this.shownTable());
    for (let last = this.#last(); !this.#isClosed && number < last; last = this.#last()) {
      const { events } = await api.events(this.code, number);
      const shown = events.filter((event) => event.number <= this.#last());
      for (const event of shown) {
        moves = listMove(moves, event, then?.seats ?? []);
        then = then && withoutMatch(applyEvent(then, event));
      }
      number = shown.at(-1)?.number ?? this.#last();
    }
    this.moves = moves;
  }

  /** Add an event, unless the list was never opened or has it already. */
  add(event: TableEvent, seats: TableShape["seats"]): void {
    const isListed = (this.moves?.at(-1)?.event.number ?? 0) >= event.number;
    if (this.moves && !isListed) this.moves = listMove(this.moves, event, seats);
  }

  /** Load everything again, if the list was opened: something was missed. */
  reload(): void {
    if (this.moves) void this.load();
  }

  close(): void {
    this.#isClosed = true;
  }

  #last(): number {
    return this.shownTable()?.number ?? 0;
  }
}

/** The list needs only who sat where. */
function withoutMatch(table: TableShape | null): TableShape | null {
  return table && { ...table, match: null };
}
