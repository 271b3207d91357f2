import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = __dirname;
const modules = readdirSync(root, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith(".ts"));

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, to = ""]) => `${normalize(join(dirname(path), to))}.ts`);
}

/** A path that leads from a module back to one that is on it; null: there is none. */
function cycleFrom(path: string, above: string[], finished: Set<string>): string[] | null {
  if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
  if (finished.has(path)) return null;
  for (const next of importsOf(path)) {
    const cycle = cycleFrom(next, [...above, path], finished);
    if (cycle !== null) return cycle;
  }
  finished.add(path);
  return null;
}

test("modules do not import each other in a circle, types included", () => {
  const finished = new Set<string>();
  expect(modules.map((path) => cycleFrom(path, [], finished)).filter((cycle) => cycle !== null)).toEqual([]);
  expect(finished.size).toBeGreaterThan(50);
});
