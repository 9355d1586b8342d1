// A table as the page shows it: it applies events one at a time, at the pace of the animations.
import type { Seat } from "../wire/numbers";
import { applyEvent, layCard, liftCard, turnUpCard } from "../game/fold";
import { modeNamed } from "../game/facts";
import { listMove, type Move } from "../game/moves";
import { counted, leavingCell } from "../game/tally";
import { api } from "../wire/api";
import type { Reaction, TableEvent } from "../wire/names";
import type {
  EndShape,
  MatchShape,
  Placed,
  PresenceMessage,
  RefusedMessage,
  ServerMessage,
  TableShape,
  YouMessage,
} from "../wire/wire";
import { dealMs, FLIGHT_MS, LEAVE_MS } from "./durations";
import { Pace } from "./pace";
import { TableSocket, type Listener, type NewCommand } from "./socket";

/** What is shown while a round ends, step by step. */
export interface Ending {
  readonly round: number;
  readonly end: EndShape;
  /** How many runs have been shown so far. */
  readonly shown: number;
  /** Rows are counted, then the winner is announced, then the highest card leaves. */
  readonly stage: "count" | "verdict" | "removed";
}

export interface ShownReaction {
  readonly seat: Seat;
  readonly reaction: Reaction;
  readonly at: number;
}

const LAND_MS = 160;
/** How long another player's card is visible before it flies. */
const CARD_VISIBLE_MS = 450;
const RUN_MS = 1000;
const VERDICT_MS = 3500;
const REACTION_MS = 5000;
/** With this many events waiting, they are not animated one by one. */
const MAX_ANIMATED_EVENTS = 6;

export class LiveTable implements Listener {
  table = $state.raw<TableShape | null>(null);
  you = $state.raw<YouMessage>({ type: "you", device: null, seats: [], is_host: false });
  presence = $state.raw<PresenceMessage | null>(null);
  isConnected = $state(false);
  /** Why the last command was refused. */
  refusal = $state.raw<RefusedMessage | null>(null);
  /** Why the server closed the connection for good. */
  closeReason = $state.raw<{ code: string; sentence: string } | null>(null);
  reactions = $state.raw<readonly ShownReaction[]>([]);
  ending = $state.raw<Ending | null>(null);
  /** The placement whose card is in flight. */
  flying = $state.raw<Placed | null>(null);
  /** The card that leaves the match, on its way from its cell. */
  leaving = $state.raw<{ card: string; cell: string; side: number } | null>(null);
  /** New decks are on their way to the players. */
  isDealing = $state(false);
  /** The placement that was sent and is not confirmed yet. */
  pending = $state.raw<{ seat: Seat; cell: string } | null>(null);
  /** All moves, loaded when somebody opens the list. */
  moves = $state.raw<readonly Move[] | null>(null);
  lastEvent = $state.raw<TableEvent | null>(null);
  /** By how many milliseconds this device's clock is ahead of the server's. */
  ahead = $state(0);

  /** Called with every event when it is shown. */
  onshown: (before: TableShape, after: TableShape, event: TableEvent) => void = () => undefined;

  readonly #socket: TableSocket;
  readonly #queue: TableEvent[] = [];
  readonly #pace = new Pace();
  #lastEventNumber: number | null = null;
  #isPlaying = false;
  #turnedAt = 0;
  #isClosed = false;

  constructor(readonly code: string) {
    this.#socket = new TableSocket(code, this);
  }

  /** Whether an animation is running that can be skipped. */
  get isMoving(): boolean {
    return this.flying !== null || this.ending !== null || this.leaving !== null || this.isDealing;
  }

  /** The seat whose turn it is, if it is one of this device's. */
  get mine(): Seat | null {
    const turn = this.table?.match?.turn;
    const holder = turn && this.table?.seats[turn.seat - 1];
    const isMine = turn && this.you.seats.includes(turn.seat) && !holder?.bot;
    return isMine && this.table?.phase === "playing" ? turn.seat : null;
  }

  lastEventNumber(): number | null {
    return this.#lastEventNumber;
  }

  onConnection(is: boolean): void {
    this.isConnected = is;
  }

  onMessage(message: ServerMessage): void {
    switch (message.type) {
      case "you":
        this.you = message;
        break;
      case "snapshot":
        this.#replace(message.table);
        break;
      case "events":
        for (const event of message.events) this.#take(event);
        void this.#show();
        break;
      case "presence":
        this.presence = message;
        break;
      case "reaction":
        this.#showReaction({ ...message, at: Date.now() });
        break;
      case "refused":
        this.pending = null;
        this.refusal = message;
        break;
      case "bye":
        if (!message.reconnect) this.closeReason = message;
        break;
      case "beat":
        break;
    }
  }

