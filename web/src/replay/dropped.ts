/** A record that was dropped or opened on another screen, for the replay to show. */
export const dropped = { file: null as File | null };
