import { namesComment } from "../read/letor";
import { lineEnd, textOf, type RowFormat } from "./row_format";

const comment = 35;
const mark = [...new TextEncoder().encode("qid:")];

interface Word {
  from: number;
  to: number;
}

/** The word from here on; it is empty at the end of the row and before a comment. */
function wordAt(bytes: Uint8Array, from: number, to: number): Word {
  while (from < to && (bytes[from] ?? 0) <= 32) ++from;
  let end = from;
  while (end < to && (bytes[end] ?? 0) > 32 && bytes[end] !== comment) ++end;
  return { from, to: end };
}

const isQuery = (bytes: Uint8Array, { from, to }: Word): boolean =>
  to - from > mark.length && mark.every((letter, place) => bytes[from + place] === letter);

/** Rows of LETOR. Only the query is read here: the values are, once the query is picked. */
export class LetorRows implements RowFormat {
  /** The names of the features, if a comment has them. */
  head = "";

  rowEnd(bytes: Uint8Array, from: number): number {
    return bytes.indexOf(lineEnd, from) + 1 || -1;
  }

  queryOf(bytes: Uint8Array, from: number, to: number): string | null {
    const first = wordAt(bytes, from, to);
    if (first.from === first.to) {
      this.readComment(bytes, first.from, to);
      return null;
    }
    const query = isQuery(bytes, first) ? first : wordAt(bytes, first.to, to);
    if (!isQuery(bytes, query)) throw new Error("found no qid:, expected LABEL qid:QUERY 1:VALUE 2:VALUE ...");
    return textOf(bytes, query.from + mark.length, query.to);
  }

  private readComment(bytes: Uint8Array, from: number, to: number): void {
    if (from === to || this.head !== "") return;
    const text = textOf(bytes, from, to).trim();
    if (namesComment.test(text)) this.head = `${text}\n`;
  }
}
