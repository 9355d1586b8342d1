// A tournament as the page shows it: the server sends it whole after every change.
import { botName } from "../game/people";
import { Gathering } from "../live/gathering.svelte";
import type {
  PairingSeatShape,
  PairingShape,
  PlayerShape,
  TournamentClientMessage,
  TournamentServerMessage,
  TournamentShape,
  TournamentYouMessage,
} from "../wire/wire";
import { say, words } from "../words/words.svelte";

export class LiveTournament extends Gathering<TournamentClientMessage, TournamentServerMessage> {
  tournament = $state.raw<TournamentShape | null>(null);
  you = $state.raw<TournamentYouMessage>({ type: "you", player: null, is_host: false });

  constructor(code: string) {
    super("tournaments", code);
  }

  protected hear(message: TournamentServerMessage): void {
    if (message.type === "tournament") this.tournament = message.tournament;
    else if (message.type === "you") this.you = message;
  }

  player(number: number | null | undefined): PlayerShape | undefined {
    return this.tournament?.players.find((one) => one.player === number);
  }

  /** What somebody at a seat of a match is called: a person or a bot. */
  nameAt({ player, bot }: PairingSeatShape): string {
    return this.player(player)?.name ?? botName(bot ?? "");
  }

  /** "Round 2 of 3". */
  roundTitle(round: number): string {
    return say("tournament.round", { round, rounds: this.tournament?.rounds ?? round });
  }

  /** The match of this person in the current round. */
  get ownPairing(): PairingShape | undefined {
    return pairingOf(this.tournament?.round?.pairings ?? [], this.you.player);
  }

  /** Whom this person meets in the current round. */
  get opponents(): string {
    const others = (this.ownPairing?.seats ?? []).filter((one) => one.player !== this.you.player);
    return words.list(others.map((one) => this.nameAt(one)));
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
