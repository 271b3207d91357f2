import { announce } from "./announce";
import { element } from "./dom";

/** Copies by the clipboard API or, where that is refused, by a text field; false if both fail. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", { class: "off-screen", "aria-hidden": "true", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** A button that copies the result of `text` when it is pressed, and confirms it for a moment. */
export function copyButton(label: string, what: string, text: () => string): HTMLButtonElement {
  const button = element("button", { type: "button", class: "quiet", "aria-label": `Copy ${what}` }, label);
  button.addEventListener("click", async () => {
    const done = await copy(text());
    button.textContent = done ? "Copied" : "Not allowed";
    announce(done ? `${what} copied` : "The browser did not allow copying");
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}
