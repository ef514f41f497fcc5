import { type RefObject, useLayoutEffect, useRef } from "react";

import { takesLetters, shortcutOf } from "./pressed-key.ts";
import { type ShortcutName, shortcutNames } from "./shortcuts.ts";
import { singleKeys } from "./single-keys.ts";

/** Actions of a page by their shortcuts; undefined for an action that is not possible now. */
export type PageActions = Partial<Record<ShortcutName, (() => void) | undefined>>;

/** Actions of the open components; those of the innermost come last. */
const open = new Set<RefObject<PageActions>>();

/** Registers the actions of a page while it is open, for its keys and for the palette. */
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

/** Returns the current action of a shortcut; undefined if there is none. */
export function actionOf(name: ShortcutName): (() => void) | undefined {
  return [...open].findLast(({ current }) => current[name] !== undefined)?.current[name];
}

/** Returns the shortcuts with a current action. */
export function namesOfActions(): readonly ShortcutName[] {
  return shortcutNames.filter((name) => actionOf(name) !== undefined);
}

/**
 * Runs the action of each pressed shortcut until the returned function is called. Keys that are meant for a field or a dialog are left
 * alone.
 */
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
    // The letter must not go to the field that gets the focus, and the browser has shortcuts of its own.
    event.preventDefault();
    action();
  };
  page.addEventListener("keydown", heard);
  return () => page.removeEventListener("keydown", heard);
}
