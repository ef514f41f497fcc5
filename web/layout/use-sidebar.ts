import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** Width from which the navigation stands beside the page; in a narrower window it lies over the page. */
const wide = "(min-width: 75rem)";

/** IDs of the navigation and of the button that opens it. */
export const sidebarIds = { sidebar: "page-sidebar", toggle: "navigation-toggle" } as const;

interface Sidebar {
  readonly isOpen: boolean;
  toggle(): void;
}

/**
 * Keeps the navigation open beside the page if there is room for both. Otherwise it opens over the page, until the user selects a page,
 * presses Escape, or clicks beside it.
 */
export function useSidebar(): Sidebar {
  const { pathname } = useLocation();
  const [isWide, setWide] = useState(() => window.matchMedia(wide).matches);
  const [isOpen, setOpen] = useState(isWide);
  useEffect(() => {
    const media = window.matchMedia(wide);
    const onChange = ({ matches }: MediaQueryListEvent) => {
      setWide(matches);
      setOpen(matches);
    };
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  }, []);
  const isOver = isOpen && !isWide;
  useEffect(() => {
    if (!window.matchMedia(wide).matches) setOpen(false);
  }, [pathname]);
  useEffect(() => (isOver ? whileOver(() => setOpen(false)) : undefined), [isOver]);
  return { isOpen, toggle: () => setOpen(!isOpen) };
}

/**
 * Calls `close` at Escape, at a press beside the navigation and at a click on one of its links; returns the function that stops listening.
 */
function whileOver(close: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    close();
    // The focus would be lost with the focused entry.
    document.getElementById(sidebarIds.toggle)?.focus();
  };
  const onPress = ({ target }: PointerEvent) => {
    const own = Object.values(sidebarIds).map((id) => document.getElementById(id));
    if (target instanceof Node && !own.some((element) => element?.contains(target))) close();
  };
  // The link of the open page navigates nowhere, but must close the navigation too.
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(`#${sidebarIds.sidebar} a`) !== null) close();
  };
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.addEventListener("pointerdown", onPress);
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("click", onClick);
    document.removeEventListener("pointerdown", onPress);
  };
}
