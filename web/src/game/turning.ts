/** The quarter turns that bring the table to face a seat, from how it lies now. */
export function facing(now: number, seat: number, seats: number): number {
  const places = seats === 2 ? [0, 2] : seats === 3 ? [0, 1, 3] : [0, 1, 2, 3];
  const wanted = places[seat - 1] ?? 0;
  const turn = (((wanted - now) % 4) + 4) % 4;
  return now + (turn === 3 ? -1 : turn);
}
