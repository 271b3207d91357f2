import { announce } from "../../shared/announce";
import { element } from "../../shared/dom";
import { form } from "../../shared/form";
import { plural } from "../../shared/format";
import type { Dashboard, Disagreement, Disagreements } from "../model";
import type { Host, View } from "../view";
import { projectHead } from "./frame";
import { moved, toggled } from "./order";

/** Edits the order of an administrator's decision by buttons, or by Alt with the arrow keys on a row. */
class OrderEditor {
  readonly view: HTMLElement;
  order: number[];
  private readonly list = element("ol", { class: "order" });
  private readonly others = element("select", { "aria-label": "Document to add" });
  private readonly adding: HTMLElement;

  constructor(
    private readonly given: Disagreement,
    private readonly changed: () => void,
  ) {
    this.order = given.adjudicated ?? given.suggested;
    const add = () => {
      if (this.others.value !== "") this.set(toggled(this.order, Number(this.others.value)), this.order.length);
    };
    this.adding = element("div", { class: "row" }, this.others, element("button", { type: "button", onclick: add }, "Add"));
    this.view = element("div", {}, this.list, this.adding);
    this.show();
  }

  name(index: number): string {
    const document = this.given.documents.find((one) => one.index === index);
    return document === undefined ? String(index) : document.title || document.id;
  }

  /** Replaces the order; the row at place `focus` gets the focus. */
  set(order: number[], focus: number | null = null): void {
    this.order = order;
    this.show();
    this.changed();
    if (focus !== null) (this.list.children[Math.min(focus, order.length - 1)] as HTMLElement | undefined)?.focus();
  }

  private move(place: number, step: number): void {
    const order = moved(this.order, place, step);
    if (order === this.order) return;
    const document = order[place + step] as number;
    this.set(order, place + step);
    announce(`${this.name(document)} is now at place ${place + step + 1} of ${order.length}`);
  }

  private row(index: number, place: number): HTMLElement {
    const name = this.name(index);
    const button = (text: string, label: string, act: () => void) =>
      element("button", { type: "button", class: "quiet", "aria-label": `${label}: ${name}`, onclick: act }, text);
    const row = element(
      "li",
      { tabindex: 0 },
      element("span", { class: "place", "aria-hidden": "true" }, String(place + 1)),
      element("span", { class: "name" }, name),
      button("\u2191", "Up", () => this.move(place, -1)),
      button("\u2193", "Down", () => this.move(place, 1)),
      button("\u2715", "Remove", () => this.set(toggled(this.order, index), place)),
    );
    row.addEventListener("keydown", (event) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      this.move(place, event.key === "ArrowUp" ? -1 : 1);
    });
    return row;
  }

  private show(): void {
    this.list.replaceChildren(...this.order.map((index, place) => this.row(index, place)));
    const rest = this.given.documents.filter(({ index }) => !this.order.includes(index));
    this.others.replaceChildren(...rest.map(({ index, id, title }) => element("option", { value: index }, title || id)));
    this.adding.hidden = rest.length === 0;
  }
}

function listView(title: string, top: number[], editor: OrderEditor, chosen: () => number[]): HTMLElement {
  const place = (index: number) => chosen().indexOf(index);
  return element(
    "div",
    { class: "one-list" },
    element("h4", {}, title),
    element(
      "ol",
      {},
      ...top.map((index, own) => element("li", { class: place(index) === own ? "same" : "other" }, editor.name(index))),
    ),
    element("button", { type: "button", onclick: () => editor.set(top) }, "Use this order"),
  );
}

function disagreementView(app: Host, project: string, given: Disagreement, isOpen: boolean): HTMLElement {
  const lists = element("div", { class: "lists" });
  const showLists = () =>
    lists.replaceChildren(
      ...given.lists.map(({ assessor, top }) => listView(assessor, top, editor, () => editor.order)),
      listView("Suggested", given.suggested, editor, () => editor.order),
    );
  const editor: OrderEditor = new OrderEditor(given, showLists);
  showLists();
  const state = element("span", { class: "state" }, given.adjudicated === null ? "open" : "decided");
  const made = form("Save this order", [editor.view], async () => {
    await app.api.post(`/api/projects/${project}/adjudications`, { query: given.query.id, top: editor.order });
    state.textContent = "decided";
    return "Saved.";
  });
  return element(
    "details",
    { class: "disagreement", open: isOpen },
    element(
      "summary",
      {},
      element("span", { class: "name" }, given.query.text || given.query.name),
      element("span", { class: "hint" }, `overlap ${Math.round(100 * given.overlap)} %`),
      state,
    ),
    element("div", { class: "columns" }, element("div", { class: "decision" }, element("h3", {}, "Your order"), made), lists),
  );
}

const agreement = (agreed: number) => `all assessors agree on ${plural(agreed, "query", "queries")}`;

const nothingToDecide = (agreed: number): string =>
  `There is nothing to decide: ${agreed === 0 ? "no query has been finished by two assessors yet" : agreement(agreed)}.`;

export async function adjudicateView(app: Host, [id = ""]: string[]): Promise<View> {
  const [{ settings }, { queries, agreed }] = await Promise.all([
    app.api.get<Dashboard>(`/api/projects/${id}`),
    app.api.get<Disagreements>(`/api/projects/${id}/disagreements`),
  ]);
  const first = queries.findIndex(({ adjudicated }) => adjudicated === null);
  return {
    title: `Disagreements in ${settings.name}`,
    content: [
      projectHead(id, settings.name),
      element("h2", {}, "Disagreements"),
      element(
        "p",
        {},
        queries.length === 0
          ? nothingToDecide(agreed)
          : "Queries with the lowest overlap come first. In exports your decision replaces the judgements of the assessors. Move a row with its buttons, or with Alt and the up and down arrow keys.",
      ),
      queries.length === 0 || agreed === 0 ? null : element("p", { class: "hint" }, `Not shown: ${agreement(agreed)}.`),
      ...queries.map((query, place) => disagreementView(app, id, query, place === first)),
    ],
  };
}
