// Tidies the catalogue: sorts keys, and gives every language the keys of English, whose words stand
// in for what is not translated yet.
import { readdir, readFile, writeFile } from "node:fs/promises";

const catalogue = new URL("../../src/punto/words/", import.meta.url);

async function read(language, part) {
    const text = await readFile(new URL(`${language}/${part}`, catalogue), "utf-8").catch(() => "");
    return { text, words: text ? JSON.parse(text) : {} };
}

const folders = await readdir(catalogue, { withFileTypes: true });
const languages = folders.filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"));
for (const part of await readdir(new URL("en/", catalogue))) {
    const { words: english } = await read("en", part);
    for (const { name: language } of languages) {
        const { text, words } = await read(language, part);
        const keys = Object.keys(english).sort();
        const tidy = Object.fromEntries(keys.map((key) => [key, words[key] ?? english[key]]));
        const written = `${JSON.stringify(tidy, null, 2)}\n`;
        if (written === text) continue;
        await writeFile(new URL(`${language}/${part}`, catalogue), written);
    }
}
