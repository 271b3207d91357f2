import { isNumeric, rich } from "./cells";
import { copyButton } from "./clipboard";
import { copyFormats } from "./copy_formats";
import { element, letScroll } from "./dom";
import type { Cell, Table } from "./model";
import { sortedRows, type Direction } from "./sort";

interface Order {
  column: number;
  direction: Direction;
}

/** Pressing a header changes the order from the document's to ascending, then descending, then back. */
function next(order: Order | null, column: number): Order | null {
  if (order?.column !== column) return { column, direction: "ascending" };
  return order.direction === "ascending" ? { column, direction: "descending" } : null;
}

/** Signs and counts such as "12 / 3 / 4" read as one thing: they stay on a line. */
function isOneThing(text: string): boolean {
  return text.length <= 20 && !/\p{Letter}/u.test(text);
}

function cellView(cell: Cell, numeric: boolean, isFirst: boolean): HTMLElement {
  const { text, strong, mark } = rich(cell);
  const words = strong ? element("strong", {}, text) : text;
  const attributes = { class: numeric ? "number" : isOneThing(text) ? "one-line" : undefined };
  const children = [words, mark ? element("span", { class: "mark" }, mark) : null];
  return isFirst
    ? element("th", { ...attributes, scope: "row" }, ...children)
    : element("td", attributes, ...children);
}

function scrollable(label: string, content: HTMLElement): HTMLElement {
  const frame = element("div", { class: "scroll", role: "region", "aria-label": label }, content);
  new ResizeObserver(() => letScroll(frame)).observe(frame);
  return frame;
}

/** A table that sorts by its headers and can be copied in the order shown. */
export function tableView(label: string, table: Table): HTMLElement {
  let order: Order | null = null;
  const numeric = table.columns.map((_, column) => isNumeric(table, column));
  const rows = () => (order ? sortedRows(table.rows, order.column, order.direction) : table.rows);

  const body = element("tbody");
  const headers = table.columns.map((name, column) =>
    name === ""
      ? element("td")
      : element(
          "th",
          { scope: "col", class: numeric[column] ? "number" : undefined },
          element(
            "button",
            {
              type: "button",
              class: "sort",
              onclick: () => {
                order = next(order, column);
                show();
              },
            },
            name,
          ),
        ),
  );
  const show = () => {
    headers.forEach((header, column) => {
      if (order?.column === column) header.setAttribute("aria-sort", order.direction);
      else header.removeAttribute("aria-sort");
    });
    body.replaceChildren(
      ...rows().map((row) =>
        element("tr", {}, ...row.map((cell, column) => cellView(cell, numeric[column] ?? false, column === 0))),
      ),
    );
  };
  show();

  const copies = copyFormats.map(({ name, write }) =>
    copyButton(name, `${label} as ${name}`, () => write({ columns: table.columns, rows: rows() })),
  );
  const grid = element(
    "table",
    {},
    element("caption", { class: "off-screen" }, label),
    element("thead", {}, element("tr", {}, ...headers)),
    body,
  );
  return element(
    "div",
    { class: "table-view" },
    scrollable(label, grid),
    element("div", { class: "actions" }, element("span", { class: "hint", "aria-hidden": "true" }, "Copy as"), ...copies),
  );
}
