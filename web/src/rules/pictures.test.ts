import { expect, it } from "vitest";
import { boxOf, settled } from "../game/cells";
import { picture, seen, type PictureName } from "./pictures";
import pictures from "./pictures.json";

const names = Object.keys(pictures) as PictureName[];

it.each(names)("every card of %s is drawn once", (name) => {
  const drawn = Object.values(picture(name).stacks).flatMap((stack) => stack.split(" "));
  const laid = pictures[name].moves.split(" ").map((move) => move.slice(0, 2));
  expect(drawn.toSorted()).toEqual(laid.toSorted());
});

it("shows what covers what", () => {
  const line = picture("line");
  expect(line.stacks["f6"]).toBe("R3 B5");
  expect(seen(line, line.lit)).toEqual(["B9", "B5", "B2", "B7"]);
});

it("draws the edges of the square where they are settled", () => {
  const edges = (name: PictureName) => settled(boxOf(Object.keys(picture(name).stacks)));
  expect(edges("floating")).toEqual({ across: false, up: false });
  expect(edges("settled")).toEqual({ across: true, up: false });
  expect(edges("stalemate")).toEqual({ across: true, up: true });
});
