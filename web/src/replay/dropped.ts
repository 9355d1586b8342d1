/** A record that was dropped on another screen, on its way to the replay. */
export const dropped = { file: null as File | null };
