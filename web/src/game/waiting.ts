// What the table waits for, in a few words, as the seat at the bottom reads them.
import type { LiveTable } from "../live/table.svelte";
import type { Seat } from "../wire/numbers";
import { say } from "../words/words.svelte";
import { botName, seatName } from "./people";

/** "Your turn", "Waiting for Anna"; nothing while cards move. */
export function waitingFor(live: Pick<LiveTable, "table" | "mine" | "you">, seat: Seat): string {
  const { table, mine, you } = live;
  const turn = table?.phase === "playing" ? table.match?.turn : null;
  if (!table || !turn) return "";
  if (turn.seat !== seat) return say("wait.for", { name: seatName(table, turn.seat) });
  if (mine === seat) return say(you.seats.length > 1 ? "state.to_play" : "hand.your_turn");
  const bot = table.seats[seat - 1]?.bot;
  const isOurs = you.seats.includes(seat);
  if (bot && isOurs) return say("wait.stood_in", { bot: botName(bot) });
  return say("hand.turn", { name: seatName(table, seat) });
}
