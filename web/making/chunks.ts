// How the script is split into chunks: each costs a round trip, and phones have slow ones.

interface Module {
  readonly importers: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** The entry is not in a chunk of its own imports: it awaits words, and no chunk may await it. */
const ENTRY = /\/src\/main\.ts$/;

/** One chunk for the first screen; the rest is split by importer. */
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
