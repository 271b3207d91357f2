import { element } from "../shared/dom";
import type { Api } from "./api";
import type { App, Shown } from "./app";
import { form, labelled } from "./form";
import type { Me } from "./model";

export const shortestPassword = 10;

const passwordField = (autocomplete: string) => element("input", { type: "password", autocomplete, required: true });

export function loginForm(api: Api, done: (me: Me) => void): HTMLFormElement {
  const name = element("input", { autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true });
  const password = passwordField("current-password");
  return form("Log in", [labelled("Name", name), labelled("Password", password)], async () =>
    done(await api.login(name.value.trim(), password.value)),
  );
}

/** Two fields that must agree. */
function newPassword(): { fields: HTMLElement[]; value: () => string } {
  const [first, second] = [passwordField("new-password"), passwordField("new-password")];
  return {
    fields: [
      labelled("New password", first, `At least ${shortestPassword} characters.`),
      labelled("The same again", second),
    ],
    value: () => {
      if (first.value.length < shortestPassword) {
        throw new Error(`found a password of ${first.value.length} characters, expected at least ${shortestPassword}`);
      }
      if (first.value !== second.value) throw new Error("the two passwords differ");
      return first.value;
    },
  };
}

/** Joining by an invitation link. */
export async function joinView(app: App, [token = ""]: string[]): Promise<Shown> {
  const { role } = await app.api.get<{ role: string }>(`/api/invitations/${token}`);
  const name = element("input", { autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true });
  const password = newPassword();
  const made = form("Join", [labelled("Name", name, "Others see it beside your answers."), ...password.fields], async () => {
    app.welcome(await app.api.join(token, name.value.trim(), password.value()));
    app.go(role === "administrator" ? "/admin" : "/");
  });
  const words = role === "administrator" ? "You are invited as an administrator." : "You are invited to judge documents.";
  return {
    title: "Join",
    content: [element("div", { class: "narrow" }, element("h1", {}, "Welcome to Podium"), element("p", {}, words), made)],
  };
}

export async function accountView(app: App): Promise<Shown> {
  const old = passwordField("current-password");
  const password = newPassword();
  const name = app.api.me?.account.name ?? "";
  // Password managers want to know whose password it is.
  const owner = element("input", { autocomplete: "username", value: name, hidden: true, readonly: true, tabindex: -1 });
  const made = form("Change the password", [owner, labelled("Password now", old), ...password.fields], async () => {
    await app.api.post("/api/password", { old: old.value, new: password.value() });
    made.reset();
    return "The password is changed. Other browsers are logged out.";
  });
  return { title: "Account", content: [element("div", { class: "narrow" }, element("h1", {}, name), made)] };
}
