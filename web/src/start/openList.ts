// The order of the open rooms on the screen: nothing moves under a finger that is about to tap.
import type { OpenRoom } from "../wire/wire";

export interface Listed {
  readonly room: OpenRoom;
  /** Whether the server lists it no more. */
  readonly isGone: boolean;
}

/** Those that were shown keep their places, also when they are gone; new ones come after them. */
export function keepPlaces(before: readonly Listed[], rooms: readonly OpenRoom[]): Listed[] {
  const now = new Map(rooms.map((room) => [room.link, room]));
  const kept = before.map(({ room }) => {
    const found = now.get(room.link);
    now.delete(room.link);
    return { room: found ?? room, isGone: found === undefined };
  });
  return [...kept, ...[...now.values()].map((room) => ({ room, isGone: false }))];
}
