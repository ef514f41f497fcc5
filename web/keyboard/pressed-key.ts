import { isSingleKey, type ShortcutName, shortcutNames, shortcuts } from "./shortcuts.ts";

/** A pressed key with its modifiers. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** True if the key is part of a composed character, such as with an input method. */
  readonly isComposing: boolean;
  /** True if the focused element takes letters. */
  readonly isTyping: boolean;
}

/** Returns the shortcut of a pressed key; undefined if there is none, or the key is meant for the focused element. */
export function shortcutOf(pressed: PressedKey, areSingleKeysOn: boolean): ShortcutName | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing, isTyping } = pressed;
  if (isComposing || altKey) return undefined;
  const isChord = ctrlKey || metaKey;
  const named = isChord ? `Control+${key.toLowerCase()}` : key;
  const name = shortcutNames.find((known) => shortcuts[known].key === named);
  if (name === undefined || !isSingleKey(name)) return name;
  return isTyping || !areSingleKeysOn ? undefined : name;
}

const takesNoLetters = new Set(["button", "checkbox", "radio", "submit", "reset", "file", "color", "image", "range"]);

/** Reports whether an element takes the letters that are typed while it has the focus. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !takesNoLetters.has(target.type);
  const isChosenFrom = target.closest("[role=menu], [role=listbox]") !== null;
  return target.isContentEditable || isChosenFrom || ["TEXTAREA", "SELECT"].includes(target.tagName);
}
