import { element } from "./dom";

let status: HTMLElement | null = null;

/** Announces a change of the page to screen readers. */
export function announce(text: string): void {
  status ??= document.body.appendChild(element("div", { class: "off-screen", role: "status" }));
  status.textContent = text;
}
