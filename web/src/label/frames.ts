import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import type { Card } from "./model";

/** Long enough for the key that moved the focus, too short for a hand that goes to the mouse. */
const sameMoment = 150;

function cardView(card: Card, side: string): HTMLElement {
  const frame: HTMLIFrameElement = element("iframe", {
    sandbox: "",
    src: card.frame,
    referrerpolicy: "no-referrer",
    title: `${side}: ${card.title || card.id}`,
    onload: () => (frame.dataset.loaded = ""),
  });
  return element(
    "article",
    { class: "card" },
    element(
      "div",
      { class: "card-head" },
      element("span", { class: "side" }, side),
      element("h3", {}, card.title || card.id),
      card.url === "" ? null : element("span", { class: "url" }, card.url),
    ),
    frame,
  );
}

/**
 * Documents in sandboxed frames. A frame that has the focus swallows keys, so a click into one gives the focus back at once; who
 * goes there by key, or by a screen reader, wants to read it, and leaves it by Tab.
 */
export class DocumentFrames {
  readonly view = element("div", { class: "documents" });
  private lastTab = -Infinity;
  private isWanted = false;

  show(cards: Card[], sides: string[]): void {
    this.view.classList.toggle("single", cards.length === 1);
    // New frames, for a new address in an old one would be a step of the browser's history.
    this.view.replaceChildren(...cards.map((card, place) => cardView(card, sides[place] ?? "")));
  }

  /** Whether the pointer or the focus is in a document: what happens there, nobody hears here. */
  get isRead(): boolean {
    if (!document.hasFocus()) return false;
    return [...this.view.querySelectorAll("iframe")].some((frame) => frame === document.activeElement || frame.matches(":hover"));
  }

  read(place: number): void {
    const frame = this.view.querySelectorAll("iframe")[place];
    if (frame === undefined) return;
    // A document that is still loading would lose the focus again.
    if (frame.dataset.loaded === undefined) {
      frame.addEventListener("load", () => this.read(place), { once: true });
      return;
    }
    this.isWanted = true;
    frame.focus();
    announce("Arrows scroll the document, Tab goes back");
  }

  /** Gives the focus back to what `home` is, and tells `seen` that somebody is there. */
  keepFocus(signal: AbortSignal, home: () => HTMLElement, seen: () => void): void {
    document.addEventListener("keydown", (event) => {
      if (event.key === "Tab") this.lastTab = event.timeStamp;
    }, { signal, capture: true }); // prettier-ignore
    window.addEventListener(
      "blur",
      (event) => {
        const active = document.activeElement;
        if (!(active instanceof HTMLIFrameElement) || !this.view.contains(active)) return;
        seen();
        const byKey = this.isWanted || event.timeStamp - this.lastTab < sameMoment;
        this.isWanted = false;
        // Without the pointer there it was no click: a screen reader perhaps, whose user wants to stay.
        if (!byKey && active.matches(":hover")) setTimeout(() => home().focus({ preventScroll: true }), 0);
      },
      { signal },
    );
  }
}
