import type { PerQueryBlock } from "./model";

export interface Meeting {
  query: string;
  a: number;
  b: number;
}

export interface Duel {
  meetings: Meeting[];
  aBetter: number;
  tied: number;
  bBetter: number;
  leftOut: number;
}

/** Values that differ by rounding alone are tied. */
const tolerance = 1e-9;

export function outcome({ a, b }: Meeting): "a" | "b" | "tied" {
  if (Math.abs(a - b) <= tolerance) return "tied";
  return a > b ? "a" : "b";
}

/** Two systems on the queries that both have a value for. */
export function duel(block: PerQueryBlock, measure: number, a: number, b: number): Duel {
  const valuesOf = (system: number) => block.systems[system]?.value[measure] ?? [];
  const [left, right] = [valuesOf(a), valuesOf(b)];
  const meetings = block.query.flatMap((query, place): Meeting[] => {
    const [x, y] = [left[place], right[place]];
    return x == null || y == null ? [] : [{ query, a: x, b: y }];
  });
  const count = (of: string) => meetings.filter((meeting) => outcome(meeting) === of).length;
  return {
    meetings,
    aBetter: count("a"),
    tied: count("tied"),
    bBetter: count("b"),
    leftOut: block.query.length - meetings.length,
  };
}
