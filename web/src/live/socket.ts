// The WebSocket of a table: it reconnects by itself, and resends commands, which are idempotent.
import { BASE } from "../wire/api";
import type { Beat, ClientMessage, ServerMessage } from "../wire/wire";

const BEAT_MS = 5000;
const SILENCE_MS = 12_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 4000;

type Command = Exclude<ClientMessage, Beat>;
/** A command without its id, which the socket adds. */
export type Wish = Command extends infer One
  ? One extends Command
    ? Omit<One, "id">
    : never
  : never;

export interface Listener {
  /** Called with each message. */
  heard(message: ServerMessage): void;
  /** Called when the connection is up or down. */
  connected(is: boolean): void;
  /** The number of the last known event; null at first. */
  known(): number | null;
}

export class TableSocket {
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beats: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #closed = false;
  /** Commands without an answer: they are sent again after a reconnect. */
  readonly #unanswered = new Map<string, Command>();

  constructor(
    readonly code: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#now);
    addEventListener("offline", this.#gone);
    document.addEventListener("visibilitychange", this.#now);
    this.#open();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a command and return its id; null if the connection is down. */
  send(wish: Wish): string | null {
    if (!this.isOpen) return null;
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const command = { ...wish, id } as Command;
    if (command.type !== "react") this.#unanswered.set(id, command);
    this.#socket?.send(JSON.stringify(command));
    return id;
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#gone);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#timer);
    clearInterval(this.#beats);
    this.#socket?.close();
  }

  readonly #now = (): void => {
    if (document.visibilityState === "hidden" || this.#closed) return;
    if (this.#socket === null) {
      clearTimeout(this.#timer);
      this.#pause = FIRST_PAUSE_MS;
      this.#open();
    } else {
      this.#beat();
    }
  };

  /** The device reports that it is offline: reconnect logic need not wait for the timeout. */
  readonly #gone = (): void => {
    if (this.#closed || this.#socket === null) return;
    this.#socket.close();
    this.#lose();
  };

  #open(): void {
    const since = this.listener.known();
    const url = new URL(`${BASE}/api/tables/${this.code}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (since !== null) url.searchParams.set("since", String(since));
    const socket = new WebSocket(url);
    this.#socket = socket;
    let isIn = false;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      clearInterval(this.#beats);
      this.#beats = setInterval(() => this.#beat(), BEAT_MS);
      for (const command of this.#unanswered.values()) socket.send(JSON.stringify(command));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heardAt = Date.now();
      const message = JSON.parse(event.data) as ServerMessage;
      // A server without its database accepts the connection only to say so.
      if (!isIn && message.type !== "bye") {
        isIn = true;
        this.#pause = FIRST_PAUSE_MS;
        this.listener.connected(true);
      }
      this.#hear(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #hear(message: ServerMessage): void {
    if (message.type === "events") {
      for (const event of message.events) if (event.id) this.#unanswered.delete(event.id);
    } else if (message.type === "refused" && message.id) {
      this.#unanswered.delete(message.id);
    } else if (message.type === "bye" && !message.reconnect) {
      this.close();
    }
    this.listener.heard(message);
  }

  #beat(): void {
    if (Date.now() - this.#heardAt > SILENCE_MS) {
      this.#socket?.close();
      this.#lose();
    } else if (this.isOpen) {
      this.#socket?.send('{"type":"beat"}');
    }
  }

  #lose(): void {
    clearInterval(this.#beats);
    this.#socket = null;
    this.listener.connected(false);
    if (this.#closed) return;
    const pause = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
    this.#timer = setTimeout(() => this.#open(), pause);
  }
}
