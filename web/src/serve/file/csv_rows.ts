import { csvRows, separatorOf } from "../read/csv";
import { isBlank, lineEnd, textOf, type RowFormat } from "./row_format";

const quote = 34;

/** Rows of a table with a header that has a column of queries. */
export class CsvRows implements RowFormat {
  head = "";
  private queryColumn = -1;
  private readonly separator: string;
  private readonly separatorCode: number;

  /** The separator is decided by the first line of the file. */
  constructor(firstLine: string) {
    this.separator = separatorOf(firstLine);
    this.separatorCode = this.separator.charCodeAt(0);
  }

  rowEnd(bytes: Uint8Array, from: number): number {
    // Most rows have no quotes, and line ends are found much faster than fields.
    const end = bytes.indexOf(lineEnd, from) + 1;
    const quoted = bytes.subarray(from, end || undefined).indexOf(quote);
    if (quoted < 0) return end || -1;
    for (let at = from; ; ++at) {
      at = this.fieldEnd(bytes, at);
      if (at >= bytes.length) return -1;
      if (bytes[at] === lineEnd) return at + 1;
    }
  }

  queryOf(bytes: Uint8Array, from: number, to: number): string | null {
    if (isBlank(bytes, from, to)) return null;
    if (this.head === "") {
      this.readHeader(textOf(bytes, from, to));
      return null;
    }
    // Only the last row can have a quote that is never closed.
    if (to === bytes.length) this.fieldsOf(textOf(bytes, from, to));
    let start = from;
    for (let column = 0; column < this.queryColumn; ++column) {
      start = this.fieldEnd(bytes, start) + 1;
      if (start >= to) throw new Error("the row ends before the column qid");
    }
    const field = textOf(bytes, start, Math.min(this.fieldEnd(bytes, start), to));
    return (this.fieldsOf(field)[0] ?? "").trim();
  }

  private readHeader(header: string): void {
    this.queryColumn = this.fieldsOf(header).findIndex((name) => name.trim() === "qid");
    if (this.queryColumn < 0) throw new Error("found neither lines of LETOR (LABEL qid:QUERY 1:VALUE 2:VALUE ...) nor a header of CSV with a column qid");
    this.head = header.endsWith("\n") ? header : `${header}\n`;
  }

  private fieldsOf(row: string): string[] {
    try {
      return csvRows(row, this.separator)[0]?.fields ?? [];
    } catch {
      throw new Error("a quote is opened and never closed");
    }
  }

  /** The place of the separator or line end after the field that begins here; the number of bytes: it is not among them. */
  private fieldEnd(bytes: Uint8Array, from: number): number {
    let at = from;
    if (bytes[at] === quote) {
      for (++at; at < bytes.length; ++at) {
        if (bytes[at] !== quote) continue;
        if (bytes[at + 1] !== quote) break;
        ++at;
      }
      ++at;
    }
    while (at < bytes.length && bytes[at] !== this.separatorCode && bytes[at] !== lineEnd) ++at;
    return Math.min(at, bytes.length);
  }
}
