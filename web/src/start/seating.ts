// Who sits where while a table waits.
import { seatAt, type Seat } from "../wire/numbers";
import type { SeatShape, TableShape, YouMessage } from "../wire/wire";
import type { SeatPlan } from "./setup";
import { MODES, type ModeName } from "../game/facts";

/** The seats nobody has, from 1. */
export function openSeats(seats: readonly SeatShape[]): Seat[] {
  return seats.flatMap((seat, place) => (seat.kind === "open" ? [seatAt(place)] : []));
}

/** The seat whose name is asked for: the one somebody wants, or the first for who has none. */
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

/** The seats as they are planned, for what is chosen by them. */
export function planOf(seats: readonly SeatShape[]): SeatPlan[] {
  return seats.map(({ kind, name = "", bot = "" }) => ({ kind, name, bot }));
}
