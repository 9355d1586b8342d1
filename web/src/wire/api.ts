// The HTTP API.
import { BASE } from "../base";
import { reach } from "../offline/reach.svelte";
import type {
  Choices,
  CodeTarget,
  Daily,
  Events,
  Handover,
  NewRoom,
  NewTable,
  NewTournament,
  OpenedRoom,
  OpenedTable,
  OpenRooms,
  OpenedTournament,
  PuzzleReasons,
  Puzzles,
  PuzzleShape,
  RecentTable,
  Refusal,
  Replay,
  RoomShape,
  TableShape,
  TournamentRounds,
} from "./wire";

export { BASE };

/** The server refused a request; `code` and `values` become a sentence in any language. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown>,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function ask<Answer>(path: string, method = "GET", body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`${BASE}/api/${path}`, {
      method,
      ...(body === undefined ? {} : written(body)),
    });
  } catch {
    reach.failed();
    throw new Refused("offline", {}, "The server cannot be reached.");
  }
  reach.succeeded();
  if (response.ok) return (await response.json()) as Answer;
  const refusal = await response
    .json()
    .then((value) => value as Refusal)
    .catch(() => ({ code: "internal-error", values: {}, sentence: response.statusText }));
  throw new Refused(refusal.code, refusal.values, refusal.sentence);
}

/** A file is sent as it is, everything else as JSON. */
function written(body: unknown): RequestInit {
  if (body instanceof Blob) return { body, headers: { "content-type": "text/plain" } };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

export const api = {
  choices: () => ask<Choices>("choices"),
  open: (table: NewTable) => ask<OpenedTable>("tables", "POST", table),
  daily: () => ask<Daily>("daily"),
  playDaily: (name: string) => ask<OpenedTable>("daily", "POST", { name }),
  /** What this device has used; `kind` is that of the answers. */
  recent: <Kind = RecentTable>(kind = "tables") => ask<Kind[]>(kind),
  table: (code: string) => ask<TableShape>(`tables/${encodeURIComponent(code)}`),
  events: (code: string, since: number) =>
    ask<Events>(`tables/${encodeURIComponent(code)}/events?since=${since}`),
  replay: (code: string) => ask<Replay>(`tables/${encodeURIComponent(code)}/replay`),
  readRecord: (file: Blob) => ask<Replay>("records", "POST", file),
  puzzles: () => ask<Puzzles>("puzzles"),
  puzzlePage: (mode: string, kind: string) => ask<PuzzleShape[]>(`puzzles/${mode}/${kind}`),
  puzzleOfDay: (day: string) => ask<PuzzleShape>(`puzzles/days/${encodeURIComponent(day)}`),
  puzzleReasons: (name: string, cell: string) =>
    ask<PuzzleReasons>(`puzzles/${name}/cells/${cell}`),
  find: (code: string) => ask<CodeTarget>(`codes/${encodeURIComponent(code)}`),
  openRoom: (wish: NewRoom) => ask<OpenedRoom>("rooms", "POST", wish),
  openRooms: () => ask<OpenRooms>("rooms/open"),
  room: (code: string) => ask<RoomShape>(`rooms/${encodeURIComponent(code)}`),
  openTournament: (wish: NewTournament) => ask<OpenedTournament>("tournaments", "POST", wish),
  tournamentRounds: (code: string) =>
    ask<TournamentRounds>(`tournaments/${encodeURIComponent(code)}/rounds`),
  handOver: (code: string) => ask<Handover>(`tables/${encodeURIComponent(code)}/handover`, "POST"),
  takeOver: (code: string, key: string) =>
    ask<TableShape>(`tables/${encodeURIComponent(code)}/takeover`, "POST", { key }),
};

export const inviteImage = (code: string): string => `${BASE}/api/tables/${code}/invite.svg`;
export const recordFile = (code: string): string => `${BASE}/api/tables/${code}/record`;
export const tableLink = (code: string): string => `${location.origin}${BASE}/t/${code}`;
export const roomImage = (code: string, link: string): string =>
  `${BASE}/api/rooms/${code}/invite.svg?link=${link}`;
export const roomLink = (code: string): string => `${location.origin}${BASE}/r/${code}`;
export const tournamentFile = (code: string, file: string): string =>
  `${BASE}/api/tournaments/${code}/${file}`;
export const tournamentLink = (code: string): string =>
  `${location.origin}${BASE}/tournament/${code}`;
