import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launch } from "./browser";
import { accessible, person, shoot, type Person } from "./person";
import { freePort, ServedProgram } from "./served_program";

const chromium = findChromium();
const program = process.env.PODIUM;
if (program === undefined) throw new Error("PODIUM: found nothing, expected the path of the program");
if (chromium === undefined) console.log("skipped: there is no chromium on the PATH");

/** A linear model as a file, with weights that the test knows. */
function modelText(weights: Record<string, number>): string {
  const names = Object.keys(weights);
  return JSON.stringify({
    podium_model: 1,
    kind: "linear",
    training: { algorithm: "listmle", options: {}, truth: "graded", seed: 1, data: "0000000000000000", podium: "0.1.0", iterations: 1, stop: "converged" },
    features: { count: names.length, first: 1, names },
    fill: { otherwise: "zero", exceptions: {} },
    serving: "documents",
    parameters: { weights: Object.values(weights) },
  });
}

const shop = { bm25: 1, title: -0.5 };
const web = { title: 2, bm25: 0.25, pagerank: 1 };
const token = "token-of-the-page-test";
/** What the file of tokens holds instead of the token: BLAKE2b with 32 bytes, as base64url. */
const tokenHash = "wvLvkhnU38_E6EiZw-lC3M7GXv8tvn3TG1NtFeGLrs4";

const three = `qid,docid,bm25,title
1,near,2.5,3
1,far,1,4
1,best,4,0.5
`;

/** A data file: queries 100 to 399 with one document, and in the midst of them query 7, whose rows are scattered. */
const judged = [
  { id: "best", label: 2, bm25: 4, title: 0.5 },
  { id: "near", label: 0, bm25: 2.5, title: 3 },
  { id: "far", label: 1, bm25: 1, title: 4 },
  { id: "new", label: -1, bm25: 0.5, title: 2 },
];
const table = [
  "qid,label,docid,bm25,title",
  ...Array.from({ length: 300 }, (_, place) => {
    const row = judged[place - 150];
    return `${row === undefined ? "" : `7,${row.label},${row.id},${row.bm25},${row.title}\n`}${place + 100},0,only,1,1`;
  }),
].join("\n");

interface Line {
  id: string;
  score: number;
}

const lines = async (page: Page, place = 0): Promise<Line[]> => {
  const list = page.locator(".one-ranking").nth(place).locator(".ranking > li");
  const texts = await list.evaluateAll((items) =>
    items.map((item) => ({ id: item.querySelector(".id")?.textContent ?? "", score: Number(item.querySelector(".score")?.getAttribute("title")) })),
  );
  return texts;
};

const rank = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Rank", exact: true }).click();
  await page.getByText(/documents? ranked\./).waitFor();
};

