// A clock for what the server times. A device's own clock may be set while the page is open, and a
// countdown would then end too early or too late.

/** Milliseconds like those of `Date.now()` when the page was loaded, without its jumps. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
