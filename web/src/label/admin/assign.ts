import { element } from "../../shared/dom";
import { form, labelled, ticked } from "../../shared/form";
import { plural } from "../../shared/format";
import type { Account, Dashboard, Tool } from "../model";
import { toolNames } from "../tasks";
import type { Host, View } from "../view";
import { projectHead } from "./frame";

const isLikely = ({ role, program }: Account) => role === "assessor" && !program;

function kindOf({ role, program }: Account): string {
  if (program) return "program";
  return role === "administrator" ? role : "";
}

export async function assignView(app: Host, [id = ""]: string[]): Promise<View> {
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
        people.length === 0 ? element("p", {}, "Nobody has joined yet. Invite assessors first.") : null,
      ),
      element("fieldset", {}, element("legend", {}, "Tools"), ...tools.map(({ tool, box }) => ticked(toolNames[tool], box))),
      element(
        "div",
        { class: "grid" },
        labelled("Assessors per query", overlap, "For each tool. No assessor judges the same query with both tools."),
        labelled("Maximum tasks per assessor", cap, "0: no limit"),
      ),
    ],
    async () => {
      const body = {
        assessors: people.filter(({ box }) => box.checked).map(({ account }) => account.id),
        tools: tools.filter(({ box }) => box.checked).map(({ tool }) => tool),
        overlap: Number(overlap.value),
        cap: Number(cap.value),
      };
      if (body.assessors.length === 0) throw new Error("choose at least one assessor");
      if (body.tools.length === 0) throw new Error("choose at least one tool");
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
