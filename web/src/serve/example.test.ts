import { expect, test } from "vitest";
import { exampleOf } from "./example";
import { readJson } from "./read/json";

const valuesOf = (features: string[]) => readJson(exampleOf("JSON", features)).flatMap(({ documents }) => documents.map(({ values }) => values as number[]));

test("examples have a row for each document, with the same values in every format", () => {
  const features = ["bm25", 'say "hi", title'];
  const values = valuesOf(features);
  expect(values.length).toBe(8);
  const csv = exampleOf("CSV", features).trimEnd().split("\n");
  expect(csv[0]).toBe('qid,docid,bm25,"say ""hi"", title"');
  expect(csv.slice(1)).toEqual(values.map((row, place) => `1,d${place + 1},${row.join(",")}`));
  expect(exampleOf("LETOR", ["0", "1"]).split("\n")[2]).toBe(`2 qid:1 0:${values[2]?.[0]} 1:${values[2]?.[1]} # d3`);
});

test("an example is the same at every visit, and its documents differ", () => {
  const features = ["a", "b"];
  expect(exampleOf("CSV", features)).toBe(exampleOf("CSV", features));
  const values = valuesOf(features).flat();
  expect(new Set(values).size).toBeGreaterThan(12);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(20);
  expect(values.some((value) => value < 1) && values.some((value) => value > 5)).toBe(true);
});
