import { element, type Child } from "./dom";
import { Refusal } from "./request";

let made = 0;

/** A field with its label above and, if given, a hint below that screen readers read with it. */
export function labelled(label: string, field: HTMLElement, hint = ""): HTMLElement {
  const id = `field-${++made}`;
  field.id = id;
  if (hint !== "") field.setAttribute("aria-describedby", `${id}-hint`);
  return element(
    "div",
    { class: "field" },
    element("label", { for: id }, label),
    field,
    hint === "" ? null : element("p", { class: "hint", id: `${id}-hint` }, hint),
  );
}

/** A checkbox with its label. */
export function ticked(label: string, field: HTMLInputElement, hint = ""): HTMLElement {
  field.id = `field-${++made}`;
  if (hint !== "") field.setAttribute("aria-describedby", `${field.id}-hint`);
  return element(
    "div",
    { class: "tick" },
    field,
    element("label", { for: field.id }, label),
    hint === "" ? null : element("span", { class: "hint", id: `${field.id}-hint` }, hint),
  );
}

/** The message of an error as a sentence; one that starts with the name of a file keeps its spelling. */
export function sentence(error: unknown): string {
  const text = error instanceof Refusal || error instanceof Error ? error.message : String(error);
  return `${text.replace(/^[a-z]+(?=[ ,:'])/, (word) => word.charAt(0).toUpperCase() + word.slice(1))}.`.replace(/\.\.$/, ".");
}

/**
 * A form whose button runs `submit`. It cannot be submitted twice at once; below its fields it shows the error or the text that
 * `submit` returned.
 */
export function form(button: string, fields: Child[], submit: () => Promise<string | void>): HTMLFormElement {
  const said = element("p", { class: "said", role: "alert" });
  const send = element("button", { type: "submit", class: "main-button" }, button);
  return element(
    "form",
    {
      novalidate: true,
      onsubmit: async (event: Event) => {
        event.preventDefault();
        if (send.disabled) return;
        send.disabled = true;
        said.textContent = "";
        said.classList.remove("wrong");
        try {
          said.textContent = (await submit()) ?? "";
        } catch (error) {
          said.textContent = sentence(error);
          said.classList.add("wrong");
        } finally {
          send.disabled = false;
        }
      },
    },
    ...fields,
    element("div", { class: "row" }, send),
    said,
  );
}
