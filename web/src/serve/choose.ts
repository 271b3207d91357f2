import { element } from "../shared/dom";
import { plural } from "../shared/format";
import type { ModelVersion } from "./model";
import type { Choice, ChoiceGroup } from "./references";

/** Fills a list with the models; what was chosen stays chosen if it still exists. */
export function fillChoices(select: HTMLSelectElement, groups: ChoiceGroup[], none: string | null): void {
  const before = select.value;
  const options = (choices: Choice[]) => choices.map(({ reference, text }) => element("option", { value: reference }, text));
  select.replaceChildren(
    ...(none === null ? [] : [element("option", { value: "" }, none)]),
    ...groups.map(({ title, choices }) => element("optgroup", { label: title }, ...options(choices))),
  );
  if (groups.some(({ choices }) => choices.some(({ reference }) => reference === before))) select.value = before;
}

const needs: Record<ModelVersion["serving"], string> = {
  documents: "",
  "complete-documents": " If a value is missing, the score depends on the other documents of the query.",
  queries: " The score depends on the other documents of the query: paste them all.",
};

/** What a person should know of a model before they send documents. */
export function modelFacts({ kind, algorithm, features, serving, version }: ModelVersion): HTMLElement[] {
  const names = element("details", { class: "data" }, element("summary", {}, plural(features.length, "feature")), element("p", {}, features.join(", ")));
  return [element("p", {}, `${kind}, trained by ${algorithm}, version ${version}.${needs[serving]}`), names];
}
