import { expect, test } from "vitest";
import { differenceText, moves, moveText } from "./compare";

const ranking = (ids: string) => [...ids].map((id, place) => ({ id, score: -place, rank: place + 1 }));

test("counts places towards the top", () => {
  expect([...moves(ranking("cab"), ranking("abc"))]).toEqual([["c", 2], ["a", -1], ["b", -1]]);
  expect([...moves(ranking("ab"), ranking("b"))]).toEqual([["a", null], ["b", -1]]);
});

test("a move is said in words, too", () => {
  expect(moveText(2, "old")).toEqual({ mark: "\u25b2 2", words: "2 places higher than in old" });
  expect(moveText(-1, "old")).toEqual({ mark: "\u25bc 1", words: "1 place lower than in old" });
  expect(moveText(0, "old")).toEqual({ mark: "=", words: "at the same place as in old" });
  expect(moveText(null, "old")).toEqual({ mark: "new", words: "not in the ranking of old" });
});

test("sums the difference up", () => {
  expect(differenceText(ranking("abcd"), ranking("abcd"), ["old", "new"])).toBe("old and new give the same order.");
  expect(differenceText(ranking("abcd"), ranking("cabd"), ["old", "new"])).toBe(
    "3 of 4 documents are at another place. c moved the furthest: 2 places higher than in old. old has a first, new has c.",
  );
  expect(differenceText(ranking("abcd"), ranking("acbd"), ["old", "new"])).toMatch(/^2 of 4 .* a is first in both\.$/);
});
