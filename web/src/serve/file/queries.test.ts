import { expect, test } from "vitest";
import { readJson } from "../read/json";
import { matching, textOf } from "./queries";

test("the query with the name that is looked for comes first, then those that begin with it", () => {
  const queries = ["21", "12", "Q1", "1", "3"].map((id) => ({ id, documents: 1 }));
  const names = (words: string) => matching(queries, words).map(({ id }) => id);
  expect(names(" 1 ")).toEqual(["1", "12", "21", "Q1"]);
  expect(names("q")).toEqual(["Q1"]);
  expect(names("")).toEqual(["21", "12", "Q1", "1", "3"]);
  expect(names("x")).toEqual([]);
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
