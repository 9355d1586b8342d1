// What a player should know about the others, and about their own seat: one thing after the other,
// each kept until it was noticed.
import { cardName } from "../game/cardNames";
import { botName, holderName, seatName } from "../game/people";
import type { Seat } from "../wire/numbers";
import type { TableEvent } from "../wire/names";
import type { Placed, TableShape, YouMessage } from "../wire/wire";
import { say } from "../words/words.svelte";

/** A card that a bot or the clock has laid for somebody on this device. */
export interface LaidForYou {
  readonly event: Placed;
  readonly bot: string;
  readonly name: string;
}

export interface NewsItem {
  /** A newer one of the same kind replaces an older one that nobody has noticed. */
  readonly kind: string;
  /** The event that it tells of; a reload tells of it again unless it was noticed. */
  readonly number: number;
  /** Made when it is shown, because the language may change meanwhile. */
  readonly text: () => string;
  readonly laid: readonly LaidForYou[];
  /** Whether the log for screen readers does not say it anyway. */
  readonly isUnsaid: boolean;
}

type Words = readonly [kind: string, text: () => string];

const isMine = (table: TableShape, seat: Seat, you: YouMessage): boolean => {
  const holder = table.seats[seat - 1];
  return holder?.kind === "person" && holder.device === you.device && you.device !== null;
};

/** Who has opened the table, if that is somebody at it. */
function hostName(table: TableShape): string | null {
  const seat = table.seats.find((one) => one.kind === "person" && one.device === table.host);
  return seat ? holderName(seat) : null;
}

/** What an event means for others than the one who caused it; null for what is shown anyway. */
function wordsOf(table: TableShape, event: TableEvent, you: YouMessage): Words | null {
  if (event.kind === "started") {
    // Only the event that answers a command has an id: without one, the table was full.
    if (event.id === undefined || you.is_host) return null;
    const name = hostName(table);
    return ["started", () => (name ? say("news.started", { name }) : say("news.started_host"))];
  }
  if (event.kind === "handed_over") {
    const [seat = 1] = event.seats;
    if (event.device === you.device) return null;
    if (isMine(table, seat, you)) return ["moved", () => say("news.moved")];
    const name = seatName(table, seat);
    return [`device ${seat}`, () => say("tell.handed_over", { name })];
  }
  if (!("seat" in event) || event.seat === null) return null;
  const { seat } = event;
  const [name, isOwn] = [seatName(table, seat), isMine(table, seat, you)];
  switch (event.kind) {
    case "placed": {
      const { card, cell } = event;
      if (event.by !== "clock" || isOwn) return null;
      return [`clock ${seat}`, () => say("news.time_up", { name, card: cardName(card), cell })];
    }
    case "resigned": {
      const { bot } = event;
      if (bot === null) return null;
      if (isOwn) return ["moved", () => say("news.resigned_you", { bot: botName(bot) })];
      return [`seat ${seat}`, () => say("news.resigned", { name, bot: botName(bot) })];
    }
    case "stood_in":
      if (isOwn) return null;
      return [`seat ${seat}`, () => say("tell.stood_in", { name, bot: botName(event.bot) })];
    case "returned":
      return isOwn ? null : [`seat ${seat}`, () => say("tell.returned", { name })];
    case "resumed":
      return isOwn ? null : ["pause", () => say("tell.resumed", { name })];
    case "end_declined":
      return isOwn ? null : ["end", () => say("tell.end_declined", { name })];
    default:
      return null;
  }
}

export class News {
  /** What nobody has noticed yet, the oldest first. */
  items = $state.raw<readonly NewsItem[]>([]);
  #hadSeat = false;
  #sawLobby = false;
  #isExplained = false;

  /** The number of the oldest event that nobody has noticed. */
  get oldest(): number {
    return Math.min(...this.items.map((item) => item.number));
  }

  /** Handle an event, given the table before it. `isUnsaid`: the log did not announce it. */
  hear(table: TableShape, event: TableEvent, you: YouMessage, isUnsaid = false): void {
    if (event.kind === "placed" && event.by && isMine(table, event.seat, you)) {
      this.#hearLaid(table, event, isUnsaid);
    }
    // Who was slow, or wanted to play on, does not matter any more.
    if (event.kind === "over")
      this.items = this.items.filter(({ kind }) => !/^(clock|end)/.test(kind));
    const words = wordsOf(table, event, you);
    if (!words) return;
    const [kind, text] = words;
    // The log says that somebody plays on elsewhere; not that this device only watches now.
    const isAlsoUnsaid = event.kind === "handed_over" && kind === "moved";
    const number = event.number;
    this.#add({ kind, number, text, laid: [], isUnsaid: isUnsaid || isAlsoUnsaid });
  }

  #hearLaid(table: TableShape, event: Placed, isUnsaid: boolean): void {
    const before = this.items.find((item) => item.kind === "laid");
    const bot = table.seats[event.seat - 1]?.bot ?? "";
    const laid = [
      ...(before?.laid ?? []),
      { event, bot: event.by === "bot" ? bot : "", name: seatName(table, event.seat) },
    ];
    const isLate = laid.length === 1 && event.by === "clock";
    const values = { card: event.card, cell: event.cell };
    this.#add({
      kind: "laid",
      number: before?.number ?? event.number,
      text: () =>
        isLate
          ? say("news.time_up_you", { ...values, card: cardName(values.card) })
          : say("away.title"),
      laid,
      isUnsaid,
    });
  }

  /** Say why somebody without a seat has none. */
  arrive(table: TableShape | null, you: YouMessage): void {
    if (table?.phase === "waiting") this.#sawLobby = true;
    if (you.seats.length > 0) this.#hadSeat = true;
    const isPlain = this.#hadSeat || this.#isExplained || you.is_host || table?.phase !== "playing";
    if (isPlain) return;
    this.#isExplained = true;
    const why = this.#sawLobby ? "late" : you.device !== null ? "left" : "taken";
    this.#add({
      kind: "watching",
      number: Infinity,
      text: () => say(`news.watching.${why}`),
      laid: [],
      isUnsaid: true,
    });
  }

  #add(item: NewsItem): void {
    this.items = [...this.items.filter(({ kind }) => kind !== item.kind), item];
  }

  /** Somebody has noticed it. */
  notice(item: NewsItem): void {
    this.items = this.items.filter((one) => one !== item);
  }
}
