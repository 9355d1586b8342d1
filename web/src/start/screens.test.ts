import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));

import { words } from "../words/words.svelte";
import { dropped } from "../replay/dropped";
import JoinByCode from "./JoinByCode.svelte";
import OpenFile from "./OpenFile.svelte";
import SetUp from "./SetUp.svelte";

const asked: { path: string; body: unknown }[] = [];
let answer: { status: number; body: unknown } = { status: 200, body: {} };

beforeEach(async () => {
  asked.length = 0;
  localStorage.clear();
  history.replaceState(null, "", "/");
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    if (path.endsWith("/choices")) return Promise.reject(new Error("offline"));
    asked.push({ path, body: body ? JSON.parse(body as string) : null });
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
  await words.begin("en");
  await words.need("start");
});
afterEach(cleanup);

/** What is folded away is drawn when somebody unfolds it. */
async function unfold(): Promise<void> {
  for (const one of document.querySelectorAll("details")) {
    one.open = true;
    await fireEvent(one, new Event("toggle"));
  }
}

it("opens a table against the computer with one tap after the choice", async () => {
  answer = { status: 201, body: { table: "dhkl-moqr-wxyd", link: "" } };
  render(SetUp, { way: "computer" });
  await fireEvent.click(screen.getByText("Play"));
  await waitFor(() => expect(location.pathname).toBe("/t/dhkl-moqr-wxyd"));
  expect(asked).toMatchObject([
    { path: "/api/tables", body: { seats: [{ name: "Guest" }, { kind: "bot", bot: "easy" }] } },
  ]);
});

it("opens the table that was chosen", async () => {
  answer = { status: 201, body: { table: "dhkl-moqr-wxyd", link: "" } };
  render(SetUp, { way: "computer" });
  await fireEvent.click(screen.getByLabelText("Hard"));
  await unfold();
  await fireEvent.click(screen.getByLabelText("3 players"));
  await fireEvent.change(screen.getByLabelText("Who has seat 3"), { target: { value: "person" } });
  await fireEvent.input(screen.getByLabelText("Name at seat 3"), { target: { value: "Bo" } });
  await fireEvent.click(screen.getByLabelText("The youngest"));
  await fireEvent.change(screen.getByLabelText("Who is the youngest?"), { target: { value: "3" } });
  await fireEvent.change(screen.getByLabelText("Time for each card"), { target: { value: "30" } });
  await fireEvent.click(screen.getByText("Play"));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({
    settings: { mode: "3p", start: 3, turn_seconds: 30 },
    seats: [{ kind: "person" }, { kind: "bot", bot: "hard" }, { kind: "person", name: "Bo" }],
  });
});

it("says why a table cannot be opened", async () => {
  answer = { status: 429, body: { code: "a-new-code", sentence: "too many tables", values: {} } };
  render(SetUp, { way: "together" });
  await fireEvent.click(screen.getByText("Play"));
  expect(await screen.findByText("too many tables")).toBeTruthy();
  expect(location.pathname).toBe("/");
});

it("joins by a code, and says in words what is wrong with one", async () => {
  render(JoinByCode);
  const field = screen.getByLabelText("Join with a code");
  const join = screen.getByText("Join");
  const type = async (value: string): Promise<void> => {
    await fireEvent.input(field, { target: { value } });
    await fireEvent.click(join);
  };
  await type("dhkl");
  expect(screen.getByRole("alert").textContent).toBe("A code has 6 or 12 letters; this one has 4.");
  await type("zhkl-moqr-wxyd");
  expect(screen.getByRole("alert").textContent).toContain("“z”");
  answer = { status: 404, body: { code: "no-such-room", sentence: "", values: {} } };
  await type("DHKL MOQR WXYD");
  expect(await screen.findByText(/no table, room or tournament with this code/)).toBeTruthy();
  answer = { status: 200, body: { kind: "table", code: "dhkl-moqr-wxyd" } };
  await type("dhklmoqrwxyd");
  await waitFor(() => expect(location.pathname).toBe("/t/dhkl-moqr-wxyd"));
  answer = { status: 200, body: { kind: "room", code: "rrrr-moqr-wxyd" } };
  await type("dhklmo");
  await waitFor(() => expect(location.pathname).toBe("/r/rrrr-moqr-wxyd"));
  answer = { status: 200, body: { kind: "tournament", code: "dddd-moqr-wxyd" } };
  await type("http://10.0.0.7:8710/tournament/dddd-moqr-wxyd");
  await waitFor(() => expect(location.pathname).toBe("/tournament/dddd-moqr-wxyd"));
});

it("hands a file over to the replay, opened or dropped", async () => {
  render(OpenFile);
  const [opened, letGo] = [new File(["a"], "a.punto"), new File(["b"], "b.punto")];
  await fireEvent.change(screen.getByLabelText(/Watch a match again/), {
    target: { files: [opened] },
  });
  expect(dropped.file).toBe(opened);
  expect(location.pathname).toBe("/replay");
  await fireEvent.drop(window, { dataTransfer: { types: ["Files"], files: [letGo] } });
  expect(dropped.file).toBe(letGo);
});
