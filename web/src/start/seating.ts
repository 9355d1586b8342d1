// Who sits where while a table waits.
import { seatAt, type Seat } from "../wire/numbers";
import type { SeatShape, TableShape, YouMessage } from "../wire/wire";
import type { SeatPlan } from "./setup";
import { MODES, type ModeName } from "../game/facts";

/** The open seats. */
export function openSeats(seats: readonly SeatShape[]): Seat[] {
  return seats.flatMap((seat, place) => (seat.kind === "open" ? [seatAt(place)] : []));
}

/** The seat for which a name is asked: the chosen one, or the first open one for newcomers. */
export function askedSeat(table: TableShape, you: YouMessage, wanted: Seat | null): Seat | null {
  const open = openSeats(table.seats);
  const isTheirs = wanted !== null && (open.includes(wanted) || you.seats.includes(wanted));
  if (isTheirs) return wanted;
  return you.seats.length === 0 ? (open[0] ?? null) : null;
}

/** The seats that somebody would lose in another mode. */
export function lostSeats(seats: readonly SeatShape[], mode: ModeName): Seat[] {
  return seats.flatMap((seat, place) =>
    place >= MODES[mode].seats && seat.kind !== "open" ? [seatAt(place)] : [],
  );
}

/** The seats as a form for a new table describes them. */
export function planOf(seats: readonly SeatShape[]): SeatPlan[] {
  return seats.map(({ kind, name = "", bot = "" }) => ({ kind, name, bot }));
}
