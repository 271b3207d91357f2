import type { Value } from "../model";

export interface PastedDocument {
  id: string;
  values: Value[] | Record<string, Value>;
  /** What was judged, to be shown beside the ranking; null: unknown. */
  label: number | null;
}

export interface PastedQuery {
  /** Empty: it has no name. */
  id: string;
  /** The order of values that are lists; undefined: the model's. */
  features?: string[];
  documents: PastedDocument[];
}

/** Documents of queries by their query, in the order in which the queries begin. */
export class QueryRows {
  private readonly queries = new Map<string, PastedQuery>();

  add(query: string, features: string[] | undefined, document: PastedDocument): void {
    const known = this.queries.get(query) ?? { id: query, ...(features === undefined ? {} : { features }), documents: [] };
    this.queries.set(query, known);
    // As the service does: a document without a name is named after its place.
    known.documents.push(document.id === "" ? { ...document, id: String(known.documents.length + 1) } : document);
  }

  all(): PastedQuery[] {
    return [...this.queries.values()];
  }
}
