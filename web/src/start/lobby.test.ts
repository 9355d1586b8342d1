import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("scrollTo", () => undefined);
});

import type { LiveTable } from "../live/table.svelte";
import { prefs } from "../prefs.svelte";
import { router } from "../router.svelte";
import { words } from "../words/words.svelte";
import Lobby from "./Lobby.svelte";
import TakeOver from "./TakeOver.svelte";
import { firstSetup } from "./setup";

const CODE = "dhkl-moqr-wxyd";
const sent: unknown[] = [];

function live(mine: number[], is_host: boolean): LiveTable {
  const settings = { ...firstSetup("friends", "").settings, mode: "3p" };
  const table = {
    table: CODE,
    phase: "waiting",
    settings,
    host: 1,
    seats: [{ kind: "person", name: "Ada", device: 1 }, { kind: "open" }, { kind: "open" }],
  };
  return {
    code: CODE,
    table,
    you: { type: "you", device: is_host ? 1 : 2, seats: mine, is_host },
    presence: { type: "presence", devices: [2], away: {}, spectators: 1 },
    isConnected: true,
    refusal: null,
    lastEvent: null,
    send: (command: unknown) => sent.push(command) > 0,
  } as unknown as LiveTable;
}

beforeEach(async () => {
  sent.length = 0;
  prefs.name = "Bo";
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  await words.begin("en");
  await words.need("start");
});
afterEach(cleanup);

it("asks whoever comes by the link for a name, at the first open seat", async () => {
  render(Lobby, { live: live([], false) });
  expect(screen.getByText("Waiting for 2 more players")).toBeTruthy();
  expect(screen.getByText("host · not connected")).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>("Your name");
  expect(field.value).toBe("Bo");
  await fireEvent.input(field, { target: { value: " Cy " } });
  await fireEvent.click(screen.getAllByText("Sit down")[0]!);
  expect(sent).toEqual([{ type: "sit", seat: 2, name: "Cy" }]);
  expect(prefs.name).toBe("Cy");
});

it("lets the host give seats away, change the table, and begin with bots", async () => {
  render(Lobby, { live: live([1], true) });
  await fireEvent.change(screen.getByLabelText("Who has seat 3"), {
    target: { value: "bot hard" },
  });
  const folded = screen.getByText("How many play?").closest("details")!;
  folded.open = true;
  await fireEvent(folded, new Event("toggle"));
  await fireEvent.click(screen.getByLabelText("4 players"));
  await fireEvent.change(screen.getByLabelText("Bots for the 2 open seats"), {
    target: { value: "medium" },
  });
  await fireEvent.click(screen.getByText("Begin with bots"));
  await fireEvent.click(screen.getByText("Leave"));
  expect(sent).toMatchObject([
    { type: "set_seat", seat: 3, holder: { kind: "bot", bot: "hard" } },
    { type: "set_settings", settings: { mode: "4p", rounds_to_win: 2 } },
    { type: "start", fill: "medium" },
    { type: "leave", seat: 1 },
  ]);
});

it("moves seats here once, and takes the key out of the address", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    asked.push([path, body]);
    return Promise.resolve(new Response("{}"));
  });
  router.go(`/t/${CODE}#continue=key`);
  render(TakeOver);
  await fireEvent.click(screen.getAllByText("Continue here")[0]!);
  await waitFor(() => expect(location.hash).toBe(""));
  expect(location.pathname).toBe(`/t/${CODE}`);
  expect(asked).toEqual([[`/api/tables/${CODE}/takeover`, '{"key":"key"}']]);
});
