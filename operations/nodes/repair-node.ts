import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { FoundDifference } from "#store/replication/differences.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { knownNode } from "./engine/known-node.ts";
import { requireSameVersion } from "./engine/node-version.ts";

/** Most rows that one call writes, in one transaction. */
const pageRows = 100;
const listedMax = 100_000;

/** Rows that were written once more. */
export interface RepairedNode {
  readonly key: string;
  readonly id: string;
  /** Number of rows that this call has written. */
  readonly repaired: number;
  /** Number of rows that this node cannot write: repair them at the other one, or at their home. */
  readonly elsewhere: number;
  /** True if there are more: call again. */
  readonly left: boolean;
}

/**
 * Makes the rows of this node count that the last comparison with another one has found to differ, some with each call: they are written once
 * more as they are here, and go to all nodes. What only the other node has is repaired there.
 * @throws NOT_FOUND, FORBIDDEN, NODE_OWN, NODE_VERSION if another node has another version: a whole row of the older one lacks columns
 */
export const repairNode = defineOperation({
  name: "nodes.repair",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "nodes/repair"),
  audit: {
    operation: "NDRP",
    describe: ({ key }, output?: RepairedNode) => ({
      ident: key,
      message: output === undefined ? null : `${output.repaired} rows`,
    }),
  },
  async run(context, { key }): Promise<RepairedNode> {
    const { store } = context;
    const { id } = await lockedRow(context, { table: "nodes", key });
    if (id === store.node) throw new ServiceError("NODE_OWN", { target: "key" });
    await requireSameVersions(context);
    const { comparison } = store.replication;
    const found = await comparison.differences(id, listedMax);
    const here = found.filter(({ kind }) => kind === "differs" || kind === "missingThere");
    const written: FoundDifference[] = [];
    let looked = 0;
    while (looked < here.length && written.length < pageRows) {
      const page = here.slice(looked, looked + pageRows);
      looked += page.length;
      for (const [table, rows] of Map.groupBy(page, (row) => row.table)) {
        const keys = await comparison.restamp(
          table,
          rows.map((row) => row.key),
        );
        written.push(...rows.filter((row) => keys.includes(row.key)));
      }
    }
    await comparison.dropDifferences(written);
    const elsewhere = found.length - here.length + looked - written.length;
    return { key, id, repaired: written.length, elsewhere, left: looked < here.length };
  },
});

async function requireSameVersions(context: CallContext): Promise<void> {
  for (const { name, schemaVersion: schema } of await context.store.select("nodeLinks")) {
    const node = await knownNode(context, name);
    if (node?.state !== "expelled" && schema !== null) requireSameVersion({ name, schema });
  }
}
