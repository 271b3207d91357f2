import { expect, test } from "vitest";
import { barOf } from "./bars";

test("bars start at zero and share a scale", () => {
  expect(barOf(0.5, 1, false)).toEqual({ x: 0, length: 100 });
  expect(barOf(0.5, 1, true)).toEqual({ x: 100, length: 50 });
  expect(barOf(-1, 1, true)).toEqual({ x: 0, length: 100 });
  expect(barOf(0, 0, false)).toEqual({ x: 0, length: 0 });
});
