import { element } from "../../shared/dom";

const places = [
  ["", "Overview"],
  ["/import", "Import"],
  ["/assign", "Assign"],
  ["/adjudicate", "Disagreements"],
  ["/settings", "Settings"],
] as const;

/** The heading of a project's pages, with links to all of them. */
export function projectHead(id: string, name: string): HTMLElement {
  const links = places.map(([ending, text]) => {
    const path = `/admin/projects/${id}${ending}`;
    return element("a", { href: path, "aria-current": location.pathname === path ? "page" : undefined }, text);
  });
  return element(
    "div",
    { class: "project-head" },
    element("h1", {}, name),
    element("nav", { class: "tabs", "aria-label": "Pages of the project" }, ...links),
  );
}

export function when(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
