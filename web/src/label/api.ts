import { browserFetch, Refusal, request, type Fetch } from "../shared/request";
import type { Me } from "./model";

/** The requests of docs/service.md. Keeps the token that requests with side effects need. */
export class Api {
  me: Me | null = null;

  constructor(private readonly fetch: Fetch = browserFetch) {}

  get<T>(path: string): Promise<T> {
    return this.request("GET", path);
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.request("POST", path, body);
  }

  /**
   * Posts as this account or not at all: another account may have logged in in another window, and an answer must never be
   * stored under the wrong account. An outdated token is renewed after the first refusal.
   */
  async postAs<T>(account: number, path: string, body: unknown = {}): Promise<T> {
    const isOther = async () => (await this.whoAmI())?.account.id !== account;
    if (this.me?.account.id !== account && (await isOther())) throw new Refusal(401, "another account is logged in");
    try {
      return await this.post<T>(path, body);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 403) throw error;
      if (await isOther()) throw new Refusal(401, "another account is logged in");
      return this.post<T>(path, body);
    }
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.request("PUT", path, body);
  }

  /** The account that is logged in; null: none. */
  async whoAmI(): Promise<Me | null> {
    try {
      this.me = await this.get<Me>("/api/me");
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      this.me = null;
    }
    return this.me;
  }

  async login(name: string, password: string): Promise<Me> {
    return (this.me = await this.post<Me>("/api/login", { name, password }));
  }

  async join(token: string, name: string, password: string): Promise<Me> {
    return (this.me = await this.post<Me>("/api/join", { token, name, password }));
  }

  async logout(): Promise<void> {
    if (this.me !== null) await this.postAs(this.me.account.id, "/api/logout");
    this.me = null;
  }

  private request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const csrf: Record<string, string> = method !== "GET" && this.me ? { "X-Podium-CSRF": this.me.csrf } : {};
    return request<T>(this.fetch, method, path, csrf, body);
  }
}
