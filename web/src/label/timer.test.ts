import { describe, expect, test } from "vitest";
import { clockText, idleLimit, QuestionTimer, readingLimit } from "./timer";

describe("the time of a question", () => {
  test("does not count pauses", () => {
    const timer = new QuestionTimer(1_000);
    timer.pause(4_000);
    expect(timer.seconds(9_000)).toBe(3);
    expect(timer.pausedSeconds(9_000)).toBe(5);
    timer.resume(10_000);
    expect(timer.seconds(12_000)).toBe(5);
    expect(timer.pausedSeconds(12_000)).toBe(6);
  });

  test("starts again with a new question", () => {
    const timer = new QuestionTimer(0);
    timer.pause(1_000);
    timer.resume(2_000);
    timer.restart(5_000);
    expect(timer.seconds(6_000)).toBe(1);
    expect(timer.pausedSeconds(6_000)).toBe(0);
  });

  test("a second pause is the same pause", () => {
    const timer = new QuestionTimer(0);
    timer.pause(1_000);
    timer.pause(2_000);
    timer.resume(3_000);
    expect(timer.pausedSeconds(3_000)).toBe(2);
  });

  test("pauses exactly when the idle limit is reached", () => {
    const timer = new QuestionTimer(0);
    timer.touch(1_000);
    expect(timer.pauseIfIdle(1_000 + idleLimit - 1, false)).toBe(null);
    expect(timer.pauseIfIdle(1_000 + idleLimit, false)).toBe(idleLimit);
    expect(timer.pauseIfIdle(1_000 + idleLimit, false)).toBe(null);
    timer.resume(10 * idleLimit);
    expect(timer.pauseIfIdle(10 * idleLimit + 1, false)).toBe(null);
  });

  test("does not count the sleep of the computer", () => {
    const timer = new QuestionTimer(0);
    expect(timer.pauseIfIdle(3_600_000, false)).toBe(idleLimit);
    expect(timer.seconds(3_600_000)).toBe(idleLimit / 1000);
  });

  test("counts reading, which gives no input, up to its limit", () => {
    const timer = new QuestionTimer(0);
    expect(timer.pauseIfIdle(readingLimit - 1, true)).toBe(null);
    expect(timer.pauseIfIdle(readingLimit, true)).toBe(readingLimit);
    expect(timer.seconds(readingLimit + 5_000)).toBe(readingLimit / 1000);
  });

  test("counts the reading before the document was left", () => {
    const timer = new QuestionTimer(0);
    timer.pauseIfIdle(1_000, true);
    expect(timer.pauseIfIdle(3 * idleLimit, false)).toBe(null);
    expect(timer.pauseIfIdle(4 * idleLimit - 1, false)).toBe(null);
    expect(timer.pauseIfIdle(4 * idleLimit, false)).toBe(idleLimit);
    expect(timer.seconds(5 * idleLimit)).toBe((4 * idleLimit) / 1000);
  });

  test("does not count the sleep of the computer during reading", () => {
    const timer = new QuestionTimer(0);
    timer.pauseIfIdle(1_000, true);
    expect(timer.pauseIfIdle(3_600_000, false)).toBe(readingLimit);
  });
});

test("writes a time as a clock does", () => {
  expect([0, 7.9, 750, 3723, -1].map(clockText)).toEqual(["0:00", "0:07", "12:30", "1:02:03", "0:00"]);
});
