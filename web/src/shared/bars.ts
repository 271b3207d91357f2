import * as Plot from "@observablehq/plot";
import { figure, type Sides } from "./figure";
import { brief, plural } from "./format";
import type { BarsBlock } from "./model";

const rowHeight = 26;

/** Which numbers the axis shows; undefined leaves it to the bars, which must not all be of no length. */
export function axisOf({ bars, most }: BarsBlock): [number, number] | undefined {
  if (most !== undefined) return [0, most];
  return bars.every(({ value }) => (value ?? 0) === 0) ? [0, 1] : undefined;
}

function drawBars(width: number, more: Sides, block: BarsBlock): SVGSVGElement {
  // Names may repeat, so the axis is made of places.
  const bars = block.bars.map((bar, place) => ({ ...bar, place, value: bar.value ?? 0, text: brief(bar.value) }));
  const longest = Math.max(0, ...bars.map(({ name }) => name.length));
  const wanted = 24 + 7 * longest;
  const marginLeft = Math.round(Math.min(0.42 * width, wanted)) + more.left;
  const hasNegative = bars.some(({ value }) => value < 0);
  return Plot.plot({
    width,
    height: 54 + rowHeight * Math.max(1, bars.length),
    marginLeft,
    marginRight: 8 + more.right,
    marginTop: 4,
    marginBottom: 50,
    x: {
      domain: axisOf(block),
      label: block.x_label,
      labelAnchor: "center",
      labelArrow: "none",
      labelOffset: 40,
      grid: true,
      ticks: Math.max(2, Math.floor((width - marginLeft) / 90)),
      insetLeft: hasNegative ? 52 : 0,
      insetRight: 52,
    },
    y: { type: "band", domain: bars.map(({ place }) => place), axis: null, padding: 0.32 },
    marks: [
      Plot.barX(bars, {
        x: "value",
        y: "place",
        fill: ({ value }) => (value < 0 ? "var(--series-2)" : "var(--series-1)"),
        rx: 2,
      }),
      Plot.ruleX([0], { stroke: "currentColor", strokeOpacity: 0.6 }),
      Plot.text(bars, {
        text: "name",
        y: "place",
        frameAnchor: "left",
        textAnchor: "end",
        dx: -10,
        lineWidth: marginLeft < wanted ? (marginLeft - 18) / 12 : Infinity,
        textOverflow: "ellipsis",
      }),
      ...[1, -1].map((sign) =>
        Plot.text(
          bars.filter(({ value }) => (value < 0 ? -1 : 1) === sign),
          { text: "text", x: "value", y: "place", textAnchor: sign > 0 ? "start" : "end", dx: 5 * sign },
        ),
      ),
      Plot.tip(bars, Plot.pointerY({ x: "value", y: "place", title: ({ name, text }) => `${name}\n${text}` })),
    ],
  }) as SVGSVGElement;
}

export function barsView(block: BarsBlock): HTMLElement {
  return figure({
    title: block.title || block.x_label,
    note: () => block.note,
    label: () => {
      const named = block.bars.slice(0, 5).map(({ name, value }) => `${name} ${brief(value)}`);
      return `Bar chart of ${block.x_label}, ${plural(block.bars.length, "bar")}; first ${named.join(", ")}`;
    },
    data: () => ({
      columns: ["name", block.x_label || "value"],
      rows: block.bars.map(({ name, value }) => [name, { text: brief(value), value }]),
    }),
    controls: [],
    legend: () => [],
    draw: (width, more) => drawBars(width, more, block),
  }).view;
}
