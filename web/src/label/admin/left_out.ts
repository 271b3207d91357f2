import { element } from "../../shared/dom";
import { ticked } from "../../shared/form";
import type { Dashboard } from "../model";
import type { Host } from "../view";

/** The ids of the accounts whose answers an address leaves out: "?without=3,7". */
export function leftOut(search: string): number[] {
  const ids = (new URLSearchParams(search).get("without") ?? "").split(",");
  return ids.map(Number).filter((id) => Number.isInteger(id) && id > 0);
}

/** The same as a parameter, behind `mark` ("?" or "&"); empty if nobody is left out. */
export function withoutParameter(mark: string, ids: number[]): string {
  return ids.length === 0 ? "" : `${mark}without=${ids.join(",")}`;
}

/** Chooses whose answers figures and exports leave out; nothing is deleted. Null if nobody has answered. */
export function leftOutView(app: Host, id: string, { tasks, accounts }: Dashboard, ids: number[]): HTMLElement | null {
  const people = accounts
    .filter((account) => tasks.some((task) => task.account === account.id && task.answered > 0))
    .map((account) => ({ account, box: element("input", { type: "checkbox", checked: ids.includes(account.id) }) }));
  if (people.length === 0) return null;
  const apply = () => {
    const chosen = people.filter(({ box }) => box.checked).map(({ account }) => account.id);
    app.go(`/admin/projects/${id}${withoutParameter("?", chosen)}`);
  };
  return element(
    "details",
    { class: "guidelines", open: ids.length > 0 },
    element("summary", {}, "Leave out answers of assessors"),
    element("p", {}, "Figures and exports on this page do not count them. Nothing is deleted; adjudications stay."),
    element("fieldset", {}, element("legend", {}, "Assessors to leave out"), ...people.map(({ account, box }) => ticked(account.name, box))),
    element("button", { type: "button", onclick: apply }, "Apply"),
  );
}
