// A room as the page shows it: the server sends it whole after every change.
import { membersOf, modeNamed } from "../game/facts";
import { botName } from "../game/people";
import { steadyNow } from "../live/clock";
import { Gathering } from "../live/gathering.svelte";
import type { Reaction } from "../wire/names";
import type { Seat } from "../wire/numbers";
import type {
  MemberShape,
  PlaceShape,
  RoomClientMessage,
  RoomPresenceMessage,
  RoomSeatShape,
  RoomServerMessage,
  RoomShape,
  RoomYouMessage,
} from "../wire/wire";
import { say, words } from "../words/words.svelte";

const REACTION_MS = 5000;

interface Said {
  readonly member: number;
  readonly reaction: Reaction;
}

export class LiveRoom extends Gathering<RoomClientMessage, RoomServerMessage> {
  room = $state.raw<RoomShape | null>(null);
  you = $state.raw<RoomYouMessage>({ type: "you", member: null, is_host: false, muted: [] });
  presence = $state.raw<RoomPresenceMessage | null>(null);
  /** What people said a moment ago. */
  said = $state.raw<readonly Said[]>([]);
  /** When the call for the next match came, by the clock of this device. */
  calledAt = $state(0);

  constructor(code: string) {
    super("rooms", code);
  }

  protected hear(message: RoomServerMessage): void {
    switch (message.type) {
      case "room":
        if (message.room.call && message.room.call.until !== this.room?.call?.until) {
          this.calledAt = steadyNow();
        }
        this.room = message.room;
        break;
      case "you":
        this.you = message;
        break;
      case "presence":
        this.presence = message;
        break;
      case "reaction":
        this.#show(message);
        break;
    }
  }

  #show(said: Said): void {
    this.said = [...this.said.filter((one) => one.member !== said.member), said];
    setTimeout(() => (this.said = this.said.filter((one) => one !== said)), REACTION_MS);
  }

  /** What somebody is called who gives no name. */
  get nameless(): string {
    return say("seat.player", { number: (this.room?.members.length ?? 0) + 1 });
  }

  /** Come in under a name, to play or only to watch. */
  join(name: string, watches: boolean): void {
    this.send({ type: "join", name: name || this.nameless, watches });
  }

  member(number: number | undefined): MemberShape | undefined {
    return this.room?.members.find((one) => one.member === number);
  }

  /** Who has a place in the next match. */
  called(place: PlaceShape): string {
    if (place.kind === "bot") return botName(place.bot ?? "");
    return this.member(place.member)?.name ?? say("seat.open");
  }

  /** Who plays on a side of the next match, from side 1. */
  calledSide(side: number): string {
    const { seats, settings } = this.room!;
    return words.list(
      membersOf(modeNamed(settings.mode), side).map((seat) => {
        const place = seats[seat - 1];
        const isTaken = place && place.kind !== "open";
        return isTaken ? this.called(place) : say("side.seat", { number: seat });
      }),
    );
  }

  isHere(number: number): boolean {
    return this.presence?.members.includes(number as never) ?? false;
  }

  /** Whether this member does not want to hear who plays at a seat; undefined for whoever has not joined. */
  isMutedAt(table: string, seat: Seat): boolean | undefined {
    const member = memberAt(this.room, table, seat);
    if (this.you.member === null || member === undefined) return undefined;
    return this.you.muted.includes(member);
  }

  /** Mute who plays at a seat, or hear them again; false where the room cannot know it. */
  muteAt(table: string, seat: Seat, isMuted: boolean): boolean {
    const member = memberAt(this.room, table, seat);
    if (this.you.member === null || member === undefined) return false;
    this.send({ type: "mute", member, is_muted: isMuted });
    return true;
  }

  get isReady(): boolean {
    const ready = this.room?.call?.ready ?? [];
    return this.you.member !== null && ready.includes(this.you.member);
  }
}

/** Who of the room plays at a seat of a match; undefined for a bot. */
export function memberAt(
  room: Pick<RoomShape, "matches"> | null,
  table: string,
  seat: Seat,
): RoomSeatShape["member"] {
  return room?.matches.find((one) => one.table === table)?.seats[seat - 1]?.member;
}

/** Whether a place belongs to a member. */
export function isMember(place: PlaceShape, member: number | null): boolean {
  return place.kind === "member" && place.member === member;
}

/** Whether the proposal differs from who plays next now. */
export function isFairer(room: Pick<RoomShape, "seats">, proposal: readonly PlaceShape[]): boolean {
  return JSON.stringify(room.seats) !== JSON.stringify(proposal);
}
