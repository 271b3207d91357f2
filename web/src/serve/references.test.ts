import { expect, test } from "vitest";
import type { ModelList, ModelVersion } from "./model";
import { choices, versionOf } from "./references";

const version = (label: string | undefined, hash: string, isDefault: boolean): ModelVersion => ({
  ...(label === undefined ? {} : { label }), version: hash, kind: "linear", algorithm: "listmle", features: ["bm25"], serving: "documents", loaded: "2026-11-17T05:00:00Z", default: isDefault,
}); // prettier-ignore

const list: ModelList = {
  models: [
    { name: "web", versions: [version("old", "11111111", false), version("new", "22222222", true), version(undefined, "33333333", false)] },
    { name: "shop", versions: [version(undefined, "44444444", true)] },
  ],
  aliases: { live: "web:old", next: "live", lost: "gone", round: "circle", circle: "round" },
  collections: [],
};

test.each([
  ["web", "22222222"],
  ["web:old", "11111111"],
  ["web@33333333", "33333333"],
  ["live", "11111111"],
  ["next", "11111111"],
  ["shop", "44444444"],
])("%s leads to version %s", (reference, hash) => {
  expect(versionOf(list, reference)?.version).toBe(hash);
});

test.each(["lost", "round", "web:none", "web@44444444", "none", ""])("%j leads nowhere", (reference) => {
  expect(versionOf(list, reference)).toBe(null);
});

test("offers models, the versions of those that have several, and aliases that lead somewhere", () => {
  expect(choices(list).map(({ title, choices }) => [title, choices.map(({ reference, text }) => `${reference}: ${text}`)])).toEqual([
    ["Models", ["web: web", "shop: shop"]],
    ["Versions", ["web:old: web:old", "web:new: web:new (default)", "web@33333333: web@33333333"]],
    ["Aliases", ["live: live \u2192 web:old", "next: next \u2192 live"]],
  ]);
  expect(choices({ models: [], aliases: {}, collections: [] })).toEqual([]);
});
