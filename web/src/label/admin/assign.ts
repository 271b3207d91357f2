import { element } from "../../shared/dom";
import { plural } from "../../shared/format";
import type { App, Shown } from "../app";
import { form, labelled, ticked } from "../form";
import type { Account, Dashboard, Tool } from "../model";
import { toolNames } from "../tasks";
import { projectHead } from "./frame";

const isLikely = ({ role, program }: Account) => role === "assessor" && !program;

function kindOf({ role, program }: Account): string {
  if (program) return "program";
  return role === "administrator" ? role : "";
}

export async function assignView(app: App, [id = ""]: string[]): Promise<Shown> {
  const [{ settings, queries, tasks }, { accounts }] = await Promise.all([
    app.api.get<Dashboard>(`/api/projects/${id}`),
    app.api.get<{ accounts: Account[] }>("/api/accounts"),
  ]);
  const people = accounts
    .filter((account) => account.enabled)
    .sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)))
    .map((account) => ({ account, box: element("input", { type: "checkbox", checked: isLikely(account) }) }));
  const tools = (["preferences", "grades"] as const).map((tool: Tool) => ({
    tool,
    box: element("input", { type: "checkbox", checked: tool === "preferences" }),
  }));
  const overlap = element("input", { type: "number", min: 1, max: 100, value: settings.overlap });
  const cap = element("input", { type: "number", min: 0, max: 1_000_000, value: 0 });
  const made = form(
    "Assign",
    [
      element(
        "fieldset",
        {},
        element("legend", {}, "Assessors"),
        ...people.map(({ account, box }) => ticked(account.name, box, kindOf(account))),
        people.length === 0 ? element("p", {}, "Nobody has joined yet: invite assessors first.") : null,
      ),
      element("fieldset", {}, element("legend", {}, "Tools"), ...tools.map(({ tool, box }) => ticked(toolNames[tool], box))),
      element(
        "div",
        { class: "grid" },
        labelled("Assessors for each query", overlap, "With each tool. Nobody meets a query with both tools."),
        labelled("Most tasks for one assessor", cap, "0: no limit"),
      ),
    ],
    async () => {
      const body = {
        assessors: people.filter(({ box }) => box.checked).map(({ account }) => account.id),
        tools: tools.filter(({ box }) => box.checked).map(({ tool }) => tool),
        overlap: Number(overlap.value),
        cap: Number(cap.value),
      };
      if (body.assessors.length === 0) throw new Error("found no assessor, expected at least one");
      if (body.tools.length === 0) throw new Error("found no tool, expected at least one");
      const done = await app.api.post<{ tasks: number }>(`/api/projects/${id}/assign`, body);
      return `${plural(done.tasks, "task")} assigned.`;
    },
  );
  return {
    title: `Assign in ${settings.name}`,
    content: [
      projectHead(id, settings.name),
      element("h2", {}, "Assign"),
      element("p", {}, `${plural(queries.length, "query", "queries")}, ${plural(tasks.length, "task")} so far.`),
      made,
    ],
  };
}
