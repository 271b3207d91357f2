import { element } from "./dom";

type Theme = "light" | "dark";
const key = "podium-theme";
const wantsDark = window.matchMedia("(prefers-color-scheme: dark)");

/** Browsers may deny storage to pages in files; then the choice lasts as long as the page. */
function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // see remembered()
  }
}

/** Sets the theme that the reader has chosen, or else the system's, and returns the button that changes it. */
export function themeButton(): HTMLElement {
  let chosen = remembered();
  const button = element("button", { type: "button", class: "theme" });
  const current = (): Theme => chosen ?? (wantsDark.matches ? "dark" : "light");
  const show = () => {
    document.documentElement.dataset.theme = current();
    button.textContent = current() === "dark" ? "Light theme" : "Dark theme";
  };
  button.addEventListener("click", () => {
    chosen = current() === "dark" ? "light" : "dark";
    remember(chosen);
    show();
  });
  wantsDark.addEventListener("change", show);
  show();
  return button;
}
