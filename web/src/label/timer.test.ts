import { describe, expect, test } from "vitest";
import { clockText, idleLimit, QuestionTimer } from "./timer";

describe("the time of a question", () => {
  test("leaves pauses out", () => {
    const timer = new QuestionTimer(1_000);
    timer.pause(4_000);
    expect(timer.seconds(9_000)).toBe(3);
    expect(timer.pausedSeconds(9_000)).toBe(5);
    timer.resume(10_000);
    expect(timer.seconds(12_000)).toBe(5);
    expect(timer.pausedSeconds(12_000)).toBe(6);
  });

  test("begins anew with a new question", () => {
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

  test("stops when nobody is there, and not a moment before", () => {
    const timer = new QuestionTimer(0);
    timer.touch(1_000);
    expect(timer.pauseIfIdle(1_000 + idleLimit - 1)).toBe(false);
    expect(timer.pauseIfIdle(1_000 + idleLimit)).toBe(true);
    expect(timer.pauseIfIdle(1_000 + idleLimit)).toBe(false);
    timer.resume(10 * idleLimit);
    expect(timer.pauseIfIdle(10 * idleLimit + 1)).toBe(false);
  });

  test("a computer that slept does not count its sleep", () => {
    const timer = new QuestionTimer(0);
    expect(timer.pauseIfIdle(3_600_000)).toBe(true);
    expect(timer.seconds(3_600_000)).toBe(idleLimit / 1000);
  });
});

test("a time is written as clocks do", () => {
  expect([0, 7.9, 750, 3723, -1].map(clockText)).toEqual(["0:00", "0:07", "12:30", "1:02:03", "0:00"]);
});
