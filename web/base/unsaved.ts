import { useEffect, useId } from "react";

import { createStore } from "./store.ts";

/** IDs of the forms of the open page with unsaved input. */
export const unsavedForms = createStore<ReadonlySet<string>>(new Set());

/** Warns users before they leave the page with unsaved input: the page itself asks, or the browser. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    unsavedForms.set(new Set([...unsavedForms.get(), id]));
    return () => {
      window.removeEventListener("beforeunload", ask);
      unsavedForms.set(new Set([...unsavedForms.get()].filter((other) => other !== id)));
    };
  }, [id, isUnsaved]);
}
