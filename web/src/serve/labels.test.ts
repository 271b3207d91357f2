import { expect, test } from "vitest";
import { highestLabel, highestLabelText, labelMark, type Labels } from "./labels";

const labelled = (labels: (number | null)[]) => new Map(labels.map((label, place) => [`d${place + 1}`, label]));
const ranking = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `d${place + 1}`, rank: place + 1, score: -place }));
const text = (documents: ReturnType<typeof ranking>, labels: Labels) => highestLabelText(documents, labels, highestLabel(labels));

test("the highest label, unless labels say nothing about the order", () => {
  expect(highestLabel(labelled([0, 2, null, 1]))).toBe(2);
  expect([[], [null, null], [0, 0], [2, 2], [-1, 0]].map((labels) => highestLabel(labelled(labels)))).toEqual([null, null, null, null, null]);
  expect(highestLabel(labelled([-1, 3]))).toBe(3);
});

test("labels are set off by how good they are", () => {
  expect([2, 1, 0, -1].map((label) => labelMark(label, 2))).toEqual([
    { words: "label 2", kind: " best" },
    { words: "label 1", kind: " good" },
    { words: "label 0", kind: "" },
    { words: "not judged", kind: "" },
  ]);
  expect(labelMark(2, null).kind).toBe("");
});

test("the ranks of the highest label, of many the first", () => {
  expect(text(ranking(3), labelled([0, 1, 0]))).toBe("Label 1, the highest, is at rank 2.");
  expect(text(ranking(4), labelled([2, 1, 2, 2]))).toBe("Label 2, the highest, is at ranks 1, 3 and 4.");
  const many = labelled([...Array.from({ length: 12 }, () => 0.5), 0]);
  expect(text(ranking(13), many)).toBe("Label 0.5, the highest, is at ranks 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.");
  many.set("d12", 0);
  expect(text(ranking(13), many)).toBe("Label 0.5, the highest, is at ranks 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11.");
  expect(text(ranking(2), labelled([0, 0]))).toBe("");
});
