// The cards that a bot or the clock has laid for somebody on this device, in words.
import type { NewsItem } from "../live/news.svelte";
import { say } from "../words/words.svelte";
import { cardName } from "./cardNames";
import { botName } from "./people";

/** More are only counted: a bot may have played a whole round. */
const MOST = 5;

/** One line a card, the newest last; with names if several people share the device. */
export function laidLines(item: NewsItem, isShared: boolean): string[] {
  if (item.laid.length < 2 && !item.laid[0]?.bot) return [];
  const lines = item.laid.slice(-MOST).map(({ event, bot, name }) => {
    const values = { card: cardName(event.card), cell: event.cell };
    const line = bot
      ? say("away.bot", { ...values, bot: botName(bot) })
      : say("away.clock", values);
    return isShared ? `${name}: ${line}` : line;
  });
  const earlier = item.laid.length - lines.length;
  return earlier > 0 ? [...lines, say("away.earlier", { count: earlier })] : lines;
}
