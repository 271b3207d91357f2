import * as Plot from "@observablehq/plot";
import { element } from "../../shared/dom";
import { duel, outcome, type Duel } from "../duel";
import { figure, type Sides } from "../../shared/figure";
import { fixed, plural } from "../../shared/format";
import type { PerQueryBlock } from "../model";

const colours = { a: "var(--series-2)", b: "var(--series-1)", tied: "var(--soft)" };

/** A list of names to choose from; new names keep the choice if it is among them. */
class Choice {
  readonly view: HTMLElement;
  private readonly field: HTMLSelectElement;

  constructor(label: string, changed: () => void) {
    this.field = element("select", { onchange: changed });
    this.view = element("label", {}, element("span", {}, label), this.field);
  }

  offer(names: string[], first: number): void {
    const before = this.field.selectedOptions[0]?.textContent ?? null;
    this.field.replaceChildren(...names.map((name, place) => element("option", { value: place }, name)));
    const kept = before === null ? -1 : names.indexOf(before);
    this.field.selectedIndex = kept >= 0 ? kept : Math.min(first, names.length - 1);
  }

  get place(): number {
    return Math.max(0, this.field.selectedIndex);
  }

  get name(): string {
    return this.field.selectedOptions[0]?.textContent ?? "";
  }
}

function drawDuel(width: number, more: Sides, found: Duel, nameA: string, nameB: string, measure: string): SVGSVGElement {
  const values = found.meetings.flatMap(({ a, b }) => [a, b]);
  const inUnit = values.every((value) => value >= 0 && value <= 1);
  const domain = inUnit ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const side = Math.min(width, 560);
  const axis = (name: string) => ({ domain, label: `${measure} of ${name}`, labelArrow: "none" as const, grid: true, ticks: 5 });
  return Plot.plot({
    width: side,
    height: side,
    marginTop: 8,
    marginLeft: 52 + more.left,
    marginRight: 20 + more.right,
    marginBottom: 50,
    inset: 6,
    x: { ...axis(nameA), labelAnchor: "center", labelOffset: 40 },
    y: { ...axis(nameB), labelAnchor: "center" },
    marks: [
      Plot.line([domain, domain].map((ends, place) => ({ at: ends[place] })), {
        x: "at",
        y: "at",
        stroke: "currentColor",
        strokeOpacity: 0.5,
        strokeDasharray: "4 4",
      }),
      Plot.dot(found.meetings, {
        x: "a",
        y: "b",
        r: 3.2,
        fill: (meeting) => colours[outcome(meeting)],
        fillOpacity: 0.7,
      }),
      Plot.tip(
        found.meetings,
        Plot.pointer({
          x: "a",
          y: "b",
          maxRadius: 30,
          title: ({ query, a, b }) => `query ${query}\n${nameA}: ${fixed(a)}\n${nameB}: ${fixed(b)}`,
        }),
      ),
    ],
  }) as SVGSVGElement;
}

function countsView(found: Duel, nameA: string, nameB: string): Node[] {
  const count = (colour: string, number: number, words: string) =>
    element(
      "span",
      {},
      element("i", { style: `--dot: ${colour}`, "aria-hidden": "true" }),
      element("b", {}, String(number)),
      ` ${words}`,
    );
  return [
    count(colours.b, found.bBetter, `won by ${nameB}`),
    count(colours.tied, found.tied, "tied"),
    count(colours.a, found.aBetter, `won by ${nameA}`),
    ...(found.leftOut === 0 ? [] : [element("span", {}, `${plural(found.leftOut, "query", "queries")} left out`)]),
  ];
}

/** Compares two systems query by query; consecutive blocks are data sets to choose from. */
export function perQueryView(blocks: [PerQueryBlock, ...PerQueryBlock[]]): HTMLElement {
  const changed = () => {
    refill();
    made.redraw();
  };
  const data = new Choice("Data", changed);
  const measure = new Choice("Measure", changed);
  const [a, b] = [new Choice("Horizontal axis", changed), new Choice("Vertical axis", changed)];
  data.offer(blocks.map((block, place) => block.title || `data ${place + 1}`), 0);
  const block = () => blocks[data.place] ?? blocks[0];
  const found = () => duel(block(), measure.place, a.place, b.place);
  const counts = element("p", { class: "counts", "aria-live": "polite" });
  const refill = () => {
    const systems = block().systems.map(({ name }) => name);
    measure.offer(block().measure, 0);
    a.offer(systems, 0);
    b.offer(systems, 1);
    counts.replaceChildren(...countsView(found(), a.name, b.name));
  };
  refill();

  const controls = [blocks.length > 1 ? data.view : null, measure.view, a.view, b.view];
  const made = figure({
    title: `${blocks.length > 1 ? "Query by query" : block().title || "Query by query"}`,
    note: () => block().note,
    label: () => {
      const { bBetter, tied, aBetter } = found();
      return (
        `Scatter plot of ${measure.name} per query, ${a.name} on the horizontal and ${b.name} on the vertical axis: ` +
        `${b.name} wins ${bBetter}, ${tied} tied, ${a.name} wins ${aBetter}`
      );
    },
    data: () => ({
      columns: ["query", a.name, b.name, "difference"],
      rows: found().meetings.map((meeting) => [
        meeting.query,
        ...[meeting.a, meeting.b, meeting.b - meeting.a].map((value) => ({ text: fixed(value), value })),
      ]),
    }),
    controls: [element("div", { class: "choices" }, ...controls), counts],
    legend: () => [],
    draw: (width, more) => drawDuel(width, more, found(), a.name, b.name, measure.name),
  });
  return made.view;
}
