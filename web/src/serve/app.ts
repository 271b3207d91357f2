import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import { sentence } from "../shared/form";
import { plural } from "../shared/format";
import { Refusal } from "../shared/request";
import { themeButton } from "../shared/theme";
import { ServeApi } from "./api";
import { differenceText, moves } from "./compare";
import { curlOf } from "./curl";
import type { ModelList, Ranking, RankRequest } from "./model";
import { rankingView } from "./ranking_view";
import { versionOf } from "./references";
import { requestOf } from "./request_of";
import { rememberedToken, rememberToken, tokenForm } from "./token";
import { TryForm, type Task } from "./try_form";

interface Answer {
  reference: string;
  body: RankRequest;
  ranking: Ranking;
}

/** The page: a token if the service needs one, the form, and the rankings. */
export class App {
  private readonly api = new ServeApi();
  private list: ModelList = { models: [], aliases: {}, collections: [] };
  private readonly tokenPlace = element("div");
  private readonly forget = element("button", { type: "button", class: "quiet", hidden: true, onclick: () => void this.forgetToken() }, "Forget the token");
  private readonly content = element("div");
  private readonly results = element("div", { class: "results" });
  private readonly form = new TryForm(this.api, (read) => this.rank(read));

  async start(): Promise<void> {
    this.api.token = rememberedToken();
    document.body.replaceChildren(
      element(
        "header",
        { class: "bar" },
        element("a", { href: "#main", class: "skip" }, "Skip to content"),
        element("span", { class: "brand" }, "Podium"),
        element("span", {}, "scoring service"),
        element("span", { class: "space" }),
        element("a", { href: "/openapi.json" }, "OpenAPI"),
        this.forget,
        themeButton(),
      ),
      element("main", { id: "main", tabindex: -1 }, element("h1", {}, "Try a model"), this.tokenPlace, this.content),
    );
    await this.loadModels();
  }

  /** Reads which models there are, and shows the form or what is wrong. */
  private async loadModels(): Promise<void> {
    try {
      this.list = await this.api.models();
    } catch (error) {
      this.content.replaceChildren();
      if (isUnknown(error)) this.askToken();
      else this.fail(sentence(error));
      return;
    }
    this.tokenPlace.replaceChildren();
    this.forget.hidden = this.api.token === "";
    if (this.list.models.length === 0) {
      this.fail("The service has no model yet.");
      return;
    }
    this.form.show(this.list);
    this.content.replaceChildren(this.form.view, this.results);
  }

  private fail(words: string): void {
    this.content.replaceChildren(
      element("p", { class: "said wrong", role: "alert" }, words),
      element("button", { type: "button", onclick: () => void this.loadModels() }, "Try again"),
    );
  }

  private askToken(): void {
    if (this.tokenPlace.childElementCount > 0) return;
    this.forget.hidden = true;
    this.tokenPlace.replaceChildren(tokenForm(this.api, () => this.loadModels()));
    this.tokenPlace.querySelector("h2")?.focus();
  }

  private async forgetToken(): Promise<void> {
    this.api.token = "";
    rememberToken("");
    this.results.replaceChildren();
    await this.loadModels();
  }

  private async rank(read: () => Promise<Task>): Promise<string> {
    this.results.replaceChildren();
    try {
      const task = await read();
      const answers = await Promise.all(task.references.map((reference) => this.answer(reference, task)));
      return this.showAnswers(task, answers);
    } catch (error) {
      if (isUnknown(error)) this.askToken();
      throw error;
    }
  }

  private async answer(reference: string, task: Task): Promise<Answer> {
    const features = versionOf(this.list, reference)?.features ?? [];
    const body = requestOf(task.query, task.features, features, task.ignoresExtra);
    try {
      return { reference, body, ranking: await this.api.rank(reference, body) };
    } catch (error) {
      // With two models it must be clear which of them refused.
      if (task.references.length < 2 || !(error instanceof Refusal) || error.status === 0) throw error;
      throw new Refusal(error.status, `${reference}: ${error.message}`, error.body);
    }
  }

  /** Shows the rankings beside each other; returns what is to be said of them. */
  private showAnswers(task: Task, answers: Answer[]): string {
    const labelOf = new Map(task.query.documents.map(({ id, label }) => [id, label]));
    const [first, second] = answers;
    const difference =
      first === undefined || second === undefined
        ? null
        : differenceText(first.ranking.ranking, second.ranking.ranking, [first.reference, second.reference]);
    const views = answers.map((answer, place) => {
      const other = answers[1 - place];
      return rankingView({
        reference: answer.reference,
        ranking: answer.ranking,
        labelOf,
        moves: other === undefined ? null : moves(answer.ranking.ranking, other.ranking.ranking),
        other: other?.reference ?? "",
        curl: () => curlOf(location.origin, answer.reference, answer.body, this.api.token !== ""),
        explain: (top) => this.api.explain(answer.reference, { ...answer.body, top }),
      });
    });
    this.results.replaceChildren(
      element("h2", {}, task.query.id === "" ? "Ranking" : `Ranking of query ${task.query.id}`),
      difference === null ? "" : element("p", { class: "difference" }, difference),
      element("div", { class: views.length > 1 ? "rankings two" : "rankings" }, ...views),
    );
    if (difference !== null) announce(difference);
    return `${plural(task.query.documents.length, "document")} ranked.`;
  }
}

/** Whether the service does not know who asks. */
function isUnknown(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}
