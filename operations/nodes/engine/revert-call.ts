import { type ErrorCode, ServiceError } from "#domain/errors.ts";
import { declaredColumn, heldValue } from "#domain/replication/conflict-values.ts";
import { conflictName, reverting } from "#domain/replication/conflicts.ts";
import { namedGuid } from "#platform/object-key.ts";
import { encode } from "#store/rows.ts";
import { isTable, type Row, tables } from "#store/tables.ts";

import type { ColumnCall } from "../../kernel/column-change.ts";
import type { CallContext } from "../../kernel/context.ts";

type Conflict = Row<"replicationConflicts">;

/** A call that brings a lost value back. */
export interface RevertCall {
  readonly call: ColumnCall<CallContext>;
  /** Value that the column has afterwards, as a row has it. */
  readonly value: unknown;
}

/**
 * Returns the call by which an administrator would write the lost value of a conflict. The row of a conflict comes from any node, so nothing
 * in it is believed: only a column that administrators can write themselves is written, with the rules of today.
 * @throws OWNED_BY_NODE, CONFLICT_ROW_GONE, CONFLICT_OF_SECRET, CONFLICT_VALUE_CHANGED, CONFLICT_NOT_REVERTIBLE
 */
export async function revertCall(context: CallContext, conflict: Conflict): Promise<RevertCall> {
  const { id, table, key, column } = conflict;
  const facts = declaredColumn(table, column);
  if (id !== namedGuid(conflictName(conflict)) || facts === undefined || !isTable(table))
    throw refusal("CONFLICT_NOT_REVERTIBLE", conflict);
  await requireHomeOf(context, conflict);
  if (facts.kind === "sealed") throw refusal("CONFLICT_OF_SECRET", conflict);
  const row = (await context.store.get(table, key)) as Readonly<Record<string, unknown>> | undefined;
  if (row === undefined) throw refusal("CONFLICT_ROW_GONE", conflict);
  const [kept, lost] = [heldValue(conflict.kept), heldValue(conflict.lost)];
  const present = encode(facts, row[column]);
  if (kept === undefined || lost === undefined) throw refusal("CONFLICT_NOT_REVERTIBLE", conflict);
  const change = reverting({ column, lost }, { values: { [column]: present }, stamps: {}, life: "" });
  if (change === undefined || present !== kept) throw refusal("CONFLICT_VALUE_CHANGED", conflict);
  const value = valueOf(facts.kind, change[column] ?? null);
  const call = await context.tables.changeOfColumn({ table, key, column, value });
  if (call === undefined) throw refusal("CONFLICT_NOT_REVERTIBLE", conflict);
  return { call, value };
}

function refusal(code: ErrorCode, { table, column }: Conflict): ServiceError {
  return new ServiceError(code, { target: "key", detail: `${table}.${column}` });
}

/** Refuses a row that another node writes, whichever its column is. */
async function requireHomeOf({ store }: CallContext, { table, key }: Conflict): Promise<void> {
  if (!isTable(table) || tables[table].class !== "owned") return;
  const home = await store.replication.homeOf(table, key);
  if (home !== undefined && home !== store.node)
    throw new ServiceError("OWNED_BY_NODE", {
      target: "key",
      message: `Only node ${home} can change this row. Decide the conflict there, or accept it here.`,
    });
}

/** Returns a stored value as operations take it; undefined for JSON that is none. */
function valueOf(kind: string, stored: string | number | null): unknown {
  if (stored === null) return null;
  if (kind === "flag") return stored === 1;
  if (kind !== "json") return stored;
  try {
    return JSON.parse(String(stored)) as unknown;
  } catch {
    return undefined;
  }
}
