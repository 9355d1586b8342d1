// Trying a card on the table by touch, mouse, keyboard or dragging, with one check for all of them.

export interface Trial {
  readonly stacks: Readonly<Record<string, string>>;
  /** The card to be laid, if there is one. */
  readonly card?: string | null | undefined;
  /** The cells where it may be laid. */
  readonly legal?: readonly string[] | undefined;
  readonly onplace?: ((cell: string) => void) | undefined;
  readonly why?: ((cell: string) => string) | undefined;
}

const HOLD_MS = 450;

export class Tries {
  /** The cells of a first tap, the mouse, the keyboard, a dragged card and a long press. */
  chosen = $state<string | null>(null);
  hovered = $state<string | null>(null);
  focused = $state<string | null>(null);
  dragged = $state<string | null>(null);
  pressed = $state<string | null>(null);
  /** Whether somebody asks to see what lies below. */
  isAsking = $state(false);
  /** Why no card can be laid on the cell that was tried last. */
  words = $state("");
  wrong = $state<string | null>(null);
  /** A counter of messages, so that a repeated one is announced again. */
  count = $state(0);

  readonly #trial: () => Trial;
  #hold: ReturnType<typeof setTimeout> | undefined;
  #press: { pointer: string; wasReady: boolean } | null = null;

  constructor(trial: () => Trial) {
    this.#trial = trial;
  }

  readonly #legal = $derived.by(() => {
    const { onplace, card, legal } = this.#trial();
    return (onplace && card && legal) || [];
  });

  /** The cell where the card is shown before it is laid. */
  readonly tried = $derived.by(() =>
    [this.dragged, this.chosen, this.hovered, this.focused].find(
      (one) => one && this.#legal.includes(one),
    ),
  );

  /** The cell whose stack is shown. */
  readonly peeked = $derived.by(() =>
    [this.pressed, this.isAsking ? (this.hovered ?? this.focused) : null, this.focused].find(
      (cell) => cell && (this.#trial().stacks[cell] ?? "").includes(" "),
    ),
  );

  /** Reset the choice: it is for one card only. */
  forget(): void {
    this.chosen = null;
    this.words = "";
  }

  /** Whether a card can be laid now. */
  get isReady(): boolean {
    const { onplace, card } = this.#trial();
    return Boolean(onplace && card);
  }

  /** Lay the card, or say why it cannot be laid there: the same for every kind of input. */
  place(cell: string): void {
    if (this.#legal.includes(cell)) {
      this.words = "";
      this.#trial().onplace?.(cell);
    } else {
      this.chosen = null;
      this.wrong = cell;
      this.words = this.#trial().why?.(cell) ?? "";
      this.count += 1;
    }
  }

  tap(cell: string | null, isOneEnough: boolean): void {
    const { pointer, wasReady } = this.#press ?? { pointer: "", wasReady: true };
    const wasHeld = this.pressed !== null;
    this.letGo();
    // A tap that skips an animation is not meant for the cell under the finger.
    const isSkipping = !wasReady && this.isReady;
    if (!cell || wasHeld || isSkipping) return;
    const isTouch = pointer === "touch" || pointer === "pen";
    if (isTouch && !isOneEnough && this.chosen !== cell && this.#legal.includes(cell)) {
      this.chosen = cell;
      this.words = "";
    } else {
      this.place(cell);
    }
  }

  /** A finger or a button is down; a long press shows the stack. */
  press(cell: string | null, pointer: string): void {
    this.release();
    this.#press = { pointer, wasReady: this.isReady };
    this.pressed = null;
    if (cell && this.#trial().stacks[cell]?.includes(" "))
      this.#hold = setTimeout(() => (this.pressed = cell), HOLD_MS);
  }

  release(): void {
    clearTimeout(this.#hold);
  }

  letGo(): void {
    this.release();
    this.pressed = null;
    this.#press = null;
  }

  get isTouched(): boolean {
    return this.#press?.pointer === "touch";
  }
}
