import { ask } from "../shared/ask";
import { element } from "../shared/dom";
import { form, labelled, ticked } from "../shared/form";
import { plural } from "../shared/format";
import type { ServeApi } from "./api";
import { fillChoices, modelFacts } from "./choose";
import { exampleFormats, exampleOf, type ExampleFormat } from "./example";
import { FilePicker } from "./file/file_picker";
import type { ModelList } from "./model";
import type { PastedQuery } from "./read/pasted";
import { readPasted } from "./read/read";
import { choices, versionOf } from "./references";

/** What is to be ranked, and by which models. */
export interface Task {
  references: string[];
  query: PastedQuery;
  /** The features of the model that the text was read for: the first. */
  features: string[];
  ignoresExtra: boolean;
}

/** The form: models, documents, and which query of them. */
export class TryForm {
  readonly view: HTMLFormElement;
  private list: ModelList = { models: [], aliases: {}, collections: [] };
  private readonly model = element("select", { onchange: () => this.modelChanged() });
  private readonly other = element("select", { onchange: () => this.modelChanged() });
  private readonly modelFacts = element("div", { class: "facts" });
  private readonly otherFacts = element("div", { class: "facts" });
  private readonly text = element("textarea", { rows: 10, spellcheck: "false", autocapitalize: "none", wrap: "off", class: "pasted" });
  private readonly query = element("select");
  private readonly queryField = labelled("Query", this.query);
  private readonly ignoresExtra = element("input", { type: "checkbox" });
  /** The example or the query of a file that was inserted last: it may be replaced without a question. */
  private inserted = "";
  private pause: ReturnType<typeof setTimeout> | undefined;

  /** `rank` reads the form by its argument, which throws what is wrong with the text. */
  constructor(
    private readonly api: ServeApi,
    rank: (read: () => Promise<Task>) => Promise<string>,
  ) {
    const examples = exampleFormats.map((format) =>
      element("button", { type: "button", onclick: () => void this.insertExample(format) }, format),
    );
    this.text.addEventListener("input", () => this.textChanged());
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.view.requestSubmit();
    });
    const picker = new FilePicker(
      api,
      () => this.featuresOf(this.model.value),
      (text, isWanted) => this.insert(text, "The query", isWanted),
      () => this.view.requestSubmit(),
    );
    const fields = [
      element(
        "div",
        { class: "grid" },
        element("div", {}, labelled("Model", this.model), this.modelFacts),
        element("div", {}, labelled("Compare with", this.other), this.otherFacts),
      ),
      picker.view,
      element(
        "div",
        { class: "row examples", role: "group", "aria-label": "Insert an example" },
        element("span", { class: "hint" }, "Insert an example with made-up values:"),
        ...examples,
      ),
      labelled(
        "Documents of a query",
        this.text,
        "JSON as in a request, lines of LETOR (label qid:1 1:0.5 2:0.3 # id), or CSV with a header and a column qid. Ctrl+Enter ranks them.",
      ),
      this.queryField,
      ticked("Leave out features that the model does not know", this.ignoresExtra),
    ];
    this.view = form("Rank", fields, () => rank(() => this.task()));
    this.textChanged();
  }

  show(list: ModelList): void {
    this.list = list;
    const groups = choices(list);
    fillChoices(this.model, groups, null);
    fillChoices(this.other, groups, "no other model");
    this.modelChanged();
  }

  private async task(): Promise<Task> {
    const features = this.featuresOf(this.model.value);
    const queries = await this.read(features);
    this.showQueries(queries);
    const query = queries.find(({ id }) => id === this.query.value) ?? queries[0];
    if (query === undefined) throw new Error("found no document");
    const references = [this.model.value, this.other.value].filter((reference) => reference !== "");
    return { references, query, features, ignoresExtra: this.ignoresExtra.checked };
  }

  private read(features: string[]): Promise<PastedQuery[]> {
    return readPasted(this.text.value, (text) => this.api.read(new Blob([text]), features));
  }

  private featuresOf(reference: string): string[] {
    return versionOf(this.list, reference)?.features ?? [];
  }

  private modelChanged(): void {
    for (const [select, facts] of [[this.model, this.modelFacts], [this.other, this.otherFacts]] as const) {
      const version = versionOf(this.list, select.value);
      facts.replaceChildren(...(version === null ? [] : modelFacts(version)));
    }
    this.textChanged();
  }

  /** The service may have to read the text: it is asked when nobody types. */
  private textChanged(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.findQueries(), 300);
  }

  private async findQueries(): Promise<void> {
    const text = this.text.value;
    // Text that is not finished has no queries; the button says what is wrong with it.
    const queries = await this.read(this.featuresOf(this.model.value)).catch(() => []);
    if (text === this.text.value) this.showQueries(queries);
  }

  /** A choice of the query, if there are several. */
  private showQueries(queries: PastedQuery[]): void {
    const before = this.query.value;
    this.query.replaceChildren(
      ...queries.map(({ id, documents }) => element("option", { value: id }, `${id || "without name"}: ${plural(documents.length, "document")}`)),
    );
    if (queries.some(({ id }) => id === before)) this.query.value = before;
    this.queryField.hidden = queries.length < 2;
  }

  private async insertExample(format: ExampleFormat): Promise<void> {
    const features = this.featuresOf(this.model.value);
    const others = this.other.value === "" ? features : this.featuresOf(this.other.value);
    const more = others.filter((name) => !features.includes(name));
    // Lines of LETOR have no names, so they are of the first model alone.
    const example = exampleOf(format, format === "LETOR" ? features : [...features, ...more]);
    if (!(await this.insert(example, "The example"))) return;
    if (more.length > 0 || others.length < features.length) this.ignoresExtra.checked = true;
    this.text.focus();
  }

  /** Puts text into the place of the documents, unless a person wants to keep what they have pasted; returns whether it did. */
  private async insert(text: string, what: string, asks = true): Promise<boolean> {
    const question = {
      title: "Replace the documents?",
      words: `${what} takes the place of what you have pasted.`,
      yes: "Replace them",
      no: "Keep them",
    };
    const isKept = this.text.value.trim() !== "" && this.text.value !== this.inserted;
    if (isKept && !(asks && (await ask(question)))) return false;
    this.text.value = text;
    // As the field holds it: its line ends are its own.
    this.inserted = this.text.value;
    this.textChanged();
    return true;
  }
}
