// What a screen puts into the header while it is shown.
import type { Snippet } from "svelte";

export const header = $state<{ beside: Snippet | null }>({ beside: null });
