import { createStore } from "../base/store.ts";

/** Themes: that of the system, or one that the user has selected. */
export const themes = ["system", "light", "dark"] as const;

/** Name of a theme. */
export type Theme = (typeof themes)[number];

const key = "gatehouse.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const contrast = window.matchMedia("(prefers-contrast: more)");

/** Theme that is selected in this browser. The selection outlives a sign-out. */
export const theme = createStore<Theme>(storedTheme());

function storedTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((name) => name === stored) ?? "system";
}

/** Selects a theme, and saves it in this browser. */
export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(key, chosen);
  theme.set(chosen);
}

/** Applies the selected theme to the pages, and follows that of the system if it is selected. */
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
