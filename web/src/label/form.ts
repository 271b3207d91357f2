import { element, type Child } from "../shared/dom";
import { Refusal } from "./api";

let made = 0;

/** A field with its label above and, if there is one, a hint below that screen readers read with it. */
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

/** A box to tick, before its words. */
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

/** What went wrong, as a sentence. */
export function sentence(error: unknown): string {
  const text = error instanceof Refusal || error instanceof Error ? error.message : String(error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, ".");
}

/**
 * A form whose button runs `submit`. It cannot be sent twice at once, and says below its fields what went wrong or what
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
