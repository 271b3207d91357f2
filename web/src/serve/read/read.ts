import { readCsv } from "./csv";
import { readJson } from "./json";
import { looksLikeLetor, readLetor } from "./letor";
import type { PastedQuery } from "./pasted";

function readAny(text: string, modelFeatures: string[]): PastedQuery[] {
  if (/^\s*[[{]/.test(text)) return readJson(text);
  return looksLikeLetor(text) ? readLetor(text, modelFeatures) : readCsv(text);
}

/** Reads pasted text in any of its formats: JSON, LETOR or CSV. Documents of a query have names of their own. */
export function readPasted(text: string, modelFeatures: string[]): PastedQuery[] {
  if (text.trim() === "") throw new Error("paste documents, or insert an example");
  const queries = readAny(text.replace(/^\ufeff/, ""), modelFeatures);
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
