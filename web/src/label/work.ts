import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import { plural } from "../shared/format";
import type { App, Shown } from "./app";
import { AnswerBar } from "./answer_bar";
import { sentence } from "./form";
import { DocumentFrames } from "./frames";
import { helpDialog } from "./help";
import { KeySwitch } from "./key_switch";
import { KeyReader, type Action } from "./keys";
import { isPair, type Answer, type State, type Verdict } from "./model";
import { browserShelf, newKey, type Unsent } from "./queue";
import { tasksOf } from "./tasks";
import { clockText, QuestionTimer } from "./timer";

const inputs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;
const modifiers = ["Shift", "Control", "Alt", "Meta", "CapsLock"];

export async function workView(app: App, [id = ""]: string[]): Promise<Shown> {
  const waited = app.queue?.isWaiting(Number(id)) ?? false;
  let state = await app.api.get<State>(`/api/tasks/${id}`);
  // What an earlier page left unsaved may have been saved meanwhile.
  if (waited && !app.queue?.isWaiting(Number(id))) state = await app.api.get<State>(`/api/tasks/${id}`);
  const work = new Work(app, state);
  return { title: state.query.text || state.query.id, content: work.content, full: true, leave: () => work.leave() };
}

/** One task: questions one after the other, until there is none. */
class Work {
  readonly content: HTMLElement[];
  private readonly timer = new QuestionTimer(Date.now());
  private readonly keys: KeyReader;
  private readonly keySwitch = new KeySwitch(browserShelf());
  private readonly frames = new DocumentFrames();
  private readonly bar: AnswerBar;
  private readonly heading = element("h2", { tabindex: -1, class: "asked" });
  private readonly notice = element("p", { class: "notice", role: "alert" });
  private readonly progress = element("progress", { "aria-label": "Progress of this task" });
  private readonly progressText = element("span", { class: "progress-text" });
  private readonly clock = element("span", { class: "clock", role: "timer", "aria-label": "Time for this question" });
  private readonly pauseButton = element("button", { type: "button", class: "quiet", onclick: () => this.togglePause() });
  private readonly stage = element("div", { class: "stage" });
  private readonly pausedWords = element("p");
  private readonly paused: HTMLElement;
  private readonly end = element("div", { class: "end", hidden: true });
  private readonly ticking: ReturnType<typeof setInterval>;
  private readonly stop = new AbortController();

  constructor(
    private readonly app: App,
    private state: State,
  ) {
    const { tool } = state.task;
    this.keys = new KeyReader(tool, state.scale.length);
    this.bar = new AnswerBar(tool, state.scale, (action) => this.act(action));
    this.paused = element(
      "div",
      { class: "paused", hidden: true },
      element("h2", {}, "Paused"),
      this.pausedWords,
      element("button", { type: "button", class: "main-button", onclick: () => this.togglePause() }, "Go on (P)"),
    );
    this.stage.append(this.heading, this.frames.view, this.bar.view);
    this.content = [this.queryView(), this.notice, this.stage, this.paused, this.end];
    this.listen();
    this.ticking = setInterval(() => this.tick(), 500);
    this.showKeys();
    this.show(state, "");
  }

  leave(): void {
    clearInterval(this.ticking);
    this.stop.abort();
  }

