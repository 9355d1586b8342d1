import { expect, it } from "vitest";
import { HEIGHT, sharePicture, WIDTH, wrapped, type Shared } from "./sharePicture";

const shared: Shared = {
  stacks: { f6: "R1 B7", g6: "B2", h7: "G9" },
  lit: ["f6", "g6"],
  sides: [
    { name: "Ada", colours: ["R", "O"], wins: 1 },
    { name: "<Ben> & Co", colours: ["B", "G"], wins: 2 },
  ],
  result: "<Ben> & Co wins the match",
  link: "punto.example/replay/dhkl-moqr-wxyd",
};

function drawn(change: Partial<Shared> = {}): Document {
  const text = sharePicture({ ...shared, ...change });
  return new DOMParser().parseFromString(text, "image/svg+xml");
}

it("is a picture with names, result and link", () => {
  const root = drawn().documentElement;
  expect(root.querySelector("parsererror")).toBeNull();
  expect([root.getAttribute("width"), root.getAttribute("height")]).toEqual([
    String(WIDTH),
    String(HEIGHT),
  ]);
  const texts = [...root.querySelectorAll("text")].map((one) => one.textContent);
  expect(texts).toContain("Ada  1");
  expect(texts).toContain("<Ben> & Co  2");
  expect(texts.join(" ")).toContain(shared.result);
  expect(texts).toContain(shared.link);
});

it("shows the visible card of each cell, and which of them have won", () => {
  const root = drawn().documentElement;
  expect(root.querySelectorAll("g[transform] > g")).toHaveLength(3);
  expect(root.querySelectorAll("g[opacity]")).toHaveLength(1);
  const { documentElement: plain } = drawn({ lit: [] });
  expect(plain.querySelectorAll("g[opacity]")).toHaveLength(0);
});

it("draws an empty table, too", () => {
  expect(drawn({ stacks: {}, lit: [] }).querySelectorAll("g")).toHaveLength(0);
});

it("breaks long results into lines", () => {
  expect(wrapped("Ada gives up: Ben wins the match", 14)).toEqual([
    "Ada gives up:",
    "Ben wins the",
    "match",
  ]);
  expect(wrapped("Donaudampfschifffahrt", 5)).toEqual(["Donaudampfschifffahrt"]);
});
