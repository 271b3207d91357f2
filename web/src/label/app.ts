import { announce } from "../shared/announce";
import { element, type Child } from "../shared/dom";
import { themeButton } from "../shared/theme";
import { Api, Refusal } from "./api";
import { ask } from "./ask";
import { sentence } from "./form";
import { loginForm } from "./login";
import { logOut } from "./logout";
import type { Me, Role, State } from "./model";
import { AnswerQueue, browserClock, browserShelf, type Listener, type Unsent } from "./queue";
import { SaveLine } from "./save_line";

/** What a view gives to be shown. */
export interface Shown {
  title: string;
  content: Child[];
  /** As wide and as high as the window, for work. */
  full?: boolean;
  /** Called before the next view comes. */
  leave?: () => void;
}

export interface Route {
  path: RegExp;
  /** Who may see it; null: anyone. */
  role: Role | "any" | null;
  view: (app: App, parts: string[]) => Promise<Shown>;
}

/** The frame around every view: who is logged in, where one is, what is not saved yet. */
export class App {
  readonly api = new Api();
  queue: AnswerQueue | null = null;
  /** What the view that is shown wants to hear of the queue. */
  onQueue: Pick<Listener, "confirmed" | "overtaken" | "refused"> | null = null;
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

  /** Goes to an address of the page without loading it anew. */
  go(path: string): void {
    history.pushState(null, "", path);
    window.scrollTo(0, 0);
    void this.show();
  }

  /** Shows the present address (again). */
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

  /** Takes over an account that has just been logged in. */
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
    return new AnswerQueue(account, send, browserShelf(), browserClock, {
      changed: (state) => {
        this.saveLine.show(state);
        if (state.kind === "login" && !this.isLeaving) this.askLogin();
      },
      confirmed: (item, state) => this.onQueue?.confirmed(item, state),
      overtaken: (item, state) => this.onQueue?.overtaken(item, state),
      refused: (item, why) => this.onQueue?.refused(item, why),
    });
  }

  /** Says what went wrong in a place of its own, with a way to try again. */
  failure(error: unknown): Shown {
    return {
      title: "Something went wrong",
      content: [
        element("h1", {}, "Something went wrong"),
        element("p", { class: "said wrong" }, sentence(error)),
        element("button", { type: "button", onclick: () => void this.show() }, "Try again"),
      ],
    };
  }

  private async viewOf(path: string): Promise<Shown> {
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

  private loginView(): Shown {
    const done = (me: Me) => {
      this.welcome(me);
      void this.show();
    };
    return {
      title: "Log in",
      content: [element("div", { class: "narrow" }, element("h1", {}, "Log in"), loginForm(this.api, done))],
    };
  }

  /** The session ended in the middle: what waits is kept, and goes on after the login. */
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
      element("p", {}, "Your session has ended. Your last answer is kept here and is saved after the login."),
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
      element("a", { href: "#main", class: "skip", onclick: (event) => this.skip(event) }, "Skip to the content"),
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
