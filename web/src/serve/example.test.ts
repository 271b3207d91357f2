import { expect, test } from "vitest";
import { exampleFormats, exampleOf } from "./example";
import { readPasted } from "./read/read";

/** The values in the order of the features, whatever format they came in. */
function valuesOf(text: string, features: string[]) {
  const [query] = readPasted(text, features);
  return query?.documents.map(({ id, values }) => ({ id, values }));
}

test.each([[["bm25", 'say "hi", title']], [["1", "2", "3"]], [["0", "1"]], [["id", "pagerank"]]])("examples of %j are the same in every format", (features) => {
  const [one, ...others] = exampleFormats.map((format) => valuesOf(exampleOf(format, features), features));
  expect(one?.length).toBe(8);
  expect(new Set(one?.map(({ id }) => id)).size).toBe(8);
  for (const other of others) expect(other).toEqual(one);
});

test("an example is the same at every visit, and its documents differ", () => {
  const features = ["a", "b"];
  expect(exampleOf("CSV", features)).toBe(exampleOf("CSV", features));
  const values = valuesOf(exampleOf("CSV", features), features)?.flatMap((document) => document.values as number[]) ?? [];
  expect(new Set(values).size).toBeGreaterThan(12);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(20);
  expect(values.some((value) => value < 1) && values.some((value) => value > 5)).toBe(true);
});
