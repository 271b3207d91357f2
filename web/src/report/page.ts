import { blockViews } from "./blocks/view";
import { element } from "../shared/dom";
import type { Report, Section } from "./model";
import { themeButton } from "../shared/theme";

const idOf = (place: number): string => `section-${place + 1}`;
const titleOf = (section: Section, place: number): string => section.title || `Part ${place + 1}`;

function summaryView(report: Report): HTMLElement | null {
  if (report.summary.length === 0) return null;
  return element(
    "section",
    { class: "summary", "aria-labelledby": "summary" },
    element("h2", { id: "summary" }, "Summary"),
    element("ul", {}, ...report.summary.map((sentence) => element("li", {}, sentence))),
  );
}

function sectionView(section: Section, place: number): HTMLElement {
  return element(
    "section",
    { "aria-labelledby": idOf(place) },
    element("h2", { id: idOf(place) }, titleOf(section, place)),
    ...section.text.map((text) => element("p", {}, text)),
    ...blockViews(section.blocks),
  );
}

/** The table of contents: open beside the text on wide screens, closed above it on narrow ones. */
function contentsView(report: Report): HTMLElement {
  const links = report.sections.map((section, place) =>
    element("li", {}, element("a", { href: `#${idOf(place)}` }, titleOf(section, place))),
  );
  const details = element("details", {}, element("summary", {}, "Contents"), element("ol", {}, ...links));
  const wide = window.matchMedia("(min-width: 70rem)");
  const follow = () => (details.open = wide.matches);
  wide.addEventListener("change", follow);
  follow();
  return element("nav", { class: "contents", "aria-label": "Contents" }, details);
}

/** Marks the link to the section that is being read. */
function followReading(contents: HTMLElement, main: HTMLElement): void {
  const seen = new IntersectionObserver(
    (entries) => {
      const now = entries.find((entry) => entry.isIntersecting)?.target.getAttribute("aria-labelledby");
      if (!now) return;
      for (const link of contents.querySelectorAll("a")) {
        if (link.getAttribute("href") === `#${now}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-20% 0px -70% 0px" },
  );
  for (const section of main.querySelectorAll("section:not(.summary)")) seen.observe(section);
}

/** Fills the page with the report. */
export function show(report: Report): void {
  document.title = report.title;
  const main = element("main", {}, summaryView(report), ...report.sections.map(sectionView));
  const contents = report.sections.length > 1 ? contentsView(report) : null;
  document.body.replaceChildren(
    element("header", {}, element("h1", {}, report.title), themeButton()),
    element("div", { class: "columns" }, contents, main),
    element("footer", {}, `Created by podium ${report.podium}. This file is self-contained: it loads nothing and sends nothing.`),
  );
  if (contents) followReading(contents, main);
}
