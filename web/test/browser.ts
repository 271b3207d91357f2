import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** A browser with a profile of its own and without background requests. */
export function launch(executablePath: string): Promise<Browser> {
  const quiet = ["quic", "background-networking", "component-update", "sync", "gpu"].map((what) => `--disable-${what}`);
  return chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--no-first-run", ...quiet] });
}

export interface Visit {
  page: Page;
  /** Console messages and uncaught errors. */
  complaints: string[];
  /** Requested addresses, except the page's own. */
  requests: string[];
}

export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ acceptDownloads: true, viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url !== address && !url.startsWith("data:") && !url.startsWith("blob:")) requests.push(url);
  });
  await page.goto(address);
  await page.waitForFunction(() => document.querySelectorAll("figure").length === document.querySelectorAll("figure .plot svg").length);
  return { page, complaints, requests };
}
