// The server's facts, for what is made while the page is built.
import { readFileSync } from "node:fs";

type Facts = typeof import("../src/wire/facts.json");

const FILE = new URL("../src/wire/facts.json", import.meta.url);
export const { cards, palettes } = JSON.parse(readFileSync(FILE, "utf-8")) as Facts;
