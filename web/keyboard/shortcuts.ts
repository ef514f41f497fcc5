/** Something that a key does: the same key wherever it does anything. */
interface Shortcut {
  /** The key as the browser names it; with `Control+` it is pressed together with Control, or with Command on a Mac. */
  readonly key: string;
  /** Where it does it, by which the list of all of them is divided. */
  readonly where: "everywhere" | "list" | "request";
}

/** What keys do. A name is that of the text `shortcut.<name>`, and that under which a page says what it does. */
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

/** The name of one of them. */
export type ShortcutName = keyof typeof shortcuts;

/** All names, in the order in which they are told. */
export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[];

/** Where they do something, in the order in which that is told. */
export const shortcutPlaces = ["everywhere", "list", "request"] as const satisfies readonly Shortcut["where"][];

/** Whether a shortcut is one key alone, as somebody may press by mistake, or may say to a machine that listens (WCAG 2.1.4). */
export const isSingleKey = (name: ShortcutName) => !shortcuts[name].key.includes("+");
