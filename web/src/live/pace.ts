// Waiting for movements: at the preferred speed, not at all when catching up, and skippable; and
// waiting for a person, who goes on when it was read.
import { duration } from "../prefs.svelte";

/** A tap anywhere goes on only after so long: it may have been meant for what was there before. */
const DELIBERATE_MS = 800;

export class Pace {
  #isHurried = false;
  #wake: (() => void) | null = null;
  #release: (() => void) | null = null;
  #heldAt = 0;

  /** Start showing something; when catching up, nothing is waited for. */
  begin(isHurried: boolean): void {
    this.#isHurried = isHurried;
  }

  /** Wait for a movement. */
  move(milliseconds: number): Promise<void> {
    return this.#wait(duration(milliseconds));
  }

  /** Leave time to read, which takes as long where nothing moves. */
  read(milliseconds: number): Promise<void> {
    return this.#wait(milliseconds);
  }

  /**
   * Wait until somebody goes on, also when catching up and while nobody looks. A limit in
   * milliseconds counts only while the page is visible, and anew when it becomes visible.
   */
  hold(limit: number | null): Promise<void> {
    return new Promise((done) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const release = (): void => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", count);
        this.#release = null;
        done();
      };
      const count = (): void => {
        clearTimeout(timer);
        if (limit !== null && !document.hidden) timer = setTimeout(release, limit);
      };
      this.#release = release;
      this.#heldAt = Date.now();
      document.addEventListener("visibilitychange", count);
      count();
    });
  }

  /** Go on from what was held, or else skip the movement. */
  goOn(): void {
    if (this.#release) this.#release();
    else this.skip();
  }

  /** Stop waiting until something new starts; what is held stays for a moment. */
  skip(): void {
    if (this.#release) {
      if (Date.now() - this.#heldAt > DELIBERATE_MS) this.#release();
      return;
    }
    this.#isHurried = true;
    this.#wake?.();
  }

  /** Wait for nothing any more: what was shown is outdated. */
  stop(): void {
    this.#isHurried = true;
    this.#release?.();
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
