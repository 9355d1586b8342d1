import { expect, test } from "vitest";
import { applyEvent, liftCard } from "./fold";
import three from "./three.fixture.json";
import type { TableEvent } from "../wire/names";
import type { TableShape } from "../wire/wire";

const before = three.before as unknown as TableShape;
const events = three.events as unknown as TableEvent[];

test("following events leads to the table that the server has", () => {
  const after = events.reduce(applyEvent, before);
  expect(after).toEqual(three.after);
});

test("a person who is gone keeps the seat while a bot plays", () => {
  const away = applyEvent(before, { kind: "stood_in", number: 2, at: 0, seat: 2, bot: "medium" });
  expect(away.seats[1]).toEqual({ ...before.seats[1], bot: "medium" });
  const back = applyEvent(away, { kind: "returned", number: 3, at: 0, seat: 2 });
  expect(back.seats[1]).toEqual({ ...before.seats[1], bot: "" });
});

test("the visible card of a stack is lifted, and the one below is seen again", () => {
  const match = { ...before.match!, stacks: { f6: "R1 B2", g6: "O3" }, last: "g6" };
  expect(liftCard(match, "f6").stacks).toEqual({ f6: "R1", g6: "O3" });
  expect(liftCard(match, "g6").stacks).toEqual({ f6: "R1 B2" });
});

test("a wish of a device is gone with its seats", () => {
  const asked = { ...before, end_offers: [1, 2], rematch_offers: [1, 2, 4] };
  const [one, two, three] = before.seats;
  const seats = [{ ...one!, device: 1 }, { ...two!, device: 2 }, three!];
  const after = applyEvent(
    { ...asked, seats },
    { kind: "handed_over", number: 2, at: 0, seats: [2], device: 4, host: 1 },
  );
  expect(after.seats[1]?.device).toBe(4);
  expect(after.end_offers).toEqual([1]);
  expect(after.rematch_offers).toEqual([1]);
});
