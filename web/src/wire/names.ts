// Names for parts of the wire that the schema leaves without one.
import type { EventsMessage, Placed, React } from "./wire";

export type TableEvent = EventsMessage["events"][number];
export type Step = Placed["then"][number];
export type Reaction = React["reaction"];
