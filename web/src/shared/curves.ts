import * as Plot from "@observablehq/plot";
import { figure, type Sides } from "./figure";
import { fixed, interval, plural } from "./format";
import { legendButtons, type LegendEntry } from "./legend";
import type { Cell, CurvePoint, CurvesBlock, Scale, Table } from "./model";
import { dashes, withLooks } from "./palette";
import { placesOfCurves } from "./ticks";

interface Series extends LegendEntry {
  points: CurvePoint[];
}

function scaleOf(block: CurvesBlock): Scale {
  const hasLogarithms = block.curves.every((curve) => curve.points.every((point) => point.x > 0));
  return hasLogarithms ? block.x_scale : "linear";
}

/** One row for each point, for plotting with other programs. */
export function dataOfCurves(block: CurvesBlock): Table {
  const number = (value: number | null | undefined): Cell => ({ text: fixed(value), value: value ?? null });
  const rows = block.curves.flatMap(({ name, points }) =>
    points.map((point): Cell[] => [
      name,
      point.label ?? { text: String(point.x), value: point.x },
      number(point.y),
      number(point.low),
      number(point.high),
    ]),
  );
  return { columns: ["series", block.x_label || "x", block.y_label || "y", "low", "high"], rows };
}

function pointText(block: CurvesBlock, series: Series, point: CurvePoint): string {
  const band = interval(point.low, point.high);
  const where = `${block.x_label} ${point.label ?? point.x}`;
  return `${series.name}\n${where}: ${fixed(point.y)}${band === "" ? "" : `\n${band}`}`;
}

function marksOf(block: CurvesBlock, shown: Series[]): Plot.Markish[] {
  const banded = shown.filter(({ points }) => points.some((point) => point.low != null && point.high != null));
  // Many bands on top of each other would hide the curves.
  const fade = Math.min(1, 3 / banded.length);
  const bands = banded.map(({ points, look: { colour, dashed } }) =>
    Plot.areaY(points, { x: "x", y1: "low", y2: "high", fill: colour, fillOpacity: (dashed ? 0.07 : 0.14) * fade }),
  );
  const lines = shown.map(({ points, look: { colour, dashed } }) =>
    Plot.line(points, { x: "x", y: "y", stroke: colour, strokeWidth: 1.8, ...(dashed ? { strokeDasharray: dashes } : {}) }),
  );
  // A symbol on every point of a long curve would hide it.
  const dots = shown.filter(({ look }) => !look.dashed).map(({ points, look: { colour, symbol } }) => {
    const step = Math.ceil(points.length / 16);
    return Plot.dot(points.filter((_, place) => place % step === 0), { x: "x", y: "y", fill: colour, symbol, r: 4 });
  });
  const all = shown.flatMap((series) =>
    series.points
      .filter((point) => point.y !== null)
      .map((point) => ({ x: point.x, y: point.y, text: pointText(block, series, point) })),
  );
  const tip = Plot.tip(all, Plot.pointer({ x: "x", y: "y", title: "text", maxRadius: 60 }));
  return [...bands, ...lines, ...dots, tip];
}

export function curvesView(block: CurvesBlock): HTMLElement {
  const series: Series[] = withLooks(block.curves);
  const scale = scaleOf(block);
  const hidden = new Set<string>();
  const shown = () => series.filter(({ name }) => !hidden.has(name));
  const places = block.curves.flatMap((curve) => curve.points.map((point) => point.x));

  const draw = (width: number, more: Sides) => {
    const ticks = placesOfCurves(block.curves, scale, width - 76 - more.left - more.right);
    const names = new Map(ticks?.map(({ x, text }) => [x, text]));
    return Plot.plot({
      width,
      height: Math.round(Math.min(420, Math.max(260, width * 0.5))),
      marginTop: 32,
      marginLeft: 56 + more.left,
      marginRight: 20 + more.right,
      marginBottom: 50,
      x: {
        type: scale === "logarithmic" ? "log" : "linear",
        label: block.x_label,
        labelAnchor: "center",
        labelArrow: "none",
        labelOffset: 40,
        domain: [Math.min(...places), Math.max(...places)],
        ...(ticks ? { ticks: ticks.map(({ x }) => x), tickFormat: (x: number) => names.get(x) ?? String(x) } : {}),
      },
      y: { label: block.y_label, labelArrow: "none", grid: true, nice: true, zero: false },
      marks: marksOf(block, shown()),
    }) as SVGSVGElement;
  };
  const made = figure({
    title: block.title || block.y_label,
    note: () => block.note,
    label: () =>
      `Chart of ${plural(shown().length, "curve")}: ${block.y_label} by ${block.x_label}; ${shown().map(({ name }) => name).join(", ")}`,
    data: () => dataOfCurves(block),
    controls: [legendButtons(series, hidden, () => made.redraw())],
    legend: shown,
    draw,
  });
  return made.view;
}
