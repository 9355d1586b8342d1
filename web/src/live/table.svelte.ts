// A table as the page shows it: it follows the events one after the other, as movements allow.
import { follow, laid, turnedUp } from "../game/fold";
import { modeNamed } from "../game/facts";
import { duration } from "../prefs.svelte";
import type { Reaction, TableEvent } from "../wire/names";
import type {
  EndShape,
  Placed,
  PresenceMessage,
  RefusedMessage,
  ServerMessage,
  TableShape,
  YouMessage,
} from "../wire/wire";
import { TableSocket, type Listener, type Wish } from "./socket";

/** What is shown while a round ends, step by step. */
export interface Ending {
  readonly round: number;
  readonly end: EndShape;
  /** How many runs have been shown so far. */
  shown: number;
}

export interface Said {
  readonly seat: number;
  readonly reaction: Reaction;
  readonly at: number;
}

const FLIGHT_MS = 260;
const TURN_MS = 200;
const RUN_MS = 900;
const PAUSE_MS = 1200;
const MANY = 6;
/** So many events at once are not shown one by one. */

export class LiveTable implements Listener {
  table = $state.raw<TableShape | null>(null);
  you = $state.raw<YouMessage>({ type: "you", device: null, seats: [], is_host: false });
  presence = $state.raw<PresenceMessage | null>(null);
  isConnected = $state(false);
  /** Why the last command was refused. */
  refusal = $state.raw<RefusedMessage | null>(null);
  /** Why the server wants no more of us. */
  farewell = $state.raw<{ code: string; sentence: string } | null>(null);
  said = $state.raw<readonly Said[]>([]);
  ending = $state<Ending | null>(null);
  /** The placement whose card is in the air. */
  flying = $state.raw<Placed | null>(null);
  /** What screen readers hear, the newest last. */
  lastEvent = $state.raw<TableEvent | null>(null);

  readonly #socket: TableSocket;
  readonly #queue: TableEvent[] = [];
  #known: number | null = null;
  #isPlaying = false;
  #hurry = false;
  #wake: (() => void) | null = null;

  constructor(readonly code: string) {
    this.#socket = new TableSocket(code, this);
  }

  known(): number | null {
    return this.#known;
  }

  connected(is: boolean): void {
    this.isConnected = is;
  }

  heard(message: ServerMessage): void {
    switch (message.type) {
      case "you":
        this.you = message;
        break;
      case "snapshot":
        this.#queue.length = 0;
        this.#known = message.table.number;
        this.skip();
        this.ending = null;
        this.flying = null;
        this.table = message.table;
        break;
      case "events":
        for (const event of message.events) this.#take(event);
        void this.#show();
        break;
      case "presence":
        this.presence = message;
        break;
      case "reaction":
        this.said = [...this.said.slice(-3), { ...message, at: Date.now() }];
        break;
      case "refused":
        this.refusal = message;
        break;
      case "bye":
        if (!message.reconnect) this.farewell = message;
        break;
      case "beat":
        break;
    }
  }

  #take(event: TableEvent): void {
    if (this.#known !== null && event.number <= this.#known) return;
    this.#known = event.number;
    this.#queue.push(event);
  }

  /** Show what has happened, movement by movement. */
  async #show(): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    try {
      for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
        this.#hurry = this.#queue.length >= MANY;
        await this.#perform(event);
      }
    } finally {
      this.#isPlaying = false;
      this.#hurry = false;
    }
  }

  async #perform(event: TableEvent): Promise<void> {
    const before = this.table;
    if (before === null) return;
    if (event.kind === "placed" && before.match !== null) await this.#move(before, event);
    if (this.table === null) return;
    // A snapshot may have come meanwhile, and knows more.
    if (event.number > this.table.number) this.table = follow(before, event);
    this.lastEvent = event;
  }

  async #move(table: TableShape, event: Placed): Promise<void> {
    const mode = modeNamed(table.settings.mode);
    let match = table.match!;
    this.flying = event;
    await this.#wait(FLIGHT_MS);
    this.flying = null;
    match = laid(match, event);
    if (this.table === table) this.table = { ...table, match };
    for (const step of event.then) {
      if (step.kind === "turned_up") {
        match = turnedUp(match, mode, step.seat, step.card);
        if (this.table?.match) this.table = { ...this.table, match };
        if (event.then.some((other) => other.kind === "round_ended")) await this.#wait(TURN_MS);
      } else if (step.kind === "round_ended") {
        await this.#end(step.round, step.end);
      }
    }
  }

  async #end(round: number, end: EndShape): Promise<void> {
    this.ending = { round, end, shown: 0 };
    const runs = end.runs.flat().length;
    for (let shown = 1; shown <= runs; shown++) {
      await this.#wait(RUN_MS);
      if (this.ending) this.ending.shown = shown;
    }
    await this.#wait(PAUSE_MS * 2);
    this.ending = null;
  }

  #wait(milliseconds: number): Promise<void> {
    const time = this.#hurry ? 0 : duration(milliseconds);
    if (time === 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Do not wait for the movement that is being shown. */
  skip(): void {
    this.#wake?.();
    this.#wake = null;
  }

  /** Ask for something; nothing is asked while nobody would hear it. */
  send(wish: Wish): boolean {
    this.refusal = null;
    return this.#socket.send(wish) !== null;
  }

  /** Lay the card in hand. */
  place(cell: string): boolean {
    const turn = this.table?.match?.turn;
    if (!turn || !this.you.seats.includes(turn.seat)) return false;
    return this.send({ type: "place", answers: this.#known ?? 0, seat: turn.seat, cell });
  }

  undo(): boolean {
    return this.send({ type: "undo", answers: this.#known ?? 0 });
  }

  close(): void {
    this.skip();
    this.#socket.close();
  }
}
