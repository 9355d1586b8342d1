// @vitest-environment node
import { describe, expect, it } from "vitest";
import { readTyped } from "./code";

const CODE = "dhkl-moqr-wxyd";

describe("a typed code", () => {
  it.each([
    CODE,
    "DHKL MOQR WXYD",
    "dhklmoqrwxyd",
    "  dhkl_moqr.wxyd\n",
    "dhkl–moqr–wxyd",
    "dhk1-m0qr-wxyd",
    `https://punto.example/t/${CODE}`,
    `https://punto.example/r/${CODE}`,
    `https://punto.example/tournament/${CODE}`,
    `Come and play! http://10.0.0.7:8710/games/t/${CODE}?from=mail`,
  ])("is read from %j", (text) => {
    expect(readTyped(text)).toEqual({ code: CODE, key: "" });
  });

  it("keeps the key of a link that hands seats over", () => {
    expect(readTyped(`http://a/t/${CODE}#continue=abc`)).toMatchObject({
      code: CODE,
      key: "#continue=abc",
    });
  });

  it("leads to a room with six letters", () => {
    expect(readTyped(" DHK LMO ")).toEqual({ code: "dhklmo", key: "" });
  });

  it("says what is wrong", () => {
    expect(readTyped(" - ")).toEqual({ problem: "empty" });
    expect(readTyped("dhkl-moqr")).toEqual({ problem: "length", count: 8 });
    expect(readTyped("dhkl-moqr-wxyz-z7")).toEqual({ problem: "letters", strange: "z 7" });
  });
});
