import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for the place of the action that adds something. If the same action had the focus in the empty state and disappears with
 * it, this one gets the focus.
 */
export function useKeptFocus(isNothingThere: boolean): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef(isNothingThere);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (before.current && !isNothingThere && isLost) place.current?.querySelector<HTMLElement>("button, a")?.focus();
    before.current = isNothingThere;
  }, [isNothingThere]);
  return place;
}
