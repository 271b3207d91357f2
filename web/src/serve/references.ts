import type { ModelList, ModelVersion } from "./model";

/** A model as it can be chosen. */
export interface Choice {
  reference: string;
  text: string;
  version: ModelVersion;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}

/** The version that a reference (NAME, NAME:LABEL, NAME@VERSION or an alias) leads to; null: there is none. */
export function versionOf(list: ModelList, reference: string): ModelVersion | null {
  let place = reference;
  // An alias counts before a model of its name. It may lead to another one, and two may lead to each other.
  for (let step = 0; step <= Object.keys(list.aliases).length; ++step) {
    const next = list.aliases[place];
    if (next === undefined) return ownVersionOf(list, place);
    place = next;
  }
  return null;
}

function ownVersionOf(list: ModelList, reference: string): ModelVersion | null {
  const [, name = "", sign, which] = /^([^:@]*)(?:([:@])(.*))?$/.exec(reference) ?? [];
  const versions = list.models.find((model) => model.name === name)?.versions ?? [];
  if (sign === undefined) return versions.find((version) => version.default) ?? versions[0] ?? null;
  return versions.find((version) => (sign === ":" ? version.label : version.version) === which) ?? null;
}

/** What can be chosen: every model, the versions of those that have several, and the aliases. */
export function choices(list: ModelList): ChoiceGroup[] {
  const models: Choice[] = [];
  const versions: Choice[] = [];
  for (const { name, versions: all } of list.models) {
    const first = versionOf(list, name);
    if (first !== null) models.push({ reference: name, text: name, version: first });
    if (all.length < 2) continue;
    for (const version of all) {
      const reference = version.label === undefined ? `${name}@${version.version}` : `${name}:${version.label}`;
      versions.push({ reference, text: version.default ? `${reference} (default)` : reference, version });
    }
  }
  const aliases = Object.entries(list.aliases).flatMap(([name, to]): Choice[] => {
    const version = versionOf(list, name);
    return version === null ? [] : [{ reference: name, text: `${name} \u2192 ${to}`, version }];
  });
  const groups = [
    { title: "Models", choices: models },
    { title: "Versions", choices: versions },
    { title: "Aliases", choices: aliases },
  ];
  return groups.filter((group) => group.choices.length > 0);
}
