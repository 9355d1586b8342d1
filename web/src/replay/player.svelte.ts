// The playback of a replay: the current moment, stepping, and playing on.
import {
  chaptersOf,
  momentName,
  momentNamed,
  momentsOf,
  type Chapter,
  type Moment,
} from "./moments";
import type { Replay } from "../wire/wire";

/** How long a card is shown, in milliseconds, from slow to fast. */
export const SPEEDS = { slow: 2400, calm: 1200, fast: 500 } as const;
export type Speed = keyof typeof SPEEDS;
/** The end of a round is shown this many times as long. */
const ENDS_TAKE = 3;

export class Player {
  readonly moments: readonly Moment[];
  readonly chapters: readonly Chapter[];
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<Speed>("calm");
  /** Whether somebody has chosen the moment: by the address, a step, or playing. */
  isSteered = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(replay: Replay, moment: string | null = null) {
    this.moments = momentsOf(replay);
    this.chapters = chaptersOf(this.moments);
    this.at = momentNamed(this.moments, moment);
    this.isSteered = moment !== null;
  }

  get moment(): Moment {
    return this.moments[this.at]!;
  }

  get name(): string {
    return momentName(this.moment);
  }

  get isFirst(): boolean {
    return this.at === 0;
  }

  get isLast(): boolean {
    return this.at === this.moments.length - 1;
  }

  get chapter(): Chapter {
    return this.chapters.find((one) => one.round === this.moment.round)!;
  }

  /** Go to a moment, and stay there. */
  readonly jump = (place: number): void => {
    this.pause();
    this.isSteered = true;
    this.at = Math.min(this.moments.length - 1, Math.max(0, place));
  };

  readonly step = (by: number): void => this.jump(this.at + by);

  readonly jumpTo = (name: string | null): void => this.jump(momentNamed(this.moments, name));

  /** Play on, from the beginning if this is the end, or stop. */
  readonly toggle = (): void => {
    if (this.isPlaying) return this.pause();
    if (this.isLast) this.at = 0;
    this.isSteered = true;
    this.isPlaying = true;
    this.#wait();
  };

  readonly pause = (): void => {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  };

  readonly setSpeed = (speed: Speed): void => {
    this.speed = speed;
    if (this.isPlaying) this.#wait();
  };

  #wait(): void {
    clearTimeout(this.#timer);
    const while_ = SPEEDS[this.speed] * (this.moment.end ? ENDS_TAKE : 1);
    this.#timer = setTimeout(() => {
      this.at += 1;
      if (this.isLast) this.isPlaying = false;
      else this.#wait();
    }, while_);
  }
}

/** What a key does, if anything: arrows step, Home and End go to the ends, space plays. */
export function keyed(player: Player, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea")) return false;
  const isPressed = target?.closest("button, a, summary") !== null && target !== null;
  if (event.key === " " && isPressed) return false;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    PageUp: () => player.jump(chapterBefore(player)),
    PageDown: () => player.jump(chapterAfter(player)),
    Home: () => player.jump(0),
    End: () => player.jump(player.moments.length - 1),
    " ": player.toggle,
  };
  actions[event.key]?.();
  return event.key in actions;
}

/** The beginning of this round, or of the one before where this one has just begun. */
export function chapterBefore(player: Player): number {
  return player.chapters.findLast((one) => one.first < player.at)?.first ?? 0;
}

/** The beginning of the next round, or the end of the last. */
export function chapterAfter(player: Player): number {
  const next = player.chapters.find((one) => one.first > player.at);
  return next?.first ?? player.moments.length - 1;
}
