import { z } from "zod";

import { runsListedMax } from "#domain/managed-account-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import type { ReportRow, Run } from "../kernel/run-kind.ts";
import { kindOf } from "./engine/kind-of.ts";

/** The progress of a run, in items: of the vault these are accounts. */
export interface RunProgress {
  readonly accounts: number;
  /** Number of passwords that were changed, or that were verified and open their account. */
  readonly done: number;
  /** Number of accounts whose password was not changed, or is not known to open them. */
  readonly failed: number;
  /** Number of accounts with nothing left to do. */
  readonly leftOut: number;
  readonly open: number;
}

const seen = policyOf.get("runs");

/**
 * Counts the progress of a run.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const runProgress = defineOperation({
  name: "runs.progress",
  kind: "read",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: [
    { name: seen, rows: true },
    { name: policyOf.get("runs/progress"), rows: true },
  ],
  audit: { operation: "VRPR", when: "refusalOnly" },
  async run(context, { key }): Promise<RunProgress> {
    return progressOf(context, await visibleRow(context, { table: "runs", key, policy: seen }));
  },
});

/** A run with its progress. */
export type ShownRun = Run & { readonly progress: RunProgress };

/**
 * Shows a run with how far it has come and the items that failed last, for the operator of this machine.
 * @throws NOT_FOUND
 */
export const showRun = defineOperation({
  name: "runs.show",
  kind: "read",
  input: z.strictObject({ key: keyInput }),
  callers: ["engine"],
  audit: { operation: "MGLS", when: "refusalOnly" },
  async run(context, { key }): Promise<ShownRun & { readonly failures: readonly ReportRow[] }> {
    const run = await visibleRow(context, { table: "runs", key, policy: seen });
    const { items, report } = await kindOf(context, run);
    const where = allOf(eq("runKey", key), eq("result", "F"), report.named);
    const failed = await context.store.select(items.table, { where, limit: failuresShownMax });
    return { ...run, progress: await progressOf(context, run), failures: failed.map((item) => report.row(item)) };
  },
});

const failuresShownMax = 50;

/** Lists the newest runs, for the operator of this machine. */
export const listRuns = defineOperation({
  name: "runs.list",
  kind: "read",
  input: z.strictObject({ limit: z.int().min(1).max(runsListedMax).default(20) }),
  callers: ["engine"],
  audit: { operation: "MGLS", when: "refusalOnly" },
  async run(context, { limit }): Promise<readonly ShownRun[]> {
    const runs = await context.store.select("runs", { orderBy: [["createdAt", "desc"]], limit });
    const shown: ShownRun[] = [];
    for (const run of runs) shown.push({ ...run, progress: await progressOf(context, run) });
    return shown;
  },
});

async function progressOf(context: CallContext, run: Run): Promise<RunProgress> {
  const { items, report } = await kindOf(context, run);
  const ofRun = eq("runKey", run.key);
  const count = (...parts: readonly Expression[]) => context.store.count(items.table, allOf(ofRun, ...parts));
  // Of each item the act that nothing has followed is the last.
  const last = eq("followedByKey", null);
  const accounts = await count(last);
  const open = await count(eq("result", null));
  const leftOut = await count(last, eq("result", "X"));
  const done = await report.done(run, count);
  return { accounts, done, failed: accounts - done - leftOut - open, leftOut, open };
}
