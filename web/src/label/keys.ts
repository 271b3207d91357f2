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

/** Translates keys into actions. After "B" the next key says which document is bad. */
export class KeyReader {
  private isBad = false;

  constructor(
    private readonly tool: Tool,
    private readonly grades: number,
  ) {}

  get waitsForWhich(): boolean {
    return this.isBad;
  }

  /** Forgets a "B" that was pressed, because the question has changed. */
  reset(): void {
    this.isBad = false;
  }

  /** Whether the key has an action. */
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

/** The lines of the help, in the order of use. */
export function keyHelp(tool: Tool, scale: string[]): [string, string][] {
  const answers: [string, string][] =
    tool === "preferences"
      ? [
          ["\u2190", "the left document is better"],
          ["\u2192", "the right document is better"],
          ["Space", "both documents are equally good"],
          ["B, then \u2190", "the left document is bad (of no use for the query)"],
          ["B, then \u2192", "the right document is bad"],
          ["B, then B", "both documents are bad"],
        ]
      : scale.slice(0, 9).map((name, grade): [string, string] => [String(grade + 1), name]);
  const reading: [string, string][] =
    tool === "preferences"
      ? [
          ["J", "read the left document; arrow keys scroll, Tab returns"],
          ["K", "read the right document; arrow keys scroll, Tab returns"],
        ]
      : [["J", "read the document; arrow keys scroll, Tab returns"]];
  return [
    ...answers,
    ["L", "ask me later"],
    ["X", "I cannot judge this question"],
    ["C", "write a comment; Esc returns"],
    ["Z", "undo the last answer"],
    ["P", "pause or resume"],
    ...reading,
    ["?", "show this help"],
  ];
}
