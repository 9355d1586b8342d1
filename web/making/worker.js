// The service worker: it caches the page, so that it opens offline. The build prepends
// constants that list what the page is made of:
/* global VERSION, SHELL, WORDS */

const MATCHES = "punto-matches";
const MOST_MATCHES = 100;
const PATIENCE_MS = 4000;
/** Answers that exist only for finished matches, and so never change. */
const FINAL = /^api\/tables\/[^/]+\/(replay|record)$/;
const BASE = new URL("./", location.href).pathname;

addEventListener("install", (event) => {
    // File names contain a hash of their content, so versions cannot mix.
    event.waitUntil(keep(SHELL).then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => {
    event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

addEventListener("message", (event) => {
    // A page cannot find out its own id, which a notification of it needs.
    if (event.data === "client-id") return event.ports[0]?.postMessage(event.source.id);
    const words = WORDS[event.data?.language];
    if (words) event.waitUntil(keep(words));
});

addEventListener("notificationclick", (event) => {
    const { action, notification } = event;
    notification.close();
    event.waitUntil(action === "off" ? turnOff() : openTable(notification.data));
});

/** Show a table: in the window that notified, in one that was opened with its link, or in a new one.
 *
 * Addresses alone do not find it: the browser tells the worker with which one a window began, and
 * the page goes from screen to screen without loading. A page withdraws its notification when it
 * leaves the table, so the window that notified is still there.
 */
async function openTable({ url, client }) {
    const caller = client && (await self.clients.get(client));
    if (caller) return caller.focus();
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => page.url.split("#")[0] === url);
    return there ? there.focus() : self.clients.openWindow(url);
}

/** Tell all pages that nobody wants notifications any more. */
async function turnOff() {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) page.postMessage("notifications-off");
}

addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (!url.pathname.startsWith(BASE)) return;
    const path = url.pathname.slice(BASE.length);
    if (path.startsWith("assets/")) event.respondWith(file(request));
    else if (FINAL.test(path)) event.respondWith(match(event, request));
    else if (path.startsWith("api/")) return;
    else if (request.mode === "navigate") event.respondWith(screen(request));
    else if (SHELL.includes(path)) event.respondWith(fresh(request, path));
});

/** Add files to the cache of this version. */
async function keep(paths) {
    const cache = await caches.open(VERSION);
    const there = await Promise.all(paths.map((path) => cache.match(path)));
    await cache.addAll(paths.filter((_, place) => !there[place]));
}

/** Delete old versions except the previous one: a page of it may still be open. */
async function forgetOld() {
    const versions = (await caches.keys()).filter((name) => name.startsWith("punto-page-"));
    const old = versions.filter((name) => name !== VERSION).slice(0, -1);
    await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file whose name contains a hash of its content. */
async function file(request) {
    const kept = await caches.match(request);
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok) {
        const cache = await caches.open(VERSION);
        await cache.put(request, response.clone());
    }
    return response;
}

/** The newest page; the cached one without network or if the server fails. */
async function screen(request) {
    let response;
    try {
        response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
        if (response.status < 500) return response;
    } catch {
        // The page will say that it is offline.
    }
    const cache = await caches.open(VERSION);
    return (await cache.match("./")) ?? response ?? Response.error();
}

/** A file that has the same name in every version. */
async function fresh(request, path) {
    try {
        return await fetch(request);
    } catch {
        const cache = await caches.open(VERSION);
        return (await cache.match(path)) ?? Response.error();
    }
}

/** A finished match, cached because somebody views it. */
async function match(event, request) {
    const cache = await caches.open(MATCHES);
    const kept = await cache.match(request);
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok) event.waitUntil(remember(cache, request, response.clone()));
    return response;
}

async function remember(cache, request, response) {
    await cache.put(request, response);
    const all = await cache.keys();
    await Promise.all(all.slice(0, -MOST_MATCHES).map((old) => cache.delete(old)));
}
