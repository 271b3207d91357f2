import { element } from "../shared/dom";
import { sentence } from "../shared/form";
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
      return `not saved yet; retrying in ${Math.max(0, Math.ceil((state.until - now) / 1000))} s`;
    case "login":
      return "not saved yet; please log in";
    case "refused":
      return `not saved: ${state.why}`;
  }
}

/** Messages for screen readers: a problem is announced once, and so is its end. */
export class SaveNews {
  private trouble: SaveState["kind"] | null = null;

  /** The message for a new state; null: there is nothing to announce. */
  of(state: SaveState): string | null {
    // Sending or retrying: still the same problem. A refusal ends with the next answer.
    if (state.kind === "idle" || state.kind === "saving") {
      if (this.trouble !== "refused") return null;
      this.trouble = null;
      return "";
    }
    if (state.kind === this.trouble) return null;
    const before = this.trouble;
    this.trouble = state.kind === "saved" ? null : state.kind;
    if (state.kind === "saved") return before === null ? null : "Saved";
    return state.kind === "waiting" ? `Not saved yet: ${state.why}. Saving is retried until it succeeds.` : sentence(saveText(state, 0));
  }
}

/** Shows whether the last answer has been saved; always visible. */
export class SaveLine {
  readonly view: HTMLElement;
  /** For screen readers. Not a part of the line, whose countdown must not be announced. */
  readonly status = element("div", { class: "off-screen", role: "status" });
  private readonly news = new SaveNews();
  private readonly text = element("span");
  private readonly retry: HTMLButtonElement;
  private readonly login: HTMLButtonElement;
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(retry: () => void, login: () => void) {
    const button = (text: string, onclick: () => void) => element("button", { type: "button", class: "quiet", hidden: true, onclick }, text);
    this.retry = button("Retry now", retry);
    this.login = button("Log in", login);
    this.view = element("span", { class: "save-line" }, this.text, this.retry, this.login);
  }

  show(state: SaveState): void {
    clearInterval(this.ticking);
    const tick = () => (this.text.textContent = saveText(state, Date.now()));
    tick();
    const news = this.news.of(state);
    if (news !== null) this.status.textContent = news;
    this.view.dataset.state = state.kind;
    this.view.title = state.kind === "waiting" ? state.why : "";
    this.login.hidden = state.kind !== "login";
    this.retry.hidden = state.kind !== "waiting" && !(state.kind === "refused" && state.isKept);
    if (state.kind === "waiting") this.ticking = setInterval(tick, 500);
  }
}
