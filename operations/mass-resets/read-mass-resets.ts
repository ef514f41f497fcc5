import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { eq } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/** Progress of a mass reset, in accounts. */
export interface MassResetProgress {
  readonly accounts: number;
  readonly done: number;
  readonly failed: number;
  readonly leftOut: number;
  readonly open: number;
}

/**
 * Counts the progress of a mass reset.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const massResetProgress = defineOperation({
  name: "massResets.progress",
  kind: "read",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: [
    { name: policyOf.get("massResets"), rows: true },
    { name: policyOf.get("massResets/progress"), rows: true },
  ],
  audit: { operation: "PMTR", when: "refusalOnly" },
  async run(context, { key }): Promise<MassResetProgress> {
    await visibleRow(context, { table: "massResets", key });
    return progressOf(context, key);
  },
});

async function progressOf({ store }: CallContext, key: string): Promise<MassResetProgress> {
  const targets = await store.select("massResetTargets", { where: eq("runKey", key) });
  const sum = (column: "accounts" | "done" | "failed" | "leftOut") =>
    targets.reduce((total, target) => total + target[column], 0);
  const [accounts, done, failed, leftOut] = [sum("accounts"), sum("done"), sum("failed"), sum("leftOut")];
  return { accounts, done, failed, leftOut, open: accounts - done - failed - leftOut };
}
