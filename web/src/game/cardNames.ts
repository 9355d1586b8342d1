// Cards and cells in words.
import { say } from "../words/words.svelte";
import { listed, readCard } from "./cards";

/** "orange 5" */
export function cardName(card: string): string {
  const { colour, value } = readCard(card);
  return say(`card.${colour}`, { value });
}

/** "g6, orange 5 over red 4" */
export function cellLabel(cell: string, stack: string, isPossible: boolean): string {
  const cards = listed(stack);
  const [card, below] = [cards.at(-1), cards.at(-2)];
  const name = !card
    ? say("cell.free", { cell })
    : below
      ? say("cell.over", { cell, card: cardName(card), below: cardName(below) })
      : say("cell.card", { cell, card: cardName(card) });
  return isPossible ? say("cell.possible", { cell: name }) : name;
}

/** "Orange 5", where a sentence or a line begins with it. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
