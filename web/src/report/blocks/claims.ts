import { element, unlessEmpty } from "../../shared/dom";
import type { ClaimsBlock, Verdict } from "../model";

/** A sign beside the words, so that the verdict does not depend on colour. */
const verdicts: Record<Verdict, { sign: string; words: string }> = {
  holds: { sign: "\u2713", words: "holds" },
  "does-not-hold": { sign: "\u2717", words: "does not hold" },
  "cannot-be-tested": { sign: "?", words: "cannot be tested here" },
};

export function claimsView(block: ClaimsBlock): HTMLElement {
  const items = block.claims.map(({ claim, source, verdict, evidence }) => {
    const { sign, words } = verdicts[verdict];
    return element(
      "li",
      { class: verdict },
      element("p", { class: "verdict" }, element("span", { "aria-hidden": "true" }, sign), words),
      element(
        "div",
        {},
        element("p", { class: "claim" }, claim),
        unlessEmpty(evidence, () => element("p", {}, evidence)),
        unlessEmpty(source, () => element("p", { class: "source" }, source)),
      ),
    );
  });
  return element("ul", { class: "claims" }, ...items);
}
