import { element } from "../../shared/dom";
import { plural } from "../../shared/format";
import type { App, Shown } from "../app";
import { form, labelled } from "../form";
import type { Dashboard, ImportedQuery } from "../model";
import { projectHead } from "./frame";
import { importOf } from "./import_files";

const counted = (queries: number, documents: number) => `${plural(queries, "query", "queries")} with ${plural(documents, "document")}`;

async function chosen(field: HTMLInputElement): Promise<ImportedQuery[]> {
  const files = [...(field.files ?? [])];
  if (files.length === 0) throw new Error("found no file, expected one or two");
  return importOf(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))));
}

const example = `queries.jsonl     {"id": "q1", "text": "red wine", "description": "What is asked for, in a sentence or two."}
documents.jsonl   {"query": "q1", "id": "d7", "title": "...", "url": "...", "snippet": "...", "text": "..."}`;

export async function importView(app: App, [id = ""]: string[]): Promise<Shown> {
  const { settings, queries } = await app.api.get<Dashboard>(`/api/projects/${id}`);
  const there = element("p", {});
  const showThere = (count: number, documents: number) => (there.textContent = `The project has ${counted(count, documents)}.`);
  showThere(queries.length, queries.reduce((sum, query) => sum + query.documents, 0));

  const field = element("input", { type: "file", multiple: true, accept: ".json,.jsonl,.ndjson,application/json" });
  const made = form(
    "Import",
    [labelled("Files", field, "One JSON file in the service's form, or JSONL files: queries in one, documents in another.")],
    async () => {
      const given = await chosen(field);
      const done = await app.api.post<{ queries: number; documents: number }>(`/api/projects/${id}/import`, { queries: given });
      made.reset();
      const now = await app.api.get<Dashboard>(`/api/projects/${id}`);
      showThere(now.queries.length, now.queries.reduce((sum, query) => sum + query.documents, 0));
      return `Imported ${counted(done.queries, done.documents)}.`;
    },
  );
  return {
    title: `Import into ${settings.name}`,
    content: [
      projectHead(id, settings.name),
      element("h2", {}, "Import queries and documents"),
      there,
      made,
      element(
        "details",
        { class: "guidelines" },
        element("summary", {}, "The form of the lines"),
        element("pre", { tabindex: 0 }, example),
        element(
          "p",
          { class: "note" },
          `A document has "text" or "html"; html is shown without its scripts, forms and pictures of others. The order of the documents is that of the first stage, best first. A query may have "gold": [["better", "worse"], ...], pairs whose answer is known.`,
        ),
      ),
    ],
  };
}
