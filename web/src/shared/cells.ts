import type { Cell, RichCell, Table } from "./model";

export function rich(cell: Cell): RichCell {
  return typeof cell === "string" ? { text: cell } : cell;
}

export function isNumber(cell: Cell): boolean {
  return rich(cell).value !== undefined;
}

/** The text for people: rounded, with its mark. */
export function shown(cell: Cell): string {
  const { text, mark = "" } = rich(cell);
  return text + mark;
}

/** The text for programs: every digit, no mark, empty where there is no number. */
export function exact(cell: Cell): string {
  const { text, value } = rich(cell);
  if (value === undefined) return text;
  if (value === null) return text === "-" ? "" : text; // JSON has no infinite numbers: they are text only
  const isWhole = /^-?\d+$/.test(text) && Number(text) === value; // the text may have more digits than a number can hold
  return isWhole ? text : String(value);
}

const looksLikeNumber = /^[-+]?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Whether a column is right-aligned: every cell that is not blank is a number or, except in the first column,
 * whose cells name their rows, looks like one.
 */
export function isNumeric(table: Table, column: number): boolean {
  const cells = table.rows.map((row) => row[column] ?? "").filter((cell) => !isBlank(cell));
  const fits = (cell: Cell) => isNumber(cell) || (column > 0 && looksLikeNumber.test(rich(cell).text));
  return cells.length > 0 && cells.every(fits);
}

export function isBlank(cell: Cell): boolean {
  const { text } = rich(cell);
  return text === "" || text === "-";
}
