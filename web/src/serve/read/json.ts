import type { Value } from "../model";
import { QueryRows, type PastedQuery } from "./pasted";

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is Value => value === null || typeof value === "number";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the text begins like JSON but is not: ${(error as Error).message}`);
  }
}

function valuesOf(values: unknown, where: string): Value[] | Record<string, Value> {
  const all = Array.isArray(values) ? values : isObject(values) ? Object.values(values) : null;
  if (all === null) throw new Error(`${where}: expected "values", a list or an object of numbers`);
  const other = all.find((value) => !isValue(value));
  if (other !== undefined) throw new Error(`${where}: found ${JSON.stringify(other)} among the values, expected a number or null`);
  return values as Value[] | Record<string, Value>;
}

function idOf(id: unknown, where: string): string {
  if (id === undefined) return "";
  if (typeof id !== "string") throw new Error(`${where}: found the id ${JSON.stringify(id)}, expected a text`);
  return id;
}

/** Reads the body of a request, or its list of documents alone; documents may have labels, which no request has. */
export function readJson(text: string): PastedQuery[] {
  const value = parsed(text);
  const body: Members = Array.isArray(value) ? { documents: value } : isObject(value) ? value : {};
  const { documents, features, query } = body;
  if (!Array.isArray(documents)) throw new Error(`expected an object with "documents", or a list of documents`);
  if (features !== undefined && !(Array.isArray(features) && features.every((name) => typeof name === "string"))) {
    throw new Error(`expected "features", a list of names`);
  }
  const queries = new QueryRows();
  documents.forEach((document: unknown, index) => {
    const where = `document ${index + 1}`;
    if (!isObject(document)) throw new Error(`${where}: expected an object with "values"`);
    queries.add(typeof query === "string" ? query : "", features as string[] | undefined, {
      id: idOf(document.id, where),
      values: valuesOf(document.values, where),
      label: typeof document.label === "number" ? document.label : null,
    });
  });
  return queries.all();
}
