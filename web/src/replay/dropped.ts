/** A record that was dropped on another screen and will be shown by the replay screen. */
export const dropped = { file: null as File | null };
