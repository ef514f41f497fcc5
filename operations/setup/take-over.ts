import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { anyOf, allOf, eq, oneOf } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import { isWorkStatus } from "#domain/requests/work-status.ts";
import { runWorkflow } from "#domain/runs/run-step.ts";
import type { TableName } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { startRun } from "../runs/engine/run-life.ts";
import { doubtAccounts } from "../vault/engine/doubt-accounts.ts";

/** Most rows that one call takes over, in one transaction. */
const pageRows = 500;

/** Rows of a lost node that were taken over. */
export interface TakenOver {
  readonly key: string;
  readonly id: string;
  /** Number of rows that this call has taken over. */
  readonly taken: number;
  /** True if there are more: call again. */
  readonly left: boolean;
}

/**
 * Takes the requests, runs and other rows over whose home is a lost node, some with each call, so that it goes on where it was stopped. The
 * node must be paused or expelled, and who calls says that it is off: what it has begun may have been done at a target, so open operations
 * look first, and managed passwords are uncertain until their targets are asked.
 * @throws NOT_FOUND, FORBIDDEN, NODE_OWN, NODE_STATE
 */
export const takeOverNode = defineOperation({
  name: "nodes.takeOver",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", "nodes/takeOver"),
  audit: {
    operation: "NDTO",
    describe: ({ key }, output?: TakenOver) => ({
      ident: key,
      message: output === undefined ? null : `${output.taken} rows`,
    }),
  },
  async run(context, { key }): Promise<TakenOver> {
    const { store } = context;
    const { id, state } = await lockedRow(context, { table: "nodes", key });
    if (id === store.node) throw new ServiceError("NODE_OWN", { target: "key" });
    // An expelled node stays expelled, whatever it has written into its row.
    const isExpelled = (await store.get("nodeExpulsions", id)) !== undefined;
    if (state !== "paused" && !isExpelled)
      throw new ServiceError("NODE_STATE", {
        target: "key",
        message: `The node is ${state}. Make sure that it is off, pause or expel it, and take it over then.`,
      });
    let taken = 0;
    for (const [table, keys] of await store.homes.takeOver(id, pageRows)) {
      taken += keys.length;
      await followers[table]?.(context, keys);
    }
    return { key, id, taken, left: taken === pageRows };
  },
});

type Follower = (context: CallContext, keys: readonly string[]) => Promise<void>;

/** Makes the follower that has hubs look at rows at once. */
const looking =
  (kind: "analysis" | "checkout" | "enforcementRun" | "passwordQueue" | "requestBatch"): Follower =>
  async ({ store, clock }, keys) => {
    for (const key of keys) await store.moments.set({ key, kind, at: clock.now() });
  };

/** Work that follows when rows of a table are taken over. */
const followers: { readonly [T in TableName]?: Follower } = {
  analyses: looking("analysis"),
  checkouts: looking("checkout"),
  enforcementRuns: looking("enforcementRun"),
  passwordQueue: looking("passwordQueue"),
  requestBatches: looking("requestBatch"),
  managedAccounts: doubt,
  requestOperations: lookFirst,
  reqbatch: goOn,
  async runs({ store }, keys) {
    const open = await store.select("runs", { where: allOf(oneOf("key", keys), eq("endedAt", null)) });
    for (const { key } of open) await store.outbox.add({ workflowType: runWorkflow, workflowId: key });
  },
};

/** Marks open operations as sent once: the lost node may have sent them. The next send is then a repeated one, which looks first. */
async function lookFirst({ store }: CallContext, keys: readonly string[]): Promise<void> {
  const isOpen = anyOf(eq("result", null), eq("result", OperationResult.Pending));
  const open = await store.select("requestOperations", { where: allOf(oneOf("key", keys), isOpen, eq("sends", 0)) });
  for (const { key } of open) await store.save("requestOperations", { key, sends: 1 });
}

/** Lets requests go on from their rows: those that wait have their next moment here, and those that are performed their workflow. */
async function goOn(context: CallContext, keys: readonly string[]): Promise<void> {
  const { store } = context;
  const kind = await context.tables.subjectKind("request");
  for (const key of keys) {
    const row = await store.get("reqbatch", key);
    const subject = await kind.lock(context, key);
    if (row === undefined || subject === undefined || isFinal(row.status)) continue;
    const moments = await kind.moments(context, subject);
    await kind.schedule(context, subject, moments);
    if (moments.length === 0 || isWorkStatus(row.status))
      await store.outbox.add({ workflowType: "request", workflowId: key });
  }
}

/** Doubts managed passwords, which the lost node may have changed last, and has their targets asked. */
async function doubt(context: CallContext, keys: readonly string[]): Promise<void> {
  if ((await doubtAccounts(context, keys, "takenOver")).length > 0)
    await startRun(context, { kind: "verify", reason: "settle", policyId: null, accountKeys: null });
}
