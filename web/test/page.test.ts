import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, launch, visit, type Visit } from "./browser";

const chromium = findChromium();
const sample = process.env.PODIUM_PAGE;
if (sample === undefined) throw new Error("PODIUM_PAGE: found nothing, expected the page that sample_report_page wrote");
if (chromium === undefined) console.log("skipped: there is no chromium on the PATH");

const address = pathToFileURL(sample).href;
const shots = process.env.PODIUM_SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const block = (page: Page, title: string) => page.locator(".block", { has: page.getByRole("heading", { name: title, exact: true }) });

describe.skipIf(chromium === undefined)("the page", { timeout: 60_000 }, () => {
  let browser: Browser;
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    browser = await launch(chromium ?? "");
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    visited = await visit(browser, address);
    page = visited.page;
  }, 60_000);
  afterEach(async () => {
    await page.context().close();
    expect(visited.complaints).toEqual([]);
    expect(visited.requests).toEqual([]);
  });

  test("shows the document, and names as nothing but names", async () => {
    expect(await page.title()).toBe("Do top-k labels suffice? </title><b>");
    expect(await page.locator("h1").textContent()).toBe("Do top-k labels suffice? </title><b>");
    expect(await page.locator(".summary li").count()).toBe(3);
    expect(await page.locator("main > section").count()).toBe(7);
    expect(await page.locator("h2").allTextContents()).toContain("Query by query");
    expect(await page.locator("main script, main img, main b:not(.counts b)").count()).toBe(0);
    expect(await page.locator("tbody th").allTextContents()).toContain("<script>alert(1)</script>");
  });

  test("leads to its sections", async () => {
    await page.getByRole("link", { name: "Data", exact: true }).click();
    expect(page.url()).toMatch(/#section-5$/);
    await page.waitForFunction(() => document.getElementById("section-5")!.getBoundingClientRect().top < 900);
  });

  test("refuses scripts that are not its own", async () => {
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.intruder = true";
      document.body.append(script);
      return "intruder" in window;
    });
    expect(ran).toBe(false);
    expect(visited.complaints.splice(0).join()).toContain("Content Security Policy");
  });

  test("sorts tables by mouse and by keyboard", async () => {
    const table = block(page, "Means over five folds").locator("table");
    const column = (place: number) => table.locator(`tbody tr > :nth-child(${place})`).allTextContents();
    const before = await column(1);
    const header = table.getByRole("button", { name: "kappa@10" });
    await header.click();
    expect(await table.locator("th", { hasText: "kappa@10" }).getAttribute("aria-sort")).toBe("ascending");
    const ascending = await column(5);
    expect(ascending[5]).toBe("-");
    expect(ascending.slice(0, 5)).toEqual([...ascending.slice(0, 5)].sort());
    await header.press("Enter");
    expect(await table.locator("[aria-sort]").getAttribute("aria-sort")).toBe("descending");
    const descending = await column(5);
    expect(descending.slice(0, 5)).toEqual(ascending.slice(0, 5).reverse());
    expect(descending[5]).toBe("-");
    await header.press("Space");
    expect(await table.locator("[aria-sort]").count()).toBe(0);
    expect(await column(1)).toEqual(before);
  });

  test("shows tables of studies whole at 1280 pixels", async () => {
    for (const title of ["Means over five folds", "Differences from RankSVM"]) {
      const frame = block(page, title).locator(".scroll");
      const [content, place] = await frame.evaluate((box) => [box.scrollWidth, box.clientWidth]);
      expect(content, title).toBe(place);
    }
  });

  test("sets the best in bold, with its mark beside it", async () => {
    const best = block(page, "Means over five folds").locator("td:has(strong)").first();
    expect(await best.textContent()).toMatch(/^0\.\d{4}\*$/);
    expect(await best.locator(".mark").textContent()).toBe("*");
  });

  test("copies tables in the order that is shown", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const view = block(page, "Means over five folds");
    const copied = async (format: string) => {
      await view.getByRole("button", { name: `as ${format}` }).click();
      await page.getByRole("status").filter({ hasText: `${format} copied` }).waitFor({ state: "attached" });
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied("Markdown")).toMatch(/^\| system \| ndcg@5 .*\n\|---\|--:.*\n\| ListMLE \| 0\.\d{4} /);
    expect(await copied("LaTeX")).toContain("\\begin{tabular}{lrrrrrl}");
    await view.getByRole("button", { name: "queries" }).click();
    await view.getByRole("button", { name: "queries" }).click();
    expect(await copied("CSV")).toMatch(/^system,ndcg@5,.*\n<script>alert\(1\)<\/script>,0\.\d{6,},/);
  });

  test("copies without the clipboard's permission too", async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.addEventListener("copy", () => (document.body.dataset.copied = String(getSelection())));
    });
    const button = page.locator(".commands button").first();
    await button.click();
    expect(await button.textContent()).toBe("Copied");
    await page.waitForFunction(() => document.body.dataset.copied !== undefined);
    expect(await page.locator("body > textarea").count()).toBe(0);
  });

  test("changes the theme and remembers it", async () => {
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await back();
    await page.getByRole("button", { name: "Dark theme" }).click();
    expect(await back()).not.toBe(light);
    await page.reload();
    expect(await page.getByRole("button", { name: "Light theme" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Light theme" }).click();
    expect(await back()).toBe(light);
  });

  test("shows and hides curves", async () => {
    const view = block(page, "Quality by depth of the truth");
    const lines = () => view.locator('.plot [data-part="line"] path').count();
    expect(await lines()).toBe(5);
    expect(await view.locator('.plot [data-part="area"] path').count()).toBe(5);
    const button = view.getByRole("button", { name: "RankSVM" });
    await button.click();
    expect(await button.getAttribute("aria-pressed")).toBe("false");
    expect(await lines()).toBe(4);
    for (let rest = 4; rest > 0; --rest) await view.locator('.series[aria-pressed="true"]').first().click();
    expect(await lines()).toBe(0);
    await button.press("Enter");
    expect(await lines()).toBe(1);
    expect(await view.locator(".plot svg").getAttribute("aria-label")).toContain("1 curve: ndcg@10");
  });

  test("draws fitted curves dashed and without symbols", async () => {
    const view = block(page, "Learning curve");
    const lines = view.locator('.plot [data-part="line"]');
    expect(await lines.count()).toBe(2);
    expect(await lines.nth(0).getAttribute("stroke-dasharray")).toBe(null);
    expect(await lines.nth(1).getAttribute("stroke-dasharray")).toBe("5 4");
    expect(await lines.nth(1).getAttribute("stroke")).toBe(await lines.nth(0).getAttribute("stroke"));
    expect(await view.locator('.plot [data-part="dot"]').count()).toBe(1);
  });

  test("names the place of a curve that is no number", async () => {
    const ticks = block(page, "Quality by depth of the truth").locator('[data-part="x-axis tick label"]');
    expect(await ticks.locator("text").allTextContents()).toEqual(["1", "2", "5", "10", "20", "full"]);
  });

  test("cuts no text of a figure", async () => {
    for (const width of [1280, 700, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".plot svg")].flatMap((drawing) => {
            const frame = drawing.getBoundingClientRect();
            const isCut = (box: DOMRect) => box.left < frame.left - 1 || box.right > frame.right + 1;
            return [...drawing.querySelectorAll("text")].filter((text) => isCut(text.getBoundingClientRect())).map((text) => text.textContent);
          }),
        );
      await expect.poll(cut).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    const ticks = block(page, "Learning curve").locator('[data-part="x-axis tick label"] text');
    expect(await ticks.last().textContent()).toBe("forecast for all queries");
  });

  test("tells what is under the pointer", async () => {
    const view = block(page, "Quality by depth of the truth");
    await view.locator('[data-part="dot"] path, [data-part="dot"] circle').first().hover({ force: true });
    expect(await view.locator('[aria-label="tip"]').textContent()).toContain("k of the top-k truth 1: 0.");
  });

  test("compares two systems query by query", async () => {
    const view = page.locator(".of-per-query-run");
    const dots = () => view.locator('[data-part="dot"] circle').count();
    const counts = () => view.locator(".counts").textContent();
    expect(await dots()).toBe(299);
    expect(await counts()).toContain("1 query left out");
    const before = await counts();
    await view.getByLabel(/^Vertical axis/).selectOption("FocusedNet");
    expect(await counts()).toContain("won by FocusedNet");
    await view.getByLabel("Measure").selectOption("map");
    expect(await counts()).not.toBe(before);
    await view.getByLabel("Data").selectOption("OHSUMED");
    expect(await dots()).toBe(105);
    expect(await view.getByLabel(/^Vertical axis/).evaluate((field) => (field as HTMLSelectElement).selectedOptions[0]?.text)).toBe("FocusedNet");
    await view.getByLabel(/^Vertical axis/).selectOption("ListMLE");
    expect(await counts()).toContain("105 tied");
    await view.locator('[data-part="dot"] circle').nth(7).hover({ force: true });
    expect(await view.locator('[aria-label="tip"]').textContent()).toMatch(/query \d+.*ListMLE: \d/s);
  });

  test("writes the names of bars in full where there is room", async () => {
    const names = (title: string) => block(page, title).locator(".plot text").allTextContents();
    expect(await names("Parts of a score")).toEqual(expect.arrayContaining(["15", "9", "(others)", "-2.005"]));
    expect(await names("Features by weight")).toContain("language model of the title, Jelinek-Mercer smoothing");
    await page.setViewportSize({ width: 360, height: 900 });
    await page.waitForFunction(() => [...document.querySelectorAll(".plot text")].some((text) => /^language.*\u2026/.test(text.textContent ?? "")));
    expect(await names("Parts of a score")).toContain("15");
  });

  test("draws a tree whole at 1280 pixels, and no word over another", async () => {
    const view = block(page, "Tree 1 of 300");
    expect(await view.locator(".tree-leaf").count()).toBe(31);
    expect(await view.locator(".tree-split").count()).toBe(30);
    const words = await view.locator("svg text").allTextContents();
    expect(words).toEqual(expect.arrayContaining([expect.stringMatching(/^<i>inlinks<\/i> present missing: no, [\d,]+ rows?$/)]));
    expect(words.filter((word) => word === "yes").length).toBe(30);
    const [content, place] = await view.locator(".plot > div").evaluate((box) => [box.scrollWidth, box.clientWidth]);
    expect(content).toBe(place);
    const overlaps = await view.locator("svg").evaluate((drawing) => {
      const boxes = [...drawing.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
      const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3;
      return boxes.filter((a, place) => boxes.slice(place + 1).some((b) => meet(a, b))).length;
    });
    expect(overlaps).toBe(0);
  });

  test("lets a tree scroll where there is no room for it", async () => {
    await page.setViewportSize({ width: 360, height: 900 });
    const frame = block(page, "Tree 1 of 300").locator(".plot > div");
    await expect.poll(() => frame.getAttribute("tabindex")).toBe("0");
    await frame.press("ArrowRight");
    await expect.poll(() => frame.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("gives the numbers of every figure", async () => {
    for (const figure of await page.locator("figure").all()) {
      expect((await figure.getAttribute("aria-label"))?.length).toBeGreaterThan(20);
      await figure.getByText("Data of this figure").click();
      await figure.locator("tbody tr").first().waitFor();
      expect(await figure.locator("tbody tr").count()).toBeGreaterThan(3);
    }
  });

  test("saves every figure as SVG and PNG", async () => {
    await page.getByRole("button", { name: "Dark theme" }).click();
    const saved = async (button: string, place: number) => {
      const waiting = page.waitForEvent("download");
      await page.locator("figure").nth(place).getByRole("button", { name: button }).click();
      const download = await waiting;
      return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
    };
    for (let place = 0; place < (await page.locator("figure").count()); ++place) {
      const svg = await saved("Save SVG", place);
      const text = svg.content.toString("utf8");
      expect(svg.name).toMatch(/^[a-z0-9-]+\.svg$/);
      expect(text).not.toMatch(/var\(|currentColor|<style|NaN/);
      const root = await page.evaluate((source) => {
        const read = new DOMParser().parseFromString(source, "image/svg+xml");
        return { name: read.documentElement.nodeName, marks: read.querySelectorAll("path, circle, rect").length };
      }, text);
      expect(root.name).toBe("svg");
      expect(root.marks).toBeGreaterThan(5);
      if (place === 0) expect(text).toContain(">top-k ListMLE</text>");

      const png = await saved("Save PNG", place);
      expect(png.name).toMatch(/^[a-z0-9-]+\.png$/);
      expect(png.content.subarray(1, 4).toString()).toBe("PNG");
      expect(png.content.length).toBeGreaterThan(5_000);
      expect(png.content.readUInt32BE(16)).toBeGreaterThan(800);
    }
  });

  test("copies commands", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy command podium data check" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("podium data check train.txt");
  });

  test("words every verdict", async () => {
    expect(await page.locator(".verdict").allTextContents()).toEqual([
      "✓holds",
      "✗refuted",
      "–not shown either way",
      "?needs data not at hand",
    ]);
  });
});

describe.skipIf(chromium === undefined)("readers with other eyes and screens", { timeout: 120_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(chromium ?? "");
  }, 60_000);
  afterAll(() => browser?.close());

  const screens = [1280, 360].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })));
  test.each(screens)("can use it at $width pixels, $theme", async ({ width, theme }) => {
    const { page, complaints } = await visit(browser, address, { viewport: { width, height: 900 }, colorScheme: theme });
    await page.locator("figure details summary").first().click();
    await page.locator("figure tbody tr").first().waitFor();
    const found = await page.evaluate(async (source) => {
      (0, eval)(source);
      const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
    }, axe);
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(complaints).toEqual([]);
    if (shots !== undefined) {
      await page.reload();
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(shots, `page-${width}-${theme}.png`), fullPage: true });
    }
    await page.context().close();
  });
});
