import { describe, expect, test } from "vitest";
import { axisOf } from "../../shared/bars";
import type { Dashboard } from "../model";
import { importOf } from "./import_files";
import { leftOut, withoutParameter } from "./left_out";
import { moved, toggled } from "./order";
import { progressBars, progressByAssessor, progressByQuery } from "./progress";

describe("an import from files", () => {
  const queries = { name: "q.jsonl", text: '{"id":"q1","text":"wine"}\n\n{"id":2,"text":"beer","description":"which","gold":[["a","b"]]}\n' };
  const documents = {
    name: "d.jsonl",
    text: '{"query":"q1","id":"d2","html":"<p>x"}\n{"query":"2","id":"d1","text":"y","title":"t"}\n{"query":"q1","id":"d1","text":"z"}',
  };

  test("adds documents to their queries, in the order of the file", () => {
    expect(importOf([documents, queries])).toEqual([
      { id: "q1", text: "wine", description: "", documents: [{ id: "d2", html: "<p>x" }, { id: "d1", text: "z" }] },
      { id: "2", text: "beer", description: "which", gold: [["a", "b"]], documents: [{ id: "d1", text: "y", title: "t" }] },
    ]);
  });

  test("accepts the import format of the service", () => {
    const given = [{ id: "q", text: "t", documents: [{ id: "d", text: "x" }] }];
    expect(importOf([{ name: "all.json", text: JSON.stringify({ queries: given }, null, 2) }])).toEqual(given);
  });

  test("reports the place of an error", () => {
    const wrong = (...texts: string[]) => () => importOf(texts.map((text, place) => ({ name: `f${place}`, text })));
    expect(wrong('{"id":"q","text":"t"}\n[1]')).toThrow("f0:2: expected one JSON object on each line");
    expect(wrong('{"id":"q"}')).toThrow('f0:1: the field "text" is missing');
    expect(wrong('{"query":"q","id":"d","text":"x"}')).toThrow('f0:1: the query "q" of this document is in none of the files');
    expect(wrong('{"id":"q","text":"t"}', '{"id":"q","text":"t"}')).toThrow('f1:1: the query "q" occurs twice');
    expect(wrong('{"id":"q","text":"t"}')).toThrow('the query "q" has no documents');
    expect(wrong("")).toThrow("the files contain no queries");
  });
});

describe("an order", () => {
  test("moves a document one place, within the list", () => {
    expect(moved([5, 6, 7], 0, 1)).toEqual([6, 5, 7]);
    expect(moved([5, 6, 7], 2, -1)).toEqual([5, 7, 6]);
    const order = [5, 6];
    expect(moved(order, 0, -1)).toBe(order);
    expect(moved(order, 1, 1)).toBe(order);
  });

  test("adds and removes documents", () => {
    expect(toggled([5, 6], 7)).toEqual([5, 6, 7]);
    expect(toggled([5, 6], 5)).toEqual([6]);
  });
});

describe("assessors that are left out", () => {
  test("are in the address", () => {
    expect(leftOut("")).toEqual([]);
    expect(leftOut("?without=3,7")).toEqual([3, 7]);
    expect(leftOut("?without=,x,-1,2.5,4")).toEqual([4]);
    expect(withoutParameter("&", [3, 7])).toBe("&without=3,7");
    expect(withoutParameter("?", [])).toBe("");
  });
});

describe("progress", () => {
  const task = (id: number, query: number, account: number, done: boolean, answered: number, remaining: number) => ({
    id, query, account, tool: "preferences" as const, done, answered, remaining,
  }); // prettier-ignore
  const account = (id: number, name: string) => ({ id, name, role: "assessor" as const, program: false, enabled: true });
  const dashboard = {
    queries: [1, 2, 3].map((id) => ({ id, name: `q${id}`, text: "", documents: 5 })),
    tasks: [task(1, 1, 8, true, 10, 0), task(2, 1, 9, false, 5, 5), task(3, 2, 8, false, 0, 12)],
    accounts: [account(8, "ann"), account(9, "bob"), account(7, "root")],
  } as unknown as Dashboard;

  test("is the share of the expected questions", () => {
    expect(progressByQuery(dashboard).map(({ percent }) => percent)).toEqual([75, 0, 0]);
    expect(progressByAssessor(dashboard).map(({ name, done, tasks }) => [name, done, tasks])).toEqual([
      ["ann", 1, 2],
      ["bob", 0, 1],
    ]);
  });

  test("draws the entries that are furthest behind", () => {
    const many = Array.from({ length: 25 }, (_, place) => ({ name: `q${place}`, tasks: 1, done: 0, answered: 0, percent: 100 - place }));
    const { bars, note } = progressBars("x", ["query", "queries"], many);
    expect(bars.length).toBe(20);
    expect(bars[0]).toEqual({ name: "q24", value: 76 });
    expect(note).toBe("Not shown: 5 queries with more progress.");
    expect(axisOf(progressBars("x", ["query", "queries"], many))).toEqual([0, 100]);
    expect(progressBars("x", ["query", "queries"], many.slice(0, 21)).note).toBe("Not shown: 1 query with more progress.");
  });
});
