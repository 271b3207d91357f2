import { copyButton } from "../../shared/clipboard";
import { element } from "../../shared/dom";
import type { CommandsBlock } from "../model";

export function commandsView(block: CommandsBlock): HTMLElement {
  const items = block.commands.map((command) =>
    element("li", {}, element("code", {}, command), copyButton("Copy", `command ${command}`, () => command)),
  );
  return element("ol", { class: "commands" }, ...items);
}
