import { expect, test } from "vitest";
import type { SaveState } from "./queue";
import { SaveNews } from "./save_line";

const waiting: SaveState = { kind: "waiting", until: 1_000, why: "the service cannot be reached" };
const refused: SaveState = { kind: "refused", why: "the task was continued elsewhere", isKept: false };
const [idle, saving, saved, login]: SaveState[] = [{ kind: "idle" }, { kind: "saving" }, { kind: "saved" }, { kind: "login" }];
const heard = (states: (SaveState | undefined)[]) => {
  const news = new SaveNews();
  return states.map((state) => (state === undefined ? null : news.of(state)));
};

test("an answer that is saved as usual is not announced", () => {
  expect(heard([idle, saving, saved, saving, saved])).toEqual([null, null, null, null, null]);
});

test("a problem is announced once, however often saving is retried, and so is its end", () => {
  const [first, ...rest] = heard([waiting, saving, waiting, saving, saved, saving, saved]);
  expect(first).toBe("Not saved yet: the service cannot be reached. Saving is retried until it succeeds.");
  expect(rest).toEqual([null, null, null, "Saved", null, null]);
});

test("another kind of problem is announced, too", () => {
  expect(heard([waiting, saving, login, saving, saved]).slice(2)).toEqual(["Not saved yet; please log in.", null, "Saved"]);
});

test("each refusal is announced, even if it is the same again", () => {
  const words = "Not saved: the task was continued elsewhere.";
  expect(heard([saving, refused, saving, refused, saving, saved])).toEqual([null, words, "", words, "", null]);
});
