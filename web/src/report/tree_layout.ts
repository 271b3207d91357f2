import type { TreeNode } from "./model";

/** Where a node is drawn: in a row of its own, indented by its depth. */
export interface TreePlace {
  row: number;
  depth: number;
}

/**
 * The places of the nodes of a tree that grows from left to right. Between the rows of a split's two sides lies the
 * split's own, so that nothing is drawn to the right of a node but its words.
 */
export function placesOf(nodes: TreeNode[]): TreePlace[] {
  const rows = nodes.map(() => 1);
  for (let place = nodes.length - 1; place >= 0; --place) {
    const split = nodes[place]?.split;
    if (split) rows[place] = 1 + (rows[split.yes] ?? 0) + (rows[split.no] ?? 0);
  }
  const first = nodes.map(() => 0);
  const places = nodes.map(() => ({ row: 0, depth: 0 }));
  nodes.forEach(({ split }, place) => {
    const own = places[place];
    if (!own) return;
    const above = first[place] ?? 0;
    own.row = above + (split ? (rows[split.yes] ?? 0) : 0);
    if (!split) return;
    first[split.yes] = above;
    first[split.no] = own.row + 1;
    for (const child of [split.yes, split.no]) {
      const below = places[child];
      if (below) below.depth = own.depth + 1;
    }
  });
  return places;
}
