import { type RefObject, useLayoutEffect, useRef } from "react";

import { takesLetters, shortcutOf } from "./pressed-key.ts";
import { type ShortcutName, shortcutNames } from "./shortcuts.ts";
import { singleKeys } from "./single-keys.ts";

/** What a page does for shortcuts; undefined where it cannot be done now. */
export type PageActions = Partial<Record<ShortcutName, (() => void) | undefined>>;

/** What is open says what it does; the innermost comes last. */
const open = new Set<RefObject<PageActions>>();

/** Says what can be done on a page, for as long as it is open: by its keys, and from the palette. */
export function usePageActions(actions: PageActions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useLayoutEffect(() => {
    open.add(latest);
    return () => {
      open.delete(latest);
    };
  }, []);
}

/** What a shortcut does now; undefined = nothing. */
export function actionOf(name: ShortcutName): (() => void) | undefined {
  return [...open].findLast(({ current }) => current[name] !== undefined)?.current[name];
}

/** The shortcuts that do something now. */
export function namesOfActions(): readonly ShortcutName[] {
  return shortcutNames.filter((name) => actionOf(name) !== undefined);
}

/** Does what is said for each shortcut that is pressed, unless it is meant for a field or a dialog; until it is left. */
export function hearKeys(page: Document): () => void {
  const heard = (event: KeyboardEvent) => {
    const name = shortcutOf(
      {
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        isComposing: event.isComposing,
        isTyping: takesLetters(event.target),
      },
      singleKeys.get(),
    );
    if (name === undefined || event.defaultPrevented || page.querySelector("[role=dialog]") !== null) return;
    const action = actionOf(name);
    if (action === undefined) return;
    // The letter is not for the field to which it leads, and the browser has keys of its own.
    event.preventDefault();
    action();
  };
  page.addEventListener("keydown", heard);
  return () => page.removeEventListener("keydown", heard);
}
