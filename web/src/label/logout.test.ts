import { expect, test } from "vitest";
import type { Question } from "../shared/ask";
import { Refusal } from "../shared/request";
import type { Api } from "./api";
import { logOut } from "./logout";
import type { AnswerQueue } from "./queue";

/** Answers yes the given number of times, then no. */
function asker(yes: number) {
  const asked: string[] = [];
  const ask = async ({ title, words }: Question) => {
    asked.push(`${title}: ${words}`);
    return asked.length <= yes;
  };
  return { asked, ask };
}

/** An API whose first logouts fail with these statuses, one after the other. */
function apiOf(...statuses: number[]) {
  const service = { logouts: 0 };
  const logout = async () => {
    const status = statuses.shift();
    if (status !== undefined) throw new Refusal(status, "the service cannot be reached");
    ++service.logouts;
  };
  return { service, api: { logout } as unknown as Api };
}

const queueOf = (unsent: number, isFlushed: boolean) =>
  ({ unsent: () => Array.from({ length: unsent }), flush: async () => isFlushed }) as unknown as AnswerQueue;

test.each([null, queueOf(0, false), queueOf(1, true)])("logs out without a question when everything is or can be saved", async (queue) => {
  const { service, api } = apiOf();
  const { asked, ask } = asker(0);
  expect(await logOut(api, queue, ask)).toBe(true);
  expect([service.logouts, asked]).toEqual([1, []]);
});

test("warns when an answer is not saved, and logs out only if confirmed", async () => {
  for (const yes of [0, 1]) {
    const { service, api } = apiOf();
    const { asked, ask } = asker(yes);
    expect(await logOut(api, queueOf(1, false), ask)).toBe(yes === 1);
    expect(service.logouts).toBe(yes);
    expect(asked).toEqual([expect.stringMatching(/^Your last answer is not saved yet: /)]);
  }
});

test("reports a failure, and tries again as long as asked to", async () => {
  const still = "You are still logged in: The service cannot be reached.";
  const { api } = apiOf(0, 500);
  const patient = asker(2);
  expect(await logOut(api, null, patient.ask)).toBe(true);
  expect(patient.asked).toEqual([still, still]);
  expect(await logOut(apiOf(0).api, null, asker(0).ask)).toBe(false);
});

test("a session that has ended counts as logged out", async () => {
  const { asked, ask } = asker(0);
  expect(await logOut(apiOf(401).api, null, ask)).toBe(true);
  expect(asked).toEqual([]);
});
