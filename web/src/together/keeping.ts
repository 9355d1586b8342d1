// What `kept.ts` reads is written here, apart from the first screen, which only reads.

function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`punto.${name}`);
    else localStorage.setItem(`punto.${name}`, value);
  } catch {
    // It is only a convenience.
  }
}

/** Remember that this device has been in a room or a tournament: the first screen lists them. */
export const keepGathering = (): void => keep("gathered", "1");

/** Remember the last room of this device. */
export function keepRoom(code: string): void {
  keep("room", JSON.stringify({ code, at: Date.now() }));
  keepGathering();
}

export const forgetRoom = (): void => keep("room", null);
