import { announce } from "../shared/announce";
import { element } from "../shared/dom";
import type { State } from "./model";
import { tasksOf } from "./tasks";
import type { Host } from "./view";

/** Shown when a task is finished: thanks, and links to the next task. */
export class WorkEnd {
  readonly view = element("div", { class: "end", hidden: true });

  constructor(
    private readonly app: Host,
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
    const undo = element("button", { type: "button", onclick: this.undo }, "Undo the last answer (Z)");
    const tasks = await tasksOf(this.app).catch(() => []);
    const next = tasks.find(({ done, id }) => !done && id !== task.id);
    ways.replaceChildren(
      ...(next === undefined ? [] : [element("a", { href: `/task/${next.id}`, class: "main-button" }, `Next: ${next.query.text || next.query.id}`)]),
      element("a", { href: "/", class: "button" }, "All tasks"),
      ...(can_undo ? [undo] : []),
    );
  }
}
