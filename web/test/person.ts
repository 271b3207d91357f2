/** People with a browser, for tests of the pages of services. */
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
  /** Console messages and uncaught errors, except refusals that the test causes. */
  complaints: string[];
  /** Requests to addresses outside of the service. */
  strays: string[];
}

export async function person(browser: Browser, name: string, home: string, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: home, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const made: Person = { name, page, context, complaints: [], strays: [] };
  page.on("console", (message) => {
    // Browsers log every status of 400 and above, and a service that cannot be reached.
    if (!message.text().startsWith("Failed to load resource")) made.complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => made.complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    made.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // A request that the policy forbids is reported, too, but never sent.
  const left = (request: Request) => {
    if (!request.url().startsWith(home) && !/^(data|blob):/.test(request.url())) made.strays.push(request.url());
  };
  context.on("requestfinished", left);
  context.on("requestfailed", (request) => {
    if (!/csp|BLOCKED_BY/i.test(request.failure()?.errorText ?? "")) left(request);
  });
  return made;
}

/** Checks for accessibility problems: light and dark, on a wide screen and on a tablet. */
export async function accessible({ page }: Person, where: string): Promise<void> {
  for (const [width, height, colorScheme] of [[1280, 800, "light"], [1280, 800, "dark"], [820, 1180, "light"], [820, 1180, "dark"]] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`[data-theme="${colorScheme}"]`).first().waitFor({ state: "attached" });
    const found = await page.evaluate(async (source) => {
      if (!("axe" in window)) (0, eval)(source);
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run({ resultTypes: ["violations"], iframes: false } as import("axe-core").RunOptions);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
    }, axe);
    expect(found, `${where} at ${width}, ${colorScheme}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** A screenshot for the documentation, as wide as a small laptop. */
export async function shoot(page: Page, name: string): Promise<void> {
  const shots = process.env.PODIUM_SHOTS;
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
