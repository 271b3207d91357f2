import type { KeySwitch } from "./key_switch";
import type { Action, KeyReader } from "./keys";

const modifiers = ["Shift", "Control", "Alt", "Meta", "CapsLock"];

/** Receives the keys. */
export interface KeyTarget {
  act(action: Action): void;
  /** A key that starts a sequence, or cancels one. */
  waiting(): void;
  /** Leaves a field. */
  home(): void;
}

/** Handles keys pressed anywhere on the page, except those for a field, a button or a dialog. */
export function listenToKeys(keys: KeyReader, keySwitch: KeySwitch, to: KeyTarget, signal: AbortSignal): void {
  document.addEventListener("keydown", (event) => hear(event, keys, keySwitch, to), { signal });
}

function hear(event: KeyboardEvent, keys: KeyReader, keySwitch: KeySwitch, to: KeyTarget): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.closest("input, textarea, select")) {
    if (event.key === "Escape") to.home();
    return;
  }
  if (!keySwitch.isOn || modifiers.includes(event.key)) return;
  const presses = event.key === " " || event.key === "Enter";
  if (presses && target.closest("button, a, summary")) return;
  // A key that is held acts once, and must not scroll the page.
  if (event.repeat) {
    if (keys.knows(event.key)) event.preventDefault();
    return;
  }
  const action = keys.read(event.key);
  if (action === null) {
    to.waiting();
    return;
  }
  if (action.kind !== "cancel") event.preventDefault();
  to.act(action);
}
