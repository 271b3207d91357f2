import type { Cell, RichCell, Table } from "./model";

export function rich(cell: Cell): RichCell {
  return typeof cell === "string" ? { text: cell } : cell;
}

export function isNumber(cell: Cell): boolean {
  return rich(cell).value !== undefined;
}

/** As people read it: rounded, with its mark. */
export function shown(cell: Cell): string {
  const { text, mark = "" } = rich(cell);
  return text + mark;
}

/** As programs read it: every digit, no mark, nothing where there is no number. */
export function exact(cell: Cell): string {
  const { text, value } = rich(cell);
  if (value === undefined) return text;
  if (value === null) return text === "-" ? "" : text; // infinite numbers have no JSON, but a text
  const isWhole = /^-?\d+$/.test(text) && Number(text) === value; // then the text has more digits than a number can
  return isWhole ? text : String(value);
}

const looksLikeNumber = /^[-+]?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Whether a column is to be set to the right: every cell that says something is a number or, but for the first column,
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
