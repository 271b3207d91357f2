import { readJson } from "./json";
import type { PastedQuery } from "./pasted";

/** Reads pasted text: JSON here, every other format by `readData`. Documents of a query have names of their own. */
export async function readPasted(text: string, readData: (text: string) => Promise<PastedQuery[]>): Promise<PastedQuery[]> {
  if (text.trim() === "") throw new Error("paste documents, or insert an example");
  const queries = /^\s*[[{]/.test(text) ? readJson(text) : await readData(text);
  if (queries.length === 0) throw new Error("found no document");
  for (const { id, documents } of queries) {
    const seen = new Set<string>();
    for (const document of documents) {
      if (seen.has(document.id)) throw new Error(`two documents${id === "" ? "" : ` of query ${id}`} are called "${document.id}"`);
      seen.add(document.id);
    }
  }
  return queries;
}
