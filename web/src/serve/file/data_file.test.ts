import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPasted } from "../read/read";
import { DataFile, matching } from "./data_file";

const features = ["a", "b, c"];
const blob = (...parts: BlobPart[]) => new Blob(parts);

/** Numbers below a bound that are the same in every run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => (state = (state * 48271) % 2147483647) % bound;
}

/** Rows of queries that are scattered over the file, with names of several bytes and every line end. */
function letor(seed: number): string {
  const next = numbers(seed);
  const ends = ["\n", "\r\n", " \n", "\n\n", "\n# comment qid:9\n"];
  const rows = Array.from({ length: 40 }, (_, place) => {
    const label = ["", "0 ", "2\t", " 1 "][next(4)];
    return `${label}qid:${["7", "77", "é\u{1f600}"][next(3)]} 1:${next(9)} ${next(2) ? "2:.5 " : ""}#${next(2) ? ` d${place}` : " two words"}`;
  });
  const names = next(2) ? `# podium features: ${JSON.stringify(features)}\n` : "";
  return names + rows.map((row) => row + ends[next(ends.length)]).join("").trimEnd();
}

/** A table with quotes, also in and before the column of queries, and line ends within them. */
function csv(seed: number): string {
  const next = numbers(seed);
  const [separator = ""] = [[",", ";", "\t", "|"][next(4)]];
  const ids = ["7", '"7"', '"say ""hi"", you"', "é\u{1f600}", ' "x'];
  const rows = Array.from({ length: 40 }, (_, place) => [`"d\n${place}"`, `"${next(9)}"`, ids[next(ids.length)], next(3), next(9)].join(separator));
  const header = ["docid", '"b, c"', "qid", "label", "a"].join(separator);
  return ["", header, ...rows].join(next(2) ? "\n" : "\r\n") + ["", "\n", "\n\n"][next(3)];
}

test.each(Array.from({ length: 12 }, (_, place) => place + 1))("queries of a file are those of its whole text, whatever the chunks: seed %i", async (seed) => {
  for (const text of [letor(seed), csv(seed)]) {
    const expected = readPasted(text, features);
    for (const chunk of [1, 2, 3, 7, 64, 1000, 1 << 20]) {
      const data = await DataFile.open(blob(text), { chunk });
      expect(data.queries.map(({ id, documents }) => [id, documents])).toEqual(expected.map(({ id, documents }) => [id, documents.length]));
      for (const [place, query] of data.queries.entries()) expect(readPasted(await data.textOf(query), features)).toEqual([expected[place]]);
    }
  }
});

test("rows that follow each other are one part", async () => {
  const data = await DataFile.open(blob("0 qid:1 1:1\n1 qid:1 1:2\n0 qid:2 1:3\n2 qid:1 1:4"), { chunk: 5 });
  expect(data.queries).toEqual([
    { id: "1", documents: 3, parts: [0, 24, 36, 47] },
    { id: "2", documents: 1, parts: [24, 36] },
  ]);
  expect(data.documents).toBe(4);
  expect(await data.textOf(data.queries[0]!)).toBe("0 qid:1 1:1\n1 qid:1 1:2\n2 qid:1 1:4");
});

test("progress is told from the first chunk to the last", async () => {
  const shares: number[] = [];
  await DataFile.open(blob("0 qid:1 1:1\n".repeat(10)), { chunk: 50, progress: (share) => shares.push(share) });
  expect(shares).toEqual([50 / 120, 100 / 120, 1]);
});

test("compressed files, UTF-16 and a byte order mark", async () => {
  const text = "qid,label,a\né,1,2\né,0,3\n";
  const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  for (const file of [blob(new Uint8Array(gzipSync(text))), blob(wide), blob(new Uint8Array(gzipSync(wide))), blob(`\ufeff${text}`)]) {
    const data = await DataFile.open(file, { chunk: 7 });
    expect(data.queries.map(({ id, documents }) => [id, documents])).toEqual([["é", 2]]);
    expect(await data.textOf(data.queries[0]!)).toBe(text);
  }
});

