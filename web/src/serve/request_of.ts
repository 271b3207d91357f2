import type { RankRequest } from "./model";
import type { PastedQuery } from "./read/pasted";

const areEqual = (one: string[], other: string[]): boolean => one.length === other.length && one.every((name, place) => name === other[place]);

/**
 * The request for a pasted query. Values without names are in the order of the model that the text was read for: another model,
 * which may have another order, is told the names.
 */
export function requestOf(query: PastedQuery, readFor: string[], features: string[], ignoresExtra: boolean): RankRequest {
  const isOther = query.features === undefined && !areEqual(readFor, features);
  const names = query.features ?? (isOther ? readFor : undefined);
  return {
    ...(query.id === "" ? {} : { query: query.id }),
    ...(names === undefined ? {} : { features: names }),
    documents: query.documents.map(({ id, values }) => ({ id, values })),
    ...(ignoresExtra ? { extra: "ignore" as const } : {}),
  };
}
