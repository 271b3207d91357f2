import { element } from "../shared/dom";
import { plural } from "../shared/format";
import type { Task, Tool } from "./model";
import type { Host, View } from "./view";

export const toolNames: Record<Tool, string> = { preferences: "compare pairs", grades: "give grades" };

export async function tasksOf(app: Host): Promise<Task[]> {
  return (await app.api.get<{ tasks: Task[] }>("/api/tasks")).tasks;
}

function taskView(task: Task): HTMLElement {
  const state = task.done ? "done" : task.answered > 0 ? "started" : "new";
  return element(
    "li",
    { class: state },
    element("a", { href: `/task/${task.id}` }, task.query.text || task.query.id),
    element("span", { class: "facts" }, `${task.project} \u00b7 ${toolNames[task.tool]} \u00b7 ${plural(task.answered, "answer")}`),
    element("span", { class: "state" }, state),
  );
}

/** The tasks of the account: started ones first, finished ones last. */
export async function tasksView(app: Host): Promise<View> {
  const tasks = await tasksOf(app);
  const done = tasks.filter((task) => task.done).length;
  const open = tasks.filter((task) => !task.done).sort((a, b) => Number(b.answered > 0) - Number(a.answered > 0));
  const first = open[0];
  const words =
    tasks.length === 0
      ? "No tasks have been assigned to you yet."
      : `${done} of ${plural(tasks.length, "task")} done.`;
  const bar = element("progress", { max: Math.max(1, tasks.length), value: done, "aria-label": "Tasks done" });
  return {
    title: "Tasks",
    content: [
      element("h1", {}, "Tasks"),
      element("p", {}, words),
      tasks.length === 0 ? null : bar,
      first === undefined
        ? null
        : element("p", {}, element("a", { href: `/task/${first.id}`, class: "main-button" }, first.answered > 0 ? "Continue" : "Start")),
      element("ul", { class: "tasks" }, ...[...open, ...tasks.filter((task) => task.done)].map(taskView)),
    ],
  };
}
