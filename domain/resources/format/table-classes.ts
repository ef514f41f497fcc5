/** What may happen to the rows of a table, and where its changes go. */
export const tableClasses = {
  /** Everywhere the same: the latest change of a column wins. */
  shared: { changes: true, removes: true, logged: true, leavesNode: true },
  /** Changed by the node that made it, read everywhere. */
  owned: { changes: true, removes: true, logged: true, leavesNode: true },
  /** Made once and dropped when its time is over; nothing else of it ever changes. */
  grow: { changes: false, removes: true, logged: true, leavesNode: true },
  /** Made once, for ever. */
  append: { changes: false, removes: false, logged: true, leavesNode: true },
  /** Made once, for ever; of what its columns say may rise, and nothing else of it ever changes (`rising-columns.ts`). */
  rising: { changes: true, removes: false, logged: true, leavesNode: true },
  /** Known to all processes of its node, and never told to another node. */
  node: { changes: true, removes: true, logged: true, leavesNode: false },
  /** Machinery that nobody is told of. */
  local: { changes: true, removes: true, logged: false, leavesNode: false },
  /** Made by the store from other rows: read like a table, and never written by anybody else. */
  derived: { changes: false, removes: false, logged: false, leavesNode: false },
} as const;

/** The class of a table. */
export type TableClass = keyof typeof tableClasses;
