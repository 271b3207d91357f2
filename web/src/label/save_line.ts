import { element } from "../shared/dom";
import { sentence } from "./form";
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

/** What those hear who do not see the line: that something is wrong, once, and then that it is well again. */
export class SaveNews {
  private trouble: SaveState["kind"] | null = null;

  /** Null: nothing new. */
  of(state: SaveState): string | null {
    // On the way or tried again: still the same trouble. A refusal is over with the next thing that is said.
    if (state.kind === "idle" || state.kind === "saving") {
      if (this.trouble !== "refused") return null;
      this.trouble = null;
      return "";
    }
    if (state.kind === this.trouble) return null;
    const before = this.trouble;
    this.trouble = state.kind === "saved" ? null : state.kind;
    if (state.kind === "saved") return before === null ? null : "Saved";
    return state.kind === "waiting" ? `Not saved yet: ${state.why}. It is tried again until it is saved.` : sentence(saveText(state, 0));
  }
}

/** Whether what was said has been saved, always in sight. */
export class SaveLine {
  readonly view: HTMLElement;
  /** For those who do not see the line; not a part of it, for the seconds that it counts are no news. */
  readonly status = element("div", { class: "off-screen", role: "status" });
  private readonly news = new SaveNews();
  private readonly text = element("span");
  private readonly retry: HTMLButtonElement;
  private readonly login: HTMLButtonElement;
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(retry: () => void, login: () => void) {
    const button = (text: string, onclick: () => void) => element("button", { type: "button", class: "quiet", hidden: true, onclick }, text);
    this.retry = button("Try now", retry);
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
