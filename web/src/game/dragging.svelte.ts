// A card dragged from the hand: where it is drawn, and the point of the table that is meant.

/** How far a finger moves before it drags. */
const FAR = 8;
/** The gap between a fingertip and the card above it, in cells: the target is seen between them. */
export const STEM = 0.65;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drag {
  /** The point that is meant: the fingertip, or the mouse. */
  readonly at: Point;
  /** A finger hides what is below it, so its card is drawn above it and its aim may be off. */
  readonly isTouch: boolean;
}

export class Dragging {
  #start: Point | null = null;
  now = $state.raw<Drag | null>(null);

  begin(event: PointerEvent): void {
    this.#start = { x: event.clientX, y: event.clientY };
  }

  /** Follow the pointer; return where it is once it is really dragging. */
  move(event: PointerEvent): Drag | null {
    if (!this.#start) return null;
    const at = { x: event.clientX, y: event.clientY };
    const isFar = Math.hypot(at.x - this.#start.x, at.y - this.#start.y) > FAR;
    if (this.now || isFar) this.now = { at, isTouch: event.pointerType !== "mouse" };
    return this.now;
  }

  /** Stop; return whether anything was dragged. */
  end(): boolean {
    const was = this.now !== null;
    this.#start = this.now = null;
    return was;
  }

  /** The middle of the card as it is drawn, given its size. */
  middle({ at, isTouch }: Drag, size: number): Point {
    return isTouch ? { x: at.x, y: at.y - size * (0.5 + STEM) } : at;
  }
}
