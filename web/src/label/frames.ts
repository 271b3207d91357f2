import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import type { Card } from "./model";

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
  /** The pointer was moved since the last Tab: who does that clicks. */
  private usesPointer = false;
  private isPointerIn = false;
  private isWanted = false;

  show(cards: Card[], sides: string[]): void {
    this.view.classList.toggle("single", cards.length === 1);
    // New frames, for a new address in an old one would be a step of the browser's history.
    this.isPointerIn = false;
    this.view.replaceChildren(...cards.map((card, place) => cardView(card, sides[place] ?? "")));
    for (const frame of this.view.querySelectorAll("iframe")) {
      frame.addEventListener("pointerenter", () => (this.isPointerIn = true));
      frame.addEventListener("pointerleave", () => (this.isPointerIn = false));
    }
  }

  /** Whether the pointer or the focus is in a document: what happens there, nobody hears here. */
  get isRead(): boolean {
    if (!document.hasFocus()) return false;
    return this.isPointerIn || this.hasFocus;
  }

  private get hasFocus(): boolean {
    const active = document.activeElement;
    return active instanceof HTMLIFrameElement && this.view.contains(active);
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
      if (event.key === "Tab") this.usesPointer = false;
    }, { signal, capture: true }); // prettier-ignore
    document.addEventListener("pointermove", () => (this.usesPointer = true), { signal, capture: true, passive: true });
    window.addEventListener(
      "blur",
      () => {
        if (!this.hasFocus) return;
        seen();
        // Without a pointer it was no click: a screen reader perhaps, whose user wants to stay.
        const isClick = !this.isWanted && (this.usesPointer || this.isPointerIn);
        this.isWanted = false;
        if (isClick) setTimeout(() => home().focus({ preventScroll: true }), 0);
      },
      { signal },
    );
  }
}
