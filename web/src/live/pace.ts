// Waiting for movements: at the preferred speed, not at all when catching up, and skippable.
import { duration, prefs } from "../prefs.svelte";

/** Without movement there must still be time to read; people can go on themselves. */
const STILL_MS = 8000;

export class Pace {
  #isHurried = false;
  #wake: (() => void) | null = null;

  /** Start showing something; when catching up, nothing is waited for. */
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

  /** Stop waiting until something new starts. */
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
