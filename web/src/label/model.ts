/** The JSON of docs/service.md. */

export type Role = "administrator" | "assessor";
export type Tool = "preferences" | "grades";

export interface Account {
  id: number;
  name: string;
  role: Role;
  program: boolean;
  enabled: boolean;
}

export interface Me {
  account: Account;
  csrf: string;
}

export interface Task {
  id: number;
  project: string;
  query: { id: string; text: string };
  tool: Tool;
  done: boolean;
  answered: number;
}

export interface Card {
  index: number;
  id: string;
  title: string;
  url: string;
  snippet: string;
  frame: string;
}

export interface Pair {
  left: Card;
  right: Card;
}

export interface Single {
  document: Card;
}

export interface State {
  task: Task;
  query: { id: string; text: string; description: string };
  guidelines: string;
  entries: number;
  progress: { answered: number; remaining: number };
  can_undo: boolean;
  ties: boolean;
  question: Pair | Single | null;
  scale: string[];
}

export const isPair = (question: Pair | Single): question is Pair => "left" in question;

export const pairVerdicts = ["left", "right", "tie", "left-bad", "right-bad", "both-bad", "later", "cannot-judge"] as const;
export type PairVerdict = (typeof pairVerdicts)[number];
export type Verdict = PairVerdict | "grade";

export interface Answer {
  key: string;
  expected: number;
  left?: number;
  right?: number;
  document?: number;
  verdict: Verdict;
  grade?: number;
  comment: string;
  seconds: number;
  paused: number;
}

export interface Undo {
  key: string;
  expected: number;
}

// --- administrators ---

export interface ProjectRow {
  id: number;
  name: string;
  created: number;
  queries: number;
  tasks: number;
  done: number;
}

export interface Settings {
  name: string;
  guidelines: string;
  options: Record<string, string>;
  scale: string[];
  seed: number;
  overlap: number;
}

export interface DashboardTask {
  id: number;
  query: number;
  account: number;
  tool: Tool;
  done: boolean;
  answered: number;
  remaining: number;
}

export interface DashboardQuery {
  id: number;
  name: string;
  text: string;
  documents: number;
}

export interface Dashboard {
  settings: Settings;
  queries: DashboardQuery[];
  tasks: DashboardTask[];
  accounts: Account[];
}

export interface AssessorFigures {
  name: string;
  program: boolean;
  judgements: number;
  seconds_median: number | null;
  seconds_mean: number | null;
  left_share: number | null;
  gold: { right: number; asked: number };
  repeats: { same: number; asked: number };
  reliability: number | null;
}

export interface ToolFigures {
  tool: Tool;
  queries_judged_twice: number;
  overall: number | null;
  preference_only: number | null;
  alpha: number | null;
  table: (number | null)[][];
}

export interface Analysis {
  text: string;
  assessors: AssessorFigures[];
  tools: ToolFigures[];
  seconds: Partial<Record<Tool, { mean: number | null; median: number | null }>>;
  progress: { at: number; answers: number }[];
}

export interface Disagreement {
  query: { id: number; name: string; text: string };
  overlap: number;
  documents: { index: number; id: string; title: string }[];
  lists: { assessor: string; top: number[] }[];
  suggested: number[];
  adjudicated: number[] | null;
}

export interface Disagreements {
  queries: Disagreement[];
  agreed: number;
}

export interface AuditRecord {
  at: number;
  account: string;
  action: string;
  detail: string;
  address: string;
}

export interface ImportedDocument {
  id: string;
  title?: string;
  url?: string;
  snippet?: string;
  text?: string;
  html?: string;
}

export interface ImportedQuery {
  id: string;
  text: string;
  description?: string;
  documents: ImportedDocument[];
  gold?: [string, string][];
}
