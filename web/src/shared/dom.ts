type Value = string | number | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | null;

/**
 * Creates an element with attributes and children. Strings become text nodes, never markup; all text of documents enters the
 * page through this function.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child): child is Node | string => child !== null));
  return made;
}

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** The result of `made`, or null if the text is empty. */
export function unlessEmpty(text: string, made: () => Node): Node | null {
  return text === "" ? null : made();
}

/** A place whose content is wider joins the tab order, because arrow keys must be able to scroll it. */
export function letScroll(place: HTMLElement): void {
  if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
  else place.removeAttribute("tabindex");
}
