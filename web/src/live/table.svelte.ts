// A table as the page shows it: it applies events one at a time, at the pace of the animations.
import type { Seat } from "../wire/numbers";
import { applyEvent } from "../game/fold";
import type { TableEvent } from "../wire/names";
import type {
  Placed,
  PresenceMessage,
  RefusedMessage,
  ServerMessage,
  TableShape,
  TurnShape,
  YouMessage,
} from "../wire/wire";
import { steadyNow } from "./clock";
import { catchUp, endsRound } from "./missed";
import { MoveList } from "./moveList.svelte";
import { mutingByName, type Muting } from "./muting.svelte";
import { News, type NewsItem } from "./news.svelte";
import { Reactions } from "./reactions.svelte";
import { endedRounds, keepSeen, seenOf, type Seen } from "./seen";
import { TableSocket, type Connection, type Listener, type NewCommand } from "./socket";
import { Stage } from "./stage.svelte";

/** How long another player's card is visible before it flies. */
const CARD_VISIBLE_MS = 450;
/** How long the end of a round is shown to those who only watch. */
const WATCHED_MS = 10_000;
/** Where a clock runs, it is shown to players for a part of a turn, and not for longer. */
const SHARE_OF_TURN = 1 / 3;
const LONGEST_MS = 60_000;
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
  /** The placement that was sent and is not confirmed yet. */
  pending = $state.raw<{ seat: Seat; cell: string } | null>(null);
  lastEvent = $state.raw<TableEvent | null>(null);
  /** Whose turn it is on the server, also while the end of a round is still shown. */
  awaited = $state.raw<TurnShape | null>(null);
  readonly news = new News();
  readonly reactions = new Reactions();
  readonly stage = new Stage();
  readonly moveList: MoveList;
  /** By how many milliseconds this device's clock is ahead of the server's. */
  ahead = $state(0);

  /** Called with every event when it is shown. */
  onshown: (before: TableShape, after: TableShape, event: TableEvent) => void = () => undefined;
  /** Whom this person does not want to hear. */
  muting: Muting = mutingByName(() => this.table);
  /** Called when a round begins, after the end of the one before was read. */
  onround: (table: TableShape) => void = () => undefined;

  /** The offer of a pause that somebody here does not want to see any more. */
  declinedPause = $state.raw<TableShape["pause"] | null>(null);
  readonly #socket: Connection;
  readonly #queue: TableEvent[] = [];
  #lastEventNumber: number | null = null;
  #isPlaying = false;
  /** What was missed is being read, and until then nothing counts as seen. */
  #isBehind = false;
  /** Nothing is shown until then, because the end of a round was missed. */
  #isRestoring = false;
  #turnedAt = 0;
  #smallestLag = Infinity;
  #isClosed = false;

  /** By default the table is on the server; the coached match brings its own, without a code. */
  constructor(
    readonly code: string,
    connect: (table: LiveTable) => Connection = (table) => new TableSocket(code, table),
  ) {
    this.moveList = new MoveList(code, () => this.table);
    this.#socket = connect(this);
    document.addEventListener("visibilitychange", this.#remember);
  }

  /** The seat whose turn it is, if it is one of this device's. */
  get mine(): Seat | null {
    const turn = this.table?.match?.turn;
    const holder = turn && this.table?.seats[turn.seat - 1];
    const isMine = turn && this.you.seats.includes(turn.seat) && !holder?.bot;
    const isOn = this.table?.phase === "playing" && !this.table.pause?.is_paused;
    return isMine && isOn ? turn.seat : null;
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
        this.news.arrive(this.table, message);
        break;
      case "snapshot":
        this.#receive(message.table);
        break;
      case "events":
        for (const event of message.events) this.#take(event);
        void this.#show();
        break;
      case "presence":
        this.presence = message;
        break;
      case "reaction":
        if (!this.muting.isMuted(message.seat)) this.reactions.add(message.seat, message.reaction);
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

  /** A snapshot replaces everything that was queued, unless a person has missed something. */
  #receive(table: TableShape): void {
    this.#queue.length = 0;
    this.#lastEventNumber = table.number;
    this.awaited = table.match?.turn ?? null;
    const seen = this.code ? seenOf(this.code) : null;
    this.#isBehind = seen !== null && seen.number < table.number;
    const hasMissedEnd = this.#isBehind && endedRounds(table) > seen!.rounds;
    if (hasMissedEnd) this.#interrupt();
    else this.#replace(table);
    if (this.#isBehind) void this.#restore(table, seen!, hasMissedEnd);
  }

  #replace(table: TableShape): void {
    this.#interrupt();
    this.table = table;
    this.news.arrive(table, this.you);
    this.moveList.reload();
    this.#remember();
  }

  /** Stop showing what is outdated. */
  #interrupt(): void {
    this.#isPlaying = false;
    this.pending = null;
    this.stage.interrupt();
  }

  /** Report what happened while the page was closed, and show the end of a round that was missed. */
  async #restore(table: TableShape, seen: Seen, hasMissedEnd: boolean): Promise<void> {
    this.#isRestoring = hasMissedEnd;
    const missed = await catchUp(this.code, table, seen, (before, event) =>
      this.news.hear(before, event, this.you, true),
    );
    this.#isBehind = this.#isRestoring = false;
    if (this.#isClosed) return;
    this.#remember();
    if (!hasMissedEnd) return;
    this.#replace(missed.table);
    this.#queue.unshift(...missed.events);
    void this.#show();
  }

  /** Remember what was shown; not while nobody can see it. */
  readonly #remember = (): void => {
    const { table } = this;
    if (!this.code || table === null || document.hidden || this.#isBehind) return;
    const number = Math.min(table.number, this.news.oldest - 1);
    keepSeen(this.code, { number, rounds: endedRounds(table) });
  };

  #take(event: TableEvent): void {
    if (this.#lastEventNumber !== null && event.number <= this.#lastEventNumber) return;
    this.#lastEventNumber = event.number;
    this.#queue.push(event);
    if (event.kind === "placed" || event.kind === "started") this.awaited = event.turn;
    else if (event.kind === "undone") this.awaited = event.match.turn;
    else if (event.kind === "over") this.awaited = null;
    else if (event.kind === "clock_set" && this.awaited) {
      this.awaited = { ...this.awaited, until: event.until };
    }
    // Latency makes an event seem older, never younger: the smallest difference is the best.
    this.#smallestLag = Math.min(this.#smallestLag, steadyNow() - event.at);
    this.ahead = this.#smallestLag;
  }

  /** Show the queued events one after the other. */
  async #show(): Promise<void> {
    if (this.#isPlaying || this.#isRestoring) return;
    this.#isPlaying = true;
    const era = this.stage.era;
    try {
      for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
        this.stage.begin(this.#queue.length >= MAX_ANIMATED_EVENTS);
        await this.#perform(event);
        // Everything was replaced meanwhile, and is shown by a newer call.
        if (era !== this.stage.era) return;
      }
    } finally {
      if (era === this.stage.era) this.#isPlaying = false;
    }
  }

  async #perform(event: TableEvent): Promise<void> {
    const [before, era] = [this.table, this.stage.era];
    if (before === null || event.number <= before.number) return;
    if (event.kind === "placed" && before.match !== null) await this.#move(before, event);
    // A snapshot may have arrived meanwhile, and is newer.
    const now = this.table;
    if (now === null || era !== this.stage.era) return;
    const after = applyEvent({ ...now, match: before.match }, event);
    this.table = after;
    this.lastEvent = event;
    this.moveList.add(event, now.seats);
    if (after.match?.turn) this.#turnedAt = Date.now();
    this.news.hear(before, event, this.you);
    if (event.kind !== "placed") this.onshown(before, after, event);
    else if (endsRound(event) && after.match?.turn) this.onround(after);
    this.#remember();
    if (event.kind === "started" || (event.kind === "placed" && after.match?.last === null)) {
      await this.stage.deal(after.seats.length);
    }
  }

  /** Show a placement, and the end of the round with it. */
  #move(table: TableShape, event: Placed): Promise<void> {
    const isOurs = this.pending?.cell === event.cell && this.pending.seat === event.seat;
    return this.stage.place(table, event, {
      flightInMs: isOurs ? null : CARD_VISIBLE_MS - (Date.now() - this.#turnedAt),
      onlaid: () => {
        this.pending = null;
        this.moveList.add(event, table.seats);
        // Screen readers need not wait until everything has been counted on the screen.
        this.onshown(table, applyEvent(table, event), event);
      },
      put: (match) => (this.table = this.table && { ...this.table, match }),
      holdLimitMs: () => this.#holdLimitMs(),
    });
  }

  /** How long the end of a round waits for a player: where no clock runs, for ever. */
  #holdLimitMs(): number | null {
    const seconds = this.table?.settings.turn_seconds ?? null;
    if (this.you.seats.length === 0) return WATCHED_MS;
    return seconds === null ? null : Math.min(LONGEST_MS, 1000 * seconds * SHARE_OF_TURN);
  }

  /** Somebody has noticed what was told. */
  notice(item: NewsItem): void {
    this.news.notice(item);
    this.#remember();
  }

  /** Send a command, unless the connection is down; return whether it was sent. */
  send(command: NewCommand): boolean {
    this.refusal = null;
    return this.#socket.send(command) !== null;
  }

  /** Lay the card in hand. */
  place(cell: string): boolean {
    const seat = this.mine;
    if (seat === null || this.pending || this.stage.isMoving) return false;
    const isSent = this.send({ type: "place", last_event: this.#lastEventNumber ?? 0, seat, cell });
    if (isSent) this.pending = { seat, cell };
    return isSent;
  }

  undo(): boolean {
    return this.send({ type: "undo", last_event: this.#lastEventNumber ?? 0 });
  }

  close(): void {
    this.#isClosed = true;
    this.moveList.close();
    this.#interrupt();
    document.removeEventListener("visibilitychange", this.#remember);
    this.#socket.close();
  }
}
