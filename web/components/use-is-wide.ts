import { useSyncExternalStore } from "react";

// As wide as the pages lay their navigation beside them.
const wide = window.matchMedia("(min-width: 75rem)");

function follow(changed: () => void): () => void {
  wide.addEventListener("change", changed);
  return () => wide.removeEventListener("change", changed);
}

/** Whether the window has room for two things beside each other. */
export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => wide.matches);
}
