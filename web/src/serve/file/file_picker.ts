import { element } from "../../shared/dom";
import { labelled, sentence } from "../../shared/form";
import { plural } from "../../shared/format";
import type { ServeApi } from "../api";
import { joinedQueries, joinedRows, matching, textOf, type FileQuery } from "./queries";
import { slicesOf } from "./slices";

const shownQueries = 200;
const queriesOf = (count: number) => plural(count, "query", "queries");

/** Lets the service read a data file and lists its queries; the one that is picked is inserted. */
export class FilePicker {
  readonly view: HTMLElement;
  private readonly field = element("input", { type: "file", onchange: () => void this.open() });
  private readonly said = element("p", { class: "said", role: "status" });
  private readonly progress = element("progress", { "aria-label": "Reading the data file", hidden: true });
  private readonly words = element("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => this.showQueries() });
  private readonly found = element("p", { class: "hint found", role: "status" });
  private readonly list = element("select", { size: 6, onchange: () => this.choose() });
  private readonly queries = element("div", { class: "queries", hidden: true });
  private slices: Blob[] = [];
  private all: FileQuery[] = [];
  private summary = "";
  private shown: FileQuery[] = [];
  /** Counts what was asked for: an answer that comes after the next question is not used. */
  private asked = 0;
  private picked = Promise.resolve(false);

  /** `insert` returns whether the text was taken, which may be asked only if it is wanted; `rank` ranks it. */
  constructor(
    private readonly api: ServeApi,
    /** Those of the model that is chosen. */
    private readonly features: () => string[],
    private readonly insert: (text: string, isWanted: boolean) => Promise<boolean>,
    private readonly rank: () => void,
  ) {
    this.words.addEventListener("keydown", (event) => this.keyOfWords(event));
    this.list.addEventListener("dblclick", () => void this.rankPicked());
    this.list.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      // The browser would submit the form at once, before the query is read.
      event.preventDefault();
      void this.rankPicked();
    });
    this.queries.append(
      element("div", {}, labelled("Find a query", this.words), this.found),
      labelled("Queries of the file", this.list, "Choose one to insert it below; Enter or a double click ranks it, too."),
    );
    this.view = element(
      "div",
      { class: "data-file" },
      labelled("Data file", this.field, "LETOR or CSV with a column qid, also compressed. It is sent to this service, which reads it and keeps nothing of it."),
      this.said,
      this.progress,
      this.queries,
    );
  }

  private say(words: string, isWrong = false): void {
    this.said.textContent = words;
    this.said.classList.toggle("wrong", isWrong);
  }

  private async open(): Promise<void> {
    const file = this.field.files?.[0];
    const ticket = ++this.asked;
    this.queries.hidden = true;
    this.progress.hidden = file === undefined;
    this.progress.removeAttribute("value");
    this.say(file === undefined ? "" : `Reading ${file.name}\u2026`);
    if (file === undefined) return;
    try {
      const slices = await slicesOf(file);
      const answers = [];
      for (const [place, slice] of slices.entries()) {
        if (slices.length > 1) this.progress.value = place / slices.length;
        answers.push(await this.api.queries(slice));
        if (ticket !== this.asked) return;
      }
      const remarks = new Set(answers.flatMap((answer) => answer.remarks));
      this.show(file.name, slices, joinedQueries(answers.map(({ queries }) => queries)), [...remarks]);
    } catch (error) {
      if (ticket === this.asked) this.say(`${file.name}: ${sentence(error)}`, true);
    } finally {
      if (ticket === this.asked) this.progress.hidden = true;
    }
  }

  private show(name: string, slices: Blob[], queries: FileQuery[], remarks: string[]): void {
    this.slices = slices;
    this.all = queries;
    this.words.value = "";
    this.progress.hidden = true;
    this.queries.hidden = false;
    this.showQueries();
    const documents = queries.reduce((sum, query) => sum + query.documents, 0);
    this.summary = [`${name}: ${queriesOf(queries.length)} with ${plural(documents, "document")}.`, ...remarks.map(sentence)].join(" ");
    this.say(this.summary);
    this.list.selectedIndex = 0;
    this.choose(false);
  }

  private showQueries(): void {
    const found = matching(this.all, this.words.value);
    this.shown = found.slice(0, shownQueries);
    this.list.replaceChildren(
      ...this.shown.map(({ id, documents }, place) => element("option", { value: place }, `${id || "without name"}: ${plural(documents, "document")}`)),
    );
    if (found.length > shownQueries) this.found.textContent = `The first ${shownQueries} of ${queriesOf(found.length)} are listed.`;
    else if (this.words.value.trim() === "") this.found.textContent = "";
    else this.found.textContent = found.length === 0 ? "No query has this in its name." : `${queriesOf(found.length)} found.`;
  }

  /** Enter and the arrow down lead to the first query that was found. */
  private keyOfWords(event: KeyboardEvent): void {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    if (this.shown.length === 0) return;
    this.list.selectedIndex = 0;
    this.list.focus();
    this.choose();
  }

  /** Nobody is asked or told anything about the first query of a file, which no person has chosen. */
  private choose(isWanted = true): void {
    this.picked = this.pick(this.shown[this.list.selectedIndex], isWanted);
  }

  /** Inserts a query; returns whether that was done. */
  private async pick(query: FileQuery | undefined, isWanted: boolean): Promise<boolean> {
    const ticket = ++this.asked;
    if (query === undefined) return false;
    try {
      const features = this.features();
      const slices = this.slices.filter((_, place) => query.slices.includes(place));
      const found = joinedRows((await Promise.all(slices.map((slice) => this.api.read(slice, features, query.id)))).flat());
      if (found === undefined) return false;
      const text = textOf(found, features);
      if (ticket !== this.asked) return false;
      const isTaken = await this.insert(text, isWanted);
      if (!isTaken) this.list.selectedIndex = -1;
      this.say(this.summary);
      return isTaken;
    } catch (error) {
      if (isWanted) this.say(sentence(error), true);
      else this.list.selectedIndex = -1;
      return false;
    }
  }

  private async rankPicked(): Promise<void> {
    if (await this.picked) this.rank();
  }
}
