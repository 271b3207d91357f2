/** The JSON that `to_json` of src/podium/report writes. */

export interface RichCell {
  text: string;
  /** Of cells that are numbers; null where there is none. */
  value?: number | null;
  strong?: boolean;
  mark?: string;
}

export type Cell = string | RichCell;

export interface Table {
  columns: string[];
  rows: Cell[][];
}

export interface TableBlock extends Table {
  kind: "table";
  title: string;
  note: string;
}

export interface CurvePoint {
  x: number;
  y: number | null;
  low?: number | null;
  high?: number | null;
  label?: string;
}

export interface Curve {
  name: string;
  points: CurvePoint[];
}

export type Scale = "linear" | "logarithmic";

export interface CurvesBlock {
  kind: "curves";
  title: string;
  note: string;
  x_label: string;
  x_scale: Scale;
  y_label: string;
  curves: Curve[];
}

export interface PerQueryBlock {
  kind: "per-query";
  title: string;
  note: string;
  query: string[];
  measure: string[];
  /** value[measure][query] */
  systems: { name: string; value: (number | null)[][] }[];
}

export interface BarsBlock {
  kind: "bars";
  title: string;
  note: string;
  x_label: string;
  bars: { name: string; value: number | null }[];
}

export interface CardsBlock {
  kind: "cards";
  title: string;
  cards: { title: string; facts: [string, string][] }[];
}

export type Verdict = "holds" | "does-not-hold" | "cannot-be-tested";

export interface ClaimsBlock {
  kind: "claims";
  title: string;
  claims: { claim: string; source: string; verdict: Verdict; evidence: string }[];
}

export interface CommandsBlock {
  kind: "commands";
  title: string;
  commands: string[];
}

export type Block =
  | TableBlock
  | CurvesBlock
  | PerQueryBlock
  | BarsBlock
  | CardsBlock
  | ClaimsBlock
  | CommandsBlock;

export interface Section {
  title: string;
  text: string[];
  blocks: Block[];
}

export interface Report {
  podium: string;
  title: string;
  summary: string[];
  sections: Section[];
}
