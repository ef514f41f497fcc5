import { createStore } from "../base/store.ts";

/** How bright the pages are: as the system has it, or as somebody has chosen. */
export const themes = ["system", "light", "dark"] as const;

/** One of them. */
export type Theme = (typeof themes)[number];

const key = "gatehouse.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const contrast = window.matchMedia("(prefers-contrast: more)");

/** The theme that is chosen in this browser; it outlives signing out. */
export const theme = createStore<Theme>(storedTheme());

function storedTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((name) => name === stored) ?? "system";
}

/** Chooses a theme, and remembers it in this browser. */
export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(key, chosen);
  theme.set(chosen);
}

/** Keeps the pages in the theme that is chosen, and follows the system where it is the system's. */
export function applyTheme(): void {
  const apply = () => {
    const isDark = theme.get() === "dark" || (theme.get() === "system" && dark.matches);
    const { classList } = document.documentElement;
    classList.toggle("pf-v6-theme-dark", isDark);
    classList.toggle("pf-v6-theme-high-contrast", contrast.matches);
  };
  theme.subscribe(apply);
  dark.addEventListener("change", apply);
  contrast.addEventListener("change", apply);
  apply();
}
