import { copyButton } from "../../shared/clipboard";
import { element } from "../../shared/dom";
import { form, labelled, sentence } from "../../shared/form";
import type { Account, Role } from "../model";
import type { Host, View } from "../view";
import { when } from "./frame";

function accountRow(app: Host, account: Account, said: HTMLElement): HTMLElement {
  const isMe = account.id === app.api.me?.account.id;
  const change = async () => {
    try {
      await app.api.put(`/api/accounts/${account.id}`, { enabled: !account.enabled });
      await app.show();
    } catch (error) {
      said.textContent = sentence(error);
    }
  };
  const label = account.enabled ? "Disable" : "Enable";
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, account.name),
    element("td", {}, account.program ? `${account.role} (program)` : account.role),
    element("td", {}, account.enabled ? "enabled" : "disabled"),
    element(
      "td",
      {},
      isMe
        ? "you"
        : element("button", { type: "button", "aria-label": `${label} ${account.name}`, onclick: () => void change() }, label),
    ),
  );
}

/** Links are shown once: the service stores only their hash. */
function invitationForm(app: Host): HTMLElement {
  const role = element("select", {}, ...["assessor", "administrator"].map((name) => element("option", { value: name }, name)));
  const note = element("input", { maxlength: 200 });
  const links = element("ul", { class: "invitations" });
  const made = form(
    "Create an invitation link",
    [element("div", { class: "grid" }, labelled("Role", role), labelled("For whom", note, "Recorded in the audit log. Invited people choose their own name."))],
    async () => {
      const invitation = await app.api.post<{ path: string; expires: number }>("/api/invitations", {
        role: role.value as Role,
        note: note.value.trim(),
      });
      const address = location.origin + invitation.path;
      const whom = note.value.trim() || role.value;
      links.append(
        element(
          "li",
          {},
          element("span", {}, `${whom}, valid until ${when(invitation.expires)}`),
          element("code", {}, address),
          copyButton("Copy", `the link for ${whom}`, () => address),
        ),
      );
      note.value = "";
      return "Send the link to one person. It is shown only now and can be used once.";
    },
  );
  return element("div", {}, made, links);
}

export async function peopleView(app: Host): Promise<View> {
  const { accounts } = await app.api.get<{ accounts: Account[] }>("/api/accounts");
  const said = element("p", { class: "said wrong", role: "alert" });
  return {
    title: "People",
    content: [
      element("h1", {}, "People"),
      element(
        "div",
        { class: "scroll" },
        element(
          "table",
          { class: "plain" },
          element("caption", { class: "off-screen" }, "Accounts"),
          element("thead", {}, element("tr", {}, ...["Name", "Role", "State", "Action"].map((name) => element("th", { scope: "col" }, name)))),
          element("tbody", {}, ...accounts.map((account) => accountRow(app, account, said))),
        ),
      ),
      said,
      element("h2", {}, "Invite"),
      invitationForm(app),
    ],
  };
}
