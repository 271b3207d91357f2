import { element, unlessEmpty } from "../../shared/dom";
import type { Block, PerQueryBlock } from "../model";
import { tableView } from "../../shared/table_view";
import { barsView } from "../../shared/bars";
import { cardsView } from "./cards";
import { claimsView } from "./claims";
import { commandsView } from "./commands";
import { curvesView } from "../../shared/curves";
import { perQueryView } from "./per_query";
import { treeView } from "./tree";

type Run = [PerQueryBlock, ...PerQueryBlock[]];
type Shown = Exclude<Block, PerQueryBlock> | { kind: "per-query-run"; title: string; blocks: Run };

/** Merges consecutive blocks of per-query values into one figure with a choice of data. */
function gathered(blocks: Block[]): Shown[] {
  const out: Shown[] = [];
  for (const block of blocks) {
    const last = out[out.length - 1];
    if (block.kind !== "per-query") {
      out.push(block);
    } else if (last?.kind === "per-query-run") {
      last.blocks.push(block);
      last.title = "";
    } else {
      out.push({ kind: "per-query-run", title: block.title, blocks: [block] });
    }
  }
  return out;
}

/** Every kind of block has a case here; the compiler reports a missing one. */
function content(block: Shown): Node[] {
  switch (block.kind) {
    case "table":
      return [
        tableView(block.title || "Table", block),
        ...(block.note === "" ? [] : [element("p", { class: "note" }, block.note)]),
      ];
    case "curves":
      return [curvesView(block)];
    case "per-query-run":
      return [perQueryView(block.blocks)];
    case "bars":
      return [barsView(block)];
    case "cards":
      return [cardsView(block)];
    case "claims":
      return [claimsView(block)];
    case "tree":
      return [treeView(block)];
    case "commands":
      return [commandsView(block)];
  }
}

export function blockViews(blocks: Block[]): HTMLElement[] {
  return gathered(blocks).map((block) =>
    element(
      "div",
      { class: `block of-${block.kind}` },
      unlessEmpty(block.title, () => element("h3", {}, block.title)),
      ...content(block),
    ),
  );
}
