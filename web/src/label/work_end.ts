import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import type { App } from "./app";
import type { State } from "./model";
import { tasksOf } from "./tasks";

/** What is shown when a task has no question any more: thanks, and where to go from here. */
export class WorkEnd {
  readonly view = element("div", { class: "end", hidden: true });

  constructor(
    private readonly app: App,
    private readonly undo: () => void,
  ) {}

  hide(): void {
    this.view.hidden = true;
  }

  async show({ task, can_undo }: State, words: string): Promise<void> {
    const thanks = element("h2", { tabindex: -1 }, "Thank you, this task is done");
    const ways = element("p", { class: "row" });
    this.view.replaceChildren(thanks, ways);
    this.view.hidden = false;
    announce(`${words} Thank you, this task is done.`);
    if (words !== "") thanks.focus();
    const undo = element("button", { type: "button", onclick: this.undo }, "Take the last answer back (Z)");
    const tasks = await tasksOf(this.app).catch(() => []);
    const next = tasks.find(({ done, id }) => !done && id !== task.id);
    ways.replaceChildren(
      ...(next === undefined ? [] : [element("a", { href: `/task/${next.id}`, class: "main-button" }, `Next: ${next.query.text || next.query.id}`)]),
      element("a", { href: "/", class: "button" }, "All tasks"),
      ...(can_undo ? [undo] : []),
    );
  }
}
