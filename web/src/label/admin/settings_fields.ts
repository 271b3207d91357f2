import { element } from "../../shared/dom";
import { labelled, ticked } from "../form";
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
  /** Names to choose from; none: a whole number, or a box to tick when the standard is true or false. */
  choices?: string[];
  least?: number;
  most?: number;
}

/** As `podium label import --help` names them. */
const sessionOptions: Option[] = [
  { name: "k", label: "How many best documents", hint: "In order, best first.", standard: "10", least: 1, most: 1000 },
  { name: "strategy", label: "How questions are chosen", standard: "tournament", choices: ["tournament", "heap", "bottomup", "insertion"] },
  { name: "order", label: "Documents enter", standard: "given", choices: ["given", "random"], hint: "In the order of the import, or shuffled." },
  { name: "votes", label: "Answers for each pair", standard: "1", least: 1, most: 99, hint: "Asks until more than half agree." },
  { name: "repeat-every", label: "Repeat a question every", standard: "0", least: 0, most: 1000, hint: "Answers, with sides swapped; 0: never." },
  { name: "gold-every", label: "Ask a gold pair every", standard: "0", least: 0, most: 1000, hint: "Answers; 0: never." },
  { name: "infer", label: "Do not ask what follows from strict preferences", standard: "true" },
  { name: "infer-ties", label: "Infer from ties, too", standard: "false" },
  { name: "ties", label: "Assessors may say that two documents are equally good", standard: "true" },
]; // prettier-ignore

const isSwitch = (option: Option) => option.standard === "true" || option.standard === "false";

function numberField(value: number | string, least: number, most: number): HTMLInputElement {
  return element("input", { type: "number", value: String(value), min: least, max: most, step: 1, inputmode: "numeric" });
}

/** What a project is made of, as fields; those that are fixed once there are tasks can be locked. */
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
      labelled("Name of the project", this.name),
      labelled("Guidelines", this.guidelines, "Assessors can unfold them above each question. An empty line begins a paragraph."),
      element(
        "fieldset",
        {},
        element("legend", {}, "Comparing pairs"),
        ...(areFixed ? [element("p", { class: "hint" }, "There are tasks already, so these are fixed.")] : []),
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
          labelled("Grades", this.scale, "One name a line, the worst first."),
          labelled("Assessors for each query", this.overlap, "Two or more let agreement be measured."),
          labelled("Seed", this.seed, "Sides and orders are drawn from it."),
        ),
      ),
    ];
  }

  settings(): Settings {
    if (this.name.value.trim() === "") throw new Error("found no name, expected one for the project");
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
      : numberField(value, option.least ?? 0, option.most ?? 1000);
    if (field instanceof HTMLInputElement) field.readOnly = isFixed;
    this.options.set(option.name, () => field.value);
    return labelled(option.label, field, option.hint);
  }
}
