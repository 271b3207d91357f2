import { announce } from "./announce";
import { element, type Child } from "./dom";
import { fileName } from "./format";
import type { LegendEntry } from "./legend";
import type { Table } from "./model";
import { savePng, saveSvg, standalone } from "./save";
import { tableView } from "./table_view";

export interface FigureParts {
  title: string;
  note: () => string;
  /** What the figure shows, for those who cannot see it. */
  label: () => string;
  /** The numbers behind it. */
  data: () => Table;
  /** What stands above the drawing. */
  controls: Child[];
  /** Series that a saved figure has to name. */
  legend: () => LegendEntry[];
  draw: (width: number) => SVGSVGElement;
}

export interface Figure {
  view: HTMLElement;
  redraw: () => void;
}

const leastWidth = 200; // narrower places scale the drawing down

/** A drawing that follows its width, with its data as a table and buttons that save it. */
export function figure(parts: FigureParts): Figure {
  let drawing: SVGSVGElement | null = null;
  const place = element("div");
  const caption = element("figcaption");
  const data = element("div");
  const details = element("details", { class: "data" }, element("summary", {}, "Data of the figure"), data);
  const fillDetails = () => {
    if (details.open) data.replaceChildren(tableView(`Data: ${parts.title}`, parts.data()));
  };
  details.addEventListener("toggle", fillDetails);

  const save = (how: typeof saveSvg | typeof savePng, kind: string, ending: string) =>
    element(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Save ${kind}: ${parts.title}`,
        onclick: async () => {
          if (!drawing) return;
          await how(standalone(drawing, parts.legend()), fileName(parts.title, ending));
          announce(`${parts.title} saved as ${kind}`);
        },
      },
      `Save ${kind}`,
    );
  const view = element(
    "figure",
    {},
    ...parts.controls,
    element("div", { class: "plot" }, place),
    caption,
    element("div", { class: "actions" }, save(saveSvg, "SVG", "svg"), save(savePng, "PNG", "png"), details),
  );

  const redraw = () => {
    if (place.clientWidth === 0) return;
    drawing = parts.draw(Math.max(leastWidth, place.clientWidth));
    // A page whose policy forbids inline styles draws, too: base.css says what Plot's own style says.
    drawing.querySelectorAll("style").forEach((style) => style.remove());
    // An image has one name: what Plot calls its parts is for us alone.
    for (const part of drawing.querySelectorAll("[aria-label]")) {
      part.setAttribute("data-part", part.getAttribute("aria-label") ?? "");
      part.removeAttribute("aria-label");
    }
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", parts.label());
    view.setAttribute("aria-label", parts.label());
    place.replaceChildren(drawing);
    caption.textContent = parts.note();
    fillDetails();
  };
  let drawnWidth = 0;
  new ResizeObserver(() => {
    if (place.clientWidth === drawnWidth) return;
    drawnWidth = place.clientWidth;
    redraw();
  }).observe(place);
  return { view, redraw };
}
