import { expect, it } from "vitest";
import { merged } from "./gathered";

it("puts rooms and tournaments into one list, the latest first", () => {
  const room = { room: "dhkl", link: "", members: ["Ada", "Ben"], matches: 2, touched_at: 5 };
  const tournament = { tournament: "moqr", link: "", name: "Club night", players: 4 };
  const all = merged(
    [
      { ...room, is_playing: false },
      { ...room, room: "wxyd", is_playing: true, touched_at: 9 },
    ],
    [{ ...tournament, stage: "registering", touched_at: 7 }],
  );
  expect(all.map(({ path, state }) => [path, state])).toEqual([
    ["/r/wxyd", "playing"],
    ["/tournament/moqr", "waiting"],
    ["/r/dhkl", null],
  ]);
  expect(all[1]).toMatchObject({ kind: "menu.tournament", names: ["Club night"] });
});
