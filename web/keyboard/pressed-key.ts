import { isSingleKey, type ShortcutName, shortcutNames, shortcuts } from "./shortcuts.ts";

/** What is known of a key that was pressed. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Whether it is part of a letter that is put together, such as with an input method. */
  readonly isComposing: boolean;
  /** Whether what has the focus takes letters. */
  readonly isTyping: boolean;
}

/** What a pressed key is a shortcut for; undefined = for nothing, or it is meant for what has the focus. */
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

/** Whether something takes the letters that are pressed while it has the focus. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !takesNoLetters.has(target.type);
  const isChosenFrom = target.closest("[role=menu], [role=listbox]") !== null;
  return target.isContentEditable || isChosenFrom || ["TEXTAREA", "SELECT"].includes(target.tagName);
}
