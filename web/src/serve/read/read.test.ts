import { expect, test } from "vitest";
import { csvRows } from "./csv";
import { readPasted } from "./read";

const features = ["bm25", "title", "pagerank"];
const read = (text: string) => readPasted(text, features);

test("lines of LETOR: labels, queries, names of documents, features that are left out, missing values", () => {
  const text = `# a comment\n\n2 qid:7 1:0.5 3:1e-2 #docid = D-17 inc = 1 prob = 0.1\r\n0 qid:8 2:NULL # d2\nqid:7 1:-1 # two words\n1 qid:7 2:.5\n`;
  expect(read(text)).toEqual([
    {
      id: "7",
      documents: [
        { id: "D-17", values: [0.5, 0, 0.01], label: 2 },
        { id: "2", values: [-1, 0, 0], label: null },
        { id: "3", values: [0, 0.5, 0], label: 1 },
      ],
    },
    { id: "8", documents: [{ id: "d2", values: [0, null, 0], label: 0 }] },
  ]);
});

test("LETOR names its features in a comment, and counts from the model's first number", () => {
  expect(read(`# podium features: ["title","new"]\n0 qid:1 2:3 # a`)).toEqual([
    { id: "1", features: ["title", "new"], documents: [{ id: "a", values: [0, 3], label: 0 }] },
  ]);
  expect(readPasted("0 qid:1 0:4 1:5", ["0", "1"])[0]?.documents[0]?.values).toEqual([4, 5]);
});

test("LETOR of Istella: the largest double is a missing value", () => {
  expect(read("0 qid:1 1:1.79769313486231570000e+308 2:1e38")[0]?.documents[0]?.values).toEqual([null, 1e38, 0]);
});

test("many empty lines and comments are passed quickly", () => {
  const empty = "\n \r\n# c\n".repeat(10_000);
  expect(read(`${empty}0 qid:1 1:1`).length).toBe(1);
  expect(read(`${"\n".repeat(10_000)}bm25\n1`).length).toBe(1);
});

test.each([
  ["0 qid:1 1:x", 'line 1: found "x", expected a number'],
  ["0 qid:1 1:nan", 'line 1: found "nan", expected a number'],
  ["0 qid:1 1:0x1", 'line 1: found "0x1", expected a number'],
  ["0 qid:1 1", 'line 1: found "1", expected NUMBER:VALUE'],
  ["0 qid:1 1:1\n0 qid:1 2:1 2:1", "line 2: feature 2 comes after 2, expected ascending numbers from 1"],
  ["0 qid:1 0:1", "line 1: feature 0 comes after 0, expected ascending numbers from 1"],
  ["0 qid:1 4:1", "line 1: found feature 4, but the model has 3, the last is 3"],
  ["0 qid:1 1:1\n0 1:1", "line 2: found no qid:, expected LABEL qid:QUERY 1:VALUE 2:VALUE ..."],
  ["good qid:1 1:1", 'line 1: found "good", expected a number'],
  ["# podium features: [1]\n0 qid:1 1:1", "line 1: expected the names of the features as a list of JSON"],
])("a line of LETOR that is wrong is named: %j", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("CSV: bars as separators, and -nan, which C prints for a missing number", () => {
  expect(read("bm25|title\n-nan|2")[0]?.documents[0]?.values).toEqual([null, 2]);
});

test("CSV: the columns of queries, labels and documents are no features", () => {
  const text = `\nqid,label,docid,bm25,"title, match",row_weight\nq7,2,D-17,12.25,True,1\nq7,,D-18,NaN,,1\n`;
  expect(read(text)).toEqual([
    {
      id: "q7",
      features: ["bm25", "title, match"],
      documents: [
        { id: "D-17", values: [12.25, 1], label: 2 },
        { id: "D-18", values: [null, null], label: null },
      ],
    },
  ]);
});

test("CSV: other separators, decimal commas, no names", () => {
  expect(read("id;bm25;title\na;0,5;1.5\n")[0]?.documents).toEqual([{ id: "a", values: [0.5, 1.5], label: null }]);
  expect(read("bm25\ttitle\n1\t2\n3\t4\n")).toEqual([
    {
      id: "",
      features: ["bm25", "title"],
      documents: [
        { id: "1", values: [1, 2], label: null },
        { id: "2", values: [3, 4], label: null },
      ],
    },
  ]);
});

test("CSV: the column qid decides the separator, and columns that number the rows are no features", () => {
  expect(read('qid,"a;b;c;d",x\nq,1,2')[0]).toMatchObject({ id: "q", features: ["a;b;c;d", "x"] });
  expect(read(",Unnamed: 0,bm25\n0,1,2")[0]?.features).toEqual(["bm25"]);
});

test("a feature may be called id, if another column names the documents", () => {
  expect(read("docid,id\na,5")[0]).toMatchObject({ features: ["id"], documents: [{ id: "a", values: [5] }] });
});

test.each([
  ["bm25,title\n1", "line 2: found 1 fields, expected 2 as in the header"],
  ["\n\nbm25,title\n1,2\n1,2,3", "line 5: found 3 fields, expected 2 as in the header"],
  ["bm25,bm25\n1,2", 'line 1: two columns are called "bm25"'],
  ["docid,label\na,1", "line 1: found no column of a feature"],
  ["bm25,label\n1,x", 'line 2, column label: found "x", expected a number'],
  ["bm25,title\n1,inf", 'line 2, column title: found "inf", expected a number'],
  ["bm25;title\n1.000,5;2", 'line 2, column bm25: found "1.000,5", expected a number'],
  ['bm25\n1\n"2', "line 3: a quote is opened and never closed"],
  ["bm25,title", "found no document"],
])("a table that is wrong is named: %j", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("quoted fields may contain everything, and lines are counted", () => {
  expect(csvRows('a,"b ""c"", d\ne",\r\n\n"",f,\nlast,', ",")).toEqual([
    { line: 1, fields: ["a", 'b "c", d\ne', ""] },
    { line: 4, fields: ["", "f", ""] },
    { line: 5, fields: ["last", ""] },
  ]);
});

test("JSON: a whole request, or its documents alone", () => {
  const documents = [{ id: "a", values: [1, null] }, { values: { bm25: 2 } }];
  const expected = [
    { id: "a", values: [1, null], label: null },
    { id: "2", values: { bm25: 2 }, label: null },
  ];
  expect(read(JSON.stringify({ query: "q1", features: ["title", "bm25"], top: 3, documents }))).toEqual([
    { id: "q1", features: ["title", "bm25"], documents: expected },
  ]);
  expect(read(` ${JSON.stringify(documents)}`)).toEqual([{ id: "", documents: expected }]);
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
])("JSON that is wrong is named: %j", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("two documents of a query cannot have the same name; those of two queries can", () => {
  expect(() => read("0 qid:3 1:1 # a\n0 qid:3 1:2 # a")).toThrow('two documents of query 3 are called "a"');
  expect(() => read('[{"id":"2","values":[1]},{"values":[2]}]')).toThrow('two documents are called "2"');
  expect(read("0 qid:3 1:1 # a\n0 qid:4 1:2 # a").length).toBe(2);
});

test.each(["", " \n\t"])("nothing is pasted: %j", (text) => {
  expect(() => read(text)).toThrow("paste documents, or insert an example");
});

test("a byte order mark is no part of the first name", () => {
  expect(read("\ufeffbm25\n1")[0]?.features).toEqual(["bm25"]);
});
