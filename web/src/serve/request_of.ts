import type { RankRequest } from "./model";
import type { PastedQuery } from "./read/pasted";

const areEqual = (one: string[], other: string[]): boolean => one.length === other.length && one.every((name, place) => name === other[place]);

/**
 * The request for a pasted query. Values without names are in the order of the model that the text was read for: another model,
 * which may have another order, is told the names. Documents whose values name their features say it themselves.
 */
export function requestOf(query: PastedQuery, readFor: string[], features: string[], ignoresExtra: boolean): RankRequest {
  const areListed = query.documents.some(({ values }) => Array.isArray(values));
  const names = query.features ?? (areListed && !areEqual(readFor, features) ? readFor : undefined);
  return {
    ...(query.id === "" ? {} : { query: query.id }),
    ...(names === undefined ? {} : { features: names }),
    documents: query.documents.map(({ id, values }) => ({ id, values })),
    ...(ignoresExtra ? { extra: "ignore" as const } : {}),
  };
}
