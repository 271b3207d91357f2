/** How a format divides the bytes of a file into rows. */
export interface RowFormat {
  /** What goes before the rows of a query, so that they can be read alone. */
  readonly head: string;
  /** Where the row that begins at `from` ends, after its line end; -1: not within these bytes. */
  rowEnd(bytes: Uint8Array, from: number): number;
  /** The query of a row; null: the row is no document. Throws what is wrong. */
  queryOf(bytes: Uint8Array, from: number, to: number): string | null;
}

export const lineEnd = 10;

const decoder = new TextDecoder();
export const textOf = (bytes: Uint8Array, from: number, to: number): string => decoder.decode(bytes.subarray(from, to));

/** Whether the row has nothing but blanks. */
export function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  while (from < to && (bytes[from] ?? 0) <= 32) ++from;
  return from === to;
}
