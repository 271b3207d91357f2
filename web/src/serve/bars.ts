import { element, svgElement } from "../shared/dom";
import { brief, plural, signed } from "../shared/format";
import type { ExplainedDocument, FeatureShare } from "./model";

const shownFirst = 10;
const width = 200;
const height = 12;

/** Where a bar starts and how long it is, in units of the drawing; `largest` is as long as the room on its side. */
export function barOf(adds: number, largest: number, hasNegative: boolean): { x: number; length: number } {
  const room = hasNegative ? width / 2 : width;
  const length = largest > 0 ? (room * Math.min(largest, Math.abs(adds))) / largest : 0;
  const zero = hasNegative ? width / 2 : 0;
  return { x: adds < 0 ? zero - length : zero, length };
}

function bar(adds: number, largest: number, hasNegative: boolean): SVGSVGElement {
  const { x, length } = barOf(adds, largest, hasNegative);
  const zero = hasNegative ? width / 2 : 0;
  return svgElement(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true", class: "bar-of-feature" },
    svgElement("rect", { x, y: 1, width: length, height: height - 2, class: adds < 0 ? "lowers" : "raises" }),
    svgElement("line", { x1: zero, x2: zero, y1: 0, y2: height }),
  );
}

/** What the features of a document add to its score, largest first. All documents of a ranking have the scale `largest`. */
export function featureTable(document: ExplainedDocument, largest: number): HTMLElement {
  const { features } = document;
  const hasNegative = features.some(({ adds }) => adds < 0);
  const row = ({ name, value, adds }: FeatureShare) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", { class: "number" }, value === null ? "missing" : brief(value)),
      element("td", { class: "number" }, signed(adds)),
      element("td", { class: "drawn" }, bar(adds, largest, hasNegative)),
    );
  const body = element("tbody", {}, ...features.slice(0, shownFirst).map(row));
  const more: HTMLElement | null =
    features.length <= shownFirst
      ? null
      : element(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => {
              body.append(...features.slice(shownFirst).map(row));
              more?.remove();
              const next = body.children[shownFirst] as HTMLElement;
              next.tabIndex = -1;
              next.focus();
            },
          },
          `Show all ${plural(features.length, "feature")}`,
        );
  return element(
    "div",
    { class: "features" },
    element(
      "p",
      { class: "note" },
      `The mean score of the query's documents is ${brief(document.reference)}; the features lead from there to ${brief(document.score)}.`,
    ),
    element(
      "table",
      { class: "plain" },
      element("caption", { class: "off-screen" }, `What each feature adds to the score of ${document.id}`),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "Feature"),
          element("th", { scope: "col", class: "number" }, "Value"),
          element("th", { scope: "col", class: "number" }, "Adds"),
          element("td", { class: "drawn" }),
        ),
      ),
      body,
    ),
    more,
  );
}
