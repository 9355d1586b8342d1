// The finished matches in this device's cache.
import type { Replay } from "../wire/wire";

export interface Kept {
  readonly code: string;
  readonly names: readonly string[];
  readonly date: string;
}

const MATCHES = "punto-matches";

/** List the matches that can be viewed offline, the latest first. */
export async function keptMatches(): Promise<Kept[]> {
  if (!("caches" in globalThis)) return [];
  const cache = await caches.open(MATCHES);
  const kept: Kept[] = [];
  for (const request of await cache.keys()) {
    const code = /\/api\/tables\/([^/]+)\/replay$/.exec(request.url)?.[1];
    const answer = code && (await cache.match(request));
    if (!answer) continue;
    const { names, date } = (await answer.json()) as Replay;
    kept.unshift({ code, names, date });
  }
  return kept;
}