const neither = "line 1: found neither lines of LETOR (LABEL qid:QUERY 1:VALUE 2:VALUE ...) nor a header of CSV with a column qid";

test.each<[string, BlobPart, string]>([
  ["nothing", "", "the file is empty"],
  ["blanks", " \n\n", "the file is empty"],
  ["prose", "Dear reader,\nthis is no data.\n", neither],
  ["svmlight", "1 1:0.5 2:0.25\n", neither],
  ["a table without queries", "docid,bm25\na,1\n", neither],
  ["a table without rows", "qid,bm25\n", "the file has no documents"],
  ["comments", "# only\n# comments\n", neither],
  ["JSON", ' {"documents": []}', "the file is JSON, expected LETOR or CSV: paste a request as JSON below"],
  ["a row without a query", "0 qid:1 1:1\n\n0 1:1\n", "line 3: found no qid:, expected LABEL qid:QUERY 1:VALUE 2:VALUE ..."],
  ["a query without a name", "0 qid:1 1:1\n0 qid: 1:1\n", "line 2: found no qid:"],
  ["a short row", 'a,"b\nc",qid\n1,2,3\n1\n', "line 4: the row ends before the column qid"],
  ["an open quote", 'qid,a\n1,2\n1,"2\n1,3\n', "line 3: a quote is opened and never closed"],
  ["an open quote in the header", 'qid,"a\n1,2\n', "line 1: a quote is opened and never closed"],
  ["a row without end", `0 qid:1 1:1\n0 qid:1 ${"1:1 ".repeat(5 << 20)}`, "line 2: the row does not end within 16 MB"],
  ["Parquet", "PAR1\u0015", "the file is a Parquet file: convert it to CSV"],
  ["Excel", "PK\u0003\u0004", "the file is an archive or a sheet of Excel: unpack it, or save it as CSV"],
  ["zstd", new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 1]), "the file is compressed by zstd, which the browser cannot read: decompress it first"],
  ["another binary file", "0 qid:1 1:1\u0000", "the file is no text, expected lines of LETOR or CSV"],
  ["half a gzip", new Uint8Array(gzipSync("0 qid:1 1:1\n").subarray(0, 20)), "the file begins like gzip, but cannot be decompressed"],
])("a wrong file is named: %s", async (_, content, message) => {
  await expect(DataFile.open(blob(content))).rejects.toThrow(message);
});

test("rubbish is refused or read, and never runs for ever", async () => {
  const next = numbers(5);
  const letters = ["0", " ", "qid:", "1:1", "\n", '"', ",", "#", "\r", "a", "qid,a\n", "\u00e9"];
  for (let file = 0; file < 500; ++file) {
    const text = Array.from({ length: 1 + next(30) }, () => letters[next(letters.length)]).join("");
    const outcome = await DataFile.open(blob(text), { chunk: 1 + next(20) }).catch((error: Error) => error);
    if (outcome instanceof DataFile) expect(outcome.documents).toBeGreaterThan(0);
    else expect(outcome.message).toMatch(/^(line \d+: |the file (is|has) )/);
  }
});

test("a query that is too large is not inserted", async () => {
  const row = `0 qid:1 ${"1:1 ".repeat(1 << 18)}\n`;
  const data = await DataFile.open(blob(row.repeat(9), "0 qid:2 1:1\n"));
  await expect(data.textOf(data.queries[0]!)).rejects.toThrow("query 1 has 10 MB, the page takes 8: send it by a program");
  expect(await data.textOf(data.queries[1]!)).toBe("0 qid:2 1:1\n");
});

test("the query with the name that is looked for comes first, then those that begin with it", () => {
  const queries = ["21", "12", "Q1", "1", "3"].map((id) => ({ id, documents: 1, parts: [] }));
  const names = (words: string) => matching(queries, words).map(({ id }) => id);
  expect(names(" 1 ")).toEqual(["1", "12", "21", "Q1"]);
  expect(names("q")).toEqual(["Q1"]);
  expect(names("")).toEqual(["21", "12", "Q1", "1", "3"]);
  expect(names("x")).toEqual([]);
});
