import { copyButton } from "../shared/clipboard";
import { element } from "../shared/dom";
import { sentence } from "../shared/form";
import { brief, plural, signed } from "../shared/format";
import { featureTable } from "./bars";
import { moveText } from "./compare";
import { highestLabel, highestLabelText, labelMark, type Labels } from "./labels";
import type { Explanation, RankedDocument, Ranking } from "./model";

const shownFirst = 100;
const explainedFirst = 10;

export interface RankingParts {
  /** As the model was chosen. */
  reference: string;
  ranking: Ranking;
  labelOf: Labels;
  /** Against the other ranking, if there are two. */
  moves: Map<string, number | null> | null;
  /** The other model. */
  other: string;
  curl: () => string;
  /** Asks for the explanation of the first documents. */
  explain: (top: number) => Promise<Explanation>;
}

/** A document of the list: closed a line, open a table of what its features add. */
class Entry {
  readonly view: HTMLElement;
  readonly details: HTMLDetailsElement;
  private readonly why = element("span", { class: "why" });
  private readonly place = element("div");

  constructor(document: RankedDocument, parts: RankingParts, highest: number | null, open: () => void) {
    const label = parts.labelOf.get(document.id) ?? null;
    this.details = element(
      "details",
      { ontoggle: () => this.details.open && open() },
      element(
        "summary",
        {},
        element("span", { class: "rank" }, element("span", { class: "off-screen" }, "rank "), String(document.rank)),
        element("span", { class: "id" }, document.id),
        label === null ? null : labelView(label, highest),
        parts.moves === null ? null : moveMark(parts.moves.get(document.id) ?? null, parts.other),
        element("span", { class: "score", title: String(document.score) }, element("span", { class: "off-screen" }, "score "), brief(document.score)),
        this.why,
      ),
      this.place,
    );
    this.view = element("li", {}, this.details);
  }

  say(text: string): void {
    this.place.replaceChildren(element("p", { class: "note" }, text));
  }

  explain(explanation: Explanation, index: number, largest: number): void {
    const document = explanation.ranking[index];
    if (document === undefined) return;
    const first = document.features.filter(({ adds }) => adds !== 0).slice(0, 2);
    this.why.textContent = first.map(({ name, adds }) => `${name} ${signed(adds)}`).join(", ");
    this.place.replaceChildren(featureTable(document, largest));
  }
}

function labelView(label: number, highest: number | null): HTMLElement {
  const { words, kind } = labelMark(label, highest);
  return element("span", { class: `label${kind}` }, words);
}

function moveMark(move: number | null, other: string): HTMLElement {
  const { mark, words } = moveText(move, other);
  const kind = move === null || move === 0 ? "" : move > 0 ? " up" : " down";
  return element(
    "span",
    { class: `move${kind}`, title: words },
    element("span", { "aria-hidden": "true" }, mark),
    element("span", { class: "off-screen" }, words),
  );
}

/** A ranking as a list whose documents open. Explanations are asked for when they are needed, the first ones at once. */
export function rankingView(parts: RankingParts): HTMLElement {
  const { ranking, reference } = parts;
  const documents = ranking.ranking;
  const highest = highestLabel(parts.labelOf);
  const list = element("ol", { class: "ranking" });
  const said = element("p", { class: "said wrong", role: "status" });
  const entries: Entry[] = [];
  let explanation: Explanation | null = null;
  let asking: Promise<void> | null = null;

  const showExplained = (from: number) => {
    if (explanation === null) return;
    const shares = explanation.ranking.flatMap(({ features }) => features.map(({ adds }) => Math.abs(adds)));
    const largest = shares.reduce((one, other) => Math.max(one, other), 0);
    for (let index = from; index < entries.length; ++index) entries[index]?.explain(explanation, index, largest);
  };
  const ask = async (top: number) => {
    try {
      explanation = await parts.explain(top);
      said.textContent = "";
      showExplained(0);
    } catch (error) {
      said.textContent = `No explanation: ${sentence(error)}`;
    }
  };
  const isExplained = (index: number) => index < (explanation?.ranking.length ?? 0);
  const open = async (index: number) => {
    await asking;
    if (isExplained(index)) return;
    entries[index]?.say("Asking what each feature adds\u2026");
    await (asking = ask(index < explainedFirst ? explainedFirst : documents.length));
    if (!isExplained(index)) entries[index]?.say("There is no explanation.");
  };
  const add = (from: number, to: number) => {
    const made = documents.slice(from, to).map((document, index) => new Entry(document, parts, highest, () => void open(from + index)));
    entries.push(...made);
    list.append(...made.map(({ view }) => view));
    showExplained(from);
  };
  add(0, shownFirst);
  if (entries[0] !== undefined) entries[0].details.open = true;

  const more: HTMLElement | null =
    documents.length <= shownFirst
      ? null
      : element(
          "button",
          {
            type: "button",
            onclick: () => {
              add(shownFirst, documents.length);
              more?.remove();
              entries[shownFirst]?.details.querySelector("summary")?.focus();
            },
          },
          `Show all ${plural(documents.length, "document")}`,
        );
  const label = ranking.label === undefined ? "" : `:${ranking.label}`;
  const best = highestLabelText(documents, parts.labelOf, highest);
  return element(
    "section",
    { class: "one-ranking", "aria-label": `Ranking of ${reference}` },
    element("h3", {}, reference),
    element("p", { class: "hint" }, `served by ${ranking.model}${label}, version ${ranking.version}`),
    best === "" ? null : element("p", { class: "best-label" }, best),
    list,
    more,
    said,
    element("div", { class: "actions" }, copyButton("Copy as curl", `the request to ${reference} as a command`, parts.curl)),
  );
}
