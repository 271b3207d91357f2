import { readFileSync, writeFileSync } from "node:fs";
import { join as joined } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launch } from "./browser";
import { answer, assign, createProject, entries, finish, finishAll, invite, isAsked, join, logIn, say, titles, truth } from "./label_people";
import { LabelProgram } from "./label_program";
import { documentFile, documents, hostileImport, letorFeatures, queryFile, utilityOf } from "./label_world";
import { accessible, person, shoot, type Person } from "./person";

const chromium = findChromium();
const program = process.env.PODIUM;
if (program === undefined) throw new Error("PODIUM: found nothing, expected the path of the program");
if (chromium === undefined) console.log("skipped: there is no chromium on the PATH");
const frameOf = async (page: Page, place: number): Promise<Frame> => {
  const handle = await page.locator(".card iframe").nth(place).elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error("found no frame");
  await frame.waitForLoadState();
  return frame;
};

// The tests depend on each other: each continues where the one before ended.
describe.skipIf(chromium === undefined)("labelling", { timeout: 60_000 }, () => {
  let browser: Browser;
  let served: LabelProgram;
  let ada: Person;
  let assessors: [Person, Person, Person];
  let project: string;
  const everyone: Person[] = [];
  const newPerson = async (name: string) => {
    const made = await person(browser, name, served.address);
    everyone.push(made);
    return made;
  };

  beforeAll(async () => {
    [browser, served] = await Promise.all([launch(chromium ?? ""), LabelProgram.start(program)]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.end();
  });

  test("an administrator joins by the link that the program prints", async () => {
    ada = await newPerson("ada");
    await ada.page.goto(served.firstInvitation);
    await ada.page.getByLabel("Name").waitFor();
    await accessible(ada, "join");
    await join(ada, served.firstInvitation);
    await ada.page.getByText("There are no projects yet").waitFor();
    await accessible(ada, "no projects");
  });

  test("creates a project and imports queries and documents", async () => {
    await ada.page.goto("/admin/new");
    await ada.page.getByLabel("Project name").waitFor();
    await accessible(ada, "new project");
    project = await createProject(ada, "Wine", 3, [queryFile, documentFile]);
    await ada.page.getByText("The project has 6 queries with 48 documents").waitFor();
    await accessible(ada, "import");
    await ada.page.getByLabel("Files").setInputFiles({ ...queryFile, buffer: Buffer.from("{}\nno json") });
    await ada.page.getByRole("button", { name: "Import" }).click();
    await ada.page.getByText("queries.jsonl:2: expected one JSON object on each line.", { exact: true }).waitFor();
  });

  test("invites three assessors, who join", async () => {
    const links = await invite(ada, ["ben", "cleo", "dan"]);
    expect(new Set(links).size).toBe(3);
    await accessible(ada, "people");
    assessors = await Promise.all([newPerson("ben"), newPerson("cleo"), newPerson("dan")]);
    // One after the other: the assignment depends on the order.
    for (const [place, assessor] of assessors.entries()) await join(assessor, links[place] ?? "");
    await assessors[0].page.getByText("No tasks have been assigned to you yet").waitFor();
    await ada.page.goto(links[0] ?? "");
    await ada.page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  });

  test("assigns every query to two of them", async () => {
    await ada.page.goto(`${project}/assign`);
    await ada.page.getByLabel("ben").waitFor();
    await accessible(ada, "assign");
    await assign(ada, project, "compare pairs", 2);
    await ada.page.getByText("12 tasks assigned").waitFor();
    await ada.page.goto(project);
    const axis = ada.page.locator("figure").first().locator('[data-part="x-axis tick label"] text');
    await axis.first().waitFor();
    const ticks = (await axis.allTextContents()).map(Number);
    expect([ticks[0], ticks[ticks.length - 1]], "progress of nothing yet").toEqual([0, 100]);
  });

  test("an assessor is shown a pair and answers by mouse", async () => {
    const [{ page }] = assessors;
    await page.goto("/");
    await page.getByRole("link", { name: "Start" }).waitFor();
    await accessible(assessors[0], "tasks");
    await page.getByRole("link", { name: "Start" }).click();
    expect(await isAsked(page)).toBe(true);
    await accessible(assessors[0], "work");
    for (const place of [0, 1]) {
      const frame = await frameOf(page, place);
      const title = (await titles(page))[place] ?? "";
      await frame.getByText(`is ${utilityOf.get(title)?.toFixed(3)}`).waitFor();
      expect(await frame.locator("mark").count()).toBeGreaterThan(0);
    }
    await answer(page, await truth(page), "mouse");
    await answer(page, await truth(page), "mouse");
    await page.getByText("saved", { exact: true }).waitFor();
    await shoot(page, "label-work");
  });

  test.each([[390, 844], [640, 400]])("shows both documents and the answers in a window of %i x %i", async (width, height) => {
    const [{ page }] = assessors;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    const placeOf = async (selector: string, place = 0) => {
      const box = await page.locator(selector).nth(place).boundingBox();
      return { top: box?.y ?? 0, end: (box?.y ?? 0) + (box?.height ?? 0), width: box?.width ?? 0 };
    };
    const answers = await placeOf(".row-1");
    expect(answers.end).toBeLessThanOrEqual(height);
    for (const place of [0, 1]) {
      const frame = await placeOf(".card iframe", place);
      expect(Math.min(frame.end, answers.top) - frame.top, `document ${place}`).toBeGreaterThan(120);
    }
    expect((await placeOf(".query h1")).width).toBeGreaterThan(200);
    for (const button of await page.locator(".answers button").all()) {
      expect((await button.boundingBox())?.height, await button.innerText()).toBeGreaterThanOrEqual(44);
      expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("undoes an answer and is asked the same question again", async () => {
    const [{ page }] = assessors;
    const shown = await titles(page);
    await answer(page, await truth(page), "mouse");
    const before = await entries(page);
    await page.locator('[data-answer="undo"]').click();
    await page.locator(`.stage[data-entries="${before + 1}"]`).waitFor();
    expect(await titles(page)).toEqual(shown);
    await page.getByLabel("Comment on this answer").fill("I looked again");
    await answer(page, await truth(page), "mouse");
    expect(await page.getByLabel("Comment on this answer").inputValue()).toBe("");
    await finishAll(assessors[0], "mouse");
  });

  test("another works by keys alone, and pauses", async () => {
    const [, { page }] = assessors;
    await page.goto("/");
    await page.getByRole("link", { name: "Start" }).focus();
    await page.keyboard.press("Enter");
    expect(await isAsked(page)).toBe(true);

    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await accessible(assessors[1], "help");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await entries(page)).toBe(0);

    const keysAreOn = page.getByRole("dialog").getByLabel("Use keyboard shortcuts");
    await page.keyboard.press("?");
    await keysAreOn.uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    expect(await isAsked(page)).toBe(true);
    for (const key of ["p", "ArrowLeft", "?", "l"]) await page.keyboard.press(key);
    await page.waitForTimeout(300);
    expect(await page.locator('dialog, .paused:visible, [aria-pressed="true"]').count()).toBe(0);
    expect(await entries(page)).toBe(0);
    await page.getByRole("button", { name: "Shortcuts (?)" }).click();
    await keysAreOn.check();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Paused" }).waitFor();
    await accessible(assessors[1], "paused");
    expect(await page.locator(".card").first().isVisible()).toBe(false);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("p");
    await page.locator(".stage:visible").waitFor();
    expect(await entries(page)).toBe(0);

    await page.keyboard.press("c");
    await page.keyboard.type("b zxp ?");
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByLabel("Comment on this answer").inputValue()).toBe("b zxp ?");
    await page.keyboard.press("Escape");
    await page.keyboard.press("b");
    await page.getByText("Which one is bad?").first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("l");
    await page.locator('.stage[data-entries="1"]').waitFor();
    await finishAll(assessors[1], "keys");
  });

  test("keys work after a click into a document, which itself can be read by keys", async () => {
    const [, , { page }] = assessors;
    await page.goto("/");
    await page.getByRole("link", { name: "Start" }).click();
    expect(await isAsked(page)).toBe(true);
    await frameOf(page, 0);
    await page.mouse.move(5, 5);
    await page.locator(".card iframe").first().click({ position: { x: 100, y: 120 } });
    await page.waitForFunction(() => document.activeElement?.matches("h2.asked"));
    await answer(page, await truth(page), "keys");

    // As screen readers do: without a pointer, some time after the last key.
    await page.keyboard.press("Tab");
    await frameOf(page, 0);
    await page.waitForTimeout(300);
    await page.locator(".card iframe").first().evaluate((frame) => (frame as HTMLElement).focus());
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
    await page.locator("h2.asked").focus();

    await page.keyboard.press("j");
    await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    const frame = await frameOf(page, 0);
    await expect.poll(() => frame.evaluate(() => document.hasFocus())).toBe(true);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowRight");
    expect(await entries(page)).toBe(1);
    await expect.poll(() => frame.evaluate(() => scrollY)).toBeGreaterThan(100);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    await answer(page, await truth(page), "keys");
  });

  test("reading is not idle, being away is", async () => {
    // A browser of its own with the same login, because its clock is replaced.
    const storageState = await assessors[2].context.storageState();
    const { page, context } = await person(browser, "dan", served.address, { storageState });
    await page.clock.install();
    await page.goto(assessors[2].page.url());
    expect(await isAsked(page)).toBe(true);
    await frameOf(page, 0);
    // Browsers report a pointer that enters a frame to the page; simulated pointers start inside it.
    await page.locator(".card iframe").first().dispatchEvent("pointerenter");
    await page.clock.runFor(300_000);
    expect(await page.locator(".paused").isVisible()).toBe(false);
    await page.clock.runFor(301_000);
    await page.getByText("after 10 minutes without input").first().waitFor();
    await page.keyboard.press("p");
    await page.locator(".card iframe").first().dispatchEvent("pointerleave");
    await page.mouse.move(5, 5);
    await page.clock.runFor(121_000);
    await page.getByText("after 2 minutes without input").first().waitFor();
    await context.close();
  });

  test("a key that is held is pressed once", async () => {
    const [, , { page }] = assessors;
    const before = await entries(page);
    // Nothing is stored here: the next test continues with the same question.
    await page.route("**/answers", (route) => route.fulfill({ status: 400, json: { error: "not in this test" } }));
    for (const repeats of [1, 2, 3]) {
      expect(await isAsked(page)).toBe(true);
      await page.locator("h2.asked").focus();
      const asking = page.waitForRequest("**/answers");
      for (let time = 0; time <= repeats; ++time) await page.keyboard.down("b");
      await page.keyboard.up("b");
      await page.keyboard.press("ArrowLeft");
      expect((await asking).postDataJSON()).toMatchObject({ verdict: "left-bad" });
      await page.getByText("The service rejected the answer").waitFor();
    }
    await page.unroute("**/answers");
    expect(await isAsked(page)).toBe(true);
    expect(await entries(page)).toBe(before);
  });

  test("closes the browser within a task and continues in another", async () => {
    const [, , before] = assessors;
    const [address, count, shown] = [before.page.url(), await entries(before.page), await titles(before.page)];
    expect(count).toBe(2);
    await before.context.close();
    const dan = await newPerson("dan");
    assessors[2] = dan;
    await dan.page.goto(address);
    await dan.page.getByLabel("Password").waitFor();
    await accessible(dan, "login");
    await logIn(dan);
    expect(await isAsked(dan.page)).toBe(true);
    expect(await entries(dan.page)).toBe(count);
    expect(await titles(dan.page)).toEqual(shown);
  });

  test("loses nothing when the network fails", async () => {
    const [, , { page, context }] = assessors;
    const count = await entries(page);
    await context.setOffline(true);
    await say(page, await truth(page), "keys");
    await page.getByText("not saved yet; retrying in").waitFor();
    await page.keyboard.press("ArrowLeft");
    expect(await entries(page)).toBe(count);
    await context.setOffline(false);
    await page.locator(`.stage[data-entries="${count + 1}"]`).waitFor();
    await page.getByText("saved", { exact: true }).waitFor();
  });

  test("asks before a logout with an unsaved answer, and reports a logout that failed", async () => {
    const dan = assessors[2];
    const { page, context } = dan;
    const count = await entries(page);
    await context.setOffline(true);
    await say(page, await truth(page), "keys");
    await page.getByText("not saved yet; retrying in").waitFor();
    const logOut = page.getByRole("button", { name: "Log out", exact: true });
    await logOut.click();
    await page.getByRole("heading", { name: "Your last answer is not saved yet" }).waitFor();
    await page.getByRole("button", { name: "Log out anyway" }).click();
    await page.getByRole("heading", { name: "You are still logged in" }).waitFor();
    await accessible(dan, "failed logout");
    await page.getByRole("button", { name: "Stay logged in" }).click();
    await context.setOffline(false);
    await page.locator(`.stage[data-entries="${count + 1}"]`).waitFor();
  });

  test("loses nothing when the service is killed and the page is reloaded", async () => {
    const [, , { page }] = assessors;
    const count = await entries(page);
    await served.kill();
    await say(page, await truth(page), "mouse");
    await page.getByText("not saved yet; retrying in").waitFor();
    await served.start();
    await page.reload();
    await page.locator(`.stage[data-entries="${count + 1}"]`).waitFor();
    await served.kill();
    await isAsked(page);
    await say(page, await truth(page), "mouse");
    await page.getByText("not saved yet; retrying in").waitFor();
    await page.getByRole("button", { name: "Retry now" }).click();
    await served.start();
    await page.locator(`.stage[data-entries="${count + 2}"]`).waitFor();
  });

  test("shows the current state when the task was continued in another window", async () => {
    const [, , { page, context }] = assessors;
    const other = await context.newPage();
    await other.goto(page.url());
    expect(await isAsked(other)).toBe(true);
    const count = await entries(page);
    await answer(page, await truth(page), "keys");
    await other.getByLabel("Comment on this answer").fill("written in vain?");
    await other.locator("h2.asked").focus();
    await say(other, await truth(other), "keys");
    await other.getByText("This task was continued in another window or browser").first().waitFor();
    await other.getByText("not saved: the task was continued elsewhere", { exact: true }).waitFor();
    expect(await other.getByLabel("Comment on this answer").inputValue()).toBe("written in vain?");
    expect(await entries(other)).toBe(count + 1);
    expect(await titles(other)).toEqual(await titles(page));
    await other.close();
  });

  test("asks to log in again and then continues", async () => {
    const dan = assessors[2];
    const count = await entries(dan.page);
    await dan.context.clearCookies();
    await say(dan.page, await truth(dan.page), "keys");
    await dan.page.getByRole("heading", { name: "Please log in again" }).waitFor();
    await accessible(dan, "login again");
    const again = dan.page.waitForResponse("**/answers");
    await dan.page.evaluate(() => window.dispatchEvent(new Event("online")));
    await again;
    await dan.page.waitForTimeout(200);
    expect(await dan.page.locator("dialog").count()).toBe(1);

    // Another account logs in meanwhile: the answer is neither sent under that account nor lost.
    const other = await dan.context.newPage();
    await other.goto("/");
    await logIn({ ...dan, name: "ben", page: other });
    await other.getByRole("button", { name: "Log out" }).waitFor();
    await other.close();
    for (let time = 0; time < 2; ++time) {
      const asked = dan.page.waitForResponse("**/api/me");
      await dan.page.evaluate(() => window.dispatchEvent(new Event("online")));
      await asked;
      await dan.page.waitForTimeout(200);
    }
    await dan.page.getByText("not saved yet; please log in", { exact: true }).waitFor();
    await dan.page.keyboard.press("Escape");
    await dan.page.getByRole("dialog").waitFor({ state: "detached" });
    await dan.page.locator(".save-line").getByRole("button", { name: "Log in" }).click();
    await dan.page.getByRole("heading", { name: "Please log in again" }).waitFor();
    await logIn(dan, "dialog");
    await dan.page.locator(`.stage[data-entries="${count + 1}"]`).waitFor();
    await finish(dan.page, "keys", 3);
    await accessible(dan, "end of a task");
    await finishAll(dan, "keys", 3);
    await dan.page.goto("/");
    await dan.page.getByText("4 of 4 tasks done").waitFor();
  });

  test("a hostile document stays inside its frame, and gets a grade", async () => {
    const grades = await createProject(ada, "Grades", 3, hostileImport);
    await assign(ada, grades, "give grades", 3);
    const [ben] = assessors;
    const { page } = ben;
    await page.goto("/");
    await page.getByRole("link", { name: "Start" }).click();
    expect(await isAsked(page)).toBe(true);
    await accessible(ben, "grades");
    const address = page.url();
    for (let place = 0; place < 3; ++place) {
      const frame = await frameOf(page, 0);
      for (const link of await frame.locator("a, button").all()) await link.click({ timeout: 2000 });
      expect(await page.evaluate(() => "hacked" in window)).toBe(false);
      expect(await page.locator(".card h3 b").count()).toBe(0);
      expect(page.url()).toBe(address);
      const before = await entries(page);
      if (place === 2) await shoot(page, "label-grades");
      await page.locator("h2.asked").focus();
      await page.keyboard.press(String(place + 1));
      await page.locator(`.stage:not([data-entries="${before}"])`).waitFor({ state: "attached" });
      if (place > 0) continue;
      await page.keyboard.press("z");
      await page.locator(`.stage[data-entries="${before + 2}"]`).waitFor();
      await page.getByRole("button", { name: "fair" }).click();
      await page.locator(`.stage[data-entries="${before + 3}"]`).waitFor();
    }
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    // The browser reports that it blocked these attempts.
    for (const said of ben.complaints.splice(0)) expect(said).toMatch(/^error: (Blocked|Loading .* violates|Unsafe attempt)/);
  });

  test("the administrator watches", async () => {
    const { page } = ada;
    await page.goto(project);
    await page.getByText("12 of 12").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("figure").length === document.querySelectorAll("figure .plot svg").length);
    expect(await page.locator("figure").count()).toBe(5);
    await page.getByRole("heading", { name: "Agreement: compare pairs" }).waitFor();
    expect(await page.getByRole("table", { name: "Assessors" }).locator("tbody tr").count()).toBe(3);
    await accessible(ada, "dashboard");
    await shoot(page, "label-dashboard");
    await page.goto("/admin");
    await page.getByText("12 of 12 tasks done").waitFor();
    await accessible(ada, "projects");
    await page.goto(`${project}/settings`);
    await page.getByText("These settings cannot be changed").waitFor();
    await accessible(ada, "settings");
    await page.goto("/admin/audit");
    await page.getByRole("table", { name: "Audit log" }).waitFor();
    await accessible(ada, "audit log");
    await page.goto("/account");
    await page.getByLabel("Current password").waitFor();
    await accessible(ada, "account");
  });

  test("decides where assessors disagree", async () => {
    const { page } = ada;
    await page.goto(`${project}/adjudicate`);
    const first = page.locator(".disagreement").first();
    await first.locator(".order li").first().waitFor();
    await accessible(ada, "disagreements");
    await shoot(page, "label-adjudicate");
    await first.locator("select option").first().evaluate((one) => (one.textContent = "A title of many words ".repeat(5)));
    const [choice, lists] = [await first.locator("select").boundingBox(), await first.locator(".lists").boundingBox()];
    expect((choice?.x ?? 0) + (choice?.width ?? 0)).toBeLessThanOrEqual(lists?.x ?? 0);
    await first.getByRole("button", { name: "Use this order" }).first().click();
    const order = () => first.locator(".order .name").allTextContents();
    const [one, two, three] = await order();
    await first.locator(".order li").nth(1).press("Alt+ArrowUp");
    expect(await order()).toEqual([two, one, three]);
    await first.getByRole("button", { name: `Down: ${two}` }).click();
    expect(await order()).toEqual([one, two, three]);
    await first.getByRole("button", { name: "Save this order" }).click();
    await first.getByText("Saved.").waitFor();
    await page.reload();
    await page.locator(".disagreement .state", { hasText: "decided" }).waitFor();
  });

  test("exports, and the truth trains a ranker", async () => {
    const { page } = ada;
    await page.goto(project);
    const exported = async (name: string) => {
      const waiting = page.waitForEvent("download");
      await page.getByRole("link", { name, exact: true }).click();
      return readFileSync(await (await waiting).path(), "utf8");
    };
    const topK = await exported("Top-k truth");
    const records = topK.trim().split("\n").map((line) => JSON.parse(line) as { qid: string; top: string[] });
    expect(records.length).toBe(6);
    for (const { qid, top } of records) {
      const best = documents.filter(({ query }) => query === qid).sort((a, b) => b.utility - a.utility);
      expect(best.slice(0, 6).map(({ id }) => id)).toContain(top[0]);
    }
    for (const name of ["LETOR labels", "Qrels", "Preference qrels", "Pairs (CSV)"]) expect((await exported(name)).length).toBeGreaterThan(10);

    expect(await exported("Pairs (CSV)")).toContain(",ben,");
    await page.getByText("Leave out answers of assessors").click();
    await page.getByLabel("ben", { exact: true }).check();
    await accessible(ada, "overview with assessors to leave out");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/without=\d+$/);
    await expect.poll(() => page.getByRole("table", { name: "Assessors" }).locator("tbody tr").count()).toBe(2);
    const others = await exported("Pairs (CSV)");
    expect(others).toContain(",cleo,");
    expect(others).not.toContain(",ben,");

    writeFileSync(joined(served.folder, "truth.jsonl"), topK);
    writeFileSync(joined(served.folder, "features.txt"), letorFeatures());
    served.run("data", "convert", "truth.jsonl", "train.txt", "--from", "top-k", "--to", "letor", "--data", "features.txt", "--quiet");
    const printed = served.run("train", "listmle", "--train", "train.txt", "--test", "train.txt", "--model", "model.txt", "--measures", "ndcg@3", "--format", "json", "--quiet");
    const ndcg = /"?ndcg@3"?[^0-9]*([01]\.?\d*)/.exec(printed)?.[1];
    expect(Number(ndcg), printed).toBeGreaterThan(0.85);
  });

  test("no browser reported errors or sent requests elsewhere", () => {
    for (const { name, complaints, strays } of everyone) expect({ name, complaints, strays }).toEqual({ name, complaints: [], strays: [] });
  });
});
