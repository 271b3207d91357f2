export const idleLimit = 120_000;
/** In a document, whose frame keeps every input to itself. */
export const readingLimit = 600_000;

/** How long a question has been looked at. Times are milliseconds and given, never taken. */
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

  /** A new question; a pause that lasts goes on. */
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
   * Pauses when there was no input for too long, and gives how long that is; null: it did not. A computer that slept finds out
   * late: the pause began in time. The end of reading is an input.
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
