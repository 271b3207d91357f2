import { expect, test } from "vitest";
import { slicesOf } from "./slices";

const textsOf = async (parts: BlobPart[], most: number) => Promise.all((await slicesOf(new Blob(parts), most)).map((slice) => slice.text()));

test("a file is cut behind line ends", async () => {
  expect(await textsOf(["0 qid:1 1:2\n1 qid:1 1:3\n0 qid:2 1:4"], 3)).toEqual(["0 qid:1 1:2\n", "1 qid:1 1:3\n", "0 qid:2 1:4"]);
  expect(await textsOf(["0 qid:1 1:2\n1 qid:1 1:3\n"], 100)).toEqual(["0 qid:1 1:2\n1 qid:1 1:3\n"]);
});

test("each slice of a table has its header", async () => {
  expect(await textsOf(["label,QID,x\n1,a,2\n0,b,3\n"], 14)).toEqual(["label,QID,x\n1,a,2\n", "label,QID,x\n0,b,3\n"]);
});

test("a packed file stays whole", async () => {
  const bytes = new Uint8Array([0x1f, 0x8b, 10, 10, 10, 10]);
  expect(await slicesOf(new Blob([bytes]), 2)).toHaveLength(1);
});
