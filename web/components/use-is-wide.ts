import { useSyncExternalStore } from "react";

// Width at which the navigation stands beside the page.
const wide = window.matchMedia("(min-width: 75rem)");

function follow(changed: () => void): () => void {
  wide.addEventListener("change", changed);
  return () => wide.removeEventListener("change", changed);
}

/** Reports whether the window has room for two columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => wide.matches);
}
