/** The JSON that `to_json` of src/podium/core/report writes. */

import type { BarsBlock, CurvesBlock, Table } from "../shared/model";

export interface TableBlock extends Table {
  kind: "table";
  title: string;
  note: string;
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

export interface CardsBlock {
  kind: "cards";
  title: string;
  cards: { title: string; facts: [string, string][] }[];
}

export type Verdict = "holds" | "refuted" | "not-shown" | "needs-data";

export interface ClaimsBlock {
  kind: "claims";
  title: string;
  claims: { claim: string; source: string; verdict: Verdict; rule: string; evidence: string; power: string }[];
}

export interface TreeSplit {
  feature: string;
  condition: string;
  /** Where a missing value goes. */
  missing: "yes" | "no";
  /** Places of the nodes below. */
  yes: number;
  no: number;
  gain: number;
}

/** A leaf has a value, a split has none. */
export interface TreeNode {
  split?: TreeSplit;
  value?: number;
  rows: number;
  cover: number;
}

export interface TreeBlock {
  kind: "tree";
  title: string;
  note: string;
  value_label: string;
  /** The root first, children after their parents. */
  nodes: TreeNode[];
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
  | TreeBlock
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
