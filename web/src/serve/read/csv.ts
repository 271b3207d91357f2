import type { Value } from "../model";
import { numberOf, QueryRows, type PastedQuery } from "./pasted";

interface Row {
  line: number;
  fields: string[];
}

const separators = [",", ";", "\t", "|"];
const missing = new Set(["", "null", "nan", "na", "n/a", "#n/a", "<na>", "none", "-nan"]);
/** Columns that are no features. */
const documentColumns = ["docid", "id"];
const otherColumns = ["qid", "label", "row_weight", "query_weight", ""];
/** What pandas calls a column that numbers the rows. */
const indexColumn = /^Unnamed: 0/;

/** The fields of RFC 4180: a quoted field may contain separators and line ends, and "" for a quote. */
export function csvRows(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let fields: string[] = [];
  let line = 1;
  let rowLine = 1;
  let at = 0;
  const quoted = (): string => {
    const from = line;
    let field = "";
    for (++at; at < text.length; ++at) {
      const letter = text.charAt(at);
      if (letter === "\n") ++line;
      if (letter !== '"') field += letter;
      else if (text.charAt(at + 1) === '"') field += text.charAt(++at);
      else {
        ++at;
        return field;
      }
    }
    throw new Error(`line ${from}: a quote is opened and never closed`);
  };
  while (at < text.length) {
    let field = "";
    if (text.charAt(at) === '"') field = quoted();
    while (at < text.length && text.charAt(at) !== separator && text.charAt(at) !== "\n") field += text.charAt(at++);
    fields.push(field.replace(/\r$/, ""));
    const isEnd = text.charAt(at) !== separator;
    ++at;
    if (!isEnd && at < text.length) continue;
    if (!isEnd) fields.push("");
    if (fields.some((one) => one.trim() !== "")) rows.push({ line: rowLine, fields });
    fields = [];
    rowLine = ++line;
  }
  return rows;
}

/** The separator under which the header has a column of queries, else the one that gives it the most columns; the first of equal ones. */
export function separatorOf(header: string): string {
  const withQueries = separators.find((separator) => header.split(separator).some((name) => /^(?:qid|"qid")$/.test(name.trim())));
  if (withQueries !== undefined) return withQueries;
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

function valueOf(text: string, separator: string, where: string): Value {
  const word = text.trim().toLowerCase();
  if (missing.has(word)) return null;
  if (word === "true" || word === "false") return word === "true" ? 1 : 0;
  return numberOf(separator === ";" ? text.replace(/^([^.,]*),([^.,]*)$/, "$1.$2") : text, where);
}

/** Reads a table with a header. Columns are features by their name, but qid, label, docid (or id) and weights. */
export function readCsv(text: string): PastedQuery[] {
  const start = text.trimStart();
  const lost = text.slice(0, text.length - start.length).split("\n").length - 1;
  const separator = separatorOf(start.split("\n", 1)[0] ?? "");
  const [header, ...rows] = csvRows(start, separator);
  const columns = header?.fields.map((name) => name.trim()) ?? [];
  const twice = columns.find((name, place) => name !== "" && columns.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`line ${lost + 1}: two columns are called "${twice}"`);
  const idColumn = documentColumns.map((name) => columns.indexOf(name)).find((place) => place >= 0) ?? -1;
  const places = columns.flatMap((name, place) => (place === idColumn || otherColumns.includes(name) || indexColumn.test(name) ? [] : [place]));
  if (places.length === 0) throw new Error(`line ${lost + 1}: found no column of a feature`);
  const features = places.map((place) => columns[place] ?? "");
  const [queryColumn, labelColumn] = [columns.indexOf("qid"), columns.indexOf("label")];

  const queries = new QueryRows();
  for (const { line, fields } of rows) {
    const where = `line ${line + lost}`;
    if (fields.length !== columns.length) throw new Error(`${where}: found ${fields.length} fields, expected ${columns.length} as in the header`);
    const labelText = fields[labelColumn]?.trim() ?? "";
    queries.add(fields[queryColumn]?.trim() ?? "", features, {
      id: fields[idColumn]?.trim() ?? "",
      values: places.map((place) => valueOf(fields[place] ?? "", separator, `${where}, column ${columns[place]}`)),
      label: labelText === "" ? null : numberOf(labelText, `${where}, column label`),
    });
  }
  return queries.all();
}
