import { describe, expect, test } from "vitest";
import { keyHelp, KeyReader } from "./keys";

const verdicts = (keys: string[]): unknown[] => {
  const reader = new KeyReader("preferences", 5);
  return keys.map((key) => {
    const action = reader.read(key);
    return action?.kind === "verdict" ? action.verdict : action?.kind ?? null;
  });
};

describe("keys that compare", () => {
  test("say which document is better", () => {
    expect(verdicts(["ArrowLeft", "ArrowRight", " "])).toEqual(["left", "right", "tie"]);
    expect(verdicts(["l", "L", "x", "z", "p", "c", "?", "j"])).toEqual(["later", "later", "cannot-judge", "undo", "pause", "comment", "help", "read"]);
  });

  test("say which is bad after B", () => {
    expect(verdicts(["b", "ArrowLeft", "B", "ArrowRight", "b", "b"])).toEqual(["bad", "left-bad", "bad", "right-bad", "bad", "both-bad"]);
  });

  test("call a B off by any other key, which then does nothing else", () => {
    expect(verdicts(["b", "Escape", "ArrowLeft"])).toEqual(["bad", "cancel", "left"]);
    expect(verdicts(["b", "z", "z"])).toEqual(["bad", "cancel", "undo"]);
  });

  test("forget a B when the question changes", () => {
    const reader = new KeyReader("preferences", 5);
    reader.read("b");
    expect(reader.waitsForWhich).toBe(true);
    reader.reset();
    expect(reader.read("ArrowLeft")).toEqual({ kind: "verdict", verdict: "left" });
  });

  test("are known or not, which reads nothing", () => {
    const reader = new KeyReader("preferences", 5);
    expect(["b", "ArrowLeft", "Tab"].map((key) => reader.knows(key))).toEqual([true, true, false]);
    expect(reader.waitsForWhich).toBe(false);
    reader.read("b");
    expect(reader.knows("b")).toBe(true);
    expect(reader.waitsForWhich).toBe(true);
  });

  test("are no grades", () => {
    expect(verdicts(["1", "Tab", "q", "ArrowUp"])).toEqual([null, null, null, null]);
  });
});

describe("keys that grade", () => {
  test("count from the worst, as far as the scale goes", () => {
    const reader = new KeyReader("grades", 3);
    expect(["1", "3"].map((key) => reader.read(key))).toEqual([
      { kind: "grade", grade: 0 },
      { kind: "grade", grade: 2 },
    ]);
    expect(["0", "4", "ArrowLeft", " ", "b"].map((key) => reader.read(key))).toEqual([null, null, null, null, null]);
    expect(reader.read("l")).toEqual({ kind: "verdict", verdict: "later" });
  });
});

test("the help names every key that does something", () => {
  const named = (tool: "preferences" | "grades") => keyHelp(tool, ["bad", "good"]).map(([key]) => key);
  expect(named("grades")).toEqual(["1", "2", "L", "X", "C", "Z", "P", "J", "?"]);
  expect(named("preferences")).toContain("B, then B");
});
