// How long movements are waited for: as the person likes, not at all in a hurry, and skippable.
import { duration, prefs } from "../prefs.svelte";

/** Those who want no movement still want to read; then they go on themselves. */
const STILL_MS = 8000;

export class Pace {
  #isHurried = false;
  #wake: (() => void) | null = null;

  /** Begin something new to be shown; in a hurry nothing is waited for. */
  begin(isHurried: boolean): void {
    this.#isHurried = isHurried;
  }

  /** Wait for a movement. */
  move(milliseconds: number): Promise<void> {
    return this.#wait(duration(milliseconds));
  }

  /** Leave time to read. */
  read(milliseconds: number): Promise<void> {
    return this.#wait(prefs.motion === "none" ? STILL_MS : milliseconds);
  }

  /** Wait no more until something new begins. */
  skip(): void {
    this.#isHurried = true;
    this.#wake?.();
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#isHurried || milliseconds <= 0 || document.hidden) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
    });
  }
}
