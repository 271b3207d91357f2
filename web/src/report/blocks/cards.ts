import { element } from "../../shared/dom";
import type { CardsBlock } from "../model";

export function cardsView(block: CardsBlock): HTMLElement {
  const heading = block.title === "" ? "h3" : "h4";
  const cards = block.cards.map((card) =>
    element(
      "li",
      {},
      element(heading, {}, card.title),
      element("dl", {}, ...card.facts.map(([name, fact]) => element("div", {}, element("dt", {}, name), element("dd", {}, fact)))),
    ),
  );
  return element("ul", { class: "cards" }, ...cards);
}
