/** Keep the screen on as long as it is shown; return how to stop that. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;

  async function ask(): Promise<void> {
    if (document.hidden || isOver) return;
    // Browsers refuse it without TLS, or when the battery is low: then nothing can be done.
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (isOver) void lock?.release();
  }

  void ask();
  // The browser gives it up whenever the page is out of sight.
  document.addEventListener("visibilitychange", ask);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
