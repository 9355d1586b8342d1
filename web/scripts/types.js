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
// With a dash for a file, they are only shown.
if (process.argv[2] === "-") process.stdout.write(types);
else await writeFile(new URL("wire.ts", here), types);
