import { element } from "../shared/dom";
import { ticked } from "../shared/form";
import type { KeySwitch } from "./key_switch";
import { keyHelp } from "./keys";
import type { Tool } from "./model";
import { idleLimit, readingLimit } from "./timer";

/** Lists the shortcuts, turns them on and off, and explains saving and pauses; closing restores the focus. */
export function helpDialog(tool: Tool, scale: string[], keys: KeySwitch, changed: () => void): void {
  const turn = () => {
    keys.turn(answersByKeys.checked);
    changed();
  };
  const answersByKeys = element("input", { type: "checkbox", checked: keys.isOn, onchange: turn });
  const close = element("button", { type: "button", class: "main-button", onclick: () => dialog.close() }, "Close");
  const dialog = element(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    element("h2", { id: "help-title" }, "Keyboard shortcuts"),
    element(
      "dl",
      { class: "keys" },
      ...keyHelp(tool, scale).flatMap(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)]),
    ),
    ticked("Use keyboard shortcuts", answersByKeys, "When off, only the buttons work. The choice is remembered in this browser."),
    element(
      "p",
      { class: "note" },
      `Shortcuts are off while you type in a field. Each answer is saved at once: you can close the page at any time and continue later, on any computer. ` +
        `The page pauses after ${idleLimit / 60_000} minutes without input, or after ${readingLimit / 60_000} minutes in a document.`,
    ),
    close,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
