import type { Value } from "../model";
import { numberOf, QueryRows, type PastedQuery } from "./pasted";

export const namesComment = /^#\s*podium features:\s*(\[.*\])\s*$/;

/** Blanks before a line end are no line ends: each line can be passed in one way only, so many empty ones take no time. */
export const looksLikeLetor = (text: string): boolean => /^(?:[^\S\n]*(?:#.*)?\n)*[^\S\n]*(?:[^\s#]+[^\S\n]+)?qid:\S/.test(text);

/** Files of Istella write a missing value as the largest double. */
const largest = 1.79769e308;

/** A comment names the document: "docid = D-17 ...", or a single word. */
function idOf(comment: string): string {
  const words = comment.trim();
  return /^docid = (\S+)/.exec(words)?.[1] ?? (/^\S+$/.test(words) ? words : "");
}

function namesOf(text: string, where: string): string[] {
  try {
    const names: unknown = JSON.parse(text);
    if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  } catch {
    // said below
  }
  throw new Error(`${where}: expected the names of the features as a list of JSON`);
}

function valueOf(text: string, where: string): Value {
  if (/^null$/i.test(text)) return null;
  const value = numberOf(text, where);
  return Math.abs(value) >= largest ? null : value;
}

/** The values of a row; a feature that it leaves out is 0, as in every file of this format. */
function valuesOf(tokens: string[], count: number, first: number, where: string): Value[] {
  const values: Value[] = Array.from({ length: count }, () => 0);
  let last = first - 1;
  for (const token of tokens) {
    const parts = /^(\d+):(\S+)$/.exec(token);
    if (parts === null) throw new Error(`${where}: found "${token}", expected NUMBER:VALUE`);
    const feature = Number(parts[1]);
    if (feature <= last) throw new Error(`${where}: feature ${feature} comes after ${last}, expected ascending numbers from ${first}`);
    if (feature >= first + count) throw new Error(`${where}: found feature ${feature}, but the model has ${count}, the last is ${first + count - 1}`);
    values[feature - first] = valueOf(parts[2] ?? "", where);
    last = feature;
  }
  return values;
}

/** Reads the text format of LETOR. Its features have numbers, so they are those of the model, in order. */
export function readLetor(text: string, modelFeatures: string[]): PastedQuery[] {
  const queries = new QueryRows();
  let names: string[] | undefined;
  // Models of data that counts from 0 name their first feature so.
  const first = modelFeatures[0] === "0" ? 0 : 1;
  text.split(/\r?\n/).forEach((line, index) => {
    const where = `line ${index + 1}`;
    const listed = namesComment.exec(line.trim());
    if (listed !== null) names = namesOf(listed[1] ?? "", where);
    const mark = line.indexOf("#");
    const tokens = (mark < 0 ? line : line.slice(0, mark)).trim().split(/\s+/);
    if (tokens[0] === "") return;
    const place = tokens[0]?.startsWith("qid:") ? 0 : 1;
    const query = /^qid:(\S+)$/.exec(tokens[place] ?? "")?.[1];
    if (query === undefined) throw new Error(`${where}: found no qid:, expected LABEL qid:QUERY 1:VALUE 2:VALUE ...`);
    const label = place === 0 ? null : numberOf(tokens[0] ?? "", where);
    const values = valuesOf(tokens.slice(place + 1), names?.length ?? modelFeatures.length, first, where);
    queries.add(query, names, { id: mark < 0 ? "" : idOf(line.slice(mark + 1)), values, label });
  });
  return queries.all();
}
