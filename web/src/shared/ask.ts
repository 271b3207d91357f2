import { element } from "./dom";

export interface Question {
  title: string;
  words: string;
  yes: string;
  no: string;
}

/** Shows a dialog with two buttons; Esc, or closing it in any other way, means no. */
export function ask({ title, words, yes, no }: Question): Promise<boolean> {
  return new Promise((done) => {
    const button = (text: string, kind: string, value: string) =>
      element("button", { type: "button", class: kind, onclick: () => dialog.close(value) }, text);
    const dialog = element(
      "dialog",
      { "aria-labelledby": "ask-title", "aria-describedby": "ask-words" },
      element("h2", { id: "ask-title" }, title),
      element("p", { id: "ask-words" }, words),
      element("div", { class: "row" }, button(no, "main-button", ""), button(yes, "quiet", "yes")),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
