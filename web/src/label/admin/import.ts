import { element } from "../../shared/dom";
import { form, labelled } from "../../shared/form";
import { plural } from "../../shared/format";
import type { Dashboard, ImportedQuery } from "../model";
import type { Host, View } from "../view";
import { projectHead } from "./frame";
import { importOf } from "./import_files";

const counted = (queries: number, documents: number) => `${plural(queries, "query", "queries")} with ${plural(documents, "document")}`;

async function chosen(field: HTMLInputElement): Promise<ImportedQuery[]> {
  const files = [...(field.files ?? [])];
  if (files.length === 0) throw new Error("choose at least one file");
  return importOf(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))));
}

const example = `queries.jsonl     {"id": "q1", "text": "red wine", "description": "What the user is looking for, in one or two sentences."}
documents.jsonl   {"query": "q1", "id": "d7", "title": "...", "url": "...", "snippet": "...", "text": "..."}`;

export async function importView(app: Host, [id = ""]: string[]): Promise<View> {
  const { settings, queries } = await app.api.get<Dashboard>(`/api/projects/${id}`);
  const there = element("p", {});
  const showThere = (count: number, documents: number) => (there.textContent = `The project has ${counted(count, documents)}.`);
  showThere(queries.length, queries.reduce((sum, query) => sum + query.documents, 0));

  const field = element("input", { type: "file", multiple: true, accept: ".json,.jsonl,.ndjson,application/json" });
  const made = form(
    "Import",
    [labelled("Files", field, "Either one JSON file in the import format of the service, or JSONL files: one with queries, one with documents.")],
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
        element("summary", {}, "Format of JSONL files"),
        element("pre", { tabindex: 0 }, example),
        element(
          "p",
          { class: "note" },
          `Each document has "text" or "html". HTML is shown without scripts, forms and external images. List the documents of a query in the order of the first-stage ranking, best first. A query may have "gold": [["better", "worse"], ...]: pairs of documents, by id, whose answer is known.`,
        ),
      ),
    ],
  };
}
