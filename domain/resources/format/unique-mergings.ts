import type { TableClass } from "./table-classes.ts";

/** Rule about rows of several nodes that have the same values in a unique index. */
export interface UniqueMerging {
  /** Words about the rule, for the documents. */
  readonly description: string;
  /** Classes of tables whose indexes can have it. */
  readonly classes: readonly TableClass[];
}

/** Rules by which unique indexes merge: no node asks another before it writes, and no row is refused when it arrives. */
export const uniqueMergings = {
  derivedKey: {
    description: "The key is made from these values, so two nodes make the same row.",
    classes: ["shared", "owned", "grow", "append", "rising"],
  },
  olderClaim: {
    description:
      "The row that had the values first counts. The ID of another is shown with its node, such as `anna~n2-7f3c`, until somebody renames or unites them; a row without an ID stands behind the first and is removed with it.",
    classes: ["shared", "owned", "rising"],
  },
  number: {
    description:
      "Each node gives the next number that it knows. Of two rows with one number the older keeps it, and the other is shown with its node, such as `4~n2-7f3c`, and ordered after it.",
    classes: ["shared", "owned", "append"],
  },
  homeNode: {
    description:
      "All rows with these values are written by one node, the home node of what they belong to, and its database refuses a second one.",
    classes: ["owned", "grow", "append"],
  },
  eachNode: {
    description: "Each node has rows of its own with these values; they are unique among the rows of one home node.",
    classes: ["owned"],
  },
  drawn: {
    description: "The value is a hash of something that was drawn at random, so no two rows have the same.",
    classes: ["shared", "owned"],
  },
  notShared: {
    description: "The rows never leave their node.",
    classes: ["node", "local", "derived"],
  },
} as const satisfies Readonly<Record<string, UniqueMerging>>;

/** Name of such a rule. */
export type UniqueMergingName = keyof typeof uniqueMergings;
