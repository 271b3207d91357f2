import { expect, test } from "vitest";
import { Refusal } from "./request";
import { sentence } from "./form";

test("an error becomes a sentence", () => {
  expect(sentence(new Refusal(404, "there is no such page"))).toBe("There is no such page.");
  expect(sentence(new Error("not saved: try again."))).toBe("Not saved: try again.");
  expect(sentence(7)).toBe("7.");
});

test("the name of a file keeps its spelling", () => {
  expect(sentence(new Error("queries.jsonl:2: not JSON"))).toBe("queries.jsonl:2: not JSON.");
});
