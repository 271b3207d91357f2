import { element } from "../shared/dom";
import type { Action } from "./keys";
import type { PairVerdict, State, Tool, Verdict } from "./model";

interface Choice {
  name: string;
  text: string;
  key: string;
  action: Action;
}

const pair = (verdict: PairVerdict, text: string, key: string): Choice => ({
  name: verdict,
  text,
  key,
  action: { kind: "verdict", verdict },
});
const preferenceRows: Choice[][] = [
  [pair("left", "Left is better", "\u2190"), pair("tie", "Equally good", "Space"), pair("right", "Right is better", "\u2192")],
  [pair("left-bad", "Left is bad", "B \u2190"), pair("both-bad", "Both are bad", "B B"), pair("right-bad", "Right is bad", "B \u2192")],
];
const others = [pair("later", "Later", "L"), pair("cannot-judge", "Cannot judge", "X")];
const gradeName = (grade: number) => `grade-${grade}`;

/** The answer buttons, each with its key, and the comment field. */
export class AnswerBar {
  readonly view: HTMLElement;
  readonly comment = element("input", { type: "text", maxlength: 2000, placeholder: "Comment (C)", "aria-label": "Comment on this answer" });
  private readonly waiting = element("p", { class: "waiting", hidden: true }, "Which one is bad? \u2190 left, \u2192 right, B both; any other key cancels");
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(
    tool: Tool,
    scale: string[],
    private readonly act: (action: Action) => void,
  ) {
    const grades = scale.map((text, grade): Choice => {
      const key = grade < 9 ? String(grade + 1) : "";
      return { name: gradeName(grade), text, key, action: { kind: "grade", grade } };
    });
    const rows = tool === "preferences" ? preferenceRows : [grades];
    this.view = element(
      "div",
      { class: `answers of-${tool}` },
      element(
        "div",
        { role: "group", "aria-label": "Your answer" },
        ...rows.map((row, place) => element("div", { class: `choices-row row-${place + 1}` }, ...row.map((choice) => this.button(choice)))),
      ),
      element(
        "div",
        { class: "row others" },
        ...others.map((choice) => this.button(choice)),
        this.button({ name: "undo", text: "Undo", key: "Z", action: { kind: "undo" } }),
        this.comment,
      ),
      this.waiting,
    );
  }

  /** Prepares the buttons for a new question; all are disabled while an answer is being sent. */
  reset(state: State, isWaiting: boolean): void {
    this.showWaiting(false);
    this.comment.value = "";
    for (const [name, button] of this.buttons) {
      button.removeAttribute("aria-pressed");
      this.enable(button, !isWaiting && (name !== "undo" || state.can_undo));
      if (name === "tie") button.hidden = !state.ties;
    }
  }

  /** Shows the answer that is being sent as pressed and disables all buttons. */
  showChosen(verdict: Verdict | "undo", grade = 0): void {
    const chosen = verdict === "grade" ? gradeName(grade) : verdict;
    for (const [name, button] of this.buttons) {
      this.enable(button, false);
      if (name === chosen) button.setAttribute("aria-pressed", "true");
    }
  }

  showWaiting(isWaiting: boolean): void {
    this.waiting.hidden = !isWaiting;
  }

  /** The attribute "disabled" would take the focus away; "aria-disabled" does not. */
  private enable(button: HTMLButtonElement, isOn: boolean): void {
    if (isOn) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }

  private button({ name, text, key, action }: Choice): HTMLButtonElement {
    const press = () => {
      if (made.getAttribute("aria-disabled") === null) this.act(action);
    };
    const hint = key === "" ? null : element("kbd", { "aria-hidden": "true" }, key);
    const made = element("button", { type: "button", "data-answer": name, onclick: press }, element("span", {}, text), hint);
    this.buttons.set(name, made);
    return made;
  }
}
