import { element } from "./dom";

let status: HTMLElement | null = null;

/** Tells those who do not see the page change. */
export function announce(text: string): void {
  status ??= document.body.appendChild(element("div", { class: "off-screen", role: "status" }));
  status.textContent = text;
}
