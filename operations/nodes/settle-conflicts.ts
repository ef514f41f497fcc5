import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { allOf } from "#domain/query/condition.ts";
import { conflictState, settledBy } from "#domain/replication/conflicts.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { isOpenConflict } from "./engine/open-conflict.ts";
import { revertCall, type RevertCall } from "./engine/revert-call.ts";

const stampMaxCharacters = 80;
const table = "replicationConflicts";

const decision = z.strictObject({
  key: keyInput,
  /** Stamp of the loss that the caller has seen. */
  lostStamp: z.string().max(stampMaxCharacters),
});
type Given = z.output<typeof decision>;

/** A conflict after its decision. */
export interface SettledConflict {
  readonly id: string;
  readonly state: "accepted" | "reverted";
}

/**
 * Accepts a conflict: the value that stayed is right.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT, CONFLICT_SETTLED
 */
export const acceptConflict = defineOperation({
  name: "replicationConflicts.accept",
  input: decision,
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", `${table}/accept`),
  offered: ({ policy }) => allOf(policy, isOpenConflict),
  audit: { operation: "NDCA", describe: ({ key }) => ({ ident: key }) },
  async run(context, given): Promise<SettledConflict> {
    const conflict = await lockedRow(context, { table, key: given.key });
    requireOpen(conflict, given);
    return settle(context, conflict, "accepted");
  },
});

interface Prepared extends RevertCall {
  readonly prepared: unknown;
}

/**
 * Reverts a conflict: writes the lost value once more, by the operation with which an administrator would do so. It is a change like any
 * other, which all nodes get.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT, CONFLICT_SETTLED, OWNED_BY_NODE, CONFLICT_ROW_GONE, CONFLICT_OF_SECRET, CONFLICT_VALUE_CHANGED,
 * CONFLICT_NOT_REVERTIBLE, and what today's rules say of the value
 */
export const revertConflict = defineOperation<Given, SettledConflict, Prepared>({
  name: "replicationConflicts.revert",
  input: decision,
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfChange("action", `${table}/revert`),
  offered: ({ policy }) => allOf(policy, isOpenConflict),
  audit: { operation: "NDCR", describe: ({ key }) => ({ ident: key }) },
  async prepare(context, given) {
    const conflict = await visibleRow(context, { table, key: given.key });
    requireOpen(conflict, given);
    const { call, value } = await revertCall(context, conflict);
    return { call, value, prepared: await call.prepare(context) };
  },
  async run(context, given, { prepared }) {
    const conflict = await lockedRow(context, { table, key: given.key });
    requireOpen(conflict, given);
    // Read once more: the row may have changed since it was prepared.
    const { call, value } = await revertCall(context, conflict);
    await call.run(context, prepared);
    await requireWritten(context, conflict, value);
    return settle(context, conflict, "reverted");
  },
});

function requireOpen(conflict: Row<typeof table>, { lostStamp }: Given): void {
  if (conflict.lostStamp !== lostStamp) throw new ServiceError("CONFLICT", { target: "lostStamp" });
  if (conflictState(conflict) !== "open") throw new ServiceError("CONFLICT_SETTLED", { target: "key" });
}

/** Requires that the column has the lost value now: what was decided is what was done. */
async function requireWritten(context: CallContext, conflict: Row<typeof table>, value: unknown): Promise<void> {
  const row = (await context.store.get(conflict.table as "users", conflict.key)) as
    | Readonly<Record<string, unknown>>
    | undefined;
  if (JSON.stringify(row?.[conflict.column]) !== JSON.stringify(value))
    throw new ServiceError("CONFLICT_NOT_REVERTIBLE", { target: "key", detail: "another value was written" });
}

async function settle(
  { store, caller }: CallContext,
  conflict: Row<typeof table>,
  state: "accepted" | "reverted",
): Promise<SettledConflict> {
  await store.save(table, { id: conflict.id, ...settledBy(conflict, state, caller.key) });
  return { id: conflict.id, state };
}
