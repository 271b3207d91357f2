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
 * Documents in sandboxed frames. A frame that has the focus swallows keys, so after a click into a frame the focus returns to the
 * page at once. A frame that was focused by key or by a screen reader keeps the focus until Tab is pressed.
 */
export class DocumentFrames {
  readonly view = element("div", { class: "documents" });
  /** The pointer was moved since the last Tab, so a new focus comes from a click. */
  private usesPointer = false;
  private isPointerIn = false;
  private isWanted = false;

  show(cards: Card[], sides: string[]): void {
    this.view.classList.toggle("single", cards.length === 1);
    // New frames: a new address in an old frame would add an entry to the browser's history.
    this.isPointerIn = false;
    this.view.replaceChildren(...cards.map((card, place) => cardView(card, sides[place] ?? "")));
    for (const frame of this.view.querySelectorAll("iframe")) {
      frame.addEventListener("pointerenter", () => (this.isPointerIn = true));
      frame.addEventListener("pointerleave", () => (this.isPointerIn = false));
    }
  }

  /** Whether the pointer or the focus is in a document, whose input events do not reach the page. */
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
    // A document that is still loading would lose the focus.
    if (frame.dataset.loaded === undefined) {
      frame.addEventListener("load", () => this.read(place), { once: true });
      return;
    }
    this.isWanted = true;
    frame.focus();
    announce("Arrow keys scroll the document; Tab returns to the page");
  }

  /** Returns the focus to the element that `home` gives, and calls `seen` when a frame gets the focus. */
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
        // Without a pointer it was not a click: a screen reader, perhaps, which must keep the focus.
        const isClick = !this.isWanted && (this.usesPointer || this.isPointerIn);
        this.isWanted = false;
        if (isClick) setTimeout(() => home().focus({ preventScroll: true }), 0);
      },
      { signal },
    );
  }
}
