import type { Shelf } from "./queue";

const name = "podium-keys";

/** Whether keys answer: who speaks to the computer, or strikes keys unawares, turns them off. Remembered in this browser. */
export class KeySwitch {
  private on: boolean;

  constructor(private readonly shelf: Shelf | null) {
    this.on = shelf?.getItem(name) !== "off";
  }

  get isOn(): boolean {
    return this.on;
  }

  turn(on: boolean): void {
    this.on = on;
    try {
      this.shelf?.setItem(name, on ? "on" : "off");
    } catch {
      // A full shelf: the choice lasts as long as the page.
    }
  }
}