  /** A snapshot replaces everything that was queued. */
  #replace(table: TableShape): void {
    this.#queue.length = 0;
    this.#lastEventNumber = table.number;
    this.ending = this.flying = this.leaving = this.pending = null;
    this.isDealing = false;
    this.table = table;
    if (this.moves) void this.loadMoves();
    this.#pace.skip();
  }

  #showReaction(said: ShownReaction): void {
    this.reactions = [...this.reactions.filter((one) => one.seat !== said.seat), said];
    setTimeout(() => (this.reactions = this.reactions.filter((one) => one !== said)), REACTION_MS);
  }

  #take(event: TableEvent): void {
    if (this.#lastEventNumber !== null && event.number <= this.#lastEventNumber) return;
    this.#lastEventNumber = event.number;
    this.#queue.push(event);
    const ahead = Date.now() - event.at;
    // Latency makes an event seem older, never younger: the smallest difference is the best.
    this.ahead = this.ahead === 0 ? ahead : Math.min(this.ahead, ahead);
  }

  /** Show the queued events one after the other. */
  async #show(): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    try {
      for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
        this.#pace.begin(this.#queue.length >= MAX_ANIMATED_EVENTS);
        await this.#perform(event);
      }
    } finally {
      this.#isPlaying = false;
    }
  }

  async #perform(event: TableEvent): Promise<void> {
    const before = this.table;
    if (before === null || event.number <= before.number) return;
    if (event.kind === "placed" && before.match !== null) await this.#move(before, event);
    // A snapshot may have arrived meanwhile, and is newer.
    const now = this.table;
    if (now === null || event.number <= now.number) return;
    const after = applyEvent({ ...now, match: before.match }, event);
    this.table = after;
    this.lastEvent = event;
    if (this.moves) this.moves = listMove(this.moves, event);
    if (after.match?.turn) this.#turnedAt = Date.now();
    if (event.kind !== "placed") this.onshown(before, after, event);
    if (event.kind === "started" || (event.kind === "placed" && after.match?.last === null)) {
      await this.#deal();
    }
  }

  async #move(table: TableShape, event: Placed): Promise<void> {
    const mode = modeNamed(table.settings.mode);
    const isOurs = this.pending?.cell === event.cell && this.pending.seat === event.seat;
    if (!isOurs) {
      await this.#pace.move(CARD_VISIBLE_MS - (Date.now() - this.#turnedAt));
      this.flying = event;
      await this.#pace.move(FLIGHT_MS);
      this.flying = null;
    }
    this.pending = null;
    let match = layCard(table.match!, event);
    this.#put(table.number, match);
    // Screen readers need not wait until everything has been counted on the screen.
    this.onshown(table, applyEvent(table, event), event);
    await this.#pace.move(LAND_MS);
    for (const step of event.then) {
      if (step.kind === "turned_up") {
        match = turnUpCard(match, mode, step.seat, step.card);
        this.#put(table.number, match);
      } else if (step.kind === "round_ended") {
        await this.#end(table.number, match, step.round, step.end);
      }
    }
  }

  /** Show an intermediate state of the match, unless something newer has arrived. */
  #put(number: number, match: MatchShape): void {
    if (this.table?.number === number) this.table = { ...this.table, match };
  }

  async #end(number: number, match: MatchShape, round: number, end: EndShape): Promise<void> {
    const runs = counted(end).length;
    const isCurrent = (): boolean => this.table?.number === number;
    for (let shown = end.kind === "line" ? 1 : 0; shown <= runs && isCurrent(); shown++) {
      this.ending = { round, end, shown, stage: "count" };
      await this.#pace.move(RUN_MS);
    }
    this.#pace.begin(this.#queue.length >= MAX_ANIMATED_EVENTS);
    const cell = leavingCell(end);
    if (isCurrent()) this.ending = { round, end, shown: runs, stage: "verdict" };
    await this.#pace.move(RUN_MS);
    if (cell && end.removed && end.winner && isCurrent()) {
      this.ending = { round, end, shown: runs, stage: "removed" };
      this.leaving = { card: end.removed, cell, side: end.winner };
      this.#put(number, liftCard(match, cell));
      await this.#pace.move(LEAVE_MS);
      this.leaving = null;
    }
    if (isCurrent()) await this.#pace.read(VERDICT_MS);
    this.ending = null;
  }

  async #deal(): Promise<void> {
    this.isDealing = true;
    await this.#pace.move(dealMs(this.table?.seats.length ?? 0));
    this.isDealing = false;
  }

  /** Skip the running animation. */
  skip(): void {
    this.#pace.skip();
  }

  /** Fetch the moves that were made before this page connected. */
  async loadMoves(): Promise<void> {
    let moves: readonly Move[] = [];
    let number = 0;
    while (!this.#isClosed && this.table && number < this.table.number) {
      const { events } = await api.events(this.code, number);
      const shown = events.filter((event) => event.number <= (this.table?.number ?? 0));
      for (const event of shown) moves = listMove(moves, event);
      number = shown.at(-1)?.number ?? this.table.number;
    }
    this.moves = moves;
  }

  /** Send a command, unless the connection is down; return whether it was sent. */
  send(command: NewCommand): boolean {
    this.refusal = null;
    return this.#socket.send(command) !== null;
  }

  /** Lay the card in hand. */
  place(cell: string): boolean {
    const seat = this.mine;
    if (seat === null || this.pending || this.isMoving) return false;
    const isSent = this.send({ type: "place", last_event: this.#lastEventNumber ?? 0, seat, cell });
    if (isSent) this.pending = { seat, cell };
    return isSent;
  }

  undo(): boolean {
    return this.send({ type: "undo", last_event: this.#lastEventNumber ?? 0 });
  }

  close(): void {
    this.#isClosed = true;
    this.#pace.skip();
    this.#socket.close();
  }
}
