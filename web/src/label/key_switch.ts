import type { LocalStore } from "./queue";

const name = "podium-keys";

/** Whether shortcuts are on. Speech input and accidental key presses are reasons to turn them off; remembered in this browser. */
export class KeySwitch {
  private on: boolean;

  constructor(private readonly store: LocalStore | null) {
    this.on = store?.getItem(name) !== "off";
  }

  get isOn(): boolean {
    return this.on;
  }

  turn(on: boolean): void {
    this.on = on;
    try {
      this.store?.setItem(name, on ? "on" : "off");
    } catch {
      // The storage is full: the choice lasts as long as the page.
    }
  }
}
