/** Steps of tests: actions of people on the labelling page. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isBad, utilityOf } from "./label_world";
import type { Person } from "./person";

const password = "correct horse battery";

export async function join({ page, name }: Person, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Repeat the password").fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
}

export async function logIn({ page, name }: Person, within = "body"): Promise<void> {
  const place = page.locator(within);
  await place.getByLabel("Name").fill(name);
  await place.getByLabel("Password").fill(password);
  await place.getByRole("button", { name: "Log in" }).click();
}

// --- administrators ---

export async function createProject({ page }: Person, name: string, k: number, file: Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0]): Promise<string> {
  await page.goto("/admin/new");
  await page.getByLabel("Project name").fill(name);
  await page.getByLabel("Guidelines").fill("Judge by the use for the reader.\n\nDo not judge the design.");
  await page.getByLabel("Length of the top list").fill(String(k));
  await page.getByRole("button", { name: "Create project" }).click();
  await page.getByLabel("Files").setInputFiles(file);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByText(/^Imported \d/).waitFor();
  return page.url().replace(/\/import$/, "");
}

export async function invite({ page }: Person, whom: string[]): Promise<string[]> {
  await page.goto("/admin/people");
  for (const [place, name] of whom.entries()) {
    await page.getByLabel("For whom").fill(name);
    await page.getByRole("button", { name: "Create an invitation link" }).click();
    await page.locator(".invitations li").nth(place).waitFor();
  }
  return page.locator(".invitations code").allTextContents();
}

export async function assign({ page }: Person, project: string, tool: "compare pairs" | "give grades", overlap: number): Promise<void> {
  await page.goto(`${project}/assign`);
  for (const name of ["compare pairs", "give grades"]) await page.getByLabel(name).setChecked(name === tool);
  await page.getByLabel("Assessors per query").fill(String(overlap));
  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByText(/tasks? assigned/).waitFor();
}

// --- assessors ---

export type Verdict = "left" | "right" | "tie" | "left-bad" | "right-bad" | "both-bad";
const keysOf: Record<Verdict, string[]> = {
  left: ["ArrowLeft"],
  right: ["ArrowRight"],
  tie: ["Space"],
  "left-bad": ["b", "ArrowLeft"],
  "right-bad": ["b", "ArrowRight"],
  "both-bad": ["b", "b"],
};

export const entries = (page: Page): Promise<number> => page.locator(".stage").getAttribute("data-entries").then(Number);
export const titles = (page: Page): Promise<string[]> => page.locator(".card h3").allTextContents();

/** Whether a question can be answered; false: the task is done. */
export async function isAsked(page: Page): Promise<boolean> {
  await page.locator('.end h2:visible, .stage:visible [data-answer="later"]:not([aria-disabled])').first().waitFor();
  return page.locator(".stage").isVisible();
}

export async function truth(page: Page): Promise<Verdict> {
  const [left = 0, right = 0] = (await titles(page)).map((title) => utilityOf.get(title) ?? NaN);
  expect(left).not.toBeNaN();
  if (isBad(left) && isBad(right)) return "both-bad";
  if (isBad(left)) return "left-bad";
  if (isBad(right)) return "right-bad";
  return left > right ? "left" : "right";
}

/** Answers without waiting for the reply. */
export async function say(page: Page, verdict: Verdict, by: "mouse" | "keys"): Promise<void> {
  if (by === "mouse") await page.locator(`[data-answer="${verdict}"]`).click();
  else for (const key of keysOf[verdict]) await page.keyboard.press(key);
}

/** Answers and waits for the next question. */
export async function answer(page: Page, verdict: Verdict, by: "mouse" | "keys"): Promise<void> {
  const before = await entries(page);
  await say(page, verdict, by);
  await page.locator(`.stage:not([data-entries="${before}"])`).waitFor({ state: "attached" });
}

const opposite: Partial<Record<Verdict, Verdict>> = { left: "right", right: "left" };

/** Answers until the task is done; every n-th preference is a mistake (0: none). */
export async function finish(page: Page, by: "mouse" | "keys", mistakeEvery = 0): Promise<number> {
  let count = 0;
  while (await isAsked(page)) {
    const right = await truth(page);
    const errs = mistakeEvery > 0 && ++count % mistakeEvery === 0;
    await answer(page, errs ? (opposite[right] ?? right) : right, by);
  }
  return entries(page);
}

export async function finishAll({ page }: Person, by: "mouse" | "keys", mistakeEvery = 0): Promise<void> {
  for (;;) {
    await finish(page, by, mistakeEvery);
    await page.locator(".end a").first().waitFor();
    const next = page.locator(".end a.main-button");
    if ((await next.count()) === 0) return;
    const address = page.url();
    await next.click();
    await page.waitForURL((url) => url.href !== address);
    await page.locator(".stage:visible").waitFor();
  }
}
