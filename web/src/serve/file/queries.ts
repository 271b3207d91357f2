import type { PastedQuery } from "../read/pasted";

const megabyte = 2 ** 20;
/** Beyond this, the field of text would hold the page up for seconds. */
const largestText = 8 * megabyte;

/** A query of a file. */
export interface FileQuery {
  id: string;
  documents: number;
  /** Those of the file that have rows of it. */
  slices: number[];
}

/** The queries of all slices of a file: one whose rows are in several slices is one query. */
export function joinedQueries(slices: { id: string; documents: number }[][]): FileQuery[] {
  const found = new Map<string, FileQuery>();
  slices.forEach((queries, slice) => {
    for (const { id, documents } of queries) {
      const known = found.get(id);
      if (known === undefined) {
        found.set(id, { id, documents, slices: [slice] });
      } else {
        known.documents += documents;
        known.slices.push(slice);
      }
    }
  });
  return [...found.values()];
}

/** The rows of one query from several slices. Documents without ids were numbered in each of them. */
export function joinedRows(parts: PastedQuery[]): PastedQuery | undefined {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first;
  const documents = parts.flatMap((part) => part.documents);
  const isNumbered = new Set(documents.map(({ id }) => id)).size < documents.length;
  return { ...first, documents: isNumbered ? documents.map((document, place) => ({ ...document, id: String(place + 1) })) : documents };
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

/** A query as a request in JSON, a line for each document, with labels that are not sent. */
export function textOf({ id, features, documents }: PastedQuery, modelFeatures: string[]): string {
  // Features of numbers are the model's, which may be another one when the text is read again.
  const areAll = documents.every(({ values }) => Array.isArray(values) && values.length === modelFeatures.length);
  const names = features ?? (areAll ? modelFeatures : undefined);
  const head = `"query": ${JSON.stringify(id)}, ${names === undefined ? "" : `"features": ${JSON.stringify(names)}, `}`;
  const lines = documents.map(({ label, ...rest }) => `  ${JSON.stringify(label === null ? rest : { ...rest, label })}`);
  const text = `{${head}"documents": [\n${lines.join(",\n")}\n]}\n`;
  if (text.length <= largestText) return text;
  throw new Error(`query ${id} has ${Math.ceil(text.length / megabyte)} MB, the page takes ${largestText / megabyte}: send it by a program`);
}
