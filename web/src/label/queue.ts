import { Refusal } from "../shared/request";
import type { Answer, State, Undo } from "./model";

/** An answer or an undo that the service has not confirmed. */
export interface Unsent {
  account: number;
  task: number;
  what: "answers" | "undo";
  at: number;
  body: Answer | Undo;
}

/** The part of localStorage that is used. */
export interface LocalStore {
  readonly length: number;
  key(place: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Clock {
  now(): number;
  /** Calls `then` after this many milliseconds; returns a function that cancels it. */
  after(milliseconds: number, then: () => void): () => void;
}

export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "waiting"; until: number; why: string }
  | { kind: "login" }
  /** The last answer was not stored; `isKept`: it is sent again on request, or on the next visit. */
  | { kind: "refused"; why: string; isKept: boolean };

export interface Listener {
  changed(state: SaveState): void;
  /** The service has stored the item; `state` is the current state of the task. */
  confirmed(item: Unsent, state: State): void;
  /** The task was continued elsewhere, for example in another window; the item is dropped. */
  overtaken(item: Unsent, state: State | null): void;
  /** The service rejected the item. */
  refused(item: Unsent, why: string): void;
}

const prefix = "podium-unsent-";
const firstWait = 1000;
const longestWait = 30_000;

/**
 * Sends answers until the service confirms them. Each is stored under a name of its own, so that windows do not overwrite each
 * other's answers. The service recognises an answer that it gets twice by its key, and stores it once.
 */
export class AnswerQueue {
  private state: SaveState = { kind: "idle" };
  /** The refusal since the last answer or retry, if there was one. */
  private refusal: SaveState | null = null;
  private wait = firstWait;
  private cancel: (() => void) | null = null;
  private isSending = false;
  private working = Promise.resolve();
  private isStopped = false;
  /** Keys of items that are kept and sent again on request or on the next visit. */
  private readonly setAside = new Set<string>();
  private readonly inMemory = new Map<string, Unsent>();

  constructor(
    readonly account: number,
    private readonly send: (item: Unsent) => Promise<State>,
    private readonly store: LocalStore | null,
    private readonly clock: Clock,
    private readonly listener: Listener,
  ) {}

  /** Items that are not confirmed, oldest first. */
  unsent(): Unsent[] {
    const items = new Map(this.inMemory);
    for (let place = 0; this.store !== null && place < this.store.length; ++place) {
      const key = this.store.key(place);
      if (key === null || !key.startsWith(prefix)) continue;
      const item = parsed(this.store.getItem(key));
      if (item !== null && item.account === this.account) items.set(item.body.key, item);
    }
    return [...items.values()].sort((a, b) => a.at - b.at);
  }

  /** Whether an item of the task is unconfirmed; then no other may be added for it. */
  isWaiting(task: number): boolean {
    return this.unsent().some((item) => item.task === task);
  }

  add(item: Omit<Unsent, "account" | "at">): void {
    const whole: Unsent = { ...item, account: this.account, at: this.clock.now() };
    this.inMemory.set(item.body.key, whole);
    try {
      this.store?.setItem(prefix + item.body.key, JSON.stringify(whole));
    } catch {
      // The storage is full: the item is lost only if the page is closed before it is sent.
    }
    this.refusal = null;
    this.work();
  }

  /** Sends at once: after a login, when the network is back, or when the page starts. */
  retry(): void {
    this.cancel?.();
    this.cancel = null;
    this.wait = firstWait;
    this.setAside.clear();
    if (this.unsent().length === 0) {
      if (this.state.kind !== "saved" && this.state.kind !== "refused") this.enter({ kind: "idle" });
      return;
    }
    this.refusal = null;
    this.work();
  }

  /** Sends at once and waits for the result, at most `timeout` milliseconds; true: nothing is left to save. */
  async flush(timeout: number): Promise<boolean> {
    this.retry();
    let cancel = () => {};
    const enough = new Promise<void>((done) => (cancel = this.clock.after(timeout, done)));
    await Promise.race([this.working, enough]);
    cancel();
    return this.unsent().length === 0;
  }

  /** Stops sending; stored items stay for the next login of this account. */
  stop(): void {
    this.isStopped = true;
    this.cancel?.();
    this.cancel = null;
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
    this.store?.removeItem(prefix + item.body.key);
    this.wait = firstWait;
  }

  private work(): void {
    if (!this.isSending && !this.isStopped) this.working = this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    this.cancel?.();
    this.cancel = null;
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

  /** Returns false when the queue must pause before the next item. */
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
      this.cancel = this.clock.after(this.wait, () => this.work());
      this.wait = Math.min(longestWait, 2 * this.wait);
      return false;
    }
    // These depend on the login, not on the answer: another login may succeed.
    const isKept = status === 403 || status === 404;
    if (isKept) this.setAside.add(item.body.key);
    else this.forget(item);
    this.refusal = { kind: "refused", why: status === 409 ? "the task was continued elsewhere" : refusal.message, isKept };
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

/** A unique key. Browsers offer UUIDs only to pages served by TLS or from loopback, random numbers to all. */
export function newKey(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return [...words].map((word) => word.toString(16).padStart(8, "0")).join("-");
}

/** The storage of the browser; null where it is denied. */
export function browserStore(): LocalStore | null {
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
