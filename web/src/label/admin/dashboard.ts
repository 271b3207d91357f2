import { barsView } from "../../shared/bars";
import { element } from "../../shared/dom";
import { fixed, plural } from "../../shared/format";
import type { Cell } from "../../shared/model";
import { tableView } from "../../shared/table_view";
import type { Analysis, AssessorFigures, Dashboard } from "../model";
import type { Host, View } from "../view";
import { agreementTable, answersOverTime, positionBias } from "./charts";
import { projectHead } from "./frame";
import { leftOut, leftOutView, withoutParameter } from "./left_out";
import { progressBars, progressByAssessor, progressByQuery } from "./progress";

const exports = [
  ["top-k", "Top-k truth"],
  ["letor", "LETOR labels"],
  ["qrels", "Qrels"],
  ["prefs", "Preference qrels"],
  ["pairs", "Pairs (CSV)"],
  ["grades", "Grades (CSV)"],
  ["answers", "All answers (CSV)"],
] as const;

function factsView({ queries, tasks }: Dashboard, answers: number): HTMLElement {
  const done = tasks.filter((task) => task.done).length;
  const facts: [string, string][] = [
    ["queries", String(queries.length)],
    ["documents", String(queries.reduce((sum, query) => sum + query.documents, 0))],
    ["tasks done", `${done} of ${tasks.length}`],
    ["answers", String(answers)],
  ];
  return element(
    "dl",
    { class: "big-facts" },
    ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

function assessorsTable(assessors: AssessorFigures[]): HTMLElement {
  const number = (value: number | null, digits: number): Cell => ({ text: fixed(value, digits), value });
  const share = (part: number, asked: number): Cell =>
    asked === 0 ? { text: "-", value: null } : { text: `${part} of ${asked}`, value: part / asked };
  return tableView("Assessors", {
    columns: ["assessor", "answers", "seconds, median", "seconds, mean", "left share", "gold correct", "repeats consistent", "reliability"],
    rows: assessors.map((one) => [
      one.program ? `${one.name} (program)` : one.name,
      { text: String(one.judgements), value: one.judgements },
      number(one.seconds_median, 1),
      number(one.seconds_mean, 1),
      number(one.left_share, 2),
      share(one.gold.right, one.gold.asked),
      share(one.repeats.same, one.repeats.asked),
      number(one.reliability, 2),
    ]),
  });
}

function block(title: string, content: HTMLElement): HTMLElement {
  return element("section", { class: "block" }, element("h3", {}, title), content);
}

function analysisViews(dashboard: Dashboard, analysis: Analysis): HTMLElement[] {
  const timed = analysis.assessors.filter(({ seconds_median }) => seconds_median !== null);
  const charts: HTMLElement[] = [];
  if (dashboard.tasks.length > 0) {
    charts.push(
      block("Progress by query", barsView(progressBars("Progress by query", ["query", "queries"], progressByQuery(dashboard)))),
      block(
        "Progress by assessor",
        barsView(progressBars("Progress by assessor", ["assessor", "assessors"], progressByAssessor(dashboard))),
      ),
    );
  }
  if (analysis.progress.length > 0) charts.push(block("Answers over time", answersOverTime(analysis.progress)));
  if (timed.length > 0) {
    charts.push(
      block(
        "Time per answer",
        barsView({
          kind: "bars",
          title: "Time per answer",
          note: "Pauses and idle time are not counted.",
          x_label: "seconds, median",
          bars: timed.map(({ name, seconds_median }) => ({ name, value: seconds_median })),
        }),
      ),
      block("Position bias", positionBias(timed)),
    );
  }
  const agreement = analysis.tools.filter((tool) => tool.queries_judged_twice > 0).map(agreementTable);
  return [
    element("h2", {}, "Progress and quality"),
    element("div", { class: "charts" }, ...charts, ...agreement),
    ...(analysis.assessors.length > 0 ? [element("h2", {}, "Assessors"), assessorsTable(analysis.assessors)] : []),
    ...(analysis.text === ""
      ? []
      : [
          element(
            "details",
            { class: "guidelines" },
            element("summary", {}, "Full agreement report"),
            element("pre", { tabindex: 0 }, analysis.text),
          ),
        ]),
  ];
}

export async function dashboardView(app: Host, [id = ""]: string[]): Promise<View> {
  const ids = leftOut(location.search);
  const [dashboard, whole] = await Promise.all([
    app.api.get<Dashboard>(`/api/projects/${id}`),
    app.api.get<Analysis>(`/api/projects/${id}/analysis${withoutParameter("?", ids)}`),
  ]);
  const analysis = { ...whole, assessors: whole.assessors.filter(({ judgements }) => judgements > 0) };
  const { settings, queries, tasks } = dashboard;
  const answers = analysis.assessors.reduce((sum, { judgements }) => sum + judgements, 0);
  const hint =
    queries.length === 0
      ? element("p", {}, "Next: ", element("a", { href: `/admin/projects/${id}/import` }, "import queries and documents"), ".")
      : tasks.length === 0
        ? element("p", {}, "Next: ", element("a", { href: `/admin/projects/${id}/assign` }, "assign the queries"), ".")
        : null;
  return {
    title: settings.name,
    content: [
      projectHead(id, settings.name),
      element(
        "div",
        { class: "row spread" },
        factsView(dashboard, answers),
        element("button", { type: "button", onclick: () => void app.show() }, "Refresh"),
      ),
      hint,
      leftOutView(app, id, dashboard, ids),
      ...analysisViews(dashboard, analysis),
      element("h2", {}, "Export"),
      element("p", {}, `Includes ${plural(tasks.filter((task) => task.done && !ids.includes(task.account)).length, "finished task")} and all adjudications.`),
      element(
        "p",
        { class: "row" },
        ...exports.map(([what, name]) =>
          element("a", { class: "button", href: `/api/projects/${id}/export?what=${what}${withoutParameter("&", ids)}`, download: true }, name),
        ),
      ),
    ],
  };
}
