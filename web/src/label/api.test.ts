import { expect, test } from "vitest";
import { Api } from "./api";
import type { Me } from "./model";

const me = (id: number): Me => ({ account: { id, name: `person ${id}`, role: "assessor", program: false, enabled: true }, csrf: `token ${id}` });

/** A service with one login; `posts` lists the requests that it accepted. */
function serviceOf(login: number | null) {
  const posts: string[] = [];
  const service = { login, posts, refusals: 0 };
  const api = new Api(async (path, { method, headers }) => {
    const said = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
    if (service.login === null) return said(401, { error: "nobody" });
    if (method === "GET") return said(200, me(service.login));
    const token = (headers as Record<string, string>)["X-Podium-CSRF"];
    if (token !== `token ${service.login}` || service.refusals-- > 0) return said(403, { error: "token" });
    posts.push(`${service.login} ${path}`);
    return said(200, { entries: 1 });
  });
  return { service, api };
}

test("an answer is never sent under another account", async () => {
  const { service, api } = serviceOf(2);
  for (const known of [me(2), null]) {
    api.me = known;
    await expect(api.postAs(1, "/x")).rejects.toMatchObject({ status: 401 });
  }
  // The page still holds the token of the first account.
  api.me = me(1);
  await expect(api.postAs(1, "/x")).rejects.toMatchObject({ status: 401 });
  await expect(api.postAs(1, "/x")).rejects.toMatchObject({ status: 401 });
  expect(service.posts).toEqual([]);
  service.login = 1;
  await api.postAs(1, "/x");
  expect(service.posts).toEqual(["1 /x"]);
});

test("an outdated token is renewed once", async () => {
  const { service, api } = serviceOf(1);
  api.me = me(1);
  service.refusals = 1;
  await api.postAs(1, "/x");
  expect(service.posts).toEqual(["1 /x"]);
  service.refusals = 2;
  await expect(api.postAs(1, "/x")).rejects.toMatchObject({ status: 403 });
});

test("without a login nothing is posted", async () => {
  const { service, api } = serviceOf(null);
  await expect(api.postAs(1, "/x")).rejects.toMatchObject({ status: 401 });
  expect(service.posts).toEqual([]);
});
