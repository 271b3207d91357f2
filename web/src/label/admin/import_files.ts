import type { ImportedDocument, ImportedQuery } from "../model";

export interface TextFile {
  name: string;
  text: string;
}

type Line = Record<string, unknown>;

function linesOf({ name, text }: TextFile): { where: string; line: Line }[] {
  return text.split("\n").flatMap((words, place) => {
    if (words.trim() === "") return [];
    const where = `${name}:${place + 1}`;
    try {
      const line: unknown = JSON.parse(words);
      if (typeof line === "object" && line !== null && !Array.isArray(line)) return [{ where, line: line as Line }];
    } catch {
      // reported below, with the place
    }
    throw new Error(`${where}: expected one JSON object on each line`);
  });
}

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

function required(line: Line, field: string, where: string): string {
  const text = textOf(line[field]);
  if (text === "") throw new Error(`${where}: the field "${field}" is missing`);
  return text;
}

function documentOf(line: Line, where: string): ImportedDocument {
  const made: ImportedDocument = { id: required(line, "id", where) };
  for (const field of ["title", "url", "snippet", "text", "html"] as const) {
    if (line[field] !== undefined) made[field] = textOf(line[field]);
  }
  return made;
}

/** The queries of a file in the import format of the service; null: the file is JSONL. */
function wholeImport({ text }: TextFile): ImportedQuery[] | null {
  try {
    const { queries } = JSON.parse(text) as { queries?: unknown };
    return Array.isArray(queries) ? (queries as ImportedQuery[]) : null;
  } catch {
    return null;
  }
}

/**
 * The queries of all files together. A JSON file has the import format of the service, {"queries": [...]}. A line of JSONL with a
 * field "query" is a document of that query; any other is a query. Documents keep their order.
 */
export function importOf(files: TextFile[]): ImportedQuery[] {
  const queries = new Map<string, ImportedQuery>();
  const documents: { where: string; query: string; document: ImportedDocument }[] = [];
  const add = (query: ImportedQuery, where: string) => {
    if (queries.has(query.id)) throw new Error(`${where}: the query "${query.id}" occurs twice`);
    queries.set(query.id, query);
  };
  for (const file of files) {
    const whole = wholeImport(file);
    if (whole !== null) {
      whole.forEach((query) => add(query, file.name));
      continue;
    }
    for (const { where, line } of linesOf(file)) {
      if (line.query !== undefined) {
        documents.push({ where, query: required(line, "query", where), document: documentOf(line, where) });
      } else {
        const query: ImportedQuery = {
          id: required(line, "id", where),
          text: required(line, "text", where),
          description: textOf(line.description),
          documents: [],
        };
        if (Array.isArray(line.gold)) query.gold = line.gold as [string, string][];
        add(query, where);
      }
    }
  }
  for (const { where, query, document } of documents) {
    const owner = queries.get(query);
    if (owner === undefined) throw new Error(`${where}: the query "${query}" of this document is in none of the files`);
    owner.documents.push(document);
  }
  const made = [...queries.values()];
  if (made.length === 0) throw new Error("the files contain no queries");
  const bare = made.find((query) => query.documents.length === 0);
  if (bare !== undefined) throw new Error(`the query "${bare.id}" has no documents`);
  return made;
}
