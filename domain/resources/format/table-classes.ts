/** Classes of tables: the changes that their rows allow, and where these changes go. */
export const tableClasses = {
  /** Same everywhere: the latest change of a column wins. */
  shared: { changes: true, removes: true, logged: true, leavesNode: true },
  /** Changed by the node that created it, read everywhere. */
  owned: { changes: true, removes: true, logged: true, leavesNode: true },
  /** Created once and dropped when its time is over; nothing else of it ever changes. */
  grow: { changes: false, removes: true, logged: true, leavesNode: true },
  /** Created once, for ever. */
  append: { changes: false, removes: false, logged: true, leavesNode: true },
  /** Created once, for ever; only the values that its columns let rise ever change (`rising-columns.ts`). */
  rising: { changes: true, removes: false, logged: true, leavesNode: true },
  /** Known to all processes of its node, and never sent to another node. */
  node: { changes: true, removes: true, logged: true, leavesNode: false },
  /** Internal to its database: neither logged nor sent. */
  local: { changes: true, removes: true, logged: false, leavesNode: false },
  /** Derived by the store from other rows: read like a table, and never written by anyone else. */
  derived: { changes: false, removes: false, logged: false, leavesNode: false },
} as const;

/** Class of a table. */
export type TableClass = keyof typeof tableClasses;
