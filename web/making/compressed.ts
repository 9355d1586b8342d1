// Adds Brotli and gzip versions of every file, where they are smaller.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Pictures are compressed already, and below this size no packet is saved. */
const TEXTS = /\.(css|js|json|svg|webmanifest)$/;
const LEAST_BYTES = 128;

async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const made = {
    br: await promisify(brotliCompress)(plain, quality),
    gz: await promisify(gzip)(plain, { level: 9 }),
  };
  for (const [end, data] of Object.entries(made)) {
    if (data.length < plain.length) await writeFile(`${path}.${end}`, data);
  }
}

export function compressed(): Plugin {
  return {
    name: "punto-compressed",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir = "." }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && TEXTS.test(path) && (await readFile(path)).length >= LEAST_BYTES) {
          await compress(path);
        }
      }
    },
  };
}
