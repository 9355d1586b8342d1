// The room around a table, for what is shown at the table.
import { getContext, setContext } from "svelte";
import type { LiveRoom } from "./room.svelte";

export interface Inside {
  readonly room: LiveRoom;
  /** Leave the table for the room. */
  readonly leave: () => void;
}

const KEY = "room";

export const enterRoom = (inside: Inside): Inside => setContext(KEY, inside);

/** The room around this table; undefined if the table was opened by its own link. */
export const roomAround = (): Inside | undefined => getContext<Inside | undefined>(KEY);
