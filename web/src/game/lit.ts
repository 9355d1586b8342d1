// The cells that light up: the winning row, or the row that is being counted.
import type { LiveTable } from "../live/table.svelte";
import type { EndShape } from "../wire/wire";
import { listed } from "./cards";
import { counted } from "./tally";

export function litCells({ table, stage }: LiveTable): string[] {
  const { ending } = stage;
  if (ending?.stage === "count" && ending.end.kind !== "line") {
    return listed(counted(ending.end)[ending.shown - 1]?.cells ?? "");
  }
  if (ending) return winningCells(ending.end);
  const end = table?.over?.how === "won" ? table.match?.last_end : null;
  return end ? winningCells(end) : [];
}

function winningCells(end: EndShape): string[] {
  return (end.runs[(end.winner ?? 0) - 1] ?? []).flatMap((run) => listed(run.cells));
}
