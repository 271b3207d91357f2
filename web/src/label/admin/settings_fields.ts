import { element } from "../../shared/dom";
import { labelled, ticked } from "../../shared/form";
import type { Settings } from "../model";

const standard: Settings = {
  name: "",
  guidelines: "",
  options: {},
  scale: ["bad", "fair", "good", "excellent", "perfect"],
  seed: 1,
  overlap: 2,
};

interface Option {
  name: string;
  label: string;
  hint?: string;
  standard: string;
  /** Names to choose from; without them the option is an integer, or a checkbox when the default is true or false. */
  choices?: string[];
  min?: number;
  max?: number;
}

/** The options of `podium label import --help`. */
const sessionOptions: Option[] = [
  { name: "k", label: "Length of the top list (k)", hint: "How many of the best documents are put in order.", standard: "10", min: 1, max: 1000 },
  { name: "strategy", label: "Strategy for choosing pairs", standard: "tournament", choices: ["tournament", "heap", "bottomup", "insertion", "quicksort", "quickselect", "best-ones"] },
  { name: "order", label: "Order of the documents", standard: "given", choices: ["given", "random"], hint: "As imported, or shuffled." },
  { name: "votes", label: "Votes per pair", standard: "1", min: 1, max: 99, hint: "Each pair is asked until more than half of the votes agree." },
  { name: "repeat-every", label: "Answers between repeated questions", standard: "0", min: 0, max: 1000, hint: "Repeats an earlier question with sides swapped; 0: never." },
  { name: "gold-every", label: "Answers between gold pairs", standard: "0", min: 0, max: 1000, hint: "Asks a pair whose answer is known; 0: never." },
  { name: "infer", label: "Skip pairs whose order follows from strict preferences", standard: "true" },
  { name: "infer-ties", label: "Also infer from ties", standard: "false" },
  { name: "ties", label: "Allow the answer that both documents are equally good", standard: "true" },
]; // prettier-ignore

const isSwitch = (option: Option) => option.standard === "true" || option.standard === "false";

function numberField(value: number | string, min: number, max: number): HTMLInputElement {
  return element("input", { type: "number", value: String(value), min, max, step: 1, inputmode: "numeric" });
}

/** The form fields of a project's settings; those that must not change once tasks exist can be locked. */
export class SettingsFields {
  readonly views: HTMLElement[];
  private readonly name: HTMLInputElement;
  private readonly guidelines: HTMLTextAreaElement;
  private readonly scale: HTMLTextAreaElement;
  private readonly seed: HTMLInputElement;
  private readonly overlap: HTMLInputElement;
  private readonly options = new Map<string, () => string>();

  constructor(given: Settings | null, areFixed = false) {
    const start = given ?? standard;
    this.name = element("input", { value: start.name, required: true, maxlength: 200 });
    this.guidelines = element("textarea", { rows: 6 });
    this.guidelines.value = start.guidelines;
    this.scale = element("textarea", { rows: 5 });
    this.scale.value = start.scale.join("\n");
    this.scale.readOnly = areFixed;
    this.seed = numberField(start.seed, 0, 2 ** 31);
    this.seed.readOnly = areFixed;
    this.overlap = numberField(start.overlap, 1, 100);
    const choices = sessionOptions.filter((option) => !isSwitch(option)).map((option) => this.optionView(option, start, areFixed));
    const switches = sessionOptions.filter(isSwitch).map((option) => this.optionView(option, start, areFixed));
    this.views = [
      labelled("Project name", this.name),
      labelled("Guidelines", this.guidelines, "Assessors can open them above each question. Separate paragraphs with an empty line."),
      element(
        "fieldset",
        {},
        element("legend", {}, "Pairwise comparison"),
        ...(areFixed ? [element("p", { class: "hint" }, "These settings cannot be changed once tasks exist.")] : []),
        element("div", { class: "grid" }, ...choices),
        ...switches,
      ),
      element(
        "fieldset",
        {},
        element("legend", {}, "Grades and assignment"),
        element(
          "div",
          { class: "grid" },
          labelled("Grades", this.scale, "One grade per line, worst first."),
          labelled("Assessors per query", this.overlap, "Two or more are needed to measure agreement."),
          labelled("Seed", this.seed, "For the random choice of sides and orders."),
        ),
      ),
    ];
  }

  settings(): Settings {
    if (this.name.value.trim() === "") throw new Error("the project needs a name");
    return {
      name: this.name.value.trim(),
      guidelines: this.guidelines.value.trim(),
      options: Object.fromEntries([...this.options].map(([name, value]) => [name, value()])),
      scale: this.scale.value.split("\n").map((line) => line.trim()).filter((line) => line !== ""),
      seed: Number(this.seed.value),
      overlap: Number(this.overlap.value),
    };
  }

  private optionView(option: Option, start: Settings, isFixed: boolean): HTMLElement {
    const value = start.options[option.name] ?? option.standard;
    if (isSwitch(option)) {
      const box = element("input", { type: "checkbox", checked: value === "true", disabled: isFixed });
      this.options.set(option.name, () => String(box.checked));
      return ticked(option.label, box);
    }
    const field = option.choices
      ? element("select", { disabled: isFixed }, ...option.choices.map((name) => element("option", { value: name, selected: name === value }, name)))
      : numberField(value, option.min ?? 0, option.max ?? 1000);
    if (field instanceof HTMLInputElement) field.readOnly = isFixed;
    this.options.set(option.name, () => field.value);
    return labelled(option.label, field, option.hint);
  }
}
