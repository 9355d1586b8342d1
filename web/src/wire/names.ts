// Names for types that the schema leaves unnamed.
import { reactions } from "./facts.json";
import type { EventsMessage, Placed, React } from "./wire";

export type TableEvent = EventsMessage["events"][number];
export type Step = Placed["then"][number];
export type Reaction = React["reaction"];

/** Everything people can say to each other at a table. */
export const REACTIONS = reactions as readonly Reaction[];
