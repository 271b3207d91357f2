import { element } from "../shared/dom";
import { plural } from "../shared/format";
import type { State } from "./model";

/** The part above the documents: the query, the guidelines, the progress and the clock. */
export class WorkHead {
  readonly view: HTMLElement;
  private readonly progress = element("progress", { "aria-label": "Progress of this task" });
  private readonly progressText = element("span", { class: "progress-text" });
  private readonly clock = element("span", { class: "clock", role: "timer", "aria-label": "Time for this question" });
  private readonly pauseButton: HTMLElement;

  constructor({ query, guidelines, task }: State, togglePause: () => void, help: () => void) {
    this.pauseButton = element("button", { type: "button", class: "quiet", onclick: togglePause });
    this.view = element(
      "div",
      { class: "query" },
      element(
        "div",
        { class: "row" },
        element("h1", {}, query.text || query.id),
        this.clock,
        this.pauseButton,
        element("button", { type: "button", class: "quiet", onclick: help }, "Shortcuts (?)"),
      ),
      query.description === "" ? null : element("p", { class: "description" }, query.description),
      element(
        "div",
        { class: "row" },
        this.progress,
        this.progressText,
        guidelines === ""
          ? element("span", { class: "hint" }, task.project)
          : element(
              "details",
              { class: "guidelines" },
              element("summary", {}, `Guidelines for ${task.project}`),
              ...guidelines.split(/\n{2,}/).map((text) => element("p", {}, text)),
            ),
      ),
    );
  }

  showProgress({ question, progress: { answered, remaining } }: State): void {
    this.progress.max = Math.max(1, answered + remaining);
    this.progress.value = answered;
    const done = plural(answered, "answer");
    this.progressText.textContent = question === null ? done : `${done}, about ${Math.ceil(remaining)} to go`;
  }

  showTime(text: string): void {
    this.clock.textContent = text;
  }

  showPause(isPaused: boolean): void {
    this.pauseButton.textContent = isPaused ? "Resume (P)" : "Pause (P)";
  }
}
