import { expect, test } from "vitest";
import { toCsv, toLatex, toMarkdown } from "./copy_formats";
import type { Table } from "./model";

// The same cells as in src/podium/core/base/table_test.cpp.
const table: Table = {
  columns: ["name", "value", "count"],
  rows: [
    ["a_b", { text: "0.1235", value: 0.123456, strong: true, mark: "*" }, { text: "3", value: 3 }],
    ['c|"d"', { text: "-", value: null }, { text: "12", value: 12 }],
  ],
};

test("writes Markdown with bold cells and marks", () => {
  expect(toMarkdown(table)).toBe(
    "| name | value | count |\n|---|--:|--:|\n| a_b | **0.1235\\*** | 3 |\n" + '| c\\|"d" | - | 12 |\n',
  );
  expect(toMarkdown({ columns: ["a"], rows: [["x\ny"]] })).toBe("| a |\n|---|\n| x y |\n");
});

test("writes LaTeX", () => {
  expect(toLatex(table)).toBe(
    "\\begin{tabular}{lrr}\n\\hline\nname & value & count \\\\\n\\hline\n" +
      "a\\_b & \\textbf{0.1235*} & 3 \\\\\n" +
      'c|"d" & - & 12 \\\\\n\\hline\n\\end{tabular}\n',
  );
  expect(toLatex({ columns: ["50 %~^\\"], rows: [] })).toContain(
    "50 \\%\\textasciitilde{}\\textasciicircum{}\\textbackslash{}",
  );
});

test("keeps every digit in CSV and no mark", () => {
  const rounded: Table = { columns: ["x"], rows: [[{ text: "3", value: 2.7 }], [{ text: "3.00", value: 3 }]] };
  expect(toCsv(rounded)).toBe("x\n2.7\n3\n");
  expect(toCsv(table)).toBe('name,value,count\na_b,0.123456,3\n"c|""d""",,12\n');
});

test("keeps whole numbers that JSON readers round", () => {
  expect(toCsv({ columns: ["n"], rows: [[{ text: "9007199254740993", value: 9007199254740992 }]] })).toBe(
    "n\n9007199254740993\n",
  );
});

test("keeps the name of a number that has no JSON", () => {
  expect(toCsv({ columns: ["n"], rows: [[{ text: "inf", value: null }]] })).toBe("n\ninf\n");
});

test("sets texts of numbers to the right, but for those that name rows", () => {
  expect(toLatex({ columns: ["feature", "adds", "rule"], rows: [["1", "-1.5e-05", "1 to 2"], ["2", "-", ""]] })).toContain("{lrl}");
});
