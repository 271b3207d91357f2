import * as Plot from "@observablehq/plot";
import { element } from "../../shared/dom";
import { figure } from "../../shared/figure";
import { brief, fixed, plural } from "../../shared/format";
import type { Analysis, AssessorFigures, ToolFigures } from "../model";
import { toolNames } from "../tasks";
import { when } from "./frame";

const hour = 3_600_000;

/** Answers per hour, for hours with at least one. */
export function answersOverTime(progress: Analysis["progress"]): HTMLElement {
  const total = progress.reduce((sum, { answers }) => sum + answers, 0);
  const title = "Answers over time";
  return figure({
    title,
    note: () => "Answers per hour.",
    label: () => `Bar chart of answers per hour: ${plural(total, "answer")} in ${plural(progress.length, "hour")}`,
    data: () => ({
      columns: ["hour", "answers"],
      rows: progress.map(({ at, answers }) => [when(at), { text: String(answers), value: answers }]),
    }),
    controls: [],
    legend: () => [],
    draw: (width, more) => {
      const first = Math.min(...progress.map(({ at }) => at));
      const last = Math.max(...progress.map(({ at }) => at)) + hour;
      // A single hour would fill the whole width.
      const middle = (first + last) / 2;
      const half = Math.max(6 * hour, (last - first) / 2);
      return Plot.plot({
        width,
        height: 220,
        marginLeft: 48 + more.left,
        marginRight: 20 + more.right,
        marginBottom: 40,
        x: { type: "time", domain: [new Date(middle - half), new Date(middle + half)], label: null },
        y: { label: "answers", labelArrow: "none", grid: true },
        marks: [
          Plot.rectY(progress, {
            x1: ({ at }) => new Date(at),
            x2: ({ at }) => new Date(at + hour),
            y: "answers",
            fill: "var(--series-1)",
            insetLeft: 0.5,
            insetRight: 0.5,
          }),
          Plot.ruleY([0], { stroke: "currentColor", strokeOpacity: 0.6 }),
          Plot.tip(
            progress,
            Plot.pointerX({
              x: ({ at }) => new Date(at + hour / 2),
              y: "answers",
              title: ({ at, answers }) => `${when(at)}\n${plural(answers, "answer")}`,
            }),
          ),
        ],
      }) as SVGSVGElement;
    },
  }).view;
}

/** How often each assessor prefers the left document: half of the time without bias. */
export function positionBias(assessors: AssessorFigures[]): HTMLElement {
  const shown = assessors.filter(({ left_share }) => left_share !== null);
  const title = "Position bias";
  const percent = (share: number | null) => (share === null ? null : 100 * share);
  return figure({
    title,
    note: () => "How often the left document was preferred, among answers that prefer a side. Sides are random, so 50 percent means no bias.",
    label: () =>
      `Dot plot of how often the left document was preferred: ${shown.map(({ name, left_share }) => `${name} ${brief(percent(left_share))} percent`).join(", ")}`,
    data: () => ({
      columns: ["assessor", "left preferred, percent"],
      rows: shown.map(({ name, left_share }) => [name, { text: fixed(percent(left_share), 1), value: percent(left_share) }]),
    }),
    controls: [],
    legend: () => [],
    draw: (width, more) => {
      const marginLeft = Math.min(0.4 * width, 24 + 7 * Math.max(4, ...shown.map(({ name }) => name.length))) + more.left;
      return Plot.plot({
        width,
        height: 60 + 28 * Math.max(1, shown.length),
        marginLeft,
        marginRight: 20 + more.right,
        marginBottom: 44,
        x: { domain: [0, 100], label: "left preferred, percent", labelAnchor: "center", labelArrow: "none", grid: true },
        y: { type: "point", domain: shown.map(({ name }) => name), label: null, tickSize: 0 },
        marks: [
          Plot.ruleX([50], { stroke: "currentColor", strokeDasharray: "4 4" }),
          Plot.dot(shown, { x: ({ left_share }) => percent(left_share), y: "name", r: 5, fill: "var(--series-1)" }),
        ],
      }) as SVGSVGElement;
    },
  }).view;
}

const relations = ["A better", "equal", "B better"];

/** Rows are the first assessor's preference between two documents, columns the second assessor's; each row sums to one. */
export function agreementTable({ tool, table, overall, preference_only, alpha, queries_judged_twice }: ToolFigures): HTMLElement {
  const heat = (share: number | null) => {
    const cell = element("td", { class: "number heat" }, share === null ? "-" : share.toFixed(3));
    cell.style.setProperty("--share", `${Math.round(45 * (share ?? 0))}%`);
    return cell;
  };
  const numbers = [
    `overall agreement ${fixed(overall, 3)}`,
    `agreement where both prefer a document ${fixed(preference_only, 3)}`,
    `Krippendorff's alpha ${fixed(alpha, 3)}`,
    `${plural(queries_judged_twice, "query", "queries")} judged by two or more assessors`,
  ];
  return element(
    "div",
    { class: "agreement" },
    element("h3", {}, `Agreement: ${toolNames[tool]}`),
    element(
      "div",
      { class: "scroll" },
      element(
        "table",
        { class: "plain" },
        element("caption", { class: "off-screen" }, `Agreement table, ${toolNames[tool]}`),
        element(
          "thead",
          {},
          element("tr", {}, element("td", {}, "first \\ second assessor"), ...relations.map((name) => element("th", { scope: "col", class: "number" }, name))),
        ),
        element(
          "tbody",
          {},
          ...table.map((row, place) => element("tr", {}, element("th", { scope: "row" }, relations[place] ?? ""), ...row.map(heat))),
        ),
      ),
    ),
    element("p", { class: "note" }, `${numbers.join(", ")}.`),
  );
}
