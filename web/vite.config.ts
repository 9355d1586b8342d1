/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { firstScreen } from "./making/chunks.ts";
import { compressed } from "./making/compressed.ts";
import { installable } from "./making/installable.ts";
import { palette } from "./making/palette.ts";

/** Where the server finds the page; `setup.py` puts it into the package. */
const OUT = "../src/punto/page";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), palette(), installable(), compressed()],
  // The page may be served under any path.
  base: "./",
  logLevel: mode === "production" ? "warn" : "info",
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Nothing may be inlined: the content security policy forbids it.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: firstScreen() }] } },
    },
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  server: { proxy: { "/api": { target: "http://127.0.0.1:8710", ws: true } } },
  test: { environment: "jsdom", include: ["{src,making}/**/*.test.ts"] },
}));
