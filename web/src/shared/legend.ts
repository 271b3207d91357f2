import { element, svgElement } from "./dom";
import { dashes, outlines, type Look } from "./palette";

export interface LegendEntry {
  name: string;
  look: Look;
}

function swatch(look: Look): SVGGElement {
  return svgElement(
    "g",
    { fill: look.colour, stroke: look.colour },
    svgElement("line", { x1: -11, x2: 11, "stroke-width": 1.8, ...(look.dashed ? { "stroke-dasharray": dashes } : {}) }),
    ...(look.dashed ? [] : [svgElement("path", { d: outlines[look.symbol], stroke: "none" })]),
  );
}

/** Buttons that show and hide series; `changed` is called after each press. */
export function legendButtons(entries: LegendEntry[], hidden: Set<string>, changed: () => void): HTMLElement {
  const buttons = entries.map(({ name, look }) => {
    const picture = svgElement("svg", { viewBox: "-12 -7 24 14", width: 24, height: 14, "aria-hidden": "true" }, swatch(look));
    const button = element("button", { type: "button", class: "series", "aria-pressed": "true" }, picture, name);
    button.addEventListener("click", () => {
      if (!hidden.delete(name)) hidden.add(name);
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      changed();
    });
    return button;
  });
  return element("div", { class: "legend", role: "group", "aria-label": "Series shown" }, ...buttons);
}

const rowHeight = 20;

/** The legend as part of a saved figure: below `top`, in as many rows as the width requires. */
export function legendInFigure(entries: LegendEntry[], width: number, top: number): { picture: SVGGElement; height: number } {
  const picture = svgElement("g", { "font-size": 12, "text-anchor": "start" });
  let [x, row] = [16, 0];
  for (const { name, look } of entries) {
    const needed = 44 + 7 * name.length;
    if (x > 16 && x + needed > width) [x, row] = [16, row + 1];
    const y = top + rowHeight * (row + 0.5);
    const drawn = swatch(look);
    drawn.setAttribute("transform", `translate(${x + 12},${y})`);
    picture.append(drawn, svgElement("text", { x: x + 30, y, dy: "0.35em", fill: "currentColor" }, name));
    x += needed;
  }
  return { picture, height: entries.length === 0 ? 0 : rowHeight * (row + 1) + 8 };
}
