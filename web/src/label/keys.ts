import type { PairVerdict, Tool } from "./model";

export type Action =
  | { kind: "verdict"; verdict: PairVerdict }
  | { kind: "grade"; grade: number }
  | { kind: "bad" }
  | { kind: "cancel" }
  | { kind: "undo" }
  | { kind: "pause" }
  | { kind: "comment" }
  | { kind: "help" }
  | { kind: "read"; place: number };

const verdict = (name: PairVerdict): Action => ({ kind: "verdict", verdict: name });

const common: Record<string, Action> = {
  l: verdict("later"),
  x: verdict("cannot-judge"),
  z: { kind: "undo" },
  p: { kind: "pause" },
  c: { kind: "comment" },
  "?": { kind: "help" },
  j: { kind: "read", place: 0 },
  k: { kind: "read", place: 1 },
};

const preferences: Record<string, Action> = {
  ...common,
  arrowleft: verdict("left"),
  arrowright: verdict("right"),
  " ": verdict("tie"),
  b: { kind: "bad" },
};

const afterBad: Record<string, Action> = {
  arrowleft: verdict("left-bad"),
  arrowright: verdict("right-bad"),
  b: verdict("both-bad"),
};

/** Makes actions of keys. "B" waits for the key that says which. */
export class KeyReader {
  private isBad = false;

  constructor(
    private readonly tool: Tool,
    private readonly grades: number,
  ) {}

  get waitsForWhich(): boolean {
    return this.isBad;
  }

  /** Forgets a "B" that was pressed, for the question is another one. */
  reset(): void {
    this.isBad = false;
  }

  /** Whether the key does something when it is pressed, not held. */
  knows(key: string): boolean {
    return this.isBad || this.actionOf(key.toLowerCase()) !== null;
  }

  read(key: string): Action | null {
    const name = key.toLowerCase();
    if (this.isBad) {
      this.isBad = false;
      return afterBad[name] ?? { kind: "cancel" };
    }
    const action = this.actionOf(name);
    this.isBad = action?.kind === "bad";
    return action;
  }

  private actionOf(name: string): Action | null {
    return (this.tool === "preferences" ? preferences[name] : this.gradeOf(name) ?? common[name]) ?? null;
  }

  /** 1 is the worst. */
  private gradeOf(name: string): Action | null {
    const grade = /^[1-9]$/.test(name) ? Number(name) - 1 : -1;
    return grade >= 0 && grade < this.grades ? { kind: "grade", grade } : null;
  }
}

/** What the help says, in the order of use. */
export function keyHelp(tool: Tool, scale: string[]): [string, string][] {
  const answers: [string, string][] =
    tool === "preferences"
      ? [
          ["\u2190", "the left document is better"],
          ["\u2192", "the right document is better"],
          ["Space", "they are equally good"],
          ["B, then \u2190", "the left document is of no use at all"],
          ["B, then \u2192", "the right document is of no use at all"],
          ["B, then B", "both are of no use at all"],
        ]
      : scale.slice(0, 9).map((name, grade): [string, string] => [String(grade + 1), name]);
  const reading: [string, string][] =
    tool === "preferences"
      ? [
          ["J", "read the left document: arrows scroll it, Tab goes back"],
          ["K", "read the right document: arrows scroll it, Tab goes back"],
        ]
      : [["J", "read the document: arrows scroll it, Tab goes back"]];
  return [
    ...answers,
    ["L", "ask me later"],
    ["X", "I cannot judge this"],
    ["C", "write a comment; Esc goes back"],
    ["Z", "take the last answer back"],
    ["P", "pause, and go on"],
    ...reading,
    ["?", "this help"],
  ];
}
