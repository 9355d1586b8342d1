/** So many tables fit a screen. */
export const MOST_TABLES = 6;

/** The codes of tables in an address, each once. */
export function codesIn(text: string): string[] {
  const codes = text.toLowerCase().split(/[,\s]+/);
  return [...new Set(codes.filter(Boolean))].slice(0, MOST_TABLES);
}
