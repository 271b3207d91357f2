/** An error that the service replied with; status 0: it could not be reached. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

export const browserFetch: Fetch = (address, options) => window.fetch(address, options);

/** Sends a request with a body, if any, as JSON unless it is a file, and returns the JSON of the answer; throws a Refusal. */
export async function request<T>(fetch: Fetch, method: string, path: string, more: Record<string, string>, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json", ...more };
  if (method !== "GET") headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
  let response: Response;
  let said: Record<string, unknown>;
  try {
    const content = body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) };
    response = await fetch(path, { method, headers, credentials: "same-origin", cache: "no-store", ...content });
    said = (await response.json()) as Record<string, unknown>;
  } catch {
    throw new Refusal(0, "the service cannot be reached");
  }
  if (response.ok) return said as T;
  throw new Refusal(response.status, String(said.error ?? `the service replied with status ${response.status}`), said);
}