  private queryView(): HTMLElement {
    const { query, guidelines, task } = this.state;
    return element(
      "div",
      { class: "query" },
      element(
        "div",
        { class: "row" },
        element("h1", {}, query.text || query.id),
        this.clock,
        this.pauseButton,
        element("button", { type: "button", class: "quiet", onclick: () => this.act({ kind: "help" }) }, "Keys (?)"),
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
              element("summary", {}, `Guidelines of ${task.project}`),
              ...guidelines.split(/\n{2,}/).map((text) => element("p", {}, text)),
            ),
      ),
    );
  }

  // --- what comes in ---

  private listen(): void {
    const { signal } = this.stop;
    document.addEventListener("keydown", (event) => this.onKey(event), { signal });
    for (const name of inputs) {
      document.addEventListener(name, () => this.timer.touch(Date.now()), { signal, passive: true, capture: true });
    }
    this.frames.keepFocus(signal, () => this.heading, () => this.timer.touch(Date.now()));
    this.app.onQueue = {
      confirmed: (item, state) => this.hear(item.task, state, item.what === "undo" ? "Taken back." : "Saved."),
      overtaken: (item, state) => {
        const words = "This task has moved on elsewhere; your last answer was not stored. This is the question of now.";
        void this.hearRefusal(item, words, state);
      },
      refused: (item, why) => void this.hearRefusal(item, `The service refused the answer: ${why}.`, null),
    };
  }

  /** What one wrote is not lost with the answer that it belonged to. */
  private async hearRefusal(item: Unsent, words: string, state: State | null): Promise<void> {
    if (item.task !== this.state.task.id) return;
    const comment = "comment" in item.body ? item.body.comment : "";
    this.notice.textContent = comment === "" ? words : `${words} Your comment is still in its field.`;
    if (state === null) await this.reload();
    else this.show(state, words);
    this.bar.comment.value = comment;
  }

  private async reload(): Promise<void> {
    try {
      this.show(await this.app.api.get<State>(`/api/tasks/${this.state.task.id}`), "");
    } catch (error) {
      this.notice.append(` ${sentence(error)}`);
    }
  }

  private hear(task: number, state: State, words: string): void {
    if (task === this.state.task.id) this.show(state, words);
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, textarea, select")) {
      if (event.key === "Escape") this.heading.focus();
      return;
    }
    if (!this.keySwitch.isOn || modifiers.includes(event.key)) return;
    const presses = event.key === " " || event.key === "Enter";
    if (presses && target.closest("button, a, summary")) return;
    // A key that is held says nothing more, nor may it scroll the page.
    if (event.repeat) {
      if (this.keys.knows(event.key)) event.preventDefault();
      return;
    }
    const action = this.keys.read(event.key);
    if (action === null) {
      this.bar.showWaiting(this.keys.waitsForWhich);
      return;
    }
    if (action.kind !== "cancel") event.preventDefault();
    this.act(action);
  }

  // --- what is done ---

  private get isWaiting(): boolean {
    return this.app.queue?.isWaiting(this.state.task.id) ?? true;
  }

  private act(action: Action): void {
    this.bar.showWaiting(this.keys.waitsForWhich);
    if (action.kind === "help") {
      helpDialog(this.state.task.tool, this.state.scale, this.keySwitch, () => this.showKeys());
      return;
    }
    if (action.kind === "pause") {
      this.togglePause();
      return;
    }
    if (this.timer.isPaused) return;
    switch (action.kind) {
      case "verdict":
        this.answer(action.verdict);
        break;
      case "grade":
        this.answer("grade", action.grade);
        break;
      case "undo":
        this.undo();
        break;
      case "comment":
        this.bar.comment.focus();
        break;
      case "read":
        this.frames.read(action.place);
        break;
      case "bad":
        announce("Which one is bad? Left arrow, right arrow, or B for both.");
        break;
      case "cancel":
        break;
    }
  }

  private answer(verdict: Verdict, grade?: number): void {
    const { question, entries, task } = this.state;
    if (question === null || this.isWaiting) return;
    if (verdict === "tie" && !this.state.ties) {
      announce("Ties are not allowed in this project");
      return;
    }
    const now = Date.now();
    const body: Answer = {
      key: newKey(),
      expected: entries,
      ...(isPair(question) ? { left: question.left.index, right: question.right.index } : { document: question.document.index }),
      verdict,
      ...(grade === undefined ? {} : { grade }),
      comment: this.bar.comment.value.trim(),
      seconds: Math.round(this.timer.seconds(now) * 10) / 10,
      paused: Math.round(this.timer.pausedSeconds(now) * 10) / 10,
    };
    this.notice.textContent = "";
    this.app.queue?.add({ task: task.id, what: "answers", body });
    this.bar.showChosen(verdict, grade);
  }

  private undo(): void {
    const { can_undo, entries, task } = this.state;
    if (this.isWaiting) return;
    if (!can_undo) {
      announce("There is nothing to take back");
      return;
    }
    this.notice.textContent = "";
    this.app.queue?.add({ task: task.id, what: "undo", body: { key: newKey(), expected: entries } });
    this.bar.showChosen("undo");
  }

  // --- time ---

  private togglePause(): void {
    if (this.state.question === null) return;
    if (this.timer.isPaused) this.timer.resume(Date.now());
    else this.timer.pause(Date.now());
    this.showPause("The documents are hidden and the time does not count.");
    announce(this.timer.isPaused ? "Paused" : "Going on");
    const focus = this.timer.isPaused ? this.paused.querySelector("button") : this.heading;
    focus?.focus();
  }

  private tick(): void {
    if (this.state.question === null) return;
    const idle = this.timer.pauseIfIdle(Date.now(), this.frames.isRead);
    if (idle !== null) {
      const words = `Paused, for there was no input for ${idle / 60_000} minutes. The time since then does not count.`;
      this.showPause(words);
      announce(words);
      this.paused.querySelector("button")?.focus();
    }
    this.clock.textContent = clockText(this.timer.seconds(Date.now()));
  }

  private showPause(words: string): void {
    const { isPaused } = this.timer;
    this.pausedWords.textContent = words;
    this.paused.hidden = !isPaused;
    this.stage.hidden = isPaused;
    this.pauseButton.textContent = isPaused ? "Go on (P)" : "Pause (P)";
  }

  // --- what is shown ---

  private show(state: State, words: string): void {
    const isFirst = words === "";
    this.state = state;
    this.keys.reset();
    const { question, progress } = state;
    const about = Math.ceil(progress.remaining);
    this.progress.max = Math.max(1, progress.answered + progress.remaining);
    this.progress.value = progress.answered;
    this.progressText.textContent =
      question === null ? plural(progress.answered, "answer") : `${plural(progress.answered, "answer")}, about ${about} to go`;
    this.stage.dataset.entries = String(state.entries);
    this.bar.reset(state, this.isWaiting);
    if (question === null) {
      void this.showEnd(words);
      return;
    }
    this.end.hidden = true;
    this.timer.restart(Date.now());
    this.showPause("");
    this.heading.textContent = isPair(question)
      ? "Which document is better for this query?"
      : "How good is this document for this query?";
    const cards = isPair(question) ? [question.left, question.right] : [question.document];
    this.frames.show(cards, isPair(question) ? ["Left", "Right"] : ["Document"]);
    this.tick();
    if (isFirst) return;
    const titles = cards.map((card) => card.title || card.id);
    announce(`${words} Next: ${isPair(question) ? `left ${titles[0]}, right ${titles[1]}` : titles[0]}`);
    this.heading.focus({ preventScroll: true });
  }

  private showKeys(): void {
    this.keys.reset();
    this.bar.showWaiting(false);
    this.bar.view.classList.toggle("without-keys", !this.keySwitch.isOn);
  }

  private async showEnd(words: string): Promise<void> {
    this.stage.hidden = true;
    this.paused.hidden = true;
    this.clock.textContent = "";
    const thanks = element("h2", { tabindex: -1 }, "Thank you, this task is done");
    const ways = element("p", { class: "row" });
    this.end.replaceChildren(thanks, ways);
    this.end.hidden = false;
    announce(`${words} Thank you, this task is done.`);
    if (words !== "") thanks.focus();
    const undo = element("button", { type: "button", onclick: () => this.act({ kind: "undo" }) }, "Take the last answer back (Z)");
    const tasks = await tasksOf(this.app).catch(() => []);
    const next = tasks.find((task) => !task.done && task.id !== this.state.task.id);
    ways.replaceChildren(
      ...(next === undefined ? [] : [element("a", { href: `/task/${next.id}`, class: "main-button" }, `Next: ${next.query.text || next.query.id}`)]),
      element("a", { href: "/", class: "button" }, "All tasks"),
      ...(this.state.can_undo ? [undo] : []),
    );
  }
}
