// The pictures of the rules: positions that can come about, checked against the rules by a test.
import pictures from "./pictures.json";

export type PictureName = keyof typeof pictures;

export interface Picture {
  readonly stacks: Record<string, string>;
  readonly card: string | null;
  readonly legal: string[];
  readonly lit: string[];
}

const list = (text: string): string[] => text.split(" ").filter(Boolean);

/** Lay the cards of a picture: R7@f6 beside, B9xf6 on top. */
export function picture(name: PictureName): Picture {
  const { moves, card, legal, lit } = pictures[name];
  const stacks: Record<string, string> = {};
  for (const move of list(moves)) {
    const [laid = "", cell = ""] = move.split(/[@x]/);
    stacks[cell] = stacks[cell] ? `${stacks[cell]} ${laid}` : laid;
  }
  return { stacks, card, legal: list(legal), lit: list(lit) };
}

/** The cards that are seen on some cells. */
export function seen({ stacks }: Picture, cells: readonly string[]): string[] {
  return cells.map((cell) => stacks[cell]?.split(" ").at(-1) ?? "");
}
