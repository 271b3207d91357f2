import { element, unlessEmpty } from "../../shared/dom";
import type { ClaimsBlock, Verdict } from "../model";

/** A sign beside the words, so that the verdict does not depend on colour. */
const verdicts: Record<Verdict, { sign: string; words: string }> = {
  holds: { sign: "\u2713", words: "holds" },
  refuted: { sign: "\u2717", words: "refuted" },
  "not-shown": { sign: "\u2013", words: "not shown either way" },
  "needs-data": { sign: "?", words: "needs data not at hand" },
};

export function claimsView(block: ClaimsBlock): HTMLElement {
  const items = block.claims.map(({ claim, source, verdict, rule, evidence, power }) => {
    const { sign, words } = verdicts[verdict];
    return element(
      "li",
      { class: verdict },
      element("p", { class: "verdict" }, element("span", { "aria-hidden": "true" }, sign), words),
      element(
        "div",
        {},
        element("p", { class: "claim" }, claim),
        unlessEmpty(rule, () => element("p", { class: "rule" }, `Rule: ${rule}.`)),
        unlessEmpty(evidence, () => element("p", {}, evidence)),
        unlessEmpty(power, () => element("p", { class: "power" }, `Power of 80 %: ${power}.`)),
        unlessEmpty(source, () => element("p", { class: "source" }, source)),
      ),
    );
  });
  return element("ul", { class: "claims" }, ...items);
}
