// Unpacks the browser beside this file: the program, and the libraries and fonts it comes with.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
process.env.TMPDIR = here; // the package knows no other way to be told where
const { inflate } = await import("@sparticuz/chromium");
const packed = join(here, "node_modules", "@sparticuz", "chromium", "bin");
for (const name of ["al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br", "chromium.br"]) {
  await inflate(join(packed, name));
}
