import { exact, isNumeric, rich, shown } from "./cells";
import type { Cell, Table } from "./model";

/** A table as text to paste elsewhere, escaped as `render` of src/podium/core/base/table.hpp does. */
export const copyFormats: { name: string; write: (table: Table) => string }[] = [
  { name: "Markdown", write: toMarkdown },
  { name: "LaTeX", write: toLatex },
  { name: "CSV", write: toCsv },
];

export function toMarkdown(table: Table): string {
  const escaped = (text: string) => text.replace(/[|*]/g, "\\$&").replace(/[\r\n]/g, " ");
  const cell = (of: Cell) => (rich(of).strong ? `**${escaped(shown(of))}**` : escaped(shown(of)));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
  const rule = table.columns.map((_, column) => (isNumeric(table, column) ? "--:" : "---"));
  return (
    line(table.columns.map(escaped)) + `|${rule.join("|")}|\n` + table.rows.map((row) => line(row.map(cell))).join("")
  );
}

const latexNames: Record<string, string> = {
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\\": "\\textbackslash{}",
};

export function toLatex(table: Table): string {
  const escaped = (text: string) => text.replace(/[&%$#_{}~^\\]/g, (c) => latexNames[c] ?? `\\${c}`);
  const cell = (of: Cell) => (rich(of).strong ? `\\textbf{${escaped(shown(of))}}` : escaped(shown(of)));
  const line = (cells: string[]) => `${cells.join(" & ")} \\\\\n`;
  const columns = table.columns.map((_, column) => (isNumeric(table, column) ? "r" : "l")).join("");
  return (
    `\\begin{tabular}{${columns}}\n\\hline\n${line(table.columns.map(escaped))}\\hline\n` +
    `${table.rows.map((row) => line(row.map(cell))).join("")}\\hline\n\\end{tabular}\n`
  );
}

export function toCsv(table: Table): string {
  const field = (text: string) => (/[,"\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const line = (cells: string[]) => `${cells.map(field).join(",")}\n`;
  return line(table.columns) + table.rows.map((row) => line(row.map(exact))).join("");
}
