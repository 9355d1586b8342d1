// Writes the types of all that goes over the network, from the schemas that the server publishes.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const here = new URL("../src/wire/", import.meta.url);
const schema = JSON.parse(await readFile(new URL("schema.json", here), "utf-8"));

/** Numbers that must not be mixed up: the schema marks them with a format, here they get a brand. */
const BRANDS = { seat: "Seat", "device-number": "DeviceNumber" };

/** Give numbers with such a format their own type, and maps whose keys have one. */
function withBrands(node) {
    if (Array.isArray(node)) return node.map(withBrands);
    if (node === null || typeof node !== "object") return node;
    const { description, format, propertyNames } = node;
    const about = description ? { description } : {};
    if (BRANDS[format]) return { ...about, tsType: BRANDS[format] };
    const key = BRANDS[propertyNames?.format];
    if (key) return { ...about, tsType: `Readonly<Partial<Record<${key}, number>>>` };
    return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, withBrands(part)]));
}

/** Fields have no types of their own: without their titles they get none. */
function withoutTitles(node) {
    if (Array.isArray(node)) return node.map(withoutTitles);
    if (node === null || typeof node !== "object") return node;
    const entries = Object.entries(node).filter(
        ([key, value]) => key !== "title" || value === null,
    );
    return Object.fromEntries(entries.map(([key, value]) => [key, withoutTitles(value)]));
}

const definitions = Object.fromEntries(
    Object.entries(schema.$defs).map(([name, part]) => [name, withBrands(withoutTitles(part))]),
);
const banner = `// Made by \`npm run types\` from schema.json, which the server's own types make.
import type { ${Object.values(BRANDS).sort().join(", ")} } from "./numbers";
`;

const types = await compile({ ...schema, $defs: definitions }, "Wire", {
    bannerComment: banner,
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { printWidth: 100 },
});
// With a dash they are only shown; a check fails if the file is not what it would be.
const file = new URL("wire.ts", here);
if (process.argv[2] === "-") process.stdout.write(types);
else if (process.argv[2] !== "--check") await writeFile(file, types);
else if ((await readFile(file, "utf-8")) !== types) {
    console.error("web/src/wire/wire.ts is out of date: `npm run types` writes it");
    process.exitCode = 1;
}
