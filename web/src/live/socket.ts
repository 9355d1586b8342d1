// A WebSocket that reconnects by itself, and resends commands, which are idempotent.
import { BASE } from "../wire/api";
import type {
  Beat,
  ClientMessage,
  RoomServerMessage,
  ServerMessage,
  TournamentServerMessage,
} from "../wire/wire";

const HEARTBEAT_MS = 5000;
const HEARTBEAT_TIMEOUT_MS = 12_000;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 4000;

/** A command without its id, which the socket adds. */
type WithoutId<Command> = Command extends unknown ? Omit<Command, "id"> : never;
export type NewCommandOf<Sent> = WithoutId<Exclude<Sent, Beat>>;
export type NewCommand = NewCommandOf<ClientMessage>;

export interface Listener<Message = ServerMessage> {
  /** Called with each message. */
  onMessage(message: Message): void;
  /** Called when the connection is up or down. */
  onConnection(is: boolean): void;
  /** The number of the last known event; null at first. */
  lastEventNumber(): number | null;
}

/** What a table sends its commands to. */
export interface Connection {
  /** Send a command and return its id; null if the connection is down. */
  send(command: NewCommand): string | null;
  close(): void;
}

/** Commands that are not repeated: they only matter at the moment. */
const FLEETING = ["react", "say"];

export class Socket<
  Sent extends object,
  Message extends ServerMessage | RoomServerMessage | TournamentServerMessage,
> {
  #socket: WebSocket | null = null;
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #lastMessageAt = 0;
  #closed = false;
  /** Commands without an answer: they are sent again after a reconnect. */
  readonly #unanswered = new Map<string, object>();

  /** `path` is that of a table, a room or a tournament in the API. */
  constructor(
    readonly path: string,
    readonly listener: Listener<Message>,
  ) {
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#open();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a command and return its id; null if the connection is down. */
  send(newCommand: NewCommandOf<Sent>): string | null {
    if (!this.isOpen) return null;
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const command = { ...newCommand, id } as unknown as { type: string; id: string };
    if (!FLEETING.includes(command.type)) this.#unanswered.set(id, command);
    this.#socket?.send(JSON.stringify(command));
    return id;
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#socket?.close();
  }

  readonly #reconnectNow = (): void => {
    if (document.visibilityState === "hidden" || this.#closed) return;
    if (this.#socket === null) {
      clearTimeout(this.#timer);
      this.#retryMs = FIRST_RETRY_MS;
      this.#open();
    } else {
      this.#sendHeartbeat();
    }
  };

  /** The device reports that it is offline: reconnect logic need not wait for the timeout. */
  readonly #onOffline = (): void => {
    if (this.#closed || this.#socket === null) return;
    this.#socket.close();
    this.#reconnectLater();
  };

  #open(): void {
    const since = this.listener.lastEventNumber();
    const url = new URL(`${BASE}/api/${this.path}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (since !== null) url.searchParams.set("since", String(since));
    const socket = new WebSocket(url);
    this.#socket = socket;
    let isAdmitted = false;
    socket.onopen = () => {
      this.#lastMessageAt = Date.now();
      clearInterval(this.#heartbeat);
      this.#heartbeat = setInterval(() => this.#sendHeartbeat(), HEARTBEAT_MS);
      for (const command of this.#unanswered.values()) socket.send(JSON.stringify(command));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#lastMessageAt = Date.now();
      const message = JSON.parse(event.data) as Message;
      // A server without its database accepts the connection only to say so.
      if (!isAdmitted && message.type !== "bye") {
        isAdmitted = true;
        this.#retryMs = FIRST_RETRY_MS;
        this.listener.onConnection(true);
      }
      this.#receive(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#reconnectLater();
    };
  }

  #receive(message: Message): void {
    if (message.type === "done") {
      this.#unanswered.delete(message.id);
    } else if (message.type === "events") {
      for (const event of message.events) if (event.id) this.#unanswered.delete(event.id);
    } else if (message.type === "refused" && message.id) {
      this.#unanswered.delete(message.id);
    } else if (message.type === "bye" && !message.reconnect) {
      this.close();
    }
    this.listener.onMessage(message);
  }

  #sendHeartbeat(): void {
    if (Date.now() - this.#lastMessageAt > HEARTBEAT_TIMEOUT_MS) {
      this.#socket?.close();
      this.#reconnectLater();
    } else if (this.isOpen) {
      this.#socket?.send('{"type":"beat"}');
    }
  }

  #reconnectLater(): void {
    clearInterval(this.#heartbeat);
    this.#socket = null;
    this.listener.onConnection(false);
    if (this.#closed) return;
    const pause = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
    this.#timer = setTimeout(() => this.#open(), pause);
  }
}

export class TableSocket extends Socket<ClientMessage, ServerMessage> implements Connection {
  constructor(code: string, listener: Listener) {
    super(`tables/${code}`, listener);
  }
}
