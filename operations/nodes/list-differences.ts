import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { DifferenceKind } from "#domain/replication/differences.ts";
import { nodeOfStamp, stampedAt } from "#domain/replication/stamp.ts";

import { defineOperation } from "../kernel/define-operation.ts";

const listedMax = 200;

/** Difference as it is shown. */
export interface ShownDifference {
  /** Other node; empty for an orphan. */
  readonly node: string;
  readonly table: string;
  readonly key: string;
  readonly kind: DifferenceKind;
  /** Columns that differ, separated by commas. */
  readonly columns: string;
  /** Time and node of the latest change of the row here and there; null where it is missing or nobody has written it. */
  readonly ownAt: number | null;
  readonly ownNode: string | null;
  readonly otherAt: number | null;
  readonly otherNode: string | null;
  readonly foundAt: number;
}

interface Listed {
  readonly differences: readonly ShownDifference[];
  /** True if there are more than are listed. */
  readonly more: boolean;
}

/** Returns the rows that the last comparisons have found to differ, and those whose parent is missing. */
export const listDifferences = defineOperation<Record<string, never>, Listed>({
  name: "nodes.listDifferences",
  kind: "read",
  input: z.strictObject({}),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("nodes/differences") }],
  audit: { operation: "NDLS", when: "refusalOnly" },
  async run({ store }) {
    const found = await store.replication.comparison.differences(null, listedMax + 1);
    const differences = found
      .slice(0, listedMax)
      .map(({ peer: node, table, key, kind, columns, ownStamp, otherStamp, foundAt }) => {
        const [own, other] = [shown(ownStamp), shown(otherStamp)];
        const stamps = { ownAt: own.at, ownNode: own.node, otherAt: other.at, otherNode: other.node };
        return { node, table, key, kind, columns: columns.join(", "), ...stamps, foundAt };
      });
    return { differences, more: found.length > listedMax };
  },
});

function shown(stamp: string | null): { readonly at: number | null; readonly node: string | null } {
  return stamp === null || stamp === "" ? { at: null, node: null } : { at: stampedAt(stamp), node: nodeOfStamp(stamp) };
}
