// Calls somebody back whose turn it is while the page is out of sight: a notification of the system,
// if this device has asked for it, and a badge on the icon of the installed page.
//
// All of it happens while the page is open, by its own socket. Calling a device whose page is closed
// would take Web Push: `turnOn` would then also subscribe, and the worker would show what is pushed.
// Nothing outside this module would change.
import { BASE } from "../base";
import { prefs, savePrefs } from "../prefs.svelte";
import { say } from "../words/words.svelte";

export interface Call {
  /** The path of the screen that a click leads to: a table, or the room around it. */
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

/** How long the worker may take to say the id of this window; an older one does not. */
const ID_TIMEOUT_MS = 5000;

/** What waits for somebody here, until they look. */
let open: Call | null = null;

/** Whether this browser can notify at all; without TLS it cannot. */
export const canNotify = (): boolean =>
  "Notification" in globalThis && "serviceWorker" in navigator;

/** Ask the browser for permission, and remember that notifications are wanted. */
export async function turnOn(): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === "granted";
  savePrefs({ notify: isGranted });
  return isGranted;
}

/** No more notifications on this device. */
export function turnOff(): void {
  savePrefs({ notify: false });
  void closeNotifications();
}

/** A table waits for somebody here; they are told only if they look elsewhere. */
export function callBack(call: Call): void {
  const isKnown = open?.path === call.path;
  open = call;
  if (!document.hidden) return;
  showBadge();
  if (!isKnown) void notify(call);
}

/** Nothing waits any more. */
export function callOff(): void {
  if (!open) return;
  open = null;
  clear();
}

async function notify({ path, title, body }: Call): Promise<void> {
  if (!prefs.notify || !canNotify() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.ready;
  const options: NotificationOptions & { actions: object[] } = {
    body,
    tag: `punto-${path.split("/").at(-1)}`,
    icon: `${BASE}/icon-192.png`,
    badge: `${BASE}/icon-192.png`,
    data: { url: `${location.origin}${BASE}${path}`, client: await clientId(worker) },
    actions: [{ action: "off", title: say("notify.off") }],
  };
  // Meanwhile somebody may have come back, or the turn may be over.
  if (open?.path === path && document.hidden) await worker.showNotification(title, options);
}

/** The id by which the worker finds this window again, whatever its address is by then. */
function clientId({ active }: ServiceWorkerRegistration): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    setTimeout(() => resolve(null), ID_TIMEOUT_MS);
    active?.postMessage("client-id", [port2]);
  });
}

function showBadge(): void {
  void navigator.setAppBadge?.(1).catch(() => undefined);
}

function clear(): void {
  void navigator.clearAppBadge?.().catch(() => undefined);
  void closeNotifications();
}

async function closeNotifications(): Promise<void> {
  if (!canNotify()) return;
  const worker = await navigator.serviceWorker.getRegistration(`${BASE}/`);
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) clear();
  else if (open) showBadge();
});
addEventListener("pagehide", clear);
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "notifications-off") turnOff();
  });
}
