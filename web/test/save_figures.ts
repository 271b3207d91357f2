/**
 * Saves the figures of a page whose titles match a pattern, as the page's own button does, and a picture of its first
 * screen: vite-node test/save_figures.ts PAGE FOLDER PATTERN
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findChromium, launch, visit } from "./browser";

const [pagePath, folder, pattern] = process.argv.slice(2);
const chromium = findChromium();
if (pagePath === undefined || folder === undefined || pattern === undefined || chromium === undefined) {
  throw new Error("expected PAGE FOLDER PATTERN, and chromium on the PATH");
}
mkdirSync(folder, { recursive: true });
const browser = await launch(chromium);
const { page } = await visit(browser, pathToFileURL(pagePath).href);
await page.screenshot({ path: join(folder, "report.png") });
const blocks = page.locator(".block", { has: page.getByRole("heading", { name: new RegExp(pattern) }) });
for (let place = 0; place < (await blocks.count()); ++place) {
  const waiting = page.waitForEvent("download");
  await blocks.nth(place).getByRole("button", { name: "Save SVG" }).click();
  const download = await waiting;
  await download.saveAs(join(folder, download.suggestedFilename()));
  console.log(download.suggestedFilename());
}
await browser.close();
