// A tournament as the page shows it: the server sends it whole after every change.
import { TournamentSocket, type Listener, type NewTournamentCommand } from "../live/socket";
import type {
  PairingShape,
  PlayerShape,
  RefusedMessage,
  TournamentPresenceMessage,
  TournamentServerMessage,
  TournamentShape,
  TournamentYouMessage,
} from "../wire/wire";

export class LiveTournament implements Listener<TournamentServerMessage> {
  tournament = $state.raw<TournamentShape | null>(null);
  you = $state.raw<TournamentYouMessage>({ type: "you", player: null, is_host: false });
  presence = $state.raw<TournamentPresenceMessage | null>(null);
  isConnected = $state(false);
  /** Why the last command was refused. */
  refusal = $state.raw<RefusedMessage | null>(null);
  /** Why the server closed the connection for good. */
  closeReason = $state.raw<{ code: string; sentence: string } | null>(null);

  readonly #socket: TournamentSocket;

  constructor(readonly code: string) {
    this.#socket = new TournamentSocket(code, this);
  }

  lastEventNumber(): number | null {
    return null;
  }

  onConnection(is: boolean): void {
    this.isConnected = is;
  }

  onMessage(message: TournamentServerMessage): void {
    switch (message.type) {
      case "tournament":
        this.tournament = message.tournament;
        break;
      case "you":
        this.you = message;
        break;
      case "presence":
        this.presence = message;
        break;
      case "refused":
        this.refusal = message;
        break;
      case "bye":
        if (!message.reconnect) this.closeReason = message;
        break;
      case "done":
      case "beat":
        break;
    }
  }

  /** Send a command, unless the connection is down; return whether it was sent. */
  send(command: NewTournamentCommand): boolean {
    this.refusal = null;
    return this.#socket.send(command) !== null;
  }

  close(): void {
    this.#socket.close();
  }

  player(number: number | null | undefined): PlayerShape | undefined {
    return this.tournament?.players.find((one) => one.player === number);
  }

  /** The match of this person in the current round. */
  get ownPairing(): PairingShape | undefined {
    return pairingOf(this.tournament?.round?.pairings ?? [], this.you.player);
  }

  get isRoundOver(): boolean {
    return this.tournament?.round?.pairings.every((one) => one.over) ?? true;
  }
}

/** The match in which somebody plays. */
export function pairingOf(
  pairings: readonly PairingShape[],
  player: number | null,
): PairingShape | undefined {
  if (player === null) return undefined;
  return pairings.find((one) => one.seats.some((seat) => seat.player === player));
}

/** Names that were typed one a line. */
export function typedNames(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((name) => name.trim().replaceAll(/\s+/g, " "))
    .filter(Boolean);
}
