import { expect, test } from "vitest";
import { duel } from "./duel";
import type { PerQueryBlock } from "./model";

const block: PerQueryBlock = {
  kind: "per-query",
  title: "",
  note: "",
  query: ["q1", "q2", "q3", "q4", "q5"],
  measure: ["map", "ndcg"],
  systems: [
    { name: "a", value: [[0, 0, 0, 0, 0], [0.1, 0.5, 0.5, null, 0.9]] },
    { name: "b", value: [[0, 0, 0, 0, 0], [0.2, 0.5 + 1e-12, 0.1, 0.3, 1.0]] },
  ],
};

test("counts who is better, and leaves out what one of them skipped", () => {
  const found = duel(block, 1, 0, 1);
  expect(found).toMatchObject({ aBetter: 1, tied: 1, bBetter: 2, leftOut: 1 });
  expect(found.meetings[0]).toEqual({ query: "q1", a: 0.1, b: 0.2 });
  expect(found.meetings.map(({ query }) => query)).toEqual(["q1", "q2", "q3", "q5"]);
});

test("ties a system with itself", () => {
  expect(duel(block, 1, 0, 0)).toMatchObject({ aBetter: 0, tied: 4, bBetter: 0, leftOut: 1 });
});

test("finds nothing where there is nothing", () => {
  expect(duel({ ...block, systems: [] }, 0, 0, 1)).toMatchObject({ meetings: [], leftOut: 5 });
});
