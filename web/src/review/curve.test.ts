import { expect, it } from "vitest";
import { momentsOf, type Moment } from "../replay/moments";
import type { JudgedShape, Replay } from "../wire/wire";
import four from "../replay/samples/4p-german-2018-5.json";
import { pathOf, piecesOf } from "./curve";

const replay = four as unknown as Replay;
const moments = momentsOf(replay);
const judged = (chance: number): JudgedShape => ({ chances: [chance, 0, 0, 0] }) as never;
const all = (moment: Moment): JudgedShape | null => (moment.match.turn ? judged(0.25) : null);

it("draws a piece for each round, up to its end", () => {
  const pieces = piecesOf(moments, all, 1);
  const ends = moments.filter((moment) => moment.end);
  expect(pieces).toHaveLength(ends.length);
  expect(pieces.flat()).toHaveLength(moments.length);
  pieces.forEach((points, place) => {
    expect(points.slice(0, -1).every(({ chance }) => chance === 0.25)).toBe(true);
    expect(points.at(-1)!.chance).toBe(ends[place]!.end!.winner === 1 ? 1 : 0);
  });
});

it("leaves gaps where nothing is judged yet", () => {
  const pieces = piecesOf(moments, (moment) => (moment.laid === 4 ? null : all(moment)), 1);
  expect(pieces[0]!.map(({ at }) => at)).toEqual([0, 1, 2, 3]);
  expect(pieces[1]![0]!.at).toBe(5);
});

it("writes a path from the left to the right, with certainty on top", () => {
  const points = [
    { at: 0, chance: 0.5 },
    { at: 1, chance: 1 },
  ];
  expect(pathOf(points, 2, 100, 40)).toBe("M0.0 20.0L50.0 0.0");
});
