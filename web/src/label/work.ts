import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import { sentence } from "../shared/form";
import { AnswerBar } from "./answer_bar";
import { DocumentFrames } from "./frames";
import { helpDialog } from "./help";
import { listenToKeys } from "./key_listener";
import { KeySwitch } from "./key_switch";
import { KeyReader, type Action } from "./keys";
import { isPair, type Answer, type State, type Verdict } from "./model";
import { browserStore, newKey, type Unsent } from "./queue";
import { clockText, QuestionTimer } from "./timer";
import type { Host, View } from "./view";
import { WorkEnd } from "./work_end";
import { WorkHead } from "./work_head";

const inputs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;

export async function workView(app: Host, [id = ""]: string[]): Promise<View> {
  const waited = app.queue?.isWaiting(Number(id)) ?? false;
  let state = await app.api.get<State>(`/api/tasks/${id}`);
  // An answer that an earlier page left unsent may have been saved in the meantime.
  if (waited && !app.queue?.isWaiting(Number(id))) state = await app.api.get<State>(`/api/tasks/${id}`);
  const work = new Work(app, state);
  return { title: state.query.text || state.query.id, content: work.content, full: true, leave: () => work.leave() };
}

/** One task: asks questions until none is left. */
class Work {
  readonly content: HTMLElement[];
  private readonly timer = new QuestionTimer(Date.now());
  private readonly keys: KeyReader;
  private readonly keySwitch = new KeySwitch(browserStore());
  private readonly frames = new DocumentFrames();
  private readonly bar: AnswerBar;
  private readonly heading = element("h2", { tabindex: -1, class: "asked" });
  private readonly notice = element("p", { class: "notice", role: "alert" });
  private readonly stage = element("div", { class: "stage" });
  private readonly pausedWords = element("p");
  private readonly paused: HTMLElement;
  private readonly head: WorkHead;
  private readonly end: WorkEnd;
  private readonly ticking: ReturnType<typeof setInterval>;
  private readonly stop = new AbortController();

  constructor(
    private readonly app: Host,
    private state: State,
  ) {
    const { tool } = state.task;
    this.keys = new KeyReader(tool, state.scale.length);
    this.head = new WorkHead(state, () => this.togglePause(), () => this.act({ kind: "help" }));
    this.end = new WorkEnd(app, () => this.act({ kind: "undo" }));
    this.bar = new AnswerBar(tool, state.scale, (action) => this.act(action));
    this.paused = element(
      "div",
      { class: "paused", hidden: true },
      element("h2", {}, "Paused"),
      this.pausedWords,
      element("button", { type: "button", class: "main-button", onclick: () => this.togglePause() }, "Resume (P)"),
    );
    this.stage.append(this.heading, this.frames.view, this.bar.view);
    this.content = [this.head.view, this.notice, this.stage, this.paused, this.end.view];
    this.listen();
    this.ticking = setInterval(() => this.tick(), 500);
    this.showKeys();
    this.show(state, "");
  }

  leave(): void {
    clearInterval(this.ticking);
    this.stop.abort();
  }

  // --- input and news of the queue ---

  private listen(): void {
    const { signal } = this.stop;
    listenToKeys(
      this.keys,
      this.keySwitch,
      {
        act: (action) => this.act(action),
        waiting: () => this.bar.showWaiting(this.keys.waitsForWhich),
        home: () => this.heading.focus(),
      },
      signal,
    );
    for (const name of inputs) {
      document.addEventListener(name, () => this.timer.touch(Date.now()), { signal, passive: true, capture: true });
    }
    this.frames.keepFocus(signal, () => this.heading, () => this.timer.touch(Date.now()));
    this.app.onQueue = {
      confirmed: (item, state) => this.hear(item.task, state, item.what === "undo" ? "Undone." : "Saved."),
      overtaken: (item, state) => {
        const words = "This task was continued in another window or browser. Your last answer was not saved. Here is the current question.";
        void this.hearRefusal(item, words, state);
      },
      refused: (item, why) => void this.hearRefusal(item, `The service rejected the answer: ${why}.`, null),
    };
  }

  /** Keeps the comment of an answer that was not stored. */
  private async hearRefusal(item: Unsent, words: string, state: State | null): Promise<void> {
    if (item.task !== this.state.task.id) return;
    const comment = "comment" in item.body ? item.body.comment : "";
    this.notice.textContent = comment === "" ? words : `${words} Your comment is still in the comment field.`;
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

  // --- actions ---

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
      announce("There is nothing to undo");
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
    this.showPause("The documents are hidden and the clock is stopped.");
    announce(this.timer.isPaused ? "Paused" : "Resumed");
    const focus = this.timer.isPaused ? this.paused.querySelector("button") : this.heading;
    focus?.focus();
  }

  private tick(): void {
    if (this.state.question === null) return;
    const idle = this.timer.pauseIfIdle(Date.now(), this.frames.isRead);
    if (idle !== null) {
      const words = `Paused after ${idle / 60_000} minutes without input. The time since then is not counted.`;
      this.showPause(words);
      announce(words);
      this.paused.querySelector("button")?.focus();
    }
    this.head.showTime(clockText(this.timer.seconds(Date.now())));
  }

  private showPause(words: string): void {
    const { isPaused } = this.timer;
    this.pausedWords.textContent = words;
    this.paused.hidden = !isPaused;
    this.stage.hidden = isPaused;
    this.head.showPause(isPaused);
  }

  // --- display ---

  private show(state: State, words: string): void {
    const isFirst = words === "";
    this.state = state;
    this.keys.reset();
    const { question } = state;
    this.head.showProgress(state);
    this.stage.dataset.entries = String(state.entries);
    this.bar.reset(state, this.isWaiting);
    if (question === null) {
      this.stage.hidden = true;
      this.paused.hidden = true;
      this.head.showTime("");
      void this.end.show(state, words);
      return;
    }
    this.end.hide();
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
}
