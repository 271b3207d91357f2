import { element } from "../shared/dom";
import { form, labelled } from "../shared/form";
import { plural } from "../shared/format";
import type { Api } from "./api";
import type { Me } from "./model";
import type { Host, View } from "./view";

export const shortestPassword = 10;

const passwordField = (autocomplete: string) => element("input", { type: "password", autocomplete, required: true });

export function loginForm(api: Api, done: (me: Me) => void): HTMLFormElement {
  const name = element("input", { autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true });
  const password = passwordField("current-password");
  return form("Log in", [labelled("Name", name), labelled("Password", password)], async () =>
    done(await api.login(name.value.trim(), password.value)),
  );
}

/** Two fields that must be equal. */
function newPassword(): { fields: HTMLElement[]; value: () => string } {
  const [first, second] = [passwordField("new-password"), passwordField("new-password")];
  return {
    fields: [
      labelled("New password", first, `At least ${shortestPassword} characters.`),
      labelled("Repeat the password", second),
    ],
    value: () => {
      if (first.value.length < shortestPassword) {
        throw new Error(`the password has ${plural(first.value.length, "character")}; at least ${shortestPassword} are required`);
      }
      if (first.value !== second.value) throw new Error("the two passwords differ");
      return first.value;
    },
  };
}

/** Creates an account from an invitation link. */
export async function joinView(app: Host, [token = ""]: string[]): Promise<View> {
  const { role } = await app.api.get<{ role: string }>(`/api/invitations/${token}`);
  const name = element("input", { autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true });
  const password = newPassword();
  const made = form("Join", [labelled("Name", name, "Administrators see it next to your answers."), ...password.fields], async () => {
    app.welcome(await app.api.join(token, name.value.trim(), password.value()));
    app.go(role === "administrator" ? "/admin" : "/");
  });
  const words = role === "administrator" ? "You have been invited as an administrator." : "You have been invited to judge documents.";
  return {
    title: "Join",
    content: [element("div", { class: "narrow" }, element("h1", {}, "Welcome to Podium"), element("p", {}, words), made)],
  };
}

export async function accountView(app: Host): Promise<View> {
  const old = passwordField("current-password");
  const password = newPassword();
  const name = app.api.me?.account.name ?? "";
  // Password managers need the name of the account.
  const owner = element("input", { autocomplete: "username", value: name, hidden: true, readonly: true, tabindex: -1 });
  const made = form("Change password", [owner, labelled("Current password", old), ...password.fields], async () => {
    await app.api.post("/api/password", { old: old.value, new: password.value() });
    made.reset();
    return "The password was changed. All other sessions were logged out.";
  });
  return { title: "Account", content: [element("div", { class: "narrow" }, element("h1", {}, name), made)] };
}
