import { element } from "../shared/dom";
import type { SaveState } from "./queue";

export function saveText(state: SaveState, now: number): string {
  switch (state.kind) {
    case "idle":
      return "";
    case "saving":
      return "saving\u2026";
    case "saved":
      return "saved";
    case "waiting":
      return `not saved yet, trying again in ${Math.max(0, Math.ceil((state.until - now) / 1000))} s`;
    case "login":
      return "not saved yet, please log in";
    case "refused":
      return `not saved: ${state.why}`;
  }
}

/** Whether what was said has been saved, always in sight. */
export class SaveLine {
  readonly view: HTMLElement;
  private readonly text = element("span");
  private readonly now: HTMLButtonElement;
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(retry: () => void) {
    this.now = element("button", { type: "button", class: "quiet", hidden: true, onclick: retry }, "Try now");
    this.view = element("span", { class: "save-line" }, this.text, this.now);
  }

  show(state: SaveState): void {
    clearInterval(this.ticking);
    const tick = () => (this.text.textContent = saveText(state, Date.now()));
    tick();
    this.view.dataset.state = state.kind;
    this.view.title = state.kind === "waiting" ? state.why : "";
    this.now.hidden = state.kind !== "waiting" && !(state.kind === "refused" && state.isKept);
    if (state.kind === "waiting") this.ticking = setInterval(tick, 500);
  }
}
