import { describe, expect, it } from "vitest";
import { modeNamed } from "../game/facts";
import { applyPlacement } from "../game/fold";
import type { Replay } from "../wire/wire";
import { chaptersOf, decisive, momentName, momentNamed, momentsOf } from "./moments";
import three from "./samples/3p-english-2018-1.json";
import four from "./samples/4p-german-2018-5.json";

const samples = { three, four } as unknown as Record<string, Replay>;

describe.each(Object.entries(samples))("the match %s", (_, replay) => {
  const moments = momentsOf(replay);
  const chapters = chaptersOf(moments);

  it("has a moment for every card, and one before each round", () => {
    expect(moments.length).toBe(replay.placed.length + chapters.length);
    expect(moments.filter((moment) => moment.event).map((moment) => moment.event)).toEqual(
      replay.placed,
    );
  });

  it("is folded to what the server says at the end of each round", () => {
    const ends = replay.placed.filter((event) => event.match);
    expect(ends.length).toBe(chapters.length);
    ends.forEach((event, place) => {
      const { last } = chapters[place]!;
      const said = event.match!;
      const isLast = place === ends.length - 1;
      // After the last round the server still shows its table; else the next is dealt.
      expect(moments[isLast ? last : last + 1]!.match).toEqual(said);
      expect(moments[last]!.match.wins).toEqual(said.wins);
      expect(moments[last]!.match.removed).toEqual(said.removed);
    });
  });

  it("holds as many cards on the table as were laid", () => {
    for (const { match, cards } of moments) {
      const laid = Object.values(match.stacks).flatMap((stack) => stack.split(" "));
      expect(laid.length).toBe(cards);
    }
  });

  it("counts every card of the decks once", () => {
    for (const { match } of moments) {
      for (const [place, count] of match.decks.entries()) {
        expect(count).toBeGreaterThanOrEqual(match.face_up[place] ? 1 : 0);
      }
    }
  });

  it("finds every moment by its name again", () => {
    moments.forEach((moment, place) => {
      expect(momentNamed(moments, momentName(moment))).toBe(place);
    });
  });

  it("ends each chapter with its reason", () => {
    for (const { end, first, last } of chapters) {
      expect(end).not.toBeNull();
      expect(moments[first]!.cards).toBe(0);
      expect(moments[last]!.end).toBe(end);
    }
  });
});

describe("links", () => {
  const moments = momentsOf(samples["four"]!);

  it.each([
    [null, 0],
    ["", 0],
    ["nonsense", 0],
    ["1.0", 0],
    ["1.10", 10],
    ["2.0", 63],
    ["2.5", 68],
  ])("%s leads to moment %i", (name, place) => {
    expect(momentNamed(moments, name)).toBe(place);
  });

  it("lead to the nearest moment there is", () => {
    expect(momentNamed(moments, "1.999")).toBe(62);
    expect(momentNamed(moments, "9.1")).toBe(moments.length - 1);
    expect(momentNamed(moments, "0.7")).toBe(0);
  });
});

it("tells what a card covered", () => {
  const replay = samples["four"]!;
  const mode = modeNamed(replay.mode);
  let match = replay.start;
  for (const moment of momentsOf(replay)) {
    if (!moment.event) continue;
    expect(moment.covered !== null).toBe(moment.event.on_top);
    if (moment.covered) expect(match.stacks[moment.event.cell]).toMatch(`${moment.covered}`);
    match = applyPlacement(match, mode, moment.event);
  }
});

it("lights up the winner's rows, or after a draw all of them", () => {
  const [draw, line] = chaptersOf(momentsOf(samples["four"]!));
  expect(decisive(null)).toEqual([]);
  expect(decisive(line!.end).length).toBeGreaterThanOrEqual(4);
  const rows = draw!.end!.runs.flat().flatMap((run) => run.cells.split(" "));
  expect(new Set(decisive(draw!.end))).toEqual(new Set(rows));
});
