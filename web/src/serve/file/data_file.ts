import { looksLikeLetor } from "../read/letor";
import { CsvRows } from "./csv_rows";
import { LetorRows } from "./letor_rows";
import { plainText } from "./plain_text";
import { lineEnd, type RowFormat } from "./row_format";

const megabyte = 2 ** 20;
const longestRow = 16 * megabyte;
/** Beyond this, the field of text would hold the page up for seconds. */
const largestQuery = 8 * megabyte;

/** A query of a file: which bytes are its rows. */
export interface FileQuery {
  id: string;
  documents: number;
  /** From, to, from, to, ...: rows that follow each other are one part. */
  parts: number[];
}

export interface Reading {
  /** Called from time to time with the share that has been read, from 0 to 1. */
  progress?: (share: number) => void;
  /** Bytes that are read at once, after which the page can do other things. */
  chunk?: number;
}

/** Finds the queries of rows, chunk by chunk. */
class Indexer {
  readonly queries = new Map<string, FileQuery>();
  private line = 1;

  constructor(readonly format: RowFormat) {}

  /** Reads the whole rows of these bytes, which begin at `offset`; returns how many bytes they have. */
  add(bytes: Uint8Array, offset: number, isLast: boolean): number {
    let from = 0;
    while (from < bytes.length) {
      let to = this.format.rowEnd(bytes, from);
      if (to < 0 && !isLast) break;
      if (to < 0) to = bytes.length;
      this.addRow(bytes, from, to, offset);
      from = to;
    }
    if (bytes.length - from > longestRow) throw new Error(`line ${this.line}: the row does not end within ${longestRow / megabyte} MB`);
    return from;
  }

  private addRow(bytes: Uint8Array, from: number, to: number, offset: number): void {
    let id: string | null;
    try {
      id = this.format.queryOf(bytes, from, to);
    } catch (error) {
      throw new Error(`line ${this.line}: ${error instanceof Error ? error.message : String(error)}`);
    }
    for (let at = bytes.indexOf(lineEnd, from); at >= 0 && at < to; at = bytes.indexOf(lineEnd, at + 1)) ++this.line;
    if (id === null) return;
    const query = this.queries.get(id) ?? { id, documents: 0, parts: [] };
    this.queries.set(id, query);
    ++query.documents;
    if (query.parts[query.parts.length - 1] === offset + from) query.parts[query.parts.length - 1] = offset + to;
    else query.parts.push(offset + from, offset + to);
  }
}

async function formatOf(text: Blob): Promise<RowFormat> {
  const start = (await text.slice(0, megabyte).text()).trimStart();
  if (start === "") throw new Error("the file is empty");
  if (/^[[{]/.test(start)) throw new Error("the file is JSON, expected LETOR or CSV: paste a request as JSON below");
  return looksLikeLetor(start) ? new LetorRows() : new CsvRows(start.split("\n", 1)[0] ?? "");
}

/** A data file of which only the places of its queries are held. */
export class DataFile {
  readonly documents: number;

  private constructor(
    /** In the order in which they begin. */
    readonly queries: FileQuery[],
    private readonly text: Blob,
    private readonly head: string,
  ) {
    this.documents = queries.reduce((sum, query) => sum + query.documents, 0);
  }

  /** Reads the file in chunks; throws what is wrong with it. */
  static async open(file: Blob, { progress, chunk = megabyte }: Reading = {}): Promise<DataFile> {
    const text = await plainText(file);
    const indexer = new Indexer(await formatOf(text));
    let rest = new Uint8Array();
    for (let from = 0; from < text.size; from += chunk) {
      const read = new Uint8Array(await text.slice(from, from + chunk).arrayBuffer());
      const bytes = new Uint8Array(rest.length + read.length);
      bytes.set(rest);
      bytes.set(read, rest.length);
      rest = bytes.slice(indexer.add(bytes, from - rest.length, from + chunk >= text.size));
      progress?.(Math.min(1, (from + chunk) / text.size));
    }
    if (indexer.queries.size === 0) throw new Error("the file has no documents");
    return new DataFile([...indexer.queries.values()], text, indexer.format.head);
  }

  /** The rows of a query as text that can be read alone. */
  async textOf({ id, parts }: FileQuery): Promise<string> {
    const pieces = parts.flatMap((from, place) => (place % 2 === 0 ? [this.text.slice(from, parts[place + 1])] : []));
    const rows = new Blob([this.head, ...pieces]);
    if (rows.size > largestQuery) {
      throw new Error(`query ${id} has ${Math.ceil(rows.size / megabyte)} MB, the page takes ${largestQuery / megabyte}: send it by a program`);
    }
    try {
      return await rows.text();
    } catch {
      throw new Error("the file can no longer be read: it has changed or gone, open it again");
    }
  }
}

/** Queries whose names contain the words: first the one with that name, then those that begin so. */
export function matching(queries: FileQuery[], words: string): FileQuery[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return queries;
  const groups: FileQuery[][] = [[], [], []];
  for (const query of queries) {
    const name = query.id.toLowerCase();
    const place = name.indexOf(wanted);
    if (place >= 0) groups[name === wanted ? 0 : place === 0 ? 1 : 2]?.push(query);
  }
  return groups.flat();
}
