import { expect, test } from "vitest";
import type { TreeNode } from "./model";
import { placesOf } from "./tree_layout";

const leaf: TreeNode = { value: 1, rows: 1, cover: 1 };
const split = (yes: number, no: number): TreeNode => ({
  split: { feature: "f", condition: "", missing: "no", yes, no, gain: 1 },
  rows: 1,
  cover: 1,
});

test("a leaf alone has one row", () => {
  expect(placesOf([leaf])).toEqual([{ row: 0, depth: 0 }]);
});

test("a split is between its sides, the one where its condition holds above", () => {
  const nodes = [split(2, 1), split(3, 4), leaf, leaf, split(6, 5), leaf, leaf];
  expect(placesOf(nodes).map(({ row }) => row)).toEqual([1, 3, 0, 2, 5, 6, 4]);
  expect(placesOf(nodes).map(({ depth }) => depth)).toEqual([0, 1, 1, 2, 2, 3, 3]);
});

test("chains may be deep", () => {
  const nodes = Array.from({ length: 50_000 }, (_, depth) => [split(2 * depth + 1, 2 * depth + 2), leaf]).flat();
  const places = placesOf([...nodes, leaf]);
  expect(places[places.length - 1]).toEqual({ row: 100_000, depth: 50_000 });
});
