// Names for types that the schema leaves unnamed.
import { open_room_levels, reactions } from "./facts.json";
import type { EventsMessage, OpenRoom, Placed, React } from "./wire";

export type TableEvent = EventsMessage["events"][number];
export type Step = Placed["then"][number];
export type Reaction = React["reaction"];

/** Everything people can say to each other at a table. */
export const REACTIONS = reactions as readonly Reaction[];

/** For whom a room can be listed. */
export const LEVELS = open_room_levels as readonly OpenRoom["level"][];
