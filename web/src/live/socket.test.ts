import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ServerMessage } from "../wire/wire";
import { TableSocket } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = (): void => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose = (): void => undefined;

  constructor() {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const YOU = { type: "you", device: 1, seats: [1], is_host: true };
const AWAY = { type: "bye", code: "store-unavailable", sentence: "", reconnect: true };

let states: boolean[] = [];
let heard: ServerMessage[] = [];
let socket: TableSocket;
const newest = (): FakeSocket => FakeSocket.made.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  states = [];
  heard = [];
  socket = new TableSocket("dhkl-moqr-wxyd", {
    onMessage: (message) => heard.push(message),
    onConnection: (is) => states.push(is),
    lastEventNumber: () => null,
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a server that opens the door only to say good-bye is not there yet", () => {
  newest().open();
  newest().receive(AWAY);
  newest().close();
  expect(states).toEqual([false]);
  expect(heard.map((message) => message.type)).toEqual(["bye"]);
});

it("the pauses grow as long as the server lets nobody in, and no longer", () => {
  const pauses: number[] = [];
  for (let round = 0; round < 8; round++) {
    const count = FakeSocket.made.length;
    newest().open();
    if (round === 6) newest().receive(YOU);
    newest().receive(AWAY);
    newest().close();
    let waited = 0;
    for (; FakeSocket.made.length === count; waited += 50) vi.advanceTimersByTime(50);
    pauses.push(waited);
  }
  expect(pauses[5]).toBeGreaterThan(2500);
  expect(pauses[6]).toBeLessThan(400);
});

it("what has no answer is sent again, under the same name, and once it has one no more", () => {
  newest().open();
  newest().receive(YOU);
  const id = socket.send({ type: "place", seat: 1, cell: "f6", last_event: 3 });
  const text = newest().sent.at(-1)!;
  newest().receive(AWAY);
  newest().close();
  expect(states).toEqual([true, false]);
  vi.advanceTimersByTime(5000);
  newest().open();
  expect(newest().sent).toEqual([text]);
  newest().receive(YOU);
  newest().receive({ type: "events", events: [{ id, number: 4, kind: "placed" }] });
  newest().close();
  vi.advanceTimersByTime(5000);
  newest().open();
  expect(newest().sent).toEqual([]);
});
