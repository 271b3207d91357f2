import type { RankedDocument } from "./model";

/** How many places a document is nearer to the top than in the other ranking; null: the other does not have it. */
export function moves(ranking: RankedDocument[], other: RankedDocument[]): Map<string, number | null> {
  const ranks = new Map(other.map(({ id, rank }) => [id, rank]));
  return new Map(
    ranking.map(({ id, rank }) => {
      const before = ranks.get(id);
      return [id, before === undefined ? null : before - rank];
    }),
  );
}

/** The mark of a move for the eye, and its words for screen readers and tooltips. */
export function moveText(move: number | null, other: string): { mark: string; words: string } {
  if (move === null) return { mark: "new", words: `not in the ranking of ${other}` };
  if (move === 0) return { mark: "=", words: `at the same place as in ${other}` };
  const size = Math.abs(move);
  const places = size === 1 ? "place" : "places";
  return move > 0
    ? { mark: `\u25b2 ${size}`, words: `${size} ${places} higher than in ${other}` }
    : { mark: `\u25bc ${size}`, words: `${size} ${places} lower than in ${other}` };
}

/** The difference between two rankings in a sentence or two. */
export function differenceText(first: RankedDocument[], second: RankedDocument[], names: [string, string]): string {
  const changed = [...moves(second, first)].filter(([, move]) => move !== 0);
  if (changed.length === 0) return `${names[0]} and ${names[1]} give the same order.`;
  const [id, move] = changed.reduce((best, one) => (Math.abs(one[1] ?? 0) > Math.abs(best[1] ?? 0) ? one : best));
  const top = [first[0]?.id, second[0]?.id];
  return (
    `${changed.length} of ${second.length} documents are at another place. ` +
    `${id} moved the furthest: ${moveText(move, names[0]).words}. ` +
    (top[0] === top[1] ? `${top[0]} is first in both.` : `${names[0]} has ${top[0]} first, ${names[1]} has ${top[1]}.`)
  );
}
