// The service worker that caches the page.
import { BASE } from "../wire/api";
import { words } from "../words/words.svelte";

/** Register the service worker; it caches the page and the words of the current language. */
export function keepForLater(): void {
  // Reload when a new version has replaced files that this page would still need.
  addEventListener("vite:preloadError", () => {
    if (navigator.onLine) location.reload();
  });
  // Browsers allow service workers only in secure contexts.
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
    $effect(() => sendLanguage(words.language));
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => sendLanguage(words.language));
}

function sendLanguage(language: string): void {
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language }));
}
