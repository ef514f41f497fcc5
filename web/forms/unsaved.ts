import { useEffect, useId } from "react";

import { createStore } from "../base/store.ts";

/** The forms of the open page in which something is entered that is not saved. */
export const unsavedForms = createStore<ReadonlySet<string>>(new Set());

/** Has people asked before they leave the page while something that they have entered is not saved: by the page, or in the words of the browser. */
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
