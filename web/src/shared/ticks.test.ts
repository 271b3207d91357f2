import { expect, test } from "vitest";
import { placesOfCurves } from "./ticks";

const curve = (xs: number[], last?: string) => ({
  name: "c",
  points: xs.map((x, place) => ({ x, y: 0, ...(last !== undefined && place === xs.length - 1 ? { label: last } : {}) })),
});
const texts = (...of: Parameters<typeof placesOfCurves>) => placesOfCurves(...of)?.map(({ text }) => text);

test("stand where the points are, with their names", () => {
  expect(texts([curve([1, 2, 5]), curve([5, 10], "full")], "logarithmic", 600)).toEqual(["1", "2", "5", "full"]);
});

test("are left to the axis where points are many", () => {
  expect(placesOfCurves([curve([...Array(50).keys()])], "linear", 600)).toBeNull();
});

test("give way to names where they would overlap", () => {
  expect(texts([curve([1, 2, 3, 98, 99, 100], "everything")], "linear", 300)).toEqual(["1", "everything"]);
});

test("shorten a name that would fill the axis", () => {
  expect(texts([curve([1, 2], "all queries of the collection")], "linear", 300)).toEqual(["1", "all queries o\u2026"]);
  expect(texts([curve([1, 2], "all queries of the collection")], "linear", 900)).toEqual(["1", "all queries of the collection"]);
});

test("are none where there are no curves", () => {
  expect(placesOfCurves([], "linear", 300)).toEqual([]);
});
