import { element } from "../shared/dom";
import { form, labelled } from "../shared/form";
import { Refusal } from "../shared/request";
import type { ServeApi } from "./api";

const key = "podium-serve-token";

/** Browsers may deny storage; then the token lasts as long as the page. */
export function rememberedToken(): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function rememberToken(token: string): void {
  try {
    if (token === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // see rememberedToken()
  }
}

/** Asks for a token until the service accepts one. */
export function tokenForm(api: ServeApi, done: () => Promise<void>): HTMLElement {
  const field = element("input", { type: "password", autocomplete: "off", spellcheck: "false", required: true });
  const use = async () => {
    const before = api.token;
    api.token = field.value.trim();
    if (api.token === "") throw new Error("paste the token");
    if (!/^[\x21-\x7e]+$/.test(api.token)) {
      api.token = before;
      throw new Error("a token has no blanks and no letters beyond ASCII");
    }
    try {
      await api.models();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      api.token = before;
      throw new Error("the service does not accept this token");
    }
    rememberToken(api.token);
    await done();
  };
  return element(
    "section",
    { class: "token", "aria-labelledby": "token-title" },
    element("h2", { id: "token-title", tabindex: -1 }, "This service needs a token"),
    form("Use this token", [labelled("Token", field, "It is kept in this browser until the tab is closed.")], use),
  );
}
