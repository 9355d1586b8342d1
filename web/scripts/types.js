// Writes the TypeScript types of all messages, from the schemas that the server publishes.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const here = new URL("../src/wire/", import.meta.url);
const schema = JSON.parse(await readFile(new URL("schema.json", here), "utf-8"));

/** Numbers that must not be mixed up: the schema marks them by format, and they get a type each. */
const TYPES = { seat: "Seat", "device-number": "DeviceNumber" };

/** Give numbers with such a format their own type, and maps whose keys have one. */
function withOwnTypes(node) {
    if (Array.isArray(node)) return node.map(withOwnTypes);
    if (node === null || typeof node !== "object") return node;
    const { description, format, propertyNames } = node;
    const about = description ? { description } : {};
    if (TYPES[format]) return { ...about, tsType: TYPES[format] };
    const key = TYPES[propertyNames?.format];
    if (key) return { ...about, tsType: `Readonly<Partial<Record<${key}, number>>>` };
    return Object.fromEntries(
        Object.entries(node).map(([name, part]) => [name, withOwnTypes(part)]),
    );
}

/** Remove the titles of fields, or each field would get a type of its own. */
function withoutTitles(node) {
    if (Array.isArray(node)) return node.map(withoutTitles);
    if (node === null || typeof node !== "object") return node;
    const entries = Object.entries(node).filter(
        ([key, value]) => key !== "title" || value === null,
    );
    return Object.fromEntries(entries.map(([key, value]) => [key, withoutTitles(value)]));
}

const definitions = Object.fromEntries(
    Object.entries(schema.$defs).map(([name, part]) => [name, withOwnTypes(withoutTitles(part))]),
);
const banner = `// Made by \`npm run types\` from schema.json, which the server's own types make.
import type { ${Object.values(TYPES).sort().join(", ")} } from "./numbers";
`;

const types = await compile({ ...schema, $defs: definitions }, "Wire", {
    bannerComment: banner,
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { printWidth: 100 },
});
// With `-` the types are printed; `--check` fails if the file is out of date.
const file = new URL("wire.ts", here);
if (process.argv[2] === "-") process.stdout.write(types);
else if (process.argv[2] !== "--check") await writeFile(file, types);
else if ((await readFile(file, "utf-8")) !== types) {
    console.error("web/src/wire/wire.ts is out of date: `npm run types` writes it");
    process.exitCode = 1;
}
