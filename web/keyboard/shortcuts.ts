/** A keyboard shortcut; it has the same key everywhere. */
interface Shortcut {
  /** Key as the browser names it. With `Control+` it is pressed together with Control, or with Command on a Mac. */
  readonly key: string;
  /** Place in which it works; the list of shortcuts is grouped by it. */
  readonly where: "everywhere" | "list" | "request";
}

/** Keyboard shortcuts. A name is part of the text `shortcut.<name>`, and a page registers its action under it. */
export const shortcuts = {
  palette: { key: "Control+k", where: "everywhere" },
  shortcuts: { key: "?", where: "everywhere" },
  search: { key: "/", where: "list" },
  nextRow: { key: "j", where: "list" },
  previousRow: { key: "k", where: "list" },
  chooseRow: { key: "x", where: "list" },
  closeBeside: { key: "Escape", where: "list" },
  approve: { key: "a", where: "request" },
  deny: { key: "d", where: "request" },
  comment: { key: "c", where: "request" },
  ask: { key: "q", where: "request" },
  passOn: { key: "p", where: "request" },
  delegate: { key: "g", where: "request" },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** Name of a shortcut. */
export type ShortcutName = keyof typeof shortcuts;

/** Names of all shortcuts, in the order in which they are shown. */
export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[];

/** Places of shortcuts, in the order in which they are shown. */
export const shortcutPlaces = ["everywhere", "list", "request"] as const satisfies readonly Shortcut["where"][];

/** Reports whether a shortcut is a single key. Such a key may be pressed by mistake, or dictated to speech input (WCAG 2.1.4). */
export const isSingleKey = (name: ShortcutName) => !shortcuts[name].key.includes("+");
