import { isBlank, rich } from "./cells";
import type { Cell } from "./model";

export type Direction = "ascending" | "descending";

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The number that a cell is or starts with: 0.512 for "0.512 ± 0.004". */
function leadingNumber(cell: Cell): number | null {
  const { text, value } = rich(cell);
  if (typeof value === "number") return value;
  const found = /^\s*[-+\u2212]?(\d[\d\u00a0\u202f ]*)?(\.\d+)?(e[-+]?\d+)?/i.exec(text)?.[0] ?? "";
  const digits = found.replace("\u2212", "-").replace(/[\s\u00a0\u202f]/g, "");
  if (digits === "" || Number.isNaN(Number(digits))) return text === "inf" ? Infinity : text === "-inf" ? -Infinity : null;
  return Number(digits);
}

/**
 * The rows sorted by a column; equal rows keep their order, blank cells come last in
 * either direction. Cells are compared as numbers if all of them have one, otherwise as text.
 */
export function sortedRows(rows: readonly Cell[][], column: number, direction: Direction): Cell[][] {
  const sign = direction === "ascending" ? 1 : -1;
  const cell = (row: Cell[]): Cell => row[column] ?? "";
  const said = rows.filter((row) => !isBlank(cell(row)));
  const silent = rows.filter((row) => isBlank(cell(row)));
  const keyed = said.map((row) => ({ row, number: leadingNumber(cell(row)), text: rich(cell(row)).text }));
  const byNumber = keyed.every((entry) => entry.number !== null);
  keyed.sort((a, b) => {
    if (!byNumber) return sign * words.compare(a.text, b.text);
    const [left, right] = [a.number ?? 0, b.number ?? 0];
    return sign * (left < right ? -1 : left > right ? 1 : 0);
  });
  return [...keyed.map((entry) => entry.row), ...silent];
}
