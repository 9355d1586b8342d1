// What rooms and tournaments have in common: the server sends them whole after every change.
import type { RefusedMessage, RoomServerMessage, TournamentServerMessage } from "../wire/wire";
import { Socket, type Listener, type NewCommandOf } from "./socket";

type Messages = RoomServerMessage | TournamentServerMessage;

export abstract class Gathering<
  Sent extends object,
  Message extends Messages,
> implements Listener<Message> {
  isConnected = $state(false);
  /** Why the last command was refused. */
  refusal = $state.raw<RefusedMessage | null>(null);
  /** Why the server closed the connection for good. */
  closeReason = $state.raw<{ code: string; sentence: string } | null>(null);

  readonly #socket: Socket<Sent, Message>;

  constructor(
    kind: "rooms" | "tournaments",
    readonly code: string,
  ) {
    this.#socket = new Socket<Sent, Message>(`${kind}/${code}`, this);
  }

  lastEventNumber(): number | null {
    return null;
  }

  onConnection(is: boolean): void {
    this.isConnected = is;
  }

  onMessage(message: Message): void {
    if (message.type === "refused") this.refusal = message;
    else if (message.type === "bye") this.closeReason = message.reconnect ? null : message;
    else this.hear(message);
  }

  /** What else the server tells. */
  protected abstract hear(message: Message): void;

  /** Send a command, unless the connection is down; return whether it was sent. */
  send(command: NewCommandOf<Sent>): boolean {
    this.refusal = null;
    return this.#socket.send(command) !== null;
  }

  close(): void {
    this.#socket.close();
  }
}
