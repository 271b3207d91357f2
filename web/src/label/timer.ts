export const idleLimit = 120_000;
/** The limit while a document is read, whose frame hides all input from the page. */
export const readingLimit = 600_000;

/** Measures how long a question is shown. The caller passes the current time, in milliseconds. */
export class QuestionTimer {
  private started: number;
  private lastInput: number;
  private pausedSince: number | null = null;
  private pausedBefore = 0;
  private wasReading = false;

  constructor(now: number) {
    this.started = now;
    this.lastInput = now;
  }

  /** Starts timing a new question; a pause continues. */
  restart(now: number): void {
    this.started = now;
    this.lastInput = now;
    this.pausedBefore = 0;
    if (this.pausedSince !== null) this.pausedSince = now;
  }

  get isPaused(): boolean {
    return this.pausedSince !== null;
  }

  pause(now: number): void {
    this.pausedSince ??= now;
  }

  resume(now: number): void {
    this.pausedBefore += now - (this.pausedSince ?? now);
    this.pausedSince = null;
    this.lastInput = now;
  }

  touch(now: number): void {
    this.lastInput = now;
  }

  /**
   * Pauses when there was no input for too long, and returns the limit that was exceeded; null: no pause. After the computer has
   * slept this is called late; the pause still starts at the limit. The end of reading counts as input.
   */
  pauseIfIdle(now: number, isReading: boolean): number | null {
    const limit = isReading || this.wasReading ? readingLimit : idleLimit;
    const hasRead = this.wasReading && !isReading;
    this.wasReading = isReading;
    if (this.isPaused) return null;
    if (now - this.lastInput >= limit) {
      this.pause(this.lastInput + limit);
      return limit;
    }
    if (hasRead) this.touch(now);
    return null;
  }

  pausedSeconds(now: number): number {
    return (this.pausedBefore + (this.pausedSince === null ? 0 : now - this.pausedSince)) / 1000;
  }

  seconds(now: number): number {
    return (now - this.started) / 1000 - this.pausedSeconds(now);
  }
}

/** 0:07, 12:30, 1:02:03 */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}
