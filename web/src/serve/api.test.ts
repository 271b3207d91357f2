import { expect, test } from "vitest";
import { addressOf, ServeApi } from "./api";
import { curlOf } from "./curl";
import { requestOf } from "./request_of";

/** An API whose requests are recorded and answered with this status. */
function recorded(status: number, answer: string) {
  const sent: { path: string; options: RequestInit }[] = [];
  const api = new ServeApi(async (path, options) => {
    sent.push({ path, options });
    return new Response(answer, { status });
  });
  return { sent, api };
}

test("a request carries the token, if there is one", async () => {
  const { sent, api } = recorded(200, "{}");
  await api.models();
  api.token = "secret";
  await api.rank("web:new", { documents: [{ id: "a", values: [1] }] });
  expect(sent.map(({ path, options }) => [path, options.method, (options.headers as Record<string, string>).Authorization])).toEqual([
    ["/v1/models", "GET", undefined],
    ["/v1/models/web:new/rank", "POST", "Bearer secret"],
  ]);
  expect(sent[1]?.options.body).toBe('{"documents":[{"id":"a","values":[1]}]}');
});

test("a data file is sent as it is, and its features have the numbers of the model", async () => {
  const rows = { features: ["x"], queries: [{ id: "7", documents: [{ id: "a", values: [1] }] }], remarks: [] };
  const { sent, api } = recorded(200, JSON.stringify(rows));
  const file = new Blob(["qid,x\n7,1\n"]);
  expect(await api.read(file, ["0", "1"], "a b&c")).toEqual([{ id: "7", features: ["x"], documents: [{ id: "a", values: [1], label: null }] }]);
  await api.queries(file);
  expect(sent.map(({ path }) => path)).toEqual(["/v1/read?features=2&first=0&query=a%20b%26c", "/v1/read?rows=none"]);
  expect(sent[0]?.options.body).toBe(file);
  expect((sent[0]?.options.headers as Record<string, string>)["Content-Type"]).toBe("application/octet-stream");
});

test("an error is the service's sentence", async () => {
  await expect(recorded(429, '{"error":"too many requests wait"}').api.models()).rejects.toMatchObject({ status: 429, message: "too many requests wait" });
  await expect(recorded(503, "{}").api.models()).rejects.toMatchObject({ status: 503, message: "the service replied with status 503" });
  await expect(recorded(200, "<html>").api.models()).rejects.toMatchObject({ status: 0, message: "the service cannot be reached" });
});

test("a reference keeps its signs, and cannot leave its place in the path", () => {
  expect(addressOf("web:new", "rank")).toBe("/v1/models/web:new/rank");
  expect(addressOf("web@3776", "rank")).toBe("/v1/models/web@3776/rank");
  expect(addressOf("a/../b?c#d", "rank")).toBe("/v1/models/a%2F..%2Fb%3Fc%23d/rank");
});

test("a command of a shell keeps quotes, and no token", () => {
  const body = { documents: [{ id: "it's", values: [1] }] };
  expect(curlOf("http://h:1", "web", body, false)).toBe(
    `curl -H 'Content-Type: application/json' 'http://h:1/v1/models/web/rank' -d '{"documents":[{"id":"it'\\''s","values":[1]}]}'`,
  );
  expect(curlOf("http://h:1", "web", body, true)).toContain(`-H "Authorization: Bearer $PODIUM_TOKEN"`);
});

test("values without names are named for a model with other features", () => {
  const documents = [{ id: "a", values: [1, 2], label: 3 }];
  const sent = [{ id: "a", values: [1, 2] }];
  const same = ["bm25", "title"];
  expect(requestOf({ id: "", documents }, same, [...same], false)).toEqual({ documents: sent });
  expect(requestOf({ id: "q", documents }, same, ["title", "bm25"], true)).toEqual({ query: "q", features: same, documents: sent, extra: "ignore" });
  expect(requestOf({ id: "", features: ["x", "y"], documents }, same, same, false)).toEqual({ features: ["x", "y"], documents: sent });
  const named = [{ id: "a", values: { title: 2 } }];
  expect(requestOf({ id: "", documents: named.map((one) => ({ ...one, label: null })) }, same, ["title", "bm25"], false)).toEqual({ documents: named });
});
