import { element } from "../../shared/dom";
import { tableView } from "../../shared/table_view";
import type { AuditRecord } from "../model";
import type { Host, View } from "../view";
import { when } from "./frame";

const limit = 200;

export async function auditView(app: Host): Promise<View> {
  const { records } = await app.api.get<{ records: AuditRecord[] }>(`/api/audit?limit=${limit}`);
  return {
    title: "Audit log",
    content: [
      element("h1", {}, "Audit log"),
      element("p", {}, `The last ${limit} actions, newest first. The log cannot be edited.`),
      tableView("Audit log", {
        columns: ["time", "account", "action", "details", "address"],
        rows: records.map(({ at, account, action, detail, address }) => [when(at), account, action, detail, address]),
      }),
    ],
  };
}
