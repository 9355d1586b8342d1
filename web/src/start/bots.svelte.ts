// The bots of this server, with words for them.
import { api } from "../wire/api";
import type { BotShape } from "../wire/wire";
import { say, words } from "../words/words.svelte";
import { BOTS } from "./setup";

class Bots {
  /** The built-in bots are known before the server lists its own. */
  #known = $state.raw<readonly BotShape[]>(BOTS.map((name) => ({ name, character: "" })));
  #asked = false;

  get names(): string[] {
    return this.#known.map((bot) => bot.name);
  }

  async ask(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.#known = (await api.choices()).bots;
    } catch {
      this.#asked = false;
    }
  }

  /** A sentence about a bot; one that the catalogue does not know describes itself. */
  character(name: string): string {
    const key = `character.${name}`;
    if (words.has(key)) return say(key);
    return this.#known.find((bot) => bot.name === name)?.character ?? "";
  }
}

export const bots = new Bots();
