import { element } from "../../shared/dom";
import { tableView } from "../../shared/table_view";
import type { App, Shown } from "../app";
import type { AuditRecord } from "../model";
import { when } from "./frame";

const most = 200;

export async function auditView(app: App): Promise<Shown> {
  const { records } = await app.api.get<{ records: AuditRecord[] }>(`/api/audit?most=${most}`);
  return {
    title: "Audit log",
    content: [
      element("h1", {}, "Audit log"),
      element("p", {}, `Who did what, the last ${most} times. Nothing here can be changed.`),
      tableView("Audit log", {
        columns: ["when", "who", "what", "about", "from"],
        rows: records.map(({ at, account, action, detail, address }) => [when(at), account, action, detail, address]),
      }),
    ],
  };
}
