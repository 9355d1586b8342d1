// How the script is cut into files: every one costs a way to the server and back, on a phone a long one.

interface Module {
  readonly importers: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** What the entry itself asks for, but not the entry: it waits for words, and nobody may wait for it. */
const ENTRY = /\/src\/main\.ts$/;

/** What the first screen needs is one file; what comes later is cut by who asks for it. */
export function firstScreen(): (id: string, graph: Graph) => string | null {
  const known = new Map<string, boolean>();

  function isNeeded(id: string, graph: Graph): boolean {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false); // modules that ask for each other are not asked again
    const is =
      ENTRY.test(id) ||
      (graph.getModuleInfo(id)?.importers ?? []).some((one) => isNeeded(one, graph));
    known.set(id, is);
    return is;
  }
  return (id, graph) => (!ENTRY.test(id) && isNeeded(id, graph) ? "page" : null);
}
