import { colours, values } from "../wire/facts.json";

/** Cards as the wire writes them: a colour and a value, as in R7. */
export type Colour = "R" | "O" | "B" | "G";
export const COLOURS = colours as readonly Colour[];
export const VALUES: readonly number[] = values;

export interface Card {
  readonly colour: Colour;
  readonly value: number;
}

export function readCard(text: string): Card {
  return { colour: text[0] as Colour, value: Number(text[1]) };
}

/** Cards, or cells, with spaces between them. */
export function listed(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

export function without(cards: string, card: string): string {
  const left = listed(cards);
  const place = left.indexOf(card);
  if (place >= 0) left.splice(place, 1);
  return left.join(" ");
}
