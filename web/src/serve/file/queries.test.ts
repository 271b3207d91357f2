import { expect, test } from "vitest";
import { readJson } from "../read/json";
import { joinedQueries, joinedRows, matching, textOf } from "./queries";

test("the query with the name that is looked for comes first, then those that begin with it", () => {
  const queries = ["21", "12", "Q1", "1", "3"].map((id) => ({ id, documents: 1, slices: [0] }));
  const names = (words: string) => matching(queries, words).map(({ id }) => id);
  expect(names(" 1 ")).toEqual(["1", "12", "21", "Q1"]);
  expect(names("q")).toEqual(["Q1"]);
  expect(names("")).toEqual(["21", "12", "Q1", "1", "3"]);
  expect(names("x")).toEqual([]);
});

test("a query whose rows are in several slices is one query", () => {
  const slices = [[{ id: "a", documents: 2 }, { id: "b", documents: 1 }], [{ id: "b", documents: 3 }]];
  expect(joinedQueries(slices)).toEqual([
    { id: "a", documents: 2, slices: [0] },
    { id: "b", documents: 4, slices: [0, 1] },
  ]);
  const part = (id: string) => ({ id: "b", documents: [{ id, values: [1], label: null }] });
  expect(joinedRows([part("x"), part("y")])?.documents.map(({ id }) => id)).toEqual(["x", "y"]);
  expect(joinedRows([part("1"), part("1")])?.documents.map(({ id }) => id)).toEqual(["1", "2"]);
  expect(joinedRows([])).toBeUndefined();
});

test("a query becomes text that is read as the same", () => {
  const documents = [
    { id: "a", values: [1, null], label: 2 },
    { id: "b", values: [0.5, 3], label: null },
  ];
  expect(readJson(textOf({ id: 'say "hi"', documents }, ["x", "y"]))).toEqual([{ id: 'say "hi"', features: ["x", "y"], documents }]);
  expect(readJson(textOf({ id: "7", documents }, ["x", "y", "z"]))).toEqual([{ id: "7", documents }]);
  expect(readJson(textOf({ id: "7", features: ["v", "w"], documents }, ["x", "y"]))[0]?.features).toEqual(["v", "w"]);
});

test("a query that is too large is not inserted", () => {
  const documents = [{ id: "a", values: Array.from({ length: 1 << 20 }, () => 0.123456), label: null }];
  expect(() => textOf({ id: "1", documents }, [])).toThrow("query 1 has 10 MB, the page takes 8: send it by a program");
});
