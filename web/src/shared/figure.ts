import { announce } from "./announce";
import { element, letScroll, type Child } from "./dom";
import { fileName } from "./format";
import type { LegendEntry } from "./legend";
import type { Table } from "./model";
import { savePng, saveSvg, standalone } from "./save";
import { tableView } from "./table_view";

/** Room at the sides of a drawing. */
export interface Sides {
  left: number;
  right: number;
}

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
  /** May be wider than asked: it then scrolls where the style lets it. `more` is what the margins need beyond their usual size for labels that would be cut. */
  draw: (width: number, more: Sides) => SVGSVGElement;
}

export interface Figure {
  view: HTMLElement;
  redraw: () => void;
}

const minimumWidth = 200; // in narrower places the drawing is scaled down

/** How far the text of a drawing that is on the page reaches beyond its sides. */
function cutText(drawing: SVGSVGElement): Sides {
  const frame = drawing.getBoundingClientRect();
  const boxes = [...drawing.querySelectorAll("text")].map((text) => text.getBoundingClientRect()).filter(({ width }) => width > 0);
  return {
    left: Math.ceil(Math.max(0, ...boxes.map(({ left }) => frame.left - left))),
    right: Math.ceil(Math.max(0, ...boxes.map(({ right }) => right - frame.right))),
  };
}

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

  const put = (width: number, more: Sides): SVGSVGElement => {
    const drawing = parts.draw(width, more);
    // The policy of a page may forbid inline styles: base.css repeats the style that Plot would add.
    drawing.querySelectorAll("style").forEach((style) => style.remove());
    // An image has one label: the names that Plot gives its parts are kept for tests and styles only.
    for (const part of drawing.querySelectorAll("[aria-label]")) {
      part.setAttribute("data-part", part.getAttribute("aria-label") ?? "");
      part.removeAttribute("aria-label");
    }
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", parts.label());
    place.replaceChildren(drawing);
    return drawing;
  };
  const redraw = () => {
    if (place.clientWidth === 0) return;
    const width = Math.max(minimumWidth, place.clientWidth);
    drawing = put(width, { left: 0, right: 0 });
    const cut = cutText(drawing);
    if (cut.left + cut.right > 0) drawing = put(width, { left: Math.min(cut.left, width / 4), right: Math.min(cut.right, width / 4) });
    view.setAttribute("aria-label", parts.label());
    letScroll(place);
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
