// The rooms and tournaments of this device, the latest first, and what shows them.
//
// Loaded only where the device has been in one: most people never are.
import { api } from "../wire/api";
import type { RecentRoom, RecentTournament } from "../wire/wire";
import { words } from "../words/words.svelte";
import GatheringList from "./GatheringList.svelte";

export interface Gathered {
  readonly path: string;
  /** The key of the word for it. */
  readonly kind: "keep.room" | "menu.tournament";
  readonly names: readonly string[];
  /** How it stands; null for a room between matches. */
  readonly state: "waiting" | "playing" | "over" | null;
  readonly touchedAt: number;
}

const ofRoom = ({ room, members, is_playing, touched_at }: RecentRoom): Gathered => ({
  path: `/r/${room}`,
  kind: "keep.room",
  names: members,
  state: is_playing ? "playing" : null,
  touchedAt: touched_at,
});

const ofTournament = ({ tournament, name, stage, touched_at }: RecentTournament): Gathered => ({
  path: `/tournament/${tournament}`,
  kind: "menu.tournament",
  names: [name],
  state: stage === "registering" ? "waiting" : stage,
  touchedAt: touched_at,
});

/** Put rooms and tournaments into one list. */
export function merged(
  rooms: readonly RecentRoom[],
  tournaments: readonly RecentTournament[],
): Gathered[] {
  const all = [...rooms.map(ofRoom), ...tournaments.map(ofTournament)];
  return all.sort((one, other) => other.touchedAt - one.touchedAt);
}

/** Ask the server; null if that fails, without a message: the list is only a convenience. */
export async function gathered(): Promise<{
  List: typeof GatheringList;
  all: readonly Gathered[];
} | null> {
  try {
    const [rooms, tournaments] = await Promise.all([
      api.recent<RecentRoom>("rooms"),
      api.recent<RecentTournament>("tournaments"),
      words.need("calling"),
    ]);
    return { List: GatheringList, all: merged(rooms, tournaments) };
  } catch {
    return null;
  }
}
