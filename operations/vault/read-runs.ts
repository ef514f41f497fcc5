import { z } from "zod";

import { vaultRunsListedMax } from "#domain/managed-account-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/** Progress of a run, in accounts. */
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

const seen = policyOf.get("vaultRuns");

/**
 * Counts the progress of a run.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const vaultRunProgress = defineOperation({
  name: "vaultRuns.progress",
  kind: "read",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: [
    { name: seen, rows: true },
    { name: policyOf.get("vaultRuns/progress"), rows: true },
  ],
  audit: { operation: "VRPR", when: "refusalOnly" },
  async run(context, { key }): Promise<RunProgress> {
    return progressOf(context, await visibleRow(context, { table: "vaultRuns", key, policy: seen }));
  },
});

/** A run with its progress. */
export type ShownRun = Row<"vaultRuns"> & { readonly progress: RunProgress };

/**
 * Shows a run with its progress and failed orders, for the operator of this machine.
 * @throws NOT_FOUND
 */
export const showVaultRun = defineOperation({
  name: "vaultRuns.show",
  kind: "read",
  input: z.strictObject({ key: keyInput }),
  callers: ["engine"],
  audit: { operation: "MGLS", when: "refusalOnly" },
  async run(context, { key }): Promise<ShownRun & { readonly failures: readonly ShownFailure[] }> {
    const run = await visibleRow(context, { table: "vaultRuns", key, policy: seen });
    const isTold = anyOf(eq("followedByKey", null), ne("dependantKey", null));
    const where = allOf(eq("runKey", key), eq("result", "F"), isTold);
    const orders = await context.store.select("vaultOrders", { where, limit: failuresShownMax });
    const failures = orders.map(({ managedAccountKey, errorCode, message }) => ({
      managedAccountKey,
      errorCode,
      message,
    }));
    return { ...run, progress: await progressOf(context, run), failures };
  },
});

const failuresShownMax = 50;

/** An account that failed in a run, with the words of its target. */
export type ShownFailure = Pick<Row<"vaultOrders">, "managedAccountKey" | "errorCode" | "message">;

/** Lists the newest runs, for the operator of this machine. */
export const listVaultRuns = defineOperation({
  name: "vaultRuns.list",
  kind: "read",
  input: z.strictObject({ limit: z.int().min(1).max(vaultRunsListedMax).default(20) }),
  callers: ["engine"],
  audit: { operation: "MGLS", when: "refusalOnly" },
  async run(context, { limit }): Promise<readonly ShownRun[]> {
    const runs = await context.store.select("vaultRuns", { orderBy: [["createdAt", "desc"]], limit });
    const shown: ShownRun[] = [];
    for (const run of runs) shown.push({ ...run, progress: await progressOf(context, run) });
    return shown;
  },
});

type Count = (...parts: readonly Expression[]) => Promise<number>;

/** Counts the passwords that were set and confirmed, and those set by an earlier run whose last dependent learned them in this one. */
async function changed(count: Count, runKey: string): Promise<number> {
  const succeeded = eq("result", "S");
  const confirmed = eq("status", "C");
  const own = await count(eq("act", "set"), succeeded, related("entry", confirmed));
  const learnt = allOf(eq("followedByKey", null), oneOf("act", ["tell", "test"]), succeeded);
  return own + (await count(learnt, related("entry", allOf(confirmed, ne("runKey", runKey)))));
}

async function progressOf({ store }: CallContext, { key, kind }: Row<"vaultRuns">): Promise<RunProgress> {
  const ofRun = eq("runKey", key);
  const count = (...parts: readonly Expression[]) => store.count("vaultOrders", allOf(ofRun, ...parts));
  // For each account, the order without a follower is the last one.
  const last = eq("followedByKey", null);
  const accounts = await count(last);
  const open = await count(eq("result", null));
  const leftOut = await count(last, eq("result", "X"));
  const done = kind === "verify" ? await count(eq("act", "verify"), eq("result", "S")) : await changed(count, key);
  return { accounts, done, failed: accounts - done - leftOut - open, leftOut, open };
}
