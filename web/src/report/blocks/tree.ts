import { svgElement } from "../../shared/dom";
import { figure, type Sides } from "../../shared/figure";
import { brief, plural, signed } from "../../shared/format";
import type { Cell, Table } from "../../shared/model";
import type { TreeBlock, TreeNode, TreeSplit } from "../model";
import { placesOf, type TreePlace } from "../tree_layout";

const rowHeight = 20;
const margin = 14;
const letter = 6.6; // the usual width of one
const longestBar = 56;
const indents = { least: 14, most: 38, forWords: 30 };

const shortened = (name: string): string => (name.length > 44 ? `${name.slice(0, 43)}\u2026` : name);

/** What is written beside a node, and the whole of it for the pointer. */
function wordsOf(node: TreeNode): { strong: string; plain: string; soft: string; whole: string } {
  const rows = plural(node.rows, "row");
  if (!node.split) return { strong: signed(node.value ?? 0), plain: "", soft: rows, whole: "" };
  const { feature, condition, missing } = node.split;
  return { strong: shortened(feature), plain: ` ${condition}`, soft: `missing: ${missing}, ${rows}`, whole: `${feature} ${condition}` };
}

/** The sizes of a drawing. */
interface Scales {
  x: (place: TreePlace) => number;
  y: (place: TreePlace) => number;
  indent: number;
  /** The length of a leaf's bar, with its sign. */
  bar: (node: TreeNode) => number;
  /** The width of the line to a node. */
  line: (node: TreeNode) => number;
}

function scalesOf(nodes: TreeNode[], places: TreePlace[], width: number): Scales {
  const deepest = Math.max(1, ...places.map(({ depth }) => depth));
  const words = 380; // leave room for most names
  const indent = Math.min(indents.most, Math.max(indents.least, (width - words) / deepest));
  const largest = Math.max(...nodes.map(({ value }) => Math.abs(value ?? 0)), Number.MIN_VALUE);
  const rows = Math.max(1, nodes[0]?.rows ?? 1);
  return {
    x: ({ depth }) => margin + depth * indent,
    y: ({ row }) => margin + (row + 0.5) * rowHeight,
    indent,
    bar: ({ value = 0 }) => (value / largest) * longestBar,
    line: (node) => 1 + 5 * Math.sqrt(node.rows / rows),
  };
}

/** The line from a split to the node below, and the answer that leads there. */
function branch(above: TreePlace, below: TreePlace, answer: string, node: TreeNode, scales: Scales): SVGElement[] {
  const [x, y, end] = [scales.x(above), scales.y(below), scales.x(below)];
  const turn = answer === "yes" ? 5 : -5;
  const width = scales.line(node);
  const line = svgElement("path", {
    d: `M${x},${scales.y(above)}V${y + turn}Q${x},${y} ${x + 5},${y}H${end}`,
    fill: "none",
    stroke: "var(--soft)",
    "stroke-opacity": 0.4,
    "stroke-width": width.toFixed(2),
  });
  if (scales.indent < indents.forWords) return [line];
  const word = svgElement("text", { x: (x + end) / 2 + 1, y: y - width / 2 - 2, "text-anchor": "middle", "font-size": 10, fill: "var(--soft)" }, answer);
  return [line, word];
}

/** The sign of a node and its words. */
function nodeView(node: TreeNode, place: TreePlace, scales: Scales): SVGElement {
  const [x, y] = [scales.x(place), scales.y(place)];
  const bar = node.split ? 0 : scales.bar(node);
  const sign = node.split
    ? svgElement("circle", { cx: x, cy: y, r: 4, fill: "var(--surface)", stroke: "currentColor", "stroke-width": 1.4 })
    : svgElement("rect", {
        x,
        y: y - 5.5,
        width: Math.max(1.5, Math.abs(bar)).toFixed(1),
        height: 11,
        rx: 1.5,
        fill: bar < 0 ? "var(--series-2)" : "var(--series-1)",
      });
  const { strong, plain, soft, whole } = wordsOf(node);
  const text = svgElement(
    "text",
    { x: x + Math.abs(bar) + (node.split ? 9 : 6), y, dy: "0.35em", fill: "currentColor" },
    svgElement("tspan", { "font-weight": 600 }, strong),
    plain,
    svgElement("tspan", { dx: 6, fill: "var(--soft)" }, ` ${soft}`),
  );
  const title = whole === "" ? [] : [svgElement("title", {}, whole)];
  return svgElement("g", { class: node.split ? "tree-split" : "tree-leaf" }, ...title, sign, text);
}

/** As wide as its words: the page lets it scroll where that is more than there is. */
function drawTree(width: number, more: Sides, nodes: TreeNode[]): SVGSVGElement {
  const places = placesOf(nodes);
  const scales = scalesOf(nodes, places, width);
  const at = (place: number): TreePlace => places[place] ?? { row: 0, depth: 0 };
  const rights = nodes.map((node, place) => {
    const { strong, plain, soft } = wordsOf(node);
    return scales.x(at(place)) + Math.abs(node.split ? 0 : scales.bar(node)) + 18 + letter * (strong + plain + soft).length;
  });
  const whole = Math.max(width, Math.ceil(Math.max(...rights)) + margin) + more.right;
  const height = 2 * margin + nodes.length * rowHeight;
  const branches = nodes.flatMap(({ split }, place) =>
    split
      ? (["yes", "no"] as const).flatMap((answer) => {
          const below = nodes[split[answer]];
          return below ? branch(at(place), at(split[answer]), answer, below, scales) : [];
        })
      : [],
  );
  const drawn = nodes.map((node, place) => nodeView(node, at(place), scales));
  return svgElement("svg", { width: whole, height, viewBox: `0 0 ${whole} ${height}` }, ...branches, ...drawn);
}

function tableOf(block: TreeBlock): Table {
  const number = (value: number): Cell => ({ text: brief(value), value });
  const whole = (value: number): Cell => ({ text: String(value), value });
  const target = (split: TreeSplit | undefined, answer: "yes" | "no"): Cell => (split ? whole(split[answer] + 1) : "");
  return {
    columns: ["node", "condition", "yes", "no", "missing values", block.value_label, "rows", "cover", "gain"],
    rows: block.nodes.map(({ split, value, rows, cover }, place) => [
      whole(place + 1),
      split ? `${split.feature} ${split.condition}` : "",
      target(split, "yes"),
      target(split, "no"),
      split?.missing ?? "",
      value === undefined ? "" : number(value),
      whole(rows),
      number(cover),
      split ? number(split.gain) : "",
    ]),
  };
}

/** A decision tree from left to right; lines are as wide as the share of rows that takes them. */
export function treeView(block: TreeBlock): HTMLElement {
  const leaves = block.nodes.filter(({ split }) => !split).length;
  const root = block.nodes[0]?.split;
  return figure({
    title: block.title || "Tree",
    note: () => block.note,
    label: () => `Decision tree of ${plural(leaves, "leaf", "leaves")}${root ? `; its root asks: ${root.feature} ${root.condition}` : ""}`,
    data: () => tableOf(block),
    controls: [],
    legend: () => [],
    draw: (width, more) => drawTree(width, more, block.nodes),
  }).view;
}
