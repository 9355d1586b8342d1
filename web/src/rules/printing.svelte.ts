// Whether the page is being printed. Paper has no screen to come near to and no time to measure
// anything: what a browser draws later for a screen must be there at once.
import { flushSync } from "svelte";

class Printing {
  isOn = $state(false);

  constructor() {
    addEventListener("beforeprint", () => this.#turn(true));
    addEventListener("afterprint", () => this.#turn(false));
    const media = matchMedia("print");
    media.addEventListener("change", () => this.#turn(media.matches));
  }

  #turn(isOn: boolean): void {
    flushSync(() => (this.isOn = isOn));
  }
}

export const printing = new Printing();
