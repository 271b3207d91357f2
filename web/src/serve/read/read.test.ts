import { expect, test } from "vitest";
import type { PastedQuery } from "./pasted";
import { readPasted } from "./read";

const noData = () => Promise.reject(new Error("not sent"));
const read = (text: string) => readPasted(text, noData);

test("JSON: a whole request, or its documents alone, also with labels", async () => {
  const documents = [{ id: "a", values: [1, null], label: 2 }, { values: { bm25: 2 } }];
  const expected = [
    { id: "a", values: [1, null], label: 2 },
    { id: "2", values: { bm25: 2 }, label: null },
  ];
  expect(await read(JSON.stringify({ query: "q1", features: ["title", "bm25"], top: 3, documents }))).toEqual([
    { id: "q1", features: ["title", "bm25"], documents: expected },
  ]);
  expect(await read(` ${JSON.stringify(documents)}`)).toEqual([{ id: "", documents: expected }]);
});

test.each([
  ["{", "the text begins like JSON but is not: "],
  ["{}", 'expected an object with "documents", or a list of documents'],
  ['{"documents":[1]}', 'document 1: expected an object with "values"'],
  ['[{"values":[1]},{"id":7,"values":[1]}]', "document 2: found the id 7, expected a text"],
  ['[{"values":["1"]}]', 'document 1: found "1" among the values, expected a number or null'],
  ['[{"id":"a"}]', 'document 1: expected "values", a list or an object of numbers'],
  ['{"features":"bm25","documents":[]}', 'expected "features", a list of names'],
  ['{"documents":[]}', "found no document"],
])("JSON that is wrong is named: %j", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test("other text is read by the service; two documents of a query cannot have the same name, those of two queries can", async () => {
  const document = { id: "a", values: [1], label: 0 };
  const queries: PastedQuery[] = [
    { id: "3", documents: [document] },
    { id: "4", documents: [document] },
  ];
  expect(await readPasted("0 qid:3 1:1", () => Promise.resolve(queries))).toBe(queries);
  queries[0]?.documents.push(document);
  await expect(readPasted("0 qid:3 1:1", () => Promise.resolve(queries))).rejects.toThrow('two documents of query 3 are called "a"');
  await expect(read('[{"id":"2","values":[1]},{"values":[2]}]')).rejects.toThrow('two documents are called "2"');
});

test.each(["", " \n\t"])("nothing is pasted: %j", async (text) => {
  await expect(read(text)).rejects.toThrow("paste documents, or insert an example");
});
