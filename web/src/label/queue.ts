import { Refusal } from "./api";
import type { Answer, State, Undo } from "./model";

/** Something said that the service has not confirmed. */
export interface Unsent {
  account: number;
  task: number;
  what: "answers" | "undo";
  at: number;
  body: Answer | Undo;
}

/** The part of localStorage that is used. */
export interface Shelf {
  readonly length: number;
  key(place: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Clock {
  now(): number;
  /** Calls `then` after so many milliseconds; returns what calls it off. */
  after(milliseconds: number, then: () => void): () => void;
}

export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "waiting"; until: number; why: string }
  | { kind: "login" }
  /** The last thing said was not stored; `isKept`: it is tried again when one asks for it, or at the next visit. */
  | { kind: "refused"; why: string; isKept: boolean };

export interface Listener {
  changed(state: SaveState): void;
  /** The service has it; this is the state of the task now. */
  confirmed(item: Unsent, state: State): void;
  /** The task has moved on, in another window perhaps; the item is not and will not be stored. */
  overtaken(item: Unsent, state: State | null): void;
  /** The service does not take it. */
  refused(item: Unsent, why: string): void;
}

const prefix = "podium-unsent-";
const firstWait = 1000;
const longestWait = 30_000;

/**
 * Says things to the service until it confirms them. Each is kept on the shelf under a name of its own, so that windows do not
 * overwrite each other's; the service stores what it hears twice once, by its key.
 */
export class AnswerQueue {
  private state: SaveState = { kind: "idle" };
  /** What became of something since the last time one said or tried something, if it was not stored. */
  private refusal: SaveState | null = null;
  private wait = firstWait;
  private callOff: (() => void) | null = null;
  private isSending = false;
  private working = Promise.resolve();
  private isStopped = false;
  /** Keys of what is kept, and tried again when asked to or on the next visit. */
  private readonly setAside = new Set<string>();
  private readonly inMemory = new Map<string, Unsent>();

  constructor(
    readonly account: number,
    private readonly send: (item: Unsent) => Promise<State>,
    private readonly shelf: Shelf | null,
    private readonly clock: Clock,
    private readonly listener: Listener,
  ) {}

  /** What is not confirmed, oldest first. */
  unsent(): Unsent[] {
    const items = new Map(this.inMemory);
    for (let place = 0; this.shelf !== null && place < this.shelf.length; ++place) {
      const key = this.shelf.key(place);
      if (key === null || !key.startsWith(prefix)) continue;
      const item = parsed(this.shelf.getItem(key));
      if (item !== null && item.account === this.account) items.set(item.body.key, item);
    }
    return [...items.values()].sort((a, b) => a.at - b.at);
  }

  /** Whether something about the task waits; then nothing more can be said about it. */
  isWaiting(task: number): boolean {
    return this.unsent().some((item) => item.task === task);
  }

  add(item: Omit<Unsent, "account" | "at">): void {
    const whole: Unsent = { ...item, account: this.account, at: this.clock.now() };
    this.inMemory.set(item.body.key, whole);
    try {
      this.shelf?.setItem(prefix + item.body.key, JSON.stringify(whole));
    } catch {
      // A full shelf costs what a reload would have saved, no more.
    }
    this.refusal = null;
    this.work();
  }

  /** Tries at once: after a login, when the network is back, or when the page starts. */
  retry(): void {
    this.callOff?.();
    this.callOff = null;
    this.wait = firstWait;
    this.setAside.clear();
    if (this.unsent().length === 0) {
      if (this.state.kind !== "saved" && this.state.kind !== "refused") this.enter({ kind: "idle" });
      return;
    }
    this.refusal = null;
    this.work();
  }

  /** Tries at once and waits for what comes of it, at most so many milliseconds; true: nothing is left to save. */
  async flush(patience: number): Promise<boolean> {
    this.retry();
    let callOff = () => {};
    const enough = new Promise<void>((done) => (callOff = this.clock.after(patience, done)));
    await Promise.race([this.working, enough]);
    callOff();
    return this.unsent().length === 0;
  }

  /** Says and hears nothing more; what is on the shelf stays there for the next login of this account. */
  stop(): void {
    this.isStopped = true;
    this.callOff?.();
    this.callOff = null;
  }

  private next(): Unsent | undefined {
    return this.unsent().find((item) => !this.setAside.has(item.body.key));
  }

  private enter(state: SaveState): void {
    this.state = state;
    this.listener.changed(state);
  }

  private forget(item: Unsent): void {
    this.inMemory.delete(item.body.key);
    this.shelf?.removeItem(prefix + item.body.key);
    this.wait = firstWait;
  }

  private work(): void {
    if (!this.isSending && !this.isStopped) this.working = this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    this.callOff?.();
    this.callOff = null;
    try {
      for (let item = this.next(); item !== undefined; item = this.next()) {
        this.enter({ kind: "saving" });
        if (!(await this.deliver(item))) return;
      }
      this.enter(this.refusal ?? { kind: "saved" });
    } finally {
      this.isSending = false;
    }
  }

  /** False: not now. */
  private async deliver(item: Unsent): Promise<boolean> {
    try {
      const state = await this.send(item);
      this.forget(item);
      if (this.isStopped) return false;
      this.listener.confirmed(item, state);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.isStopped) return false;
      return this.afterRefusal(item, error);
    }
  }

  private afterRefusal(item: Unsent, refusal: Refusal): boolean {
    const { status } = refusal;
    if (status === 401) {
      this.enter({ kind: "login" });
      return false;
    }
    if (status === 0 || status === 429 || status >= 500) {
      this.enter({ kind: "waiting", until: this.clock.now() + this.wait, why: refusal.message });
      this.callOff = this.clock.after(this.wait, () => this.work());
      this.wait = Math.min(longestWait, 2 * this.wait);
      return false;
    }
    // These are about who asks, not about what was said: another login may do better.
    const isKept = status === 403 || status === 404;
    if (isKept) this.setAside.add(item.body.key);
    else this.forget(item);
    this.refusal = { kind: "refused", why: status === 409 ? "the task had moved on" : refusal.message, isKept };
    if (status === 409) this.listener.overtaken(item, (refusal.body.state as State | undefined) ?? null);
    else this.listener.refused(item, refusal.message);
    return true;
  }
}

function parsed(text: string | null): Unsent | null {
  try {
    const item = JSON.parse(text ?? "") as Unsent;
    return typeof item.account === "number" && typeof item.body.key === "string" ? item : null;
  } catch {
    return null;
  }
}

/** A name that no other answer has. Browsers give UUIDs to pages under TLS or on loopback only, random numbers to all. */
export function newKey(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return [...words].map((word) => word.toString(16).padStart(8, "0")).join("-");
}

/** The memory of the browser, where it has one for us. */
export function browserShelf(): Shelf | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};
