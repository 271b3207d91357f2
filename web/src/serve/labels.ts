import { brief } from "../shared/format";
import type { RankedDocument } from "./model";

/** What documents were judged, by their ids; null: unknown. */
export type Labels = Map<string, number | null>;

const listedRanks = 10;

/** The highest label, by which good documents are told from others; null: all documents have the same, or none was relevant. */
export function highestLabel(labelOf: Labels): number | null {
  const labels = [...labelOf.values()].filter((label) => label !== null);
  const highest = labels.reduce((one, other) => Math.max(one, other), 0);
  return highest > 0 && labels.some((label) => label < highest) ? highest : null;
}

/** The words for a label, and how they are set off. A negative label means that nobody judged the document. */
export function labelMark(label: number, highest: number | null): { words: string; kind: string } {
  if (label < 0) return { words: "not judged", kind: "" };
  const kind = highest === null || label === 0 ? "" : label === highest ? " best" : " good";
  return { words: `label ${brief(label)}`, kind };
}

/** Where a ranking has the documents with the highest label; empty: labels say nothing about the order. */
export function highestLabelText(ranking: RankedDocument[], labelOf: Labels, highest: number | null): string {
  if (highest === null) return "";
  const ranks = ranking.filter(({ id }) => labelOf.get(id) === highest).map(({ rank }) => String(rank));
  const rest = ranks.length - listedRanks;
  const listed = rest > 1 ? [...ranks.slice(0, listedRanks), `${rest} more`] : ranks;
  const last = listed[listed.length - 1] ?? "";
  const words = listed.length < 2 ? `rank ${last}` : `ranks ${listed.slice(0, -1).join(", ")} and ${last}`;
  return `Label ${brief(highest)}, the highest, is at ${words}.`;
}