// The tests depend on each other: each continues where the one before ended.
describe.skipIf(chromium === undefined)("trying a model", { timeout: 60_000 }, () => {
  let browser: Browser;
  let served: ServedProgram;
  let guarded: ServedProgram;
  let ada: Person;
  const everyone: Person[] = [];
  const text = () => ada.page.getByLabel("Documents of a query");

  beforeAll(async () => {
    [served, guarded] = [new ServedProgram(program, await freePort()), new ServedProgram(program, await freePort())];
    for (const { folder } of [served, guarded]) {
      writeFileSync(join(folder, "shop.json"), modelText(shop));
      writeFileSync(join(folder, "web.json"), modelText(web));
      writeFileSync(join(folder, "tokens"), `page score ${tokenHash}\n`);
    }
    [browser] = await Promise.all([
      launch(chromium ?? ""),
      served.startWith("serve", "shop=shop.json", "web=web.json", "--alias", "live=shop"),
      guarded.startWith("serve", "shop=shop.json", "--tokens", "tokens"),
    ]);
    ada = await person(browser, "ada", served.address);
    everyone.push(ada);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.end();
    await guarded?.end();
  });

  test("lists the models and what they need", async () => {
    const { page } = ada;
    await page.goto("/");
    await page.getByLabel("Model", { exact: true }).waitFor();
    expect(await page.getByLabel("Model", { exact: true }).locator("option").allTextContents()).toEqual(["shop", "web", "live \u2192 shop"]);
    await page.getByText("linear, trained by listmle").waitFor();
    await page.getByText("2 features").click();
    await page.getByText("bm25, title", { exact: true }).waitFor();
    await accessible(ada, "form");
  });

  test("ranks an example, in every format alike", async () => {
    const { page } = ada;
    let before: Line[] | null = null;
    for (const format of ["CSV", "LETOR", "JSON"]) {
      await page.getByRole("button", { name: format, exact: true }).click();
      await rank(page);
      const found = await lines(page);
      expect(found.length).toBe(8);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((one, other) => other - one));
      if (before !== null) expect(found).toEqual(before);
      before = found;
    }
    const body = JSON.parse(await text().inputValue()) as { documents: { id: string; values: [number, number] }[] };
    for (const { id, values } of body.documents) {
      // The service holds values as 32-bit floats.
      const score = Math.fround(values[0]) * shop.bm25 + Math.fround(values[1]) * shop.title;
      expect(before?.find((line) => line.id === id)?.score).toBeCloseTo(score, 9);
    }
  });

  test("shows what each feature adds", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    await text().fill(three);
    await rank(page);
    expect(await lines(page)).toEqual([{ id: "best", score: 3.75 }, { id: "near", score: 1 }, { id: "far", score: -1 }]);
    // The mean of the three documents is bm25 2.5, title 2.5.
    await page.locator(".features").first().waitFor();
    const rows = await page.locator(".features").first().locator("tbody tr").allTextContents();
    expect(rows).toEqual(["bm254+1.5", "title0.5+1"]);
    await page.getByText("documents is 1.25; the features lead from there to 3.75").waitFor();
    expect(await page.locator(".why").allTextContents()).toEqual(["bm25 +1.5, title +1", "title -0.25", "bm25 -1.5, title -0.75"]);
    expect(await page.locator(".features").first().locator("rect").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("width"))))).toEqual([200, 400 / 3]);
    await accessible(ada, "ranking");
  });

  test("works by keys alone", async () => {
    const { page } = ada;
    await text().focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("qid,docid,bm25,title\n1,x,1,1\n1,y,2,1\n");
    await page.keyboard.press("Control+Enter");
    await page.getByText("2 documents ranked.").waitFor();
    const second = page.locator(".ranking summary").nth(1);
    for (let presses = 0; presses < 20 && !(await second.evaluate((one) => one === document.activeElement)); ++presses) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "What each feature adds to the score of x" }).waitFor();
  });

  test("asks which query, and shows labels", async () => {
    const { page } = ada;
    await text().fill("2 qid:7 1:1 # a\n0 qid:7 1:2 # b\n1 qid:8 1:3 2:NULL # c\n");
    await page.getByLabel("Query", { exact: true }).selectOption("8");
    await rank(page);
    expect(await lines(page)).toEqual([{ id: "c", score: 3 }]);
    await page.getByLabel("Query", { exact: true }).selectOption("7");
    await rank(page);
    await page.getByRole("heading", { name: "Ranking of query 7" }).waitFor();
    expect(await page.locator(".ranking .label").allTextContents()).toEqual(["label 0", "label 2"]);
  });

  test("puts two models side by side and marks what moved", async () => {
    const { page } = ada;
    await text().fill(three);
    await page.getByLabel("Compare with").selectOption("web");
    await page.getByLabel("Leave out features that the model does not know").check();
    await rank(page);
    expect((await lines(page, 0)).map(({ id }) => id)).toEqual(["best", "near", "far"]);
    expect(await lines(page, 1)).toEqual([{ id: "far", score: 8.25 }, { id: "near", score: 6.625 }, { id: "best", score: 2 }]);
    await page.locator("p.difference").getByText("2 of 3 documents are at another place.").waitFor();
    const marks = (place: number) => page.locator(".one-ranking").nth(place).locator(".move [aria-hidden]").allTextContents();
    expect(await marks(0)).toEqual(["\u25b2 2", "=", "\u25bc 2"]);
    expect(await marks(1)).toEqual(["\u25b2 2", "=", "\u25bc 2"]);
    await expect.poll(() => page.locator(".features:visible").count()).toBe(2);
    await accessible(ada, "two rankings");
  });

  test("an example for two models has the features of both", async () => {
    const { page } = ada;
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await accessible(ada, "question");
    await page.keyboard.press("Escape");
    expect(await text().inputValue()).toBe(three);
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    await page.getByRole("button", { name: "Replace them" }).click();
    await expect.poll(() => text().inputValue()).toMatch(/^qid,docid,bm25,title,pagerank\n/);
    await rank(page);
    expect((await lines(page, 1)).length).toBe(8);
    await page.getByLabel("Compare with").selectOption("");
    await page.getByLabel("Leave out features that the model does not know").uncheck();
  });

  test("opens a data file, finds a query and shows whether good documents are on top", async () => {
    const { page } = ada;
    const sent: string[] = [];
    const note = (request: Request) => void (request.url().endsWith("/rank") && sent.push(request.postData() ?? ""));
    page.on("request", note);
    const [file, list] = [page.getByLabel("Data file", { exact: true }), page.getByLabel("Queries of the file")];
    await file.setInputFiles({ name: "shop.csv.gz", mimeType: "application/gzip", buffer: gzipSync(table) });
    await page.getByText("shop.csv.gz: 301 queries with 304 documents.").waitFor();
    await page.getByText("The first 200 of 301 queries are listed.").waitFor();
    expect(await list.locator("option").count()).toBe(200);
    // The first query is chosen at once; what is opened can be ranked.
    expect(await list.evaluate((one: HTMLSelectElement) => one.selectedIndex)).toBe(0);
    await expect.poll(() => text().inputValue()).toMatch(/^\{"query": "100", "features": \["bm25","title"\]/);
    await page.getByLabel("Find a query").fill("7");
    expect((await list.locator("option").allTextContents()).slice(0, 2)).toEqual(["7: 4 documents", "107: 1 document"]);
    await text().fill(three);
    await page.getByLabel("Find a query").press("Enter");
    await page.getByText("The query takes the place of what you have pasted.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => list.evaluate((one: HTMLSelectElement) => one.selectedIndex)).toBe(-1);
    expect(await text().inputValue()).toBe(three);
    await page.getByLabel("Find a query").press("ArrowDown");
    await page.getByRole("button", { name: "Replace them" }).click();
    await expect.poll(() => text().inputValue()).toContain('[\n  {"id":"best","values":[4,0.5],"label":2},\n');

    await list.focus();
    await page.keyboard.press("Enter");
    await page.getByText("4 documents ranked.").waitFor();
    await page.getByRole("heading", { name: "Ranking of query 7" }).waitFor();
    expect(await page.locator(".ranking .label").allTextContents()).toEqual(["label 2", "label 0", "not judged", "label 1"]);
    expect(await page.locator(".ranking .label.best").allTextContents()).toEqual(["label 2"]);
    const documents = judged.map(({ id, bm25, title }) => ({ id, values: [bm25, title] }));
    expect(JSON.parse(sent[0] ?? "")).toEqual({ query: "7", features: ["bm25", "title"], documents });
    page.off("request", note);

    // A query that came from the file is replaced by the next without a question.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Ranking of query 107" }).waitFor();
    await page.getByLabel("Compare with").selectOption("web");
    await list.locator("option").first().dblclick();
    await page.getByText("4 documents ranked.").waitFor();
    expect(await page.locator(".best-label").allTextContents()).toEqual(["Label 2, the highest, is at rank 1.", "Label 2, the highest, is at rank 4."]);
    await expect.poll(() => page.locator(".features:visible").count()).toBe(2);
    await accessible(ada, "query of a file");
    await page.setViewportSize({ width: 1280, height: 1820 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot(page, "serve-page");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel("Compare with").selectOption("");
  });

  test("a file that is no data file is named, and a large one does not hold the page up", async () => {
    const { page } = ada;
    const file = page.getByLabel("Data file", { exact: true });
    const open = (name: string, content: string) => file.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    await open("letter.txt", "Dear reader,\nthis is no data.\n");
    await page.locator(".said.wrong").getByText("letter.txt: Line 1: found 'Dear'").waitFor();
    expect(await page.getByLabel("Queries of the file").isVisible()).toBe(false);
    await accessible(ada, "wrong file");
    await open("half.txt", "0 qid:1 1:1\n0 1:1\n");
    await page.locator(".said.wrong").getByText("half.txt: Line 2: found '1:1', expected 'qid:'").waitFor();

    const megabytes = 30;
    const row = `1 qid:12 ${Array.from({ length: 100 }, (_, place) => `${place + 1}:0.5`).join(" ")}\n`;
    await page.evaluate(() => {
      const counter = window as unknown as { ticks: number };
      counter.ticks = 0;
      setInterval(() => ++counter.ticks, 1);
    });
    const large = join(served.folder, "large.txt");
    writeFileSync(large, row.repeat(Math.ceil((megabytes * 2 ** 20) / row.length)));
    await file.setInputFiles(large);
    await page.getByText(/^large\.txt: 1 query with [\d,]+ documents\.$/).waitFor();
    expect(await page.evaluate(() => (window as unknown as { ticks: number }).ticks)).toBeGreaterThan(megabytes / 2);
    await page.getByLabel("Queries of the file").selectOption({ index: 0 });
    await page.locator(".said.wrong").getByText(/^Found [\d]+ documents with 100 features, expected at most 10000 documents/).waitFor();
  });

  test("says what is wrong", async () => {
    const { page } = ada;
    const complaint = async (pasted: string, words: string | RegExp) => {
      await text().fill(pasted);
      await page.getByRole("button", { name: "Rank", exact: true }).click();
      await page.locator(".said.wrong").getByText(words).waitFor();
      expect(await page.locator(".ranking").count()).toBe(0);
    };
    await complaint("", "Paste documents, or insert an example.");
    await complaint("{", "The text begins like JSON but is not");
    await complaint("0 qid:1 1:x", "Line 1: found 'x', expected");
    await complaint("bm25,titel\n1,2", "titel");
    await accessible(ada, "error");
    await page.route("**/rank", (route) => route.fulfill({ status: 429, json: { error: "too many requests wait" } }));
    await complaint(three, "Too many requests wait.");
    await page.unroute("**/rank");
    await ada.context.setOffline(true);
    await complaint(three, "The service cannot be reached.");
    await ada.context.setOffline(false);
    await rank(page);
  });

  test("text of documents is never markup", async () => {
    const { page } = ada;
    await text().fill("qid,docid,bm25,title\n1,<img src=x onerror='document.title=1'>,1,1\n");
    await page.getByRole("button", { name: "Rank", exact: true }).click();
    await page.getByText(/document ranked\./).waitFor();
    expect(await page.locator(".ranking img").count()).toBe(0);
    expect(await page.title()).toBe("Podium: try a model");
  });

  test("a service with tokens asks for one", async () => {
    const ben = await person(browser, "ben", guarded.address);
    everyone.push(ben);
    const { page } = ben;
    await page.goto("/");
    await page.getByRole("heading", { name: "This service needs a token" }).waitFor();
    await accessible(ben, "token");
    await page.getByLabel("Token", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("The service does not accept this token.").waitFor();
    await page.getByLabel("Token", { exact: true }).fill(token);
    await page.keyboard.press("Enter");
    await page.getByLabel("Documents of a query").fill(three);
    await rank(page);
    expect((await lines(page)).length).toBe(3);
    await page.reload();
    await page.getByLabel("Documents of a query").waitFor();
    await page.getByRole("button", { name: "Forget the token" }).click();
    await page.getByRole("heading", { name: "This service needs a token" }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("a token that no longer counts is asked for again, and nothing is lost", async () => {
    const { page } = ada;
    await text().fill(three);
    await page.route("**/rank", (route) => route.fulfill({ status: 401, json: { error: "the token is unknown" } }));
    await page.getByRole("button", { name: "Rank", exact: true }).click();
    await page.getByRole("heading", { name: "This service needs a token" }).waitFor();
    await page.unroute("**/rank");
    await page.getByLabel("Token", { exact: true }).fill("new-one");
    await page.getByRole("button", { name: "Use this token" }).click();
    await page.getByRole("heading", { name: "This service needs a token" }).waitFor({ state: "detached" });
    expect(await text().inputValue()).toBe(three);
    await rank(page);
  });

  test("nothing was reported by the browser, and nothing was sent elsewhere", () => {
    for (const { name, complaints, strays } of everyone) expect([name, complaints, strays]).toEqual([name, [], []]);
  });
});
