// What makes the page installable: icons, the manifest and the service worker.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { icon } from "./artwork.ts";
import { GROUND } from "./palette.ts";
import { png, svg } from "./painting.ts";

const MANIFEST = "manifest.webmanifest";
const ICON = "icon.svg";
const WORKER = new URL("./worker.js", import.meta.url);
const WORDS = /\/src\/punto\/words\/(\w+)\/\w+\.json$/;

/** Every address is relative to the page, which may be served under any path. */
const manifest = {
  id: "./",
  name: "Punto",
  short_name: "Punto",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: GROUND,
  theme_color: GROUND,
  categories: ["games"],
  icons: [
    { src: ICON, type: "image/svg+xml", sizes: "any" },
    { src: "icon-192.png", type: "image/png", sizes: "192x192" },
    { src: "icon-512.png", type: "image/png", sizes: "512x512" },
    { src: "icon-maskable.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
  ],
};

const links: HtmlTagDescriptor[] = [
  // They come after <base>, to which they are relative.
  link({ rel: "icon", type: "image/svg+xml", href: ICON }),
  link({ rel: "apple-touch-icon", href: "icon-apple.png" }),
  link({ rel: "manifest", href: MANIFEST }),
];

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: "link", attrs, injectTo: "head" };
}

function drawn(): Record<string, string | Buffer> {
  return {
    [ICON]: svg(icon(16, "none")),
    "icon-192.png": png(icon(16, "none"), 192),
    "icon-512.png": png(icon(16, "none"), 512),
    // Systems may crop a maskable icon to a circle of four fifths of its size.
    "icon-maskable.png": png(icon(112, "full"), 512),
    "icon-apple.png": png(icon(64, "full"), 180),
  };
}

export function installable(): Plugin {
  return {
    name: "punto-installable",
    apply: "build",
    enforce: "post",
    transformIndexHtml: { order: "post", handler: () => links },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files: Record<string, string | Buffer> = {
          ...drawn(),
          [MANIFEST]: JSON.stringify(manifest),
        };
        const words: Record<string, string[]> = {};
        const shell = ["./", ICON, MANIFEST];
        const hash = createHash("sha256");
        for (const [name, output] of Object.entries(bundle).sort()) {
          const language =
            output.type === "chunk" ? WORDS.exec(output.facadeModuleId ?? "")?.[1] : undefined;
          hash.update(name).update(output.type === "chunk" ? output.code : output.source);
          if (language) (words[language] ??= []).push(name);
          else if (name.startsWith("assets/")) shell.push(name);
        }
        for (const [fileName, source] of Object.entries(files)) {
          hash.update(source);
          this.emitFile({ type: "asset", fileName, source });
        }
        const worker = readFileSync(WORKER, "utf-8");
        const facts = {
          VERSION: `punto-page-${hash.update(worker).digest("hex").slice(0, 16)}`,
          SHELL: shell,
          WORDS: words,
        };
        const known = Object.entries(facts).map(
          ([name, fact]) => `${name}=${JSON.stringify(fact)}`,
        );
        const source = `const ${known.join(",")};\n${worker}`;
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
