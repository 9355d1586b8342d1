// The colours that the page shares with the server's pictures, as CSS and as theme colours.
import type { Plugin } from "vite";
import { palettes } from "./facts.ts";

const { light, dark } = palettes;
export const GROUND = light.ground;

/** The module that main.ts imports; it exists only here. */
const NAME = "virtual:palette.css";
const ID = `\0${NAME}`;

/** Variables for ground, table and ink, and for every element with the class of a card's colour. */
export function css(): string {
  const both = (of: (palette: typeof light) => string): string =>
    `light-dark(${of(light)}, ${of(dark)})`;
  const colours = Object.keys(light.cards) as (keyof typeof light.cards)[];
  const shared = (["ground", "table", "ink"] as const).map(
    (name) => `  --${name}: ${both((palette) => palette[name])};\n`,
  );
  const cards = colours.map((colour) => {
    const face = both(({ cards }) => cards[colour].face);
    const dot = both(({ cards }) => cards[colour].dot);
    return `.${colour} {\n  --face: ${face};\n  --dot: ${dot};\n}\n`;
  });
  return `:root {\n${shared.join("")}}\n${cards.join("")}`;
}

export function palette(): Plugin {
  return {
    name: "punto-palette",
    resolveId: (id) => (id === NAME ? ID : null),
    load: (id) => (id === ID ? css() : null),
    transformIndexHtml: () =>
      Object.entries({ light, dark }).map(([theme, { ground }]) => ({
        tag: "meta",
        attrs: {
          name: "theme-color",
          media: `(prefers-color-scheme: ${theme})`,
          content: ground,
        },
        injectTo: "head" as const,
      })),
  };
}
