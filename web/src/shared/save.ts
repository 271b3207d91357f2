import { element, svgElement } from "./dom";
import { legendInFigure, type LegendEntry } from "./legend";

const styles = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "color", "font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor",
]; // prettier-ignore

/** Copies the computed styles into the elements, because the file has no style sheet. */
function settle(node: Element, parent: CSSStyleDeclaration): void {
  const computed = getComputedStyle(node);
  for (const name of styles) {
    const value = computed.getPropertyValue(name);
    const matters = node.hasAttribute(name) || (name === "opacity" ? value !== "1" : value !== parent.getPropertyValue(name));
    if (matters) node.setAttribute(name, value);
  }
  for (const child of node.children) settle(child, computed);
}

/** A self-contained copy of the drawing for papers: light theme, white background, with its legend. */
export function standalone(drawing: SVGSVGElement, legend: LegendEntry[]): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const width = Number(drawing.getAttribute("width"));
  const height = Number(drawing.getAttribute("height"));
  const { picture, height: more } = legendInFigure(legend, width, height);
  copy.querySelectorAll('style, [data-part="tip"], [aria-label="tip"]').forEach((part) => part.remove());
  copy.prepend(svgElement("rect", { width, height: height + more, fill: "#ffffff" }));
  copy.append(picture);
  copy.setAttribute("height", String(height + more));
  copy.setAttribute("viewBox", `0 0 ${width} ${height + more}`);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");

  const stage = element("div", { class: "plot off-screen", "data-theme": "light" }, copy);
  document.body.append(stage);
  settle(copy, getComputedStyle(document.createElement("div")));
  stage.remove();
  copy.removeAttribute("class");
  return copy;
}

function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const svgText = (drawing: SVGSVGElement): string => new XMLSerializer().serializeToString(drawing);

export function saveSvg(drawing: SVGSVGElement, name: string): void {
  download(new Blob([svgText(drawing)], { type: "image/svg+xml" }), name);
}

/** Twice the size on the page, for print and high-resolution screens. */
export async function savePng(drawing: SVGSVGElement, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await image.decode();
  const canvas = element("canvas", {
    width: 2 * Number(drawing.getAttribute("width")),
    height: 2 * Number(drawing.getAttribute("height")),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (content) download(content, name);
}
