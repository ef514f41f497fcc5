/** Classes of tables: the changes that their rows allow, where these changes go, and how those of two nodes merge. */
export const tableClasses = {
  /** Same everywhere: the latest change of a column wins. */
  shared: {
    changes: true,
    removes: true,
    logged: true,
    leavesNode: true,
    merges:
      "The later value of each column stays. A removal wins over changes that had not seen it; a row that is made again after its removal is a new one.",
  },
  /** Changed by the node that created it, read everywhere. */
  owned: {
    changes: true,
    removes: true,
    logged: true,
    leavesNode: true,
    merges:
      "Only the home node of a row writes it. A take-over by another node carries the whole row and raises its epoch; what was written under a lower epoch is refused.",
  },
  /** Created once and dropped when its time is over; nothing else of it ever changes. */
  grow: {
    changes: false,
    removes: true,
    logged: true,
    leavesNode: true,
    merges: "A row is added where it is missing; a removed one does not come back.",
  },
  /** Created once, for ever. */
  append: {
    changes: false,
    removes: false,
    logged: true,
    leavesNode: true,
    merges: "A row is added where it is missing; of two with one key the older stays.",
  },
  /** Created once, for ever; only the values that its columns let rise ever change (`rising-columns.ts`). */
  rising: {
    changes: true,
    removes: false,
    logged: true,
    leavesNode: true,
    merges: "A row is added where it is missing, and the higher value stays whichever was written later.",
  },
  /** Known to all processes of its node, and never sent to another node. */
  node: { changes: true, removes: true, logged: true, leavesNode: false, merges: null },
  /** Internal to its database: neither logged nor sent. */
  local: { changes: true, removes: true, logged: false, leavesNode: false, merges: null },
  /** Derived by the store from other rows: read like a table, and never written by anyone else. */
  derived: { changes: false, removes: false, logged: false, leavesNode: false, merges: null },
} as const;

/** Class of a table. */
export type TableClass = keyof typeof tableClasses;
