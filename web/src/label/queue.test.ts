import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../shared/request";
import { FakeStore } from "./fake_store";
import type { Answer, State } from "./model";
import { AnswerQueue, newKey, type Clock, type SaveState, type LocalStore, type Unsent } from "./queue";
import { saveText } from "./save_line";

class FakeClock implements Clock {
  time = 0;
  private waiting: { at: number; then: () => void }[] = [];

  now = () => this.time;

  after(milliseconds: number, then: () => void): () => void {
    const entry = { at: this.time + milliseconds, then };
    this.waiting.push(entry);
    return () => (this.waiting = this.waiting.filter((other) => other !== entry));
  }

  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    const due = this.waiting.filter(({ at }) => at <= this.time);
    this.waiting = this.waiting.filter(({ at }) => at > this.time);
    due.forEach(({ then }) => then());
    await settled();
  }
}

const settled = async () => {
  for (let turn = 0; turn < 20; ++turn) await Promise.resolve();
};
const answer = (key: string): Answer => ({ key, expected: 0, left: 0, right: 1, verdict: "left", comment: "", seconds: 1, paused: 0 });
const stateAfter = (entries: number) => ({ entries }) as State;

describe("the queue of answers", () => {
  let clock: FakeClock;
  let store: FakeStore;
  let sent: string[];
  let states: SaveState["kind"][];
  let heard: string[];
  let service: (item: Unsent) => State;

  const queue = (account = 1, place: LocalStore | null = store) =>
    new AnswerQueue(
      account,
      async (item) => {
        sent.push(item.body.key);
        return service(item);
      },
      place,
      clock,
      {
        changed: ({ kind }) => states.push(kind),
        confirmed: (item, state) => heard.push(`confirmed ${item.body.key} ${state.entries}`),
        overtaken: (item, state) => heard.push(`overtaken ${item.body.key} ${state?.entries}`),
        refused: (item, why) => heard.push(`refused ${item.body.key} ${why}`),
      },
    );
  const refuse = (status: number, body: Record<string, unknown> = {}) => {
    throw new Refusal(status, "no", body);
  };

  beforeEach(() => {
    clock = new FakeClock();
    store = new FakeStore();
    sent = [];
    states = [];
    heard = [];
    service = () => stateAfter(7);
  });

  test("forgets an answer when it is confirmed, not before", async () => {
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    expect(store.length).toBe(1);
    expect(tested.isWaiting(3)).toBe(true);
    expect(tested.isWaiting(4)).toBe(false);
    await settled();
    expect(heard).toEqual(["confirmed a 7"]);
    expect(states).toEqual(["saving", "saved"]);
    expect(store.length).toBe(0);
    expect(tested.isWaiting(3)).toBe(false);
  });

  test("retries after one, two, four, and at most thirty seconds", async () => {
    service = () => refuse(0);
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    const waits: number[] = [];
    for (let attempt = 2; attempt <= 9; ++attempt) {
      let waited = 0;
      for (; sent.length < attempt; waited += 500) await clock.pass(500);
      waits.push(waited / 1000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    service = () => stateAfter(1);
    tested.retry();
    await settled();
    expect(heard).toEqual(["confirmed a 1"]);
    await clock.pass(100_000);
    expect(sent.length).toBe(10);
  });

  test("sends unconfirmed answers after a reload, those of this account only", async () => {
    service = () => refuse(503);
    queue().add({ task: 3, what: "answers", body: answer("a") });
    queue(2).add({ task: 4, what: "answers", body: answer("b") });
    await settled();
    sent = [];
    service = () => stateAfter(2);
    queue().retry();
    await settled();
    expect(sent).toEqual(["a"]);
    expect(heard).toEqual(["confirmed a 2"]);
    expect(store.length).toBe(1);
  });

  test("sends in the order of the answers, one at a time", async () => {
    service = () => refuse(0);
    const tested = queue();
    for (const key of ["c", "a", "b"]) {
      tested.add({ task: 3, what: "answers", body: answer(key) });
      clock.time += 1;
    }
    await settled();
    sent = [];
    service = () => stateAfter(1);
    tested.retry();
    await settled();
    expect(sent).toEqual(["c", "a", "b"]);
  });

  test("passes on the current state when the task was continued elsewhere, and drops the answer", async () => {
    service = () => refuse(409, { state: stateAfter(9) });
    queue().add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    expect(heard).toEqual(["overtaken a 9"]);
    expect(store.length).toBe(0);
    expect(states).toEqual(["saving", "refused"]);
  });

  test("waits for a login and then goes on", async () => {
    service = () => refuse(401);
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    await clock.pass(100_000);
    expect(sent).toEqual(["a"]);
    expect(states.at(-1)).toBe("login");
    service = () => stateAfter(1);
    tested.retry();
    await settled();
    expect(states.at(-1)).toBe("saved");
  });

  test("reports a permanent refusal", async () => {
    service = () => refuse(400);
    queue().add({ task: 3, what: "undo", body: { key: "u", expected: 2 } });
    await settled();
    expect(heard).toEqual(["refused u no"]);
    expect(store.length).toBe(0);
    expect(states).toEqual(["saving", "refused"]);
  });

  test("keeps showing a refusal after later items were saved, until the next answer", async () => {
    service = (item) => (item.body.key === "a" ? refuse(400) : stateAfter(1));
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    tested.retry();
    expect(states.at(-1)).toBe("refused");
    tested.add({ task: 3, what: "answers", body: answer("b") });
    await settled();
    expect(states.at(-1)).toBe("saved");

    // Both are from an earlier visit: the refusal of the first has not been shown yet.
    service = () => refuse(0);
    for (const key of ["a", "c"]) {
      tested.add({ task: 3, what: "answers", body: answer(key) });
      clock.time += 1;
    }
    await settled();
    service = (item) => (item.body.key === "a" ? refuse(400) : stateAfter(1));
    tested.retry();
    await settled();
    expect(heard.slice(-2)).toEqual(["refused a no", "confirmed c 1"]);
    expect(states.at(-1)).toBe("refused");
  });

  test.each([403, 404])("keeps an item that this login may not store (%i), and sends the rest", async (status) => {
    service = (item) => (item.task === 3 ? refuse(status) : stateAfter(1));
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    clock.time += 1;
    tested.add({ task: 4, what: "answers", body: answer("b") });
    await settled();
    expect(heard).toEqual(["refused a no", "confirmed b 1"]);
    expect(sent).toEqual(["a", "b"]);
    service = () => stateAfter(2);
    queue().retry();
    await settled();
    expect(heard.at(-1)).toBe("confirmed a 2");
    expect(store.length).toBe(0);
  });

  test("flushes within its time limit", async () => {
    service = () => refuse(0);
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    expect(await tested.flush(3_000)).toBe(false);
    service = () => stateAfter(1);
    expect(await tested.flush(3_000)).toBe(true);
    expect(heard).toEqual(["confirmed a 1"]);

    const deaf = new AnswerQueue(1, () => new Promise<State>(() => {}), store, clock, {
      changed: () => {},
      confirmed: () => {},
      overtaken: () => {},
      refused: () => {},
    });
    deaf.add({ task: 3, what: "answers", body: answer("b") });
    const flushed = deaf.flush(3_000);
    await clock.pass(3_000);
    expect(await flushed).toBe(false);
  });

  test("sends nothing more after it is stopped, and keeps unconfirmed items", async () => {
    service = () => refuse(0);
    const tested = queue();
    tested.add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    tested.stop();
    await clock.pass(100_000);
    tested.retry();
    await settled();
    expect(sent).toEqual(["a"]);
    expect(store.length).toBe(1);
  });

  test("stopped while sending, it forgets confirmed items only", async () => {
    for (const [status, left] of [[200, 0], [409, 1]] as const) { // prettier-ignore
      service = () => (status === 200 ? stateAfter(1) : refuse(status));
      const tested = queue();
      tested.add({ task: 3, what: "answers", body: answer(`a${status}`) });
      tested.stop();
      await settled();
      expect(store.length).toBe(left);
      expect(heard).toEqual([]);
    }
  });

  test("works without storage, and ignores foreign entries in it", async () => {
    store.setItem("podium-unsent-x", "{ no JSON");
    store.setItem("podium-theme", "dark");
    expect(queue().unsent()).toEqual([]);
    queue(1, null).add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    expect(heard).toEqual(["confirmed a 7"]);
  });

  test("a full storage loses nothing while the page is open", async () => {
    store.setItem = () => {
      throw new Error("full");
    };
    queue().add({ task: 3, what: "answers", body: answer("a") });
    await settled();
    expect(heard).toEqual(["confirmed a 7"]);
  });
});

test("keys are unique and use the characters that the service accepts", () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{1,64}$/);
});

test("describes the state in words", () => {
  expect(saveText({ kind: "waiting", until: 5_400, why: "" }, 1_000)).toBe("not saved yet; retrying in 5 s");
  expect(saveText({ kind: "saving" }, 0)).toBe("saving\u2026");
  expect(saveText({ kind: "idle" }, 0)).toBe("");
  expect(saveText({ kind: "refused", why: "no such task", isKept: true }, 0)).toBe("not saved: no such task");
});
