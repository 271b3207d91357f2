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
  /** Describes the figure for screen readers. */
  label: () => string;
  /** The numbers behind it. */
  data: () => Table;
  /** Shown above the drawing. */
  controls: Child[];
  /** The series named in a saved figure. */
  legend: () => LegendEntry[];
  draw: (width: number) => SVGSVGElement;
}

export interface Figure {
  view: HTMLElement;
  redraw: () => void;
}

const minimumWidth = 200; // in narrower places the drawing is scaled down

/** A drawing that adapts to its width, with its data as a table and buttons to save it. */
export function figure(parts: FigureParts): Figure {
  let drawing: SVGSVGElement | null = null;
  const place = element("div");
  const caption = element("figcaption");
  const data = element("div");
  const details = element("details", { class: "data" }, element("summary", {}, "Data of this figure"), data);
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
    drawing = parts.draw(Math.max(minimumWidth, place.clientWidth));
    // The policy of a page may forbid inline styles: base.css repeats the style that Plot would add.
    drawing.querySelectorAll("style").forEach((style) => style.remove());
    // An image has one label: the names that Plot gives its parts are kept for tests and styles only.
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
