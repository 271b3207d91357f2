import { element } from "../../shared/dom";
import { form } from "../../shared/form";
import { plural } from "../../shared/format";
import type { Dashboard, ProjectRow } from "../model";
import type { Host, View } from "../view";
import { projectHead, when } from "./frame";
import { SettingsFields } from "./settings_fields";

function projectCard(row: ProjectRow): HTMLElement {
  return element(
    "li",
    {},
    element("h2", {}, element("a", { href: `/admin/projects/${row.id}` }, row.name)),
    element("p", { class: "facts" }, `${plural(row.queries, "query", "queries")}, ${row.done} of ${plural(row.tasks, "task")} done`),
    element("progress", { max: Math.max(1, row.tasks), value: row.done, "aria-label": `Tasks done in ${row.name}` }),
    element("p", { class: "hint" }, `created ${when(row.created)}`),
  );
}

export async function projectsView(app: Host): Promise<View> {
  const { projects } = await app.api.get<{ projects: ProjectRow[] }>("/api/projects");
  return {
    title: "Projects",
    content: [
      element(
        "div",
        { class: "row spread" },
        element("h1", {}, "Projects"),
        element("a", { href: "/admin/new", class: "main-button" }, "New project"),
      ),
      projects.length === 0
        ? element("p", {}, "There are no projects yet. Create one, import queries with their documents, invite assessors and assign tasks.")
        : element("ul", { class: "project-cards" }, ...projects.map(projectCard)),
    ],
  };
}

export async function newProjectView(app: Host): Promise<View> {
  const fields = new SettingsFields(null);
  const made = form("Create project", fields.views, async () => {
    const { id } = await app.api.post<{ id: number }>("/api/projects", fields.settings());
    app.go(`/admin/projects/${id}/import`);
  });
  return { title: "New project", content: [element("h1", {}, "New project"), made] };
}

export async function settingsView(app: Host, [id = ""]: string[]): Promise<View> {
  const { settings, tasks } = await app.api.get<Dashboard>(`/api/projects/${id}`);
  const fields = new SettingsFields(settings, tasks.length > 0);
  const made = form("Save settings", fields.views, async () => {
    await app.api.put(`/api/projects/${id}`, fields.settings());
    return "Saved.";
  });
  return { title: `Settings of ${settings.name}`, content: [projectHead(id, settings.name), element("h2", {}, "Settings"), made] };
}
