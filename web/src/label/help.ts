import { element } from "../shared/dom";
import { ticked } from "./form";
import type { KeySwitch } from "./key_switch";
import { keyHelp } from "./keys";
import type { Tool } from "./model";
import { idleLimit, readingLimit } from "./timer";

/** The keys, whether they are on, and the rules of time; closing gives the focus back. */
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
    element("h2", { id: "help-title" }, "Keys"),
    element(
      "dl",
      { class: "keys" },
      ...keyHelp(tool, scale).flatMap(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)]),
    ),
    ticked("Keys do these things", answersByKeys, "Off: only the buttons do. This browser remembers it."),
    element(
      "p",
      { class: "note" },
      `Keys do nothing while you write. Answers are saved one by one; you can close the page at any time and go on later, here or elsewhere. ` +
        `Without any input for ${idleLimit / 60_000} minutes, ${readingLimit / 60_000} while you are in a document, the page pauses by itself.`,
    ),
    close,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
