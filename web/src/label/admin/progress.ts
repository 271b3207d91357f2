import type { BarsBlock } from "../../shared/model";
import { plural } from "../../shared/format";
import type { Dashboard, DashboardTask } from "../model";

const mostBars = 20;

export interface Share {
  name: string;
  tasks: number;
  done: number;
  answered: number;
  /** Share of the expected questions that are answered, in percent. */
  percent: number;
}

function shareOf(name: string, tasks: DashboardTask[]): Share {
  const answered = tasks.reduce((sum, task) => sum + task.answered, 0);
  const expected = tasks.reduce((sum, task) => sum + task.answered + (task.done ? 0 : task.remaining), 0);
  const done = tasks.filter((task) => task.done).length;
  const isDone = tasks.length > 0 && done === tasks.length;
  return { name, tasks: tasks.length, done, answered, percent: isDone ? 100 : expected === 0 ? 0 : (100 * answered) / expected };
}

export function progressByQuery({ queries, tasks }: Dashboard): Share[] {
  return queries.map((query) => shareOf(query.name, tasks.filter((task) => task.query === query.id)));
}

export function progressByAssessor({ accounts, tasks }: Dashboard): Share[] {
  return accounts
    .map((account) => shareOf(account.name, tasks.filter((task) => task.account === account.id)))
    .filter((share) => share.tasks > 0);
}

/** Bars of the entries that are furthest behind; a note counts the rest. */
export function progressBars(title: string, noun: [string, string], shares: Share[]): BarsBlock {
  const behind = [...shares].sort((a, b) => a.percent - b.percent).slice(0, mostBars);
  const rest = shares.length - behind.length;
  return {
    kind: "bars",
    title,
    note: rest === 0 ? "" : `Not shown: ${plural(rest, noun[0], noun[1])} with more progress.`,
    x_label: "expected questions answered, percent",
    most: 100,
    bars: behind.map(({ name, percent }) => ({ name, value: Math.round(percent * 10) / 10 })),
  };
}
