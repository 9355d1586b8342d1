// The worker that keeps the page, and what it keeps.
import { BASE } from "../wire/api";
import { words } from "../words/words.svelte";

/** Let the worker keep the page, and the words of the language that is read. */
export function keepForLater(): void {
  // When a new version has replaced the files that an open page would still need, it starts anew.
  addEventListener("vite:preloadError", () => {
    if (navigator.onLine) location.reload();
  });
  // Browsers keep nothing for pages that anybody on the way could have changed.
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => void register(), { once: true });
  if (document.readyState === "complete") void register();
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(`${BASE}/sw.js`, { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
  } catch {
    return; // It is a convenience: the page does without.
  }
  $effect.root(() => {
    $effect(() => tell(words.language));
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => tell(words.language));
}

function tell(language: string): void {
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language }));
}
