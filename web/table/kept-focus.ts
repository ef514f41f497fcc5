import { type RefObject, useEffect, useRef } from "react";

/** Where the action stands by which something is added; it gets the keyboard back that the same action had in an empty list, where it goes away. */
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
