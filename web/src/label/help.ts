import { element } from "../shared/dom";
import { keyHelp } from "./keys";
import type { Tool } from "./model";
import { idleLimit, readingLimit } from "./timer";

/** The keys and the rules of time; closing gives the focus back. */
export function helpDialog(tool: Tool, scale: string[]): void {
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
