import { browserFetch, request, type Fetch } from "../shared/request";
import type { Explanation, ModelList, RankRequest, Ranking, ReadQueries } from "./model";
import type { PastedQuery } from "./read/pasted";

/** The requests of docs/scoring-service.md that the page needs. */
export class ServeApi {
  /** Sent with every request; empty: none. */
  token = "";

  constructor(private readonly fetch: Fetch = browserFetch) {}

  models(): Promise<ModelList> {
    return this.request("GET", "/v1/models");
  }

  rank(reference: string, body: RankRequest): Promise<Ranking> {
    return this.request("POST", addressOf(reference, "rank"), body);
  }

  explain(reference: string, body: RankRequest): Promise<Explanation> {
    return this.request("POST", addressOf(reference, "explain"), body);
  }

  /** The queries of a data file, and what the service left out or moved. */
  queries(file: Blob): Promise<{ queries: { id: string; documents: number }[]; remarks: string[] }> {
    return this.request("POST", "/v1/read?rows=none", file);
  }

  /** The rows of a data file, of one query or of all; features that have numbers are those of the model. */
  async read(file: Blob, modelFeatures: string[], query?: string): Promise<PastedQuery[]> {
    const numbers = `features=${modelFeatures.length}&first=${modelFeatures[0] === "0" ? 0 : 1}`;
    const one = query === undefined ? "" : `&query=${encodeURIComponent(query)}`;
    const { features, queries } = await this.request<ReadQueries>("POST", `/v1/read?${numbers}${one}`, file);
    return queries.map(({ id, documents }) => ({
      id,
      ...(features === undefined ? {} : { features }),
      documents: documents.map((document) => ({ ...document, label: document.label ?? null })),
    }));
  }

  private request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = this.token === "" ? {} : { Authorization: `Bearer ${this.token}` };
    return request<T>(this.fetch, method, path, headers, body);
  }
}

/** The path of a request to a model; ":" and "@" of a reference are allowed in paths as they are. */
export function addressOf(reference: string, what: string): string {
  return `/v1/models/${encodeURIComponent(reference).replace(/%3A/g, ":").replace(/%40/g, "@")}/${what}`;
}
