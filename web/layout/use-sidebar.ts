import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** Width from which the navigation stands beside the page; below it lies over it. */
const wide = "(min-width: 75rem)";

/** Ids of the navigation and of the button that opens it. */
export const sidebarIds = { sidebar: "page-sidebar", toggle: "navigation-toggle" } as const;

interface Sidebar {
  readonly isOpen: boolean;
  toggle(): void;
}

/**
 * Keeps the navigation open beside the page where there is room for both. Elsewhere it lies over the page from when it is asked for until a
 * page is chosen, Escape is pressed, or something beside it is clicked.
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

/** Calls `close` at Escape, at a press beside the navigation and at a choice in it; gives what ends the watch. */
function whileOver(close: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    close();
    // The focus would be lost with the entry that had it.
    document.getElementById(sidebarIds.toggle)?.focus();
  };
  const onPress = ({ target }: PointerEvent) => {
    const own = Object.values(sidebarIds).map((id) => document.getElementById(id));
    if (target instanceof Node && !own.some((element) => element?.contains(target))) close();
  };
  // A choice leads nowhere where its page is open already, and is a choice all the same.
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
