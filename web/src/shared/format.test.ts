import { expect, test } from "vitest";
import { brief, fileName, fixed, interval, plural, signed } from "./format";

test("shows measures with four digits and nothing as a dash", () => {
  expect([0.5, -0.00004, 0.12345, null, undefined, NaN].map((value) => fixed(value))).toEqual([
    "0.5000",
    "-0.0000",
    "0.1235",
    "-",
    "-",
    "-",
  ]);
});

test("shows weights of any size with the digits that count", () => {
  expect([0, 1.83, 0.118349, -12345.6, 0.00001234, 1.5e9, null].map(brief)).toEqual([
    "0",
    "1.83",
    "0.1183",
    "-12350",
    "1.23e-5",
    "1.50e+9",
    "-",
  ]);
});

test("what is added has a sign, and a minus is that of other numbers", () => {
  expect([0.8, -0.25, 0, 1e-9].map(signed)).toEqual(["+0.8", brief(-0.25), "0", "+1.00e-9"]);
});

test("shows an interval only if it has two ends", () => {
  expect(interval(0.1, 0.2)).toBe("0.1000\u20130.2000");
  expect(interval(0.1, null)).toBe("");
  expect(interval(undefined, undefined)).toBe("");
});

test("counts in words", () => {
  expect([plural(1, "curve"), plural(12345, "curve"), plural(0, "query", "queries")]).toEqual(["1 curve", "12,345 curves", "0 queries"]);
});

test("makes file names of any title", () => {
  expect(fileName("Quality by depth (k)", "svg")).toBe("quality-by-depth-k.svg");
  expect(fileName("../../<b>", "png")).toBe("b.png");
  expect(fileName("\u00df", "png")).toBe("figure.png");
});
