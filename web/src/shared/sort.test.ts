import { expect, test } from "vitest";
import type { Cell } from "./model";
import { sortedRows } from "./sort";

const number = (value: number | null, text = String(value)): Cell => ({ text: value === null ? "-" : text, value });
const firsts = (rows: Cell[][]) => rows.map((row) => (typeof row[0] === "string" ? row[0] : row[0]?.text));
const sorted = (cells: Cell[], direction: "ascending" | "descending") =>
  firsts(sortedRows(cells.map((cell) => [cell]), 0, direction));

test("goes by the number, not by its text", () => {
  expect(sorted([number(10), number(9), number(-1)], "ascending")).toEqual(["-1", "9", "10"]);
});

test("goes by digits that are not shown", () => {
  expect(sorted([number(0.12349, "0.12"), number(0.12341, "0.12 ")], "ascending")).toEqual(["0.12 ", "0.12"]);
});

test("puts what is missing last in either direction", () => {
  const cells = [number(null), number(2), number(1)];
  expect(sorted(cells, "ascending")).toEqual(["1", "2", "-"]);
  expect(sorted(cells, "descending")).toEqual(["2", "1", "-"]);
  expect(sorted(["b", "", "a"], "descending")).toEqual(["b", "a", ""]);
});

test("takes no mark for a part of the number", () => {
  const rows: Cell[][] = [[{ text: "0.5", value: 0.5, mark: "*" }], [{ text: "0.4", value: 0.4 }]];
  expect(firsts(sortedRows(rows, 0, "ascending"))).toEqual(["0.4", "0.5"]);
});

test("goes by the number that a text starts with", () => {
  expect(sorted(["0.45 ± 0.01", "0.5 ± 0.2", "-0.1 ± 0.3"], "ascending")).toEqual([
    "-0.1 ± 0.3",
    "0.45 ± 0.01",
    "0.5 ± 0.2",
  ]);
  expect(sorted(["15 211", "1 692", "106"], "descending")).toEqual(["15 211", "1 692", "106"]);
});

test("goes by words where some are no numbers, digits inside as numbers", () => {
  expect(sorted(["fold 10", "Fold 9", "all"], "ascending")).toEqual(["all", "Fold 9", "fold 10"]);
});

test("knows infinity, which has no JSON", () => {
  expect(sorted([{ text: "inf", value: null }, number(1), { text: "-inf", value: null }], "ascending")).toEqual([
    "-inf",
    "1",
    "inf",
  ]);
});

test("leaves equal rows in the order of the document, and the document alone", () => {
  const rows: Cell[][] = [["x", "1"], ["y", "0"], ["z", "1"]];
  expect(firsts(sortedRows(rows, 1, "descending"))).toEqual(["x", "z", "y"]);
  expect(firsts(rows)).toEqual(["x", "y", "z"]);
});
