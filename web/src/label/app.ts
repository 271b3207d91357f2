import { announce } from "../shared/announce";
import { ask } from "../shared/ask";
import { element, type Child } from "../shared/dom";
import { sentence } from "../shared/form";
import { Refusal } from "../shared/request";
import { themeButton } from "../shared/theme";
import { Api } from "./api";
import { loginForm } from "./login";
import { logOut } from "./logout";
import type { Me, State } from "./model";
import { AnswerQueue, browserClock, browserStore, type Unsent } from "./queue";
import { SaveLine } from "./save_line";
import type { Host, Route, View } from "./view";

/** The frame around every view: navigation, login, and the state of saving. */
export class App implements Host {
  readonly api = new Api();
  queue: AnswerQueue | null = null;
  onQueue: Host["onQueue"] = null;
  private readonly header = element("header", { class: "bar" });
  private readonly main = element("main", { id: "main", tabindex: -1 });
  private readonly saveLine = new SaveLine(() => this.queue?.retry(), () => this.askLogin());
  private readonly theme = themeButton();
  private leave: (() => void) | undefined;
  private visits = 0;
  private isLeaving = false;
  private loginDialog: HTMLDialogElement | null = null;

  constructor(private readonly routes: Route[]) {}

  async start(): Promise<void> {
    document.body.replaceChildren(this.header, this.main, this.saveLine.status);
    window.addEventListener("popstate", () => void this.show());
    window.addEventListener("online", () => this.queue?.retry());
    document.addEventListener("click", (event) => this.follow(event));
    await this.show();
  }

  go(path: string): void {
    history.pushState(null, "", path);
    window.scrollTo(0, 0);
    void this.show();
  }

  async show(): Promise<void> {
    const visit = ++this.visits;
    this.leave?.();
    this.leave = undefined;
    this.onQueue = null;
    document.querySelectorAll("dialog[open]").forEach((dialog) => (dialog as HTMLDialogElement).close());
    const shown = await this.viewOf(location.pathname);
    if (visit !== this.visits) {
      shown.leave?.();
      return;
    }
    this.leave = shown.leave;
    document.title = `${shown.title} \u00b7 Podium`;
    document.body.classList.toggle("full", shown.full === true);
    this.header.replaceChildren(...this.headerContent());
    this.main.replaceChildren(...shown.content.filter((child): child is Node | string => child !== null));
    const heading = this.main.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    if (visit > 1 && !this.main.contains(document.activeElement)) heading?.focus({ preventScroll: true });
    if (visit > 1) announce(shown.title);
  }

  welcome(me: Me): void {
    this.api.me = me;
    if (this.queue?.account !== me.account.id) {
      this.queue?.stop();
      this.queue = this.queueOf(me.account.id);
    }
    this.queue.retry();
  }

  private queueOf(account: number): AnswerQueue {
    const send = (item: Unsent) => this.api.postAs<State>(item.account, `/api/tasks/${item.task}/${item.what}`, item.body);
    return new AnswerQueue(account, send, browserStore(), browserClock, {
      changed: (state) => {
        this.saveLine.show(state);
        if (state.kind === "login" && !this.isLeaving) this.askLogin();
      },
      confirmed: (item, state) => this.onQueue?.confirmed(item, state),
      overtaken: (item, state) => this.onQueue?.overtaken(item, state),
      refused: (item, why) => this.onQueue?.refused(item, why),
    });
  }

  /** A page with the error message and a button to try again. */
  failure(error: unknown): View {
    return {
      title: "Something went wrong",
      content: [
        element("h1", {}, "Something went wrong"),
        element("p", { class: "said wrong" }, sentence(error)),
        element("button", { type: "button", onclick: () => void this.show() }, "Try again"),
      ],
    };
  }

  private async viewOf(path: string): Promise<View> {
    try {
      for (const { path: pattern, role, view } of this.routes) {
        const parts = pattern.exec(path);
        if (parts === null) continue;
        if (role !== null) await this.rememberLogin();
        if (role !== null && this.api.me === null) return this.loginView();
        if (role === "administrator" && this.api.me?.account.role !== role) {
          throw new Refusal(403, "this page is for administrators");
        }
        return await view(this, parts.slice(1));
      }
      throw new Refusal(404, "there is no such page");
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        this.api.me = null;
        return this.loginView();
      }
      return this.failure(error);
    }
  }

  private async rememberLogin(): Promise<void> {
    const me = this.api.me ?? (await this.api.whoAmI());
    if (me !== null && me.account.id !== this.queue?.account) this.welcome(me);
  }

  private loginView(): View {
    const done = (me: Me) => {
      this.welcome(me);
      void this.show();
    };
    return {
      title: "Log in",
      content: [element("div", { class: "narrow" }, element("h1", {}, "Log in"), loginForm(this.api, done))],
    };
  }

  /** Asks to log in again after the session has ended; unsent answers are kept and sent after the login. */
  private askLogin(): void {
    if (this.loginDialog?.open) return;
    const before = this.queue?.account;
    const dialog = element("dialog", { "aria-labelledby": "ask-login" });
    const done = (me: Me) => {
      dialog.close();
      if (me.account.id !== before) {
        location.assign("/");
        return;
      }
      this.welcome(me);
    };
    dialog.append(
      element("h2", { id: "ask-login" }, "Please log in again"),
      element("p", {}, "Your session has ended. Your last answer is kept in this browser and will be saved after you log in."),
      loginForm(this.api, done),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    this.loginDialog = dialog;
  }

  private headerContent(): (Node | string)[] {
    const account = this.api.me?.account;
    const here = location.pathname;
    const link = (path: string, text: string) =>
      element("a", { href: path, "aria-current": here === path ? "page" : undefined }, text);
    const links: Child[] =
      account === undefined
        ? []
        : [
            ...(account.role === "administrator"
              ? [link("/admin", "Projects"), link("/admin/people", "People"), link("/admin/audit", "Audit log")]
              : []),
            link("/", account.role === "administrator" ? "My tasks" : "Tasks"),
          ];
    return [
      element("a", { href: "#main", class: "skip", onclick: (event) => this.skip(event) }, "Skip to content"),
      element("a", { href: "/", class: "brand" }, "Podium"),
      links.length === 0 ? null : element("nav", { "aria-label": "Pages" }, ...links),
      element("span", { class: "space" }),
      this.saveLine.view,
      account === undefined ? null : link("/account", account.name),
      account === undefined
        ? null
        : element("button", { type: "button", class: "quiet", onclick: () => void this.logOut() }, "Log out"),
      this.theme,
    ].filter((child): child is HTMLElement => child !== null);
  }

  private skip(event: Event): void {
    event.preventDefault();
    this.main.focus();
  }

  private async logOut(): Promise<void> {
    if (this.isLeaving) return;
    this.isLeaving = true;
    try {
      if (await logOut(this.api, this.queue, ask)) location.assign("/");
    } finally {
      this.isLeaving = false;
    }
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    const path = link?.getAttribute("href");
    if (!path?.startsWith("/") || path.startsWith("/api/") || link?.hasAttribute("download")) return;
    event.preventDefault();
    this.go(path);
  }
}
