import { browserFetch, request, type Fetch } from "../shared/request";
import type { Explanation, ModelList, RankRequest, Ranking } from "./model";

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

  private request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = this.token === "" ? {} : { Authorization: `Bearer ${this.token}` };
    return request<T>(this.fetch, method, path, headers, body);
  }
}

/** The path of a request to a model; ":" and "@" of a reference are allowed in paths as they are. */
export function addressOf(reference: string, what: string): string {
  return `/v1/models/${encodeURIComponent(reference).replace(/%3A/g, ":").replace(/%40/g, "@")}/${what}`;
}
