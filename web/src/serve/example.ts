import type { Value } from "./model";

export type ExampleFormat = "CSV" | "LETOR" | "JSON";
export const exampleFormats: ExampleFormat[] = ["CSV", "LETOR", "JSON"];

const documentCount = 8;

/** Numbers in [0, 1) that are the same at every visit (the generator of Park and Miller). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Made-up values from 0 to 20, most of them small, so that they lie on both sides of thresholds of any usual size. */
function rows(features: string[]): number[][] {
  const next = uniform(20);
  for (let lost = 0; lost < 8; ++lost) next(); // the first depend on the seed alone
  return Array.from({ length: documentCount }, () => features.map(() => Number((20 * next() ** 3).toFixed(2))));
}

const ids = (place: number): string => `d${place + 1}`;
const csvField = (text: string): string => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csv(features: string[], values: Value[][]): string {
  const lines = values.map((row, place) => [1, ids(place), ...row.map((value) => value ?? "")].join(","));
  return [["qid", "docid", ...features.map(csvField)].join(","), ...lines].join("\n");
}

function letor(features: string[], values: Value[][]): string {
  const first = features[0] === "0" ? 0 : 1;
  const lines = values.map((row, place) => {
    const pairs = row.map((value, feature) => `${feature + first}:${value ?? "NULL"}`);
    return `${place % 3} qid:1 ${pairs.join(" ")} # ${ids(place)}`;
  });
  return lines.join("\n");
}

function json(features: string[], values: Value[][]): string {
  const lines = values.map((row, place) => `  ${JSON.stringify({ id: ids(place), values: row })}`);
  return `{"query": "1", "features": ${JSON.stringify(features)}, "documents": [\n${lines.join(",\n")}\n]}`;
}

/** A made-up query for a model with these features. */
export function exampleOf(format: ExampleFormat, features: string[]): string {
  const write = { CSV: csv, LETOR: letor, JSON: json }[format];
  return `${write(features, rows(features))}\n`;
}
