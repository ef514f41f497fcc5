import { expect, it } from "vitest";

import { shortcutOf } from "./pressed-key.ts";
import { shortcutNames, shortcuts } from "./shortcuts.ts";

const pressed = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  isTyping: false,
  ...more,
});

it("is no shortcut while somebody types, has switched single keys off, or presses it with another key", () => {
  for (const more of [
    { isTyping: true },
    { isComposing: true },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
  ])
    expect(shortcutOf(pressed("a", more), true)).toBeUndefined();
  expect(shortcutOf(pressed("a"), false)).toBeUndefined();
  expect(shortcutOf(pressed("A"), true)).toBeUndefined();
  expect(shortcutOf(pressed("Enter"), true)).toBeUndefined();
});

it("is what the table says", () => {
  expect(shortcutOf(pressed("a"), true)).toBe("approve");
  expect(shortcutOf(pressed("?"), true)).toBe("shortcuts");
});

it("is the palette with Control or Command, also while somebody types, and where single keys are off", () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }])
    expect(shortcutOf(pressed("k", { ...more, isTyping: true }), false)).toBe("palette");
  expect(shortcutOf(pressed("K", { ctrlKey: true }), true)).toBe("palette");
  expect(shortcutOf(pressed("k", { ctrlKey: true, isComposing: true }), true)).toBeUndefined();
});

it("has each key once", () => {
  const keys = shortcutNames.map((name) => shortcuts[name].key);
  expect(new Set(keys).size).toBe(keys.length);
});
