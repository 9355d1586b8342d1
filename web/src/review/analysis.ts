// Analyses of the server: a stream of messages, each better than the one before.
import { BASE, Refused } from "../wire/api";
import type { AnalysisMessage, OpenedTable, PlayOn, Refusal, WantedAnalysis } from "../wire/wire";

export type Subject = WantedAnalysis["subject"];
/** A match to review: at a table of the server, or as a record. */
export type MatchSubject = Exclude<Subject, { about: "position" }>;

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`${BASE}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refused("offline", {}, "The server cannot be reached.");
  });
  if (response.ok) return response;
  const refusal = (await response.json()) as Refusal;
  throw new Refused(refusal.code, refusal.values, refusal.sentence);
}

/** Ask for an analysis; `hear` is called with every message. It ends when `signal` aborts. */
export async function analyse(
  wish: WantedAnalysis,
  hear: (message: AnalysisMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await post("analysis", wish, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const message = JSON.parse(event.replace(/^data: /, "")) as AnalysisMessage;
      if (message.type === "failed") {
        throw new Refused(message.code, message.values, message.sentence);
      }
      hear(message);
    }
  }
}

/** Open a table that continues a match from one of its moments. */
export async function playOn(wish: PlayOn): Promise<OpenedTable> {
  return (await (await post("play_on", wish)).json()) as OpenedTable;
}
